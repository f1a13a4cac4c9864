"""gen-robot ops: what may follow it, and its help."""

from __future__ import annotations

import argparse

from gen_robot.cli.aim import add_aim
from gen_robot.cli.edits import add_edits, add_payload
from gen_robot.cli.frames import add_frames
from gen_robot.cli.verbs.verb import Verb
from gen_robot.cli.wording import FILES

_DESCRIPTION = """\
Count the operations of each kernel by each algorithm that can compute it: multiplications, additions,
negations, divisions, square roots, pairs of sine and cosine; lines of C; the longest chain of
operations (depth: a division takes 3 steps, a root 5); what auto weighs for time, the cost mul + add +
8 (div + sqrt) + 3 depth; and the worst error of an element in double precision at a few random states,
in units of the last place of its largest value there (ulp; of M's elements, of the root of the two on
the diagonal, so that light joints count as heavy ones). Plain (as with --no-regroup): masses are added
up off-line, as the papers do. Regrouped: all moments that a joint cannot move are moved to the link
before it as well. Structure: what is generated, with frames, moments that vanish and places where
wrenches meet axes chosen by a search, for the methods that know of these. High, with --effort high
alone: the same after rewriting, for what auto takes. A * marks what auto takes. Beside them, what is
published for this robot or was counted in what Pinocchio and CasADi compute for it, if anything was,
and what the papers print for the general robot with as many revolute joints.
"""

_EPILOG = """\
examples:
  gen-robot ops puma560                           all algorithms of the six default kernels
  gen-robot ops puma560_corke --kernels kinematics,derivatives,regressors
  gen-robot ops arm.yaml puma560 --kernels inertia_matrix --format csv
  gen-robot ops --general 6 --format markdown     the robot for which the papers count
  gen-robot ops --general 6 --kernels inertia_matrix --steps
  gen-robot ops puma560 --kernels inertia_matrix --effort high --moves 2000
"""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "robots",
        nargs="*",
        metavar="ROBOT",
        help=f"robot files ({FILES}), or names of shipped robots",
    )
    add(
        "--general",
        action="append",
        default=[],
        metavar="N",
        help="also the general robot with N revolute joints, all its constants generic; may be "
        "given more than once",
    )
    add(
        "--kernels",
        metavar="LIST",
        help="comma-separated kernels to count: <kernel names>",
    )
    add(
        "--steps",
        action="store_true",
        help="count step by step: what stands under each heading of the generated code, at "
        'how many links, and what the papers print beside the same step ("8M, 4A")',
    )
    add_aim(parser)
    add_edits(parser)
    add_payload(parser)
    add_frames(parser)
    add(
        "--format",
        default="text",
        metavar="FORMAT",
        help="text (default), json, csv or markdown",
    )


VERB = Verb(
    "gen_robot.cli.ops",
    "count operations, algorithm by algorithm, beside the papers' formulas",
    _add_arguments,
    _DESCRIPTION,
    _EPILOG,
)
