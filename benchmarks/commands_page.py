"""The page of the command line, docs/command-line.md, from what --help is made of.

python benchmarks/commands_page.py              print the page
python benchmarks/commands_page.py --write      write it
python benchmarks/commands_page.py --check      say whether it is up to date (exit code 1)
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from textwrap import dedent

from gen_robot.cli.help_format import filled
from gen_robot.cli.verbs import VERBS
from gen_robot.cli.verbs.generate import COMMANDS
from gen_robot.cli.verbs.verb import Verb
from written_page import run

PAGE = Path(__file__).resolve().parents[1] / "docs" / "command-line.md"

INTRODUCTION = """\
# Command line

What `gen-robot --help` and the help of each verb say; `python benchmarks/commands_page.py --write`
wrote this page from the same texts, and a test fails if they say something else today.

The first word is a verb, or a robot: `gen-robot puma560` is `gen-robot generate puma560`. Options may
stand anywhere behind the verb. An error is one message that says where, what was found and the cure.
"""

KERNELS = """\
The help ends in a table of kernels and their algorithms, which is the page [kernels.md](kernels.md).
"""


def main() -> int:
    return run(__doc__, PAGE, page)


def page() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION, "| verb | what it does |", "|---|---|"]
    parts += [
        f"| [`{name}`](#{_anchor(name)}) | {plain(verb.help)} |" for name, verb in VERBS.items()
    ]
    parts += ["", *_epilog(COMMANDS)]
    for name, verb in VERBS.items():
        parts += _verb(name, verb)
    return "\n".join(parts)


def plain(text: str) -> str:
    """Return a text of the help as Markdown that reads the same; what is in backticks is code."""
    words = " ".join(filled(text).replace("%%", "%").split())
    parts = re.split(r"(`[^`]*`)", words)
    return "".join(part if part[:1] == "`" else _escaped(part) for part in parts)


def _escaped(text: str) -> str:
    text = re.sub(r"([\\*_|\[\]])", r"\\\1", text)
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _anchor(verb: str) -> str:
    return f"gen-robot-{verb}"


def _verb(name: str, verb: Verb) -> list[str]:
    parser = argparse.ArgumentParser(add_help=False)
    verb.add_arguments(parser)
    actions = parser._actions  # argparse has no public list of them
    described = verb.description or f"{verb.help[:1].upper()}{verb.help[1:]}."
    lines = [f"## gen-robot {name}\n", *_described(described), "```text"]
    lines += [" ".join(["gen-robot", name, *_usage(actions)]), "```\n"]
    lines += ["| argument or option | what it is for |", "|---|---|"]
    lines += [f"| {_spelled(each)} | {plain(each.help or '')} |" for each in actions]
    lines += [""]
    if verb.examples.startswith(COMMANDS):  # said above of all verbs
        return [*lines, KERNELS]
    return [*lines, *_epilog(verb.examples)]


def _described(text: str) -> list[str]:
    """Return what a verb is for: paragraphs, and what is indented in two columns as a list."""
    lines = []
    for paragraph in text.strip().split("\n\n"):
        # Rows of a table are indented by two blanks, what goes on in the next line by more.
        parts = re.split(r"(?m)((?:^  +\S.*\n?)+)", paragraph)
        for prose, table in zip(parts[::2], [*parts[1::2], ""], strict=True):
            rows = re.findall(r"(?m)^  (\S+(?: \S+)*)  +(.*(?:\n   .*)*)", table)
            lines += [f"{plain(prose)}\n"] if prose.strip() else []
            lines += [f"- `{term}`: {plain(meaning)}" for term, meaning in rows]
            lines += [""] if rows else []
    return lines


def _usage(actions: list[argparse.Action]) -> list[str]:
    """Return what follows a verb, in short."""
    forms = {None: "{}", "?": "[{}]", "*": "[{} ...]"}
    placed = [
        forms.get(each.nargs, "{} ...").format(_value(each))
        for each in actions
        if not each.option_strings
    ]
    return [*placed, *(["[OPTION ...]"] if any(each.option_strings for each in actions) else [])]


def _spelled(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_value(action)}`"
    value = "" if action.nargs == 0 else f" {_value(action)}"
    return ", ".join(f"`{option}{value}`" for option in action.option_strings)


def _value(action: argparse.Action) -> str:
    """Return what stands for a value; where several words do, the first."""
    named = action.metavar or action.dest.upper()
    return named if isinstance(named, str) else named[0]


def _epilog(text: str) -> list[str]:
    """Return what ends a help: examples as they stand, other paragraphs as text."""
    lines = []
    for paragraph in filter(None, text.split("\n\n")):
        if paragraph.startswith("examples:\n"):
            lines += ["```text", dedent(paragraph.removeprefix("examples:\n")).rstrip(), "```\n"]
        else:
            lines.append(f"{plain(paragraph)}\n")
    return lines


if __name__ == "__main__":
    sys.exit(main())
