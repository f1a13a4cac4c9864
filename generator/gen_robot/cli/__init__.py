"""The command line: `gen-robot VERB ...`, where `gen-robot ROBOT` means `gen-robot generate ROBOT`.

Nothing heavy is imported before a verb runs, so that --help answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gen_robot.cli.parser import parse
from gen_robot.errors import UserError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 a difference was found, 2 a user's error."""
    try:
        asked = parse(list(sys.argv[1:] if arguments is None else arguments))
        code: int = asked.run(asked)
        sys.stdout.flush()
        return code
    except UserError as error:
        print(f"gen-robot: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has left, as `| head` does; that is no failure of ours.
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        print("gen-robot: interrupted", file=sys.stderr)
        return 130
