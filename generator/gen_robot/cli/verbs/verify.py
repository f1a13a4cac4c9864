"""gen-robot verify: what may follow it, and its help."""

from __future__ import annotations

import argparse

from gen_robot.cli.verbs.verb import Verb
from gen_robot.cli.wording import FILES

_DESCRIPTION = """\
Prove that the sources in a generated folder compute the robot's dynamics, at every state. The C and
FORTRAN 77 texts are read back, textbook Newton-Euler equations are set up from the robot's file, and
the two are compared as trigonometric polynomials on a grid that determines them, with bounds on all
errors. Nothing of the generator takes part, nothing is compiled; no chance is in what is proved.
Kernels that factor M are taken apart: its elements are proved in this way, and the elimination
above them as an identity of formulas. Rounding at run time is bounded over the joints' limits.

The verdict on a kernel is one of
  proved            no coefficient differs by more than rounding the constants to the type explains
  proved backwards  its results solve M x = b with an M and a b that differ by no more than that
  REFUTED           one does: the element, the monomial, the angles and the amount are printed
  not proved        the bound is too large, but no difference beyond rounding was found
  sampled           random states are right; a proof would need too much memory, M is not formed, or
                    there is no theorem
  not covered       not even that: for this kernel or this robot; the reason is printed
  not read          the source is not what gen-robot writes; the line is printed
"""

_EPILOG = """\
examples:
  gen-robot verify puma560                        a folder of a robot that ships
  gen-robot verify out/arm arm.urdf               ... of another: with its file
  gen-robot verify out/arm arm.urdf --kernels inertia_matrix,bias
  gen-robot verify out/arm arm.urdf --velocity 6 --acceleration 50     other rates for rounding
  gen-robot verify out/arm arm.urdf --strict          fail unless every kernel is proved
  gen-robot verify out/arm arm.urdf --certificate     also write out/arm/<name>.proof.json
  gen-robot verify out/arm arm.urdf --format json      for programs

exit codes: 0 nothing is wrong; 1 a kernel is refuted, not proved or not read, or it is not covered and
was asked for by --kernels; 2 the command line or a file is at fault. The last line counts verdicts;
with --strict all must be proved. docs/verification.md says what is proved, and what must be trusted.
"""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("folder", metavar="FOLDER", help="a folder that gen-robot wrote, or the manifest in it")
    add(
        "robot",
        nargs="?",
        metavar="ROBOT",
        help=f"the robot's file ({FILES}); edits such as --lock are taken from the manifest. Default: "
        "the robot that ships under the name in the manifest",
    )
    add("--kernels", metavar="LIST", help="comma-separated kernels to verify (default: all)")
    add(
        "--velocity",
        default="3",
        metavar="X",
        help="how fast joints are, in rad/s or m/s, where the robot's file has no limit, for the bound "
        "on rounding (3)",
    )
    add(
        "--acceleration",
        default="10",
        metavar="X",
        help="how fast joints accelerate, in rad/s^2 or m/s^2, for the bound on rounding (10)",
    )
    add("--memory", default="4", metavar="GB", help="what a proof may take; beyond, it samples (4)")
    add(
        "--strict",
        action="store_true",
        help="exit with 1 unless every kernel is proved, backwards or forwards",
    )
    add("--certificate", action="store_true", help="also write FOLDER/<name>.proof.json")
    add("--format", default="text", metavar="FORMAT", help="text (default) or json")


VERB = Verb(
    "gen_robot.cli.verify",
    "prove that a generated folder computes the robot's dynamics at every state",
    _add_arguments,
    _DESCRIPTION,
    _EPILOG,
)
