"""gen-robot diff: what may follow it, and its help."""

from __future__ import annotations

import argparse

from gen_robot.cli.aim import add_aim
from gen_robot.cli.edits import add_edits
from gen_robot.cli.frames import add_frames
from gen_robot.cli.verbs.verb import Verb
from gen_robot.cli.wording import FILES, choice
from gen_robot.languages import BOUND, DEFAULT
from gen_robot.languages.trig import INLINE

_NAMES = choice(BOUND, DEFAULT)

_DESCRIPTION = f"""\
Say what differs between two robots, two ways to compute one, or two generated folders: joints,
constants, base parameters, operations step by step, and what that does to M, g and tau at random
states; why, by putting each changed constant alone into the first robot; then the lines, side by
side by symbol and step. Nothing is compiled.

A and B are each one of
  ROBOT         a robot file ({FILES}), or the name of a robot that ships
  ROBOT:WAY     ... by an algorithm as --algorithm takes it: puma560:gah is for every kernel that
                has an algorithm of this name, puma560:bias=rnea for one, several with commas
  FOLDER        what gen-robot wrote: sources and manifest are compared, robot files are not needed
A path may hold colons: what exists as a whole is taken whole. A word alone that ships is the robot,
so a folder of that name is ./puma560.
"""

_EPILOG = """\
examples:
  gen-robot diff puma560 puma560_corke            two robots
  gen-robot diff arm.yaml arm_measured.yaml --summary
  gen-robot diff puma560:gah puma560:crba --kernels inertia_matrix      two ways
  gen-robot diff 'puma560:forward_dynamics=ldlt on gah+rnea' puma560
  gen-robot diff puma560 ./puma560                a robot and the folder generated from it
  gen-robot diff old/arm new/arm                  two folders
  gen-robot diff arm.urdf new.urdf -o page.html   a page to search and to fold, on top of the text
  gen-robot diff arm.urdf new.urdf --format json  for programs

exit codes: 0 the same; 1 different; 2 the command line or a file is at fault, or nothing can be
printed. Of two that are the same, one line is printed. docs/diff.md says what the same means.
"""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("left", metavar="A", help="a robot, a robot by some algorithm, or a generated folder")
    add("right", metavar="B", help="what to compare it with")
    add("--kernels", metavar="LIST", help="comma-separated kernels to compare: <kernel names>")
    add("--lang", metavar="LANG", help=f"language of the lines: {_NAMES}")
    add("--format", default="text", metavar="FORMAT", help="text (default), json or html")
    add("-o", "--out", metavar="FILE", help="write a page in HTML to this file")
    add("--summary", action="store_true", help="leave the lines out")
    add(
        "--color",
        default="auto",
        metavar="WHEN",
        help="auto (default: on a terminal, unless NO_COLOR is set), always or never",
    )
    add(
        "--algorithm",
        action="append",
        default=[],
        metavar="KERNEL=NAME",
        help="how both robots compute a kernel; may be given more than once",
    )
    add_aim(parser)
    add("--name", metavar="NAME", help="name of both robots, instead of their own")
    add("--precision", default="double", metavar="P", help="double (default) or single")
    add("--trig", default=INLINE, metavar="T", help="sines and cosines: inline (default) or libm")
    add("--friction", action="store_true", help="add the robots' joint friction to h and tau")
    add_edits(parser)
    add_frames(parser)
    add("--no-regroup", action="store_true", help="keep each link's mass where the file puts it")
    add("--no-snap", action="store_true", help="take every angle exactly as it is written")


VERB = Verb(
    "gen_robot.cli.diff",
    "say what differs between two robots, two algorithms or two generated folders",
    _add_arguments,
    _DESCRIPTION,
    _EPILOG,
)
