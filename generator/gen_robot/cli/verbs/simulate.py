"""gen-robot simulate: what may follow it, and its help."""

from __future__ import annotations

import argparse

from gen_robot.cli.aim import add_aim
from gen_robot.cli.edits import add_edits
from gen_robot.cli.verbs.verb import Verb
from gen_robot.cli.wording import FILES, choice
from gen_robot.integrators.methods import CONTROLLED, FIXED, METHODS
from gen_robot.languages import BOUND, DEFAULT

_NAMES = choice(BOUND, DEFAULT)

_DESCRIPTION = """\
Simulate a robot by its generated forward dynamics, with an integrator that is generated with it, in C
from end to end: what joints do under no torques, torques from a file, a PD law, or those that a path
takes by inverse dynamics. Rows go to a CSV or NumPy file, pictures to PNG, SVG or PDF.
"""

_EPILOG = """\
examples:
  gen-robot simulate puma560 --duration 10 --q 0.1,-0.5,0.3,0.2,0.4,-0.3 --tolerance 1e-9
                                        falls freely; the energy tells how exact that was
  gen-robot simulate puma560 --to 0.5,-1,1,0.3,0.5,0 --torque inverse_dynamics+pd --plot move.png
                                        from rest to rest, in 1 s
  gen-robot simulate arm.urdf --path way.csv --torque inverse_dynamics --csv done.csv
  gen-robot simulate arm.yaml --torque measured.csv --interpolation cubic --npz done.npz
  gen-robot simulate arm.yaml --torque pd --kp 400 --kd 40 --friction    holds where it begins
  gen-robot simulate robot.urdf --floating --qd 0,0,0,1,2,3,0.5,-0.5 --method implicit_midpoint

files of torques and paths: CSV, a row for each time, with rising times in the first column (s) and one
  column for each joint after it, in the order of `gen-robot show ROBOT`; a heading is skipped. Times
  must reach from 0 to the duration. A path may have rates, and accelerations, in as many columns more.
  Between rows, torques are joined by lines, or as --interpolation says. Paths are polynomials of degree
  5 through positions, rates and accelerations; of degree 3 through positions and rates; through
  positions alone, a spline of degree 5 that begins and ends at rest.

methods (with a tolerance, those with * choose their steps):
{}
"""


def _methods() -> str:
    wide = max(map(len, METHODS))
    return "\n".join(
        f"  {name:<{wide}} {'*' if m.is_adaptive else ' '} order {m.order}: {m.title}"
        for name, m in METHODS.items()
    )


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("robot", metavar="ROBOT", help=f"a robot file ({FILES}), or a robot that ships")
    add("--duration", default="1", metavar="S", help="seconds to simulate (1)")
    add(
        "--q",
        metavar="VALUES",
        help="the position to begin at: as many values as q has, with commas; expressions such as "
        "-pi/2 are fine (default: where the path begins, or nearest to zero within the limits)",
    )
    add("--qd", metavar="VALUES", help="the velocity to begin with (default: the path's, or rest)")
    add(
        "--torque",
        default="zero",
        metavar="LAW",
        help="zero (default); FILE.csv; pd (gains on what is missing of the path, or of where it "
        "began); inverse_dynamics (what the path takes); inverse_dynamics+pd",
    )
    add("--interpolation", default="linear", metavar="I", help="of FILE.csv: hold, linear or cubic")
    add("--path", metavar="FILE", help="positions that the joints should have, as CSV")
    add("--to", metavar="VALUES", help="or: go to this position, from rest to rest, by a quintic")
    add("--within", metavar="S", help="seconds that --to takes (default: the duration)")
    add("--kp", metavar="GAINS", help="of pd, one for all joints or one for each (100)")
    add("--kd", metavar="GAINS", help="the same of rates (20)")
    add("--limit", action="store_true", help="keep torques to the efforts that the file allows")
    add("--method", metavar="M", help=f"{FIXED}, or {CONTROLLED} with a tolerance; see below")
    add(
        "--step",
        metavar="S",
        help="the size of steps (0.001), or of the first where they are chosen",
    )
    add("--tolerance", metavar="T", help="choose steps, so that each is about as exact as this")
    add("--max-step", metavar="S", help="the longest step to choose")
    add("--most-steps", default="1000000", metavar="N", help="steps to give up after (1000000)")
    add("--every", metavar="S", help="seconds from row to row (default: a row for each step)")
    add(
        "--friction",
        action="store_true",
        help="take in the joint friction of the robot's file; Coulomb's turns over as "
        "tanh(rate/slip), for no step is short enough for a jump",
    )
    add("--slip", metavar="V", help="that speed, rad/s or m/s (0.001)")
    add("--csv", metavar="FILE", help="write t, q, qd, qdd, tau and energies to this file")
    add("--npz", metavar="FILE", help="write them as NumPy arrays")
    add("--plot", metavar="FILE", help="draw it; .png, .svg, .pdf (wants matplotlib)")
    add("--format", default="text", metavar="FORMAT", help="of the summary: text (default) or json")
    add(
        "--algorithm",
        action="append",
        default=[],
        metavar="KERNEL=NAME",
        help="how to compute a kernel, as with generate",
    )
    add("--lang", default=DEFAULT, metavar="LANG", help=f"of kernels and integrators: {_NAMES}")
    add_aim(parser)
    add_edits(parser)
    add("--no-snap", action="store_true", help="take every angle exactly as it is written")
    add("--quiet", action="store_true", help="print nothing but errors")


VERB = Verb(
    "gen_robot.cli.simulate",
    "simulate a robot: torques to motions, files and pictures",
    _add_arguments,
    _DESCRIPTION,
    _EPILOG.format(_methods()),
)
