"""gen-robot generate, the default verb: what may follow it, and its help."""

from __future__ import annotations

import argparse

from gen_robot.cli.aim import add_aim
from gen_robot.cli.edits import add_edits, add_payload, add_runtime
from gen_robot.cli.frames import add_frames
from gen_robot.cli.verbs.verb import Verb
from gen_robot.cli.wording import FILES, choice, either
from gen_robot.examples import EXAMPLES
from gen_robot.languages import DEFAULT, LANGUAGES
from gen_robot.languages.trig import INLINE

_TITLES = either([language.title for language in LANGUAGES.values()])
_NAMES = choice(LANGUAGES, DEFAULT)
_SAMPLES = either([f"{name} ({example.title})" for name, example in EXAMPLES.items()])

_DESCRIPTION = f"""\
Write the kernels of one robot into DIR/<name>/: sources in {_TITLES}, a meson.build and a
CMakeLists.txt that build them as a library, and a manifest <name>.json that says what is in them.
"""

COMMANDS = f"""\
examples:
  gen-robot puma560                     write ./puma560/: puma560.h, puma560.c, build files, manifest
  gen-robot arm.yaml --build -o out     write out/<name>/ and build the library there with meson
  gen-robot arm.yaml --build --march baseline     ... a library that runs on other machines, too
  gen-robot arm.yaml --kernels inertia_matrix,bias --algorithm inertia_matrix=crba
  gen-robot arm.urdf --kernels kinematics --frame tool=flange:0,0,0.1,0,0,pi/2     placement, Jacobian,
                                        velocity ... of the tips and of a frame that is added
  gen-robot arm.urdf --together M,h,jacobian_tool0,drift_tool0     ... with one kernel more that gives
                                        all terms of an operational-space controller at once
  gen-robot arm.urdf --runtime tool,link3.mass     ... with these masses known when kernels are called
  gen-robot arm.yaml --check -o out     say whether out/ still is what would be written (exit code 1)
  gen-robot show arm.yaml               its joints, frames, masses; --svg FILE draws it
  gen-robot ops arm.yaml                operation counts, beside the papers' formulas
  gen-robot diff arm.yaml new.yaml      what differs between two robots, and why
  gen-robot verify puma560              prove that the folder ./puma560 is that robot, at every state
  gen-robot bench arm.yaml              times on this machine, beside Pinocchio's
  gen-robot simulate arm.yaml           what it does under given torques; files and pictures of it
  gen-robot robots                      the robots that ship, to try
  gen-robot robots puma560 > arm.yaml   the file of one, to copy from

ROBOT is a path ({FILES}) or the name of a robot that ships. exit codes: 0 done; 1 --check or diff
found a difference, or verify a wrong kernel; 2 the command line or the robot file is at fault, or
nothing can be printed; 70 a bug of gen-robot; 130 interrupted.
"""

_EPILOG = f"""\
{COMMANDS}
kernels, and the algorithms that compute them:
<kernel table>
"""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "robot",
        metavar="ROBOT",
        help=f"a robot file ({FILES}), or the name of a robot that ships",
    )
    add(
        "--lang",
        action="append",
        metavar="LANG",
        help=f"language to write: {_NAMES}; may be given more than once",
    )
    add("-o", "--out", default=".", metavar="DIR", help="files go to DIR/<name>/ (default: here)")
    add("--name", metavar="NAME", help="name of files and functions, instead of the robot's own")
    add(
        "--f77-prefix",
        metavar="P",
        help="first 1 to 4 letters of FORTRAN routines, instead of the robot's own",
    )
    add(
        "--kernels",
        metavar="LIST",
        help="comma-separated: <kernel names>",
    )
    add(
        "--together",
        metavar="LIST",
        help="kernels to compute at once by one more kernel, called together, which shares what they "
        "have in common, e.g. M,h,jacobian_tool0,drift_tool0: comma-separated names of kernels, or of "
        "arrays that one kernel gives (M: inertia_matrix, h: bias)",
    )
    add(
        "--algorithm",
        action="append",
        default=[],
        metavar="KERNEL=NAME",
        help="how to compute a kernel, by a name below or as `gen-robot ops ROBOT` prints it, e.g. "
        "inertia_matrix=crba or 'forward_dynamics=ldlt on gah+rnea'; default auto: the one "
        "that suits this robot best; may be given more than once",
    )
    add_aim(parser)
    add("--precision", default="double", metavar="P", help="double (default) or single")
    add(
        "--trig",
        default=INLINE,
        metavar="T",
        help="sines and cosines in C: inline (default; all at once, as arithmetic), or libm (the C "
        "library's functions)",
    )
    add(
        "--friction",
        action="store_true",
        help="add the robot's joint friction to h and tau, and its columns to regressors",
    )
    add(
        "--rotors",
        action="store_true",
        help="add columns of the rotors' inertia to regressors; torques have it anyway",
    )
    add_edits(parser)
    add_payload(parser)
    add_runtime(parser)
    add_frames(parser)
    add("--no-regroup", action="store_true", help="keep each link's mass where the file puts it")
    add("--no-snap", action="store_true", help="take every angle exactly as it is written")
    add(
        "--integrators",
        action="store_true",
        help="also write integrators around forward_dynamics (C, FORTRAN), which simulate the robot: "
        "<name>_simulate.*",
    )
    add(
        "--example",
        action="append",
        default=[],
        metavar="E",
        help=f"also write a small program that calls the kernels, to start from: {_SAMPLES}; may be "
        "given more than once",
    )
    add("--build", action="store_true", help="build the library with meson, in DIR/<name>/build")
    add(
        "--march",
        metavar="M",
        help="with --build, the processors to build for: auto (default: this machine, x86-64-v3 if it "
        "can), baseline (any, for a library that must run elsewhere), native (this one only), or what "
        "the compiler takes after -march=",
    )
    add("--check", action="store_true", help="write nothing; print what differs from DIR/<name>/")
    add(
        "--force",
        action="store_true",
        help="replace files in DIR/<name>/ that gen-robot has not written, or that were edited since",
    )
    add("--quiet", action="store_true", help="print nothing but errors and differences")


VERB = Verb(
    "gen_robot.cli.generate",
    "write the kernels of a robot (the default verb)",
    _add_arguments,
    _DESCRIPTION,
    _EPILOG,
)
