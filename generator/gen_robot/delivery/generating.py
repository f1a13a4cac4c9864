"""Libraries that have to be generated first: what load() imports only then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from gen_robot.delivery import cache
from gen_robot.delivery.asked import Asked
from gen_robot.delivery.cache import Entry
from gen_robot.delivery.origins import Content, content_of, remember
from gen_robot.errors import UserError
from gen_robot.languages import BOUND
from gen_robot.output import Output
from gen_robot.pipeline import generate
from gen_robot.progress import progress_bar, traces

T = TypeVar("T")

_NAMES = {"algorithm": "algorithms", "no-snap": "snap", "no-regroup": "regroup"}
"""Options of the command line that load() calls otherwise."""


class Changed(Exception):
    """Tell that a robot is read from something else than it was looked up by."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.content = content_of(output.description)
        super().__init__(self.content)


def generated_library(
    robot: str | Path,
    asked: Asked,
    key: Callable[[Content], str],
    content: Content,
    made: Output | None = None,
) -> Entry:
    """Generate and build a robot's library, and keep it under the key of what it was read from.

    `made` is what was generated from this content already.
    """
    options = _in_python(asked.options)
    with progress_bar(traces((*options.kernels, *options.together)) + 1) as progress:

        def make() -> Output:
            output = made or _in_python(lambda: generate(robot, options, progress))
            if content_of(output.description) != content:
                raise Changed(output)
            progress(f"building {output.name}")
            return output

        # Who does not call through the bindings has no use for kernels of many states.
        entry = cache.fetch(key(content), make, asked.march, batches=asked.lang in BOUND)
        remember(content, key(Content(content.own)))
        return entry


def _in_python(function: Callable[[], T]) -> T:
    """Name options as load() does where the command line's names are given."""
    try:
        return function()
    except UserError as error:
        if not error.place.startswith("--"):
            raise
        option, _, rest = error.place.removeprefix("--").partition(" ")
        name = _NAMES.get(option, option.replace("-", "_"))
        place = f"load(): {name} {rest}".rstrip()
        raise UserError(place, error.problem, error.cure) from None
