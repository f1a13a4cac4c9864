"""What may be typed, and the help that explains it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import NoReturn

from gen_robot.cli.edits import add_edits, add_payload
from gen_robot.cli.help_format import HelpFormatter
from gen_robot.cli.spelling import refuse_rest, refuse_unknown_options, refuse_unknown_word
from gen_robot.errors import UserError
from gen_robot.examples import EXAMPLES
from gen_robot.languages import DEFAULT, LANGUAGES
from gen_robot.languages.trig import INLINE
from gen_robot.search.weighing import AIMS, TIME


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]])


_TITLES = _either([language.title for language in LANGUAGES.values()])
_NAMES = _either([f"{name} (default)" if name == DEFAULT else name for name in LANGUAGES])

_AIMS = _either(
    [f"{a.name} ({'default: ' if a.name == TIME else ''}{a.meaning})" for a in AIMS.values()]
)

_SAMPLES = _either([f"{name} ({example.title})" for name, example in EXAMPLES.items()])

_TOP = f"""\
Write the rigid-body dynamics of a robot as straight-line {_TITLES}: inertia matrix, bias
vector, inverse and forward dynamics, every common subexpression shared; no loops, no allocation, no
library but libm.
"""

_EXAMPLES = """\
examples:
  gen-robot puma560                     write ./puma560/: puma560.h, puma560.c, build files, manifest
  gen-robot arm.yaml --build -o out     write out/<name>/ and build the library there with meson
  gen-robot arm.yaml --build --march baseline     ... a library that runs on other machines, too
  gen-robot arm.yaml --kernels inertia_matrix,bias --algorithm inertia_matrix=crba
  gen-robot arm.yaml --check -o out     say whether out/ still is what would be written (exit code 1)
  gen-robot show arm.yaml               its joints, frames, masses; --svg FILE draws it
  gen-robot ops arm.yaml                operation counts, beside the papers' formulas
  gen-robot bench arm.yaml              times on this machine, beside Pinocchio's
  gen-robot robots                      the robots that ship, to try
  gen-robot robots puma560 > arm.yaml   the file of one, to copy from

ROBOT is a path (YAML, URDF) or the name of a robot that ships. exit codes: 0 done; 1 --check found a
difference; 2 the command line or the robot file is at fault, or nothing can be printed; 70 a bug
of gen-robot; 130 interrupted.
"""

_GENERATE = f"""\
Write the kernels of one robot into DIR/<name>/: sources in {_TITLES}, a meson.build and a
CMakeLists.txt that build them as a library, and a manifest <name>.json that says what is in them.
"""

_GENERATE_EXAMPLES = f"""\
{_EXAMPLES}
kernels, and the algorithms that compute them:
<kernel table>
"""

_SHOW = """\
Show what a robot file says: joints with their limits, frames, masses, and where the tips and the centre
of mass are at a position of the joints; and draw it.
"""

_SHOW_EXAMPLES = """\
examples:
  gen-robot show puma560                            tables
  gen-robot show puma560 --q 0,-pi/4,pi/4,0,pi/2,0  at this position
  gen-robot show arm.urdf --svg arm.svg             and a drawing of it
  gen-robot show arm.urdf --format json             for programs
"""

_OPS = """\
Count the operations of each kernel by each algorithm that can compute it: multiplications, additions,
negations, divisions, square roots, pairs of sine and cosine; lines of C; the longest chain of
operations (depth: a division takes 3 steps, a root 5); and what auto weighs for time, the cost mul +
add + 8 (div + sqrt) + 3 depth. Without regrouping (as with --no-regroup) masses are added up off-line,
as the papers do; regrouped, moments are moved to where they cost least as well. A * marks what auto
takes. Beside them, what is published for this robot, if anything is, and what the papers print for the
general robot with as many revolute joints.
"""

_OPS_EXAMPLES = """\
examples:
  gen-robot ops puma560                           all algorithms of the six default kernels
  gen-robot ops arm.yaml puma560 --kernels inertia_matrix --format csv
  gen-robot ops --general 6 --format markdown     the robot for which the papers count
"""

_BENCH = """\
Time the kernels of robots on this machine. They are built as load() builds them; then each is called
in C and from Python, for one state and for many, in turns with whatever else here computes the
same: Pinocchio from Python, functions that CasADi wrote as C, the textbook's recursions in NumPy.
Numbers are compared first, and a difference is an error. Beside the times stand operations a
nanosecond, the share of what this machine can do at most, and the share of sines and cosines.
"""

_BENCH_EXAMPLES = """\
examples:
  gen-robot bench puma560                         the six default kernels
  gen-robot bench arm.urdf --kernels forward_dynamics --all-ways
  gen-robot bench puma560 stanford --format json > times.json
  gen-robot bench puma560 --plot times.png        operations and time, trigonometry, batches
  gen-robot bench arm.urdf --casadi FOLDER        FOLDER/<robot>/*.c, as CasADi's codegen writes them

Times are processor time of one thread on one core: the 10th percentile of many passes, the median
in JSON and CSV. Compare ratios of one run; other machines have other times. A busy neighbour costs
20 to 40 %. What is missing - a compiler, Pinocchio, a folder - is said below the table.
"""


def parse(arguments: list[str]) -> argparse.Namespace:
    """Return what was asked, with `run` set to the verb's function."""
    parser, verbs = _parser()
    first = arguments[0] if arguments else "--help"
    if first in ("-h", "--help", "--version"):
        parser.parse_args([first])
    if first not in verbs:
        refuse_unknown_word(first, [*verbs])
        arguments = ["generate", *arguments]
    verb, *words = _with_signs(arguments)
    refuse_unknown_options(words, verb, verbs)
    asked, rest = verbs[verb].parse_known_args(words)
    refuse_rest(rest, verb, verbs[verb])
    asked.run = lambda a: import_module(VERBS[verb].module).run(a)
    return asked


def _with_signs(arguments: list[str]) -> list[str]:
    """Join --q with its values, which argparse would take for an option where they begin with -."""
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] == "--q":
            joined[-1] = f"--q={argument}"
        else:
            joined.append(argument)
    return joined


@cache  # nothing is kept in it from one command to the next
def _parser() -> tuple[_Parser, dict[str, _Parser]]:
    """Return the parser of the whole line, which knows the general help, and those of the verbs."""
    parser = _Parser(
        "gen-robot",
        description=_TOP,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    parsers = {}
    for name, verb in VERBS.items():
        parsers[name] = verbs.add_parser(
            name,
            help=verb.help,
            description=verb.description or verb.help,
            epilog=verb.examples,
            formatter_class=HelpFormatter,
            allow_abbrev=False,
        )
        verb.add_arguments(parsers[name])
    return parser, parsers


class _Parser(argparse.ArgumentParser):
    """Report what is wrong as every other error is reported."""

    def error(self, message: str) -> NoReturn:
        raise UserError(self.prog.removeprefix("gen-robot "), message, f"see {self.prog} --help")


def _add_generate(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "robot",
        metavar="ROBOT",
        help="a robot file (YAML, URDF), or the name of a robot that ships",
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
        "--algorithm",
        action="append",
        default=[],
        metavar="KERNEL=NAME",
        help="how to compute a kernel, by a name below or as `gen-robot ops ROBOT` prints it, e.g. "
        "inertia_matrix=crba or 'forward_dynamics=ldlt on gah+rnea'; default auto: the one "
        "that suits this robot best; may be given more than once",
    )
    _add_aim(parser)
    add("--precision", default="double", metavar="P", help="double (default) or single")
    add(
        "--trig",
        default=INLINE,
        metavar="T",
        help="sines and cosines in C: inline (default; all at once, as arithmetic), or libm (the C "
        "library's functions)",
    )
    add("--friction", action="store_true", help="add the robot's joint friction to h and tau")
    add_edits(parser)
    add_payload(parser)
    add("--no-regroup", action="store_true", help="keep each link's mass where the file puts it")
    add("--no-snap", action="store_true", help="take every angle exactly as it is written")
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


def _add_aim(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--optimise-for",
        default=TIME,
        metavar="AIM",
        help=f"what auto chooses algorithms for: {_AIMS}",
    )


def _add_show(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("robot", metavar="ROBOT", help="a robot file (YAML, URDF), or a robot that ships")
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


def _add_ops(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("robots", nargs="*", metavar="ROBOT", help="robot files, or names of robots that ship")
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
    _add_aim(parser)
    add_edits(parser)
    add_payload(parser)
    add(
        "--format",
        default="text",
        metavar="FORMAT",
        help="text (default), json, csv or markdown",
    )


def _add_bench(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("robots", nargs="*", metavar="ROBOT", help="robot files, or names of robots that ship")
    add("--kernels", metavar="LIST", help="comma-separated kernels to time: <kernel names>")
    add(
        "--all-ways",
        action="store_true",
        help="time every algorithm that `gen-robot ops` lists, not only what auto takes (marked *)",
    )
    _add_aim(parser)
    add("--precision", default="double", metavar="P", help="double (default) or single")
    add("--trig", default=INLINE, metavar="T", help="sines and cosines: inline (default) or libm")
    add_edits(parser)
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
        "crba*, rnea*, nle*, aba* or a kernel's name, of q, v and a or tau, joints in the order of the "
        "robot's file or of Pinocchio; compiled by gcc and clang with -O2 and -O3, with and without "
        "-ffast-math, and the best counts",
    )
    add("--states", default="1000", metavar="N", help="random states that passes go through (1000)")
    add("--batch", default="100000", metavar="N", help="states of a batch, at most 256 MB (100000)")
    add("--passes", default="60", metavar="N", help="passes of each contender (60)")
    add("--core", metavar="K", help="the core to stay on (default: the last)")
    add("--format", default="text", metavar="FORMAT", help="text (default), json, csv or markdown")
    add("--plot", metavar="FILE", help="also draw it; .png, .svg, .pdf (wants matplotlib)")


def _add_robots(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "robot", nargs="?", metavar="NAME", help="print the file of this robot, to copy from"
    )


@dataclass(frozen=True)
class Verb:
    """Describe a command: the module that runs it, what it is for, what may follow it."""

    module: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    description: str = ""
    examples: str = ""


VERBS = {
    "generate": Verb(
        "gen_robot.cli.generate",
        "write the kernels of a robot (the default verb)",
        _add_generate,
        _GENERATE,
        _GENERATE_EXAMPLES,
    ),
    "show": Verb(
        "gen_robot.cli.show",
        "show a robot's joints, frames, masses and tips, and draw it",
        _add_show,
        _SHOW,
        _SHOW_EXAMPLES,
    ),
    "ops": Verb(
        "gen_robot.cli.ops",
        "count operations, algorithm by algorithm, beside the papers' formulas",
        _add_ops,
        _OPS,
        _OPS_EXAMPLES,
    ),
    "bench": Verb(
        "gen_robot.cli.bench",
        "time kernels on this machine, beside Pinocchio, CasADi and NumPy",
        _add_bench,
        _BENCH,
        _BENCH_EXAMPLES,
    ),
    "robots": Verb(
        "gen_robot.cli.robots", "list the robots that ship, or print the file of one", _add_robots
    ),
}


class _Version(argparse.Action):
    """Print the version; looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from gen_robot.version import __version__

        print(f"gen-robot {__version__}")
        parser.exit()
