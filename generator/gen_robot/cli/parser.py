"""What may be typed, and the help that explains it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from gen_robot.languages import DEFAULT, LANGUAGES


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]])


_TITLES = _either([language.title for language in LANGUAGES.values()])
_NAMES = _either([f"{name} (default)" if name == DEFAULT else name for name in LANGUAGES])

_TOP = f"""\
Write the rigid-body dynamics of a robot as straight-line {_TITLES}: inertia matrix, bias
vector, inverse and forward dynamics, every common subexpression shared; no loops, no allocation, no
library but libm.
"""

_EXAMPLES = """\
examples:
  gen-robot puma560                     write ./puma560/: puma560.h, puma560.c, meson.build, manifest
  gen-robot arm.yaml --build -o out     write out/<name>/ and build the library there with meson
  gen-robot arm.yaml --kernels inertia_matrix,bias --algorithm inertia_matrix=crba
  gen-robot arm.yaml --check -o out     say whether out/ still is what would be written (exit code 1)
  gen-robot ops arm.yaml                operation counts, beside the papers' formulas
  gen-robot robots                      the robots that ship, to try and to copy from

ROBOT is a path (YAML, URDF) or the name of a robot that ships. exit codes: 0 done; 1 --check found a
difference; 2 the command line or the robot file is at fault.
"""

_GENERATE = f"""\
Write the kernels of one robot into DIR/<name>/: sources in {_TITLES}, a meson.build that builds
them as a library, and a manifest <name>.json that says what is in them.
"""

_GENERATE_EXAMPLES = f"""\
{_EXAMPLES}
kernels, and the algorithms that compute them:
<kernel table>
"""

_OPS = """\
Count the operations of each kernel by each algorithm that can compute it: multiplications, additions,
negations, divisions, square roots, pairs of sine and cosine, and lines of C. Without regrouping (as
with --no-regroup) masses are added up off-line, as the papers do; regrouped, moments are moved to
where they cost least as well. A * marks what auto takes. Beside them, what is published for this
robot, if anything is, and what the papers print for the general robot with as many revolute joints.
"""

_OPS_EXAMPLES = """\
examples:
  gen-robot ops puma560                           all algorithms of the six default kernels
  gen-robot ops arm.yaml puma560 --kernels inertia_matrix --format csv
  gen-robot ops --general 6 --format markdown     the robot for which the papers count
"""


def parse(arguments: list[str]) -> argparse.Namespace:
    """Return what was asked, with `run` set to the verb's function."""
    first = arguments[0] if arguments else "--help"
    if first not in VERBS and first not in ("-h", "--help", "--version"):
        arguments = ["generate", *arguments]
    asked = _parser().parse_args(arguments or ["--help"])
    verb = asked.verb
    asked.run = lambda a: import_module(VERBS[verb].module).run(a)
    return asked


@cache  # nothing is kept in it from one command to the next
def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "gen-robot",
        description=_TOP,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        own = verbs.add_parser(
            name,
            help=verb.help,
            description=verb.description or verb.help,
            epilog=verb.examples,
            formatter_class=_Formatter,
            allow_abbrev=False,
        )
        verb.add_arguments(own)
    return parser


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Fill in what stands in records that take time to import: when help is shown, not before."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return _filled(action.help or "", "<kernel names>", "kernel_names")

    def _format_text(self, text: str) -> str:
        return super()._format_text(_filled(text, "<kernel table>", "kernel_table"))


def _filled(text: str, mark: str, function: str) -> str:
    if mark not in text:
        return text
    filling: str = getattr(import_module("gen_robot.cli.kernel_help"), function)()
    return text.replace(mark, filling)


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
        "inertia_matrix=crba or 'forward_dynamics=ldlt on gah+rnea'; default auto: the one with the "
        "fewest operations for this robot; may be given more than once",
    )
    add("--precision", default="double", metavar="P", help="double (default) or single")
    add("--friction", action="store_true", help="add the robot's joint friction to h and tau")
    add("--root", metavar="LINK", help="take the part of the robot beyond this link, as its base")
    add("--tip", metavar="LINK", help="take the chain from the base to this link only")
    add(
        "--lock",
        action="append",
        default=[],
        metavar="JOINT=VALUE",
        help="freeze a joint at a value, e.g. finger=0.04; may be given more than once",
    )
    add("--floating", action="store_true", help="let the base fly freely")
    add(
        "--payload",
        metavar="LINK",
        help="make a load on this link an input of every kernel: mass, centre of mass, inertia",
    )
    add("--no-regroup", action="store_true", help="keep each link's mass where the file puts it")
    add("--no-snap", action="store_true", help="take every angle exactly as it is written")
    add("--build", action="store_true", help="build the library with meson, in DIR/<name>/build")
    add("--check", action="store_true", help="write nothing; print what differs from DIR/<name>/")
    add("--quiet", action="store_true", help="print nothing but errors and differences")


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
    add(
        "--format",
        default="text",
        metavar="FORMAT",
        help="text (default), json, csv or markdown",
    )


def _add_nothing(parser: argparse.ArgumentParser) -> None:
    """Leave a verb without arguments."""


@dataclass(frozen=True)
class Verb:
    """Describe a command: the module that runs it, what it is for, what may follow it."""

    module: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None] = _add_nothing
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
    "ops": Verb(
        "gen_robot.cli.ops",
        "count operations, algorithm by algorithm, beside the papers' formulas",
        _add_ops,
        _OPS,
        _OPS_EXAMPLES,
    ),
    "robots": Verb("gen_robot.cli.robots", "list the robots that ship"),
}


class _Version(argparse.Action):
    """Print the version; looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"gen-robot {version('gen-robot')}")
        parser.exit()
