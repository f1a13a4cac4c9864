"""gen-robot ops: what each algorithm costs, beside what the papers say."""

from __future__ import annotations

import argparse
import sys

from gen_robot.cli.aim import aim
from gen_robot.cli.edits import edits
from gen_robot.cli.frames import frames
from gen_robot.cli.kernel_list import kernel_list
from gen_robot.description.description import Description
from gen_robot.description.edit import edited
from gen_robot.description.general import general_robot
from gen_robot.errors import UserError, nearest, shown
from gen_robot.ledger import formats, step_formats
from gen_robot.ledger.ledger import ledger
from gen_robot.options import Options
from gen_robot.progress import progress_bar, traces
from gen_robot.readers.robot_files import read

MOST_JOINTS = 40
"""Of the general robot; beyond, the dearest methods take minutes."""


def run(asked: argparse.Namespace) -> int:
    """Print a table for each robot."""
    kernels = kernel_list(asked.kernels)
    tables = step_formats.FORMATS if asked.steps else formats.FORMATS
    if asked.format not in tables:
        raise UserError("--format", f"is {shown(asked.format)}", nearest(asked.format, [*tables]))
    wanted = edits(asked)
    robots = [read(robot, edits=wanted) for robot in asked.robots]
    robots += [edited(_general(text), wanted) for text in asked.general]
    if not robots:
        raise UserError("ops", "has no robot to count", "name one, or use --general N")
    options = Options(payload=asked.payload, **aim(asked), **frames(asked))
    with progress_bar(len(robots) * traces(kernels)) as progress:
        ledgers = [ledger(robot, kernels, progress, options=options) for robot in robots]
    sys.stdout.write(tables[asked.format](ledgers))
    return 0


def _general(text: str) -> Description:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_JOINTS):
        allowed = f"give a number of joints from 1 to {MOST_JOINTS}"
        raise UserError("--general", f"is {shown(text)}", allowed)
    return general_robot(int(text))
