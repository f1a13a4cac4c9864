"""gen-robot diff: what differs between two robots, two ways, or two generated folders."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gen_robot.cli.aim import aim
from gen_robot.cli.edits import edits, pairs
from gen_robot.cli.frames import frames
from gen_robot.cli.kernel_list import kernel_list
from gen_robot.comparison.as_json import as_json
from gen_robot.comparison.colours import CHOICES, colours
from gen_robot.comparison.compare import compare
from gen_robot.comparison.comparison import Comparison
from gen_robot.comparison.page import MARK, page
from gen_robot.comparison.summary import verdict
from gen_robot.comparison.text import text
from gen_robot.delivery.own_file import write_own
from gen_robot.errors import UserError, nearest, shown
from gen_robot.options import Options
from gen_robot.progress import progress_bar, traces

SAME, DIFFERENT = 0, 1
FORMATS = ("text", "json", "html")


def run(asked: argparse.Namespace) -> int:
    """Print what differs, and return the exit code of diff and grep."""
    _one_of("--format", asked.format, FORMATS)
    _one_of("--color", asked.color, CHOICES)
    options = _options(asked)
    with progress_bar(2 * traces(options.kernels) + 1) as progress:
        found = compare(asked.left, asked.right, options, asked.lang, progress)
    if asked.out is not None:
        is_not = "is there, and is no page of gen-robot diff"
        write_own(Path(asked.out), page(found, lines=not asked.summary), MARK, is_not)
    sys.stdout.write(_printed(found, asked))
    return SAME if found.is_same else DIFFERENT


def _printed(found: Comparison, asked: argparse.Namespace) -> str:
    lines = not asked.summary
    if asked.format == "json":
        return as_json(found, lines)
    if asked.format == "html":
        return page(found, lines) if asked.out is None else f"{verdict(found)}\n"
    # Who writes a page reads the lines there.
    return text(found, colours(asked.color, sys.stdout), lines and asked.out is None)


def _options(asked: argparse.Namespace) -> Options:
    return Options(
        name=asked.name,
        kernels=kernel_list(asked.kernels),
        algorithms=pairs("--algorithm", asked.algorithm, "KERNEL=NAME"),
        **aim(asked),
        precision=asked.precision,
        trig=asked.trig,
        friction=asked.friction,
        regroup=not asked.no_regroup,
        snap=not asked.no_snap,
        edits=edits(asked),
        **frames(asked),
    )


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise UserError(option, f"is {shown(value)}", nearest(value, allowed))
