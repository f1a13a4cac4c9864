"""The command line: `gen-robot VERB ...`, where `gen-robot ROBOT` means `gen-robot generate ROBOT`.

Nothing heavy is imported before a verb runs, so that --help answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gen_robot.cli.parser import parse
from gen_robot.cli.streams import forgiving_streams
from gen_robot.errors import UserError

FAULT, BUG, INTERRUPTED = 2, 70, 130
"""Exit codes besides a verb's own. No failure ends with 1, which says that a difference was found."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0 done; 1 a difference was found; 2 a user's error, or output that could not be printed; 70 a bug
    of ours; 130 interrupted. A reader of our output who leaves early, as `| head` does, is no failure.
    """
    with forgiving_streams() as (out, err):
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        out.flush()
        if out.failure and not isinstance(out.failure, BrokenPipeError):
            reason = out.failure.strerror
            print(f"gen-robot: standard output: cannot be written: {reason}", file=sys.stderr)
            code = code if code > FAULT else FAULT
        err.flush()
    return code


def _run(arguments: list[str]) -> int:
    try:
        asked = parse(arguments)
        code: int = asked.run(asked)
        sys.stdout.flush()  # which may wait for its reader, and be interrupted
        return code
    except UserError as error:
        print(f"gen-robot: {error}", file=sys.stderr)
        return FAULT
    except SystemExit as end:  # help and version have been printed
        return int(end.code or 0)
    except KeyboardInterrupt:
        print("gen-robot: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception:
        import traceback

        traceback.print_exc()
        print(
            "gen-robot: this is a bug of gen-robot; please report the lines above", file=sys.stderr
        )
        return BUG
