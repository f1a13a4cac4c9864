"""gen-robot show: what may follow it, and its help."""

from __future__ import annotations

import argparse

from gen_robot.cli.edits import add_edits
from gen_robot.cli.verbs.verb import Verb
from gen_robot.cli.wording import FILES

_DESCRIPTION = """\
Show what a robot file says: joints with their limits, frames, masses, and where the tips and the centre
of mass are at a position of the joints; and draw it.
"""

_EPILOG = """\
examples:
  gen-robot show puma560                            tables
  gen-robot show puma560 --q 0,-pi/4,pi/4,0,pi/2,0  at this position
  gen-robot show arm.urdf --svg arm.svg             and a drawing of it
  gen-robot show arm.urdf --format json             for programs
"""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("robot", metavar="ROBOT", help=f"a robot file ({FILES}), or a robot that ships")
    add(
        "--q",
        metavar="VALUES",
        help="the position to show it at: as many values as q has, in the order of the file, with "
        "commas; expressions such as -pi/2 are fine (default: nearest to zero within the limits)",
    )
    add("--svg", metavar="FILE", help="also write a drawing of the robot to this file")
    add("--format", default="text", metavar="FORMAT", help="text (default), json or svg")
    add_edits(parser)
    add("--no-snap", action="store_true", help="take every angle exactly as it is written")


VERB = Verb(
    "gen_robot.cli.show",
    "show a robot's joints, frames, masses and tips, and draw it",
    _add_arguments,
    _DESCRIPTION,
    _EPILOG,
)
