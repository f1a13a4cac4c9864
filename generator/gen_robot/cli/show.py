"""gen-robot show: a robot's tables and its drawing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from gen_robot.cli.edits import edits
from gen_robot.delivery.own_file import write_own
from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.robot_files import read
from gen_robot.show.as_json import as_json
from gen_robot.show.picture import picture
from gen_robot.show.sheet import Sheet, sheet
from gen_robot.show.svg import MARK
from gen_robot.show.text import text

FORMATS: dict[str, Callable[[Sheet], str]] = {"text": text, "json": as_json, "svg": picture}


def run(asked: argparse.Namespace) -> int:
    """Print what was asked for, and write the drawing if one is wanted."""
    if asked.format not in FORMATS:
        raise UserError("--format", f"is {shown(asked.format)}", nearest(asked.format, [*FORMATS]))
    description = read(asked.robot, snap=not asked.no_snap, edits=edits(asked))
    page = sheet(description, asked.q)
    if asked.svg is not None:
        is_not = "is there, and is no drawing of gen-robot show"
        write_own(Path(asked.svg), picture(page), MARK, is_not)
    sys.stdout.write(FORMATS[asked.format](page))
    return 0
