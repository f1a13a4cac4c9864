"""How a command line is read, and the general help."""

from __future__ import annotations

import argparse
from functools import cache
from importlib import import_module
from typing import NoReturn

from gen_robot.cli.help_format import HelpFormatter
from gen_robot.cli.spelling import refuse_rest, refuse_unknown_options, refuse_unknown_word
from gen_robot.cli.verbs import VERBS
from gen_robot.cli.verbs.generate import COMMANDS
from gen_robot.cli.wording import either
from gen_robot.errors import UserError
from gen_robot.languages import BOUND

_TITLES = either([language.title for language in BOUND.values()])

_TOP = f"""\
Write the rigid-body dynamics of a robot as straight-line {_TITLES}: inertia matrix, bias
vector, inverse and forward dynamics, every common subexpression shared; no loops, no allocation, no
library but libm.
"""


_SIGNED = ("--q", "--qd", "--to")
"""Options whose values may begin with a sign."""


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
    """Join options with values that argparse would take for options where they begin with -."""
    joined: list[str] = []
    for argument in arguments:
        if joined and joined[-1] in _SIGNED:
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined


@cache  # nothing is kept in it from one command to the next
def _parser() -> tuple[_Parser, dict[str, _Parser]]:
    """Return the parser of the whole line, which knows the general help, and those of the verbs."""
    parser = _Parser(
        "gen-robot",
        description=_TOP,
        epilog=COMMANDS,
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


class _Version(argparse.Action):
    """Print the version; looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from gen_robot.version import __version__

        print(f"gen-robot {__version__}")
        parser.exit()
