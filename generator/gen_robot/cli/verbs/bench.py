"""gen-robot bench: what may follow it, and its help."""

from __future__ import annotations

import argparse

from gen_robot.cli.aim import add_aim
from gen_robot.cli.edits import add_edits
from gen_robot.cli.frames import add_frames
from gen_robot.cli.verbs.verb import Verb
from gen_robot.cli.wording import FILES
from gen_robot.languages.trig import INLINE

_DESCRIPTION = """\
Time the kernels of robots on this machine. They are built as load() builds them; then each is called
in C and from Python, for one state and for many, in turns with whatever else here computes the
same: Pinocchio from Python, functions that CasADi wrote as C, the textbook's recursions in NumPy.
Numbers are compared first, and a difference is an error. Beside the times stand operations a
nanosecond, the share of what this machine can do at most, and the share of sines and cosines.
"""

_EPILOG = """\
examples:
  gen-robot bench puma560                         the six default kernels
  gen-robot bench arm.urdf --kernels forward_dynamics --all-ways
  gen-robot bench puma560 --kernels kinematics,derivatives,regressors
  gen-robot bench puma560 stanford --format json > times.json
  gen-robot bench puma560 --plot times.png        operations and time, trigonometry, batches
  gen-robot bench arm.urdf --casadi FOLDER        FOLDER/<robot>/*.c, as CasADi's codegen writes them

Times are processor time of one thread on one core: the 10th percentile of many passes, the median
in JSON and CSV. Compare ratios of one run; other machines have other times. A busy neighbour costs
20 to 40 %. What is missing - a compiler, Pinocchio, a folder - is said below the table.
"""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "robots",
        nargs="*",
        metavar="ROBOT",
        help=f"robot files ({FILES}), or names of shipped robots",
    )
    add("--kernels", metavar="LIST", help="comma-separated kernels to time: <kernel names>")
    add(
        "--all-ways",
        action="store_true",
        help="time every algorithm that `gen-robot ops` lists, not only what auto takes (marked *)",
    )
    add_aim(parser)
    add("--precision", default="double", metavar="P", help="double (default) or single")
    add("--trig", default=INLINE, metavar="T", help="sines and cosines: inline (default) or libm")
    add_edits(parser)
    add_frames(parser)
    add("--no-snap", action="store_true", help="take every angle exactly as it is written")
    add(
        "--march",
        default="auto",
        metavar="M",
        help="the processors to build for, as with generate --build: auto (default), baseline, native "
        "or what the compiler takes after -march=",
    )
    add(
        "--casadi",
        metavar="FOLDER",
        help="C files that CasADi's codegen wrote, FOLDER/<robot>/<function>.c or FOLDER/<function>.c: "
        "crba*, rnea*, nle*, aba* or a kernel's name and any word behind it, of q, v and a or tau, two "
        "derivatives side by side in one matrix, joints in the order of the "
        "robot's file or of Pinocchio; compiled by gcc and clang with -O2 and -O3, with and without "
        "-ffast-math, and the best counts",
    )
    add("--states", default="1000", metavar="N", help="random states that passes go through (1000)")
    add("--batch", default="100000", metavar="N", help="states of a batch, at most 256 MB (100000)")
    add("--passes", default="60", metavar="N", help="passes of each contender (60)")
    add("--core", metavar="K", help="the core to stay on (default: the last)")
    add("--format", default="text", metavar="FORMAT", help="text (default), json, csv or markdown")
    add("--plot", metavar="FILE", help="also draw it; .png, .svg, .pdf (wants matplotlib)")


VERB = Verb(
    "gen_robot.cli.bench",
    "time kernels on this machine, beside Pinocchio, CasADi and NumPy",
    _add_arguments,
    _DESCRIPTION,
    _EPILOG,
)
