"""Libraries that have to be generated first: what load() imports only then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from gen_robot.delivery import cache
from gen_robot.delivery.asked import Asked
from gen_robot.delivery.cache import Entry
from gen_robot.errors import UserError
from gen_robot.languages import BOUND
from gen_robot.output import Output
from gen_robot.pipeline import generate
from gen_robot.progress import progress_bar, traces

T = TypeVar("T")

_NAMES = {"algorithm": "algorithms", "no-snap": "snap", "no-regroup": "regroup"}
"""Options of the command line that load() calls otherwise."""


class Changed(Exception):
    """Tell that a robot's file is no longer what it was looked up by."""

    def __init__(self, content: str | None) -> None:
        self.content = content
        super().__init__(content)


def generated_library(
    robot: str | Path, asked: Asked, key: Callable[[str | None], str], content: str | None
) -> Entry:
    """Generate and build a robot's library, and keep it under the key of its file's content."""
    options = _in_python(asked.options)
    with progress_bar(traces((*options.kernels, *options.together)) + 1) as progress:

        def make() -> Output:
            output = _in_python(lambda: generate(robot, options, progress))
            if output.description.sha256 != content:
                raise Changed(output.description.sha256)
            progress(f"building {output.name}")
            return output

        # Who does not call through the bindings has no use for kernels of many states.
        return cache.fetch(key(content), make, asked.march, batches=asked.lang in BOUND)


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
