"""docs/command-line.md says what --help says, and its examples are command lines."""

from __future__ import annotations

import html
import re
import shlex

import pytest

import commands_page
from gen_robot.cli import main
from gen_robot.cli.parser import parse
from gen_robot.cli.verbs import VERBS
from gen_robot.errors import UserError

PAGE = commands_page.PAGE.read_text(encoding="utf-8")


def section(page: str, verb: str) -> str:
    return page.partition(f"\n## gen-robot {verb}\n")[2].partition("\n## ")[0]


def plain(markdown: str) -> str:
    """Return a text of the page as it reads."""
    return html.unescape(re.sub(r"\\(.)", r"\1", markdown))


def rows(text: str) -> dict[str, str]:
    """Return what a section says of each argument and option."""
    table = re.findall(r"^\| (`.+?`) \| (.*) \|$", text, re.MULTILINE)
    return {name.replace("`", ""): plain(told) for name, told in table}


@pytest.fixture(params=VERBS)
def told(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> tuple[str, str]:
    """Return a verb and its help, in lines that are as long as they want."""
    monkeypatch.setenv("COLUMNS", "10000")
    assert main([request.param, "--help"]) == 0
    return request.param, capsys.readouterr().out


def missing(page: str, verb: str, help_text: str) -> set[str]:
    """Return what the help says and the page does not, or the other way round."""
    _, heading, options = help_text.partition("\n\npositional arguments:")
    if not heading:
        _, _, options = help_text.partition("\n\noptions:")
    options = options.partition("\nexamples:")[0]
    found = re.findall(r"^  (\S.*?)(?:  +|\n {4,})(\S.*)$", options, re.MULTILINE)
    spoken = {(_words(name), text.strip()) for name, text in found if not name.startswith("-h")}
    written = {(_words(name), text) for name, text in rows(section(page, verb)).items()}
    return {f"{sorted(name)}: {text}" for name, text in written ^ spoken}


def _words(name: str) -> frozenset[str]:
    """Return the words of an option; some versions of Python print its value once, some twice."""
    return frozenset(name.replace(",", "").split())


def test_the_page_is_what_the_script_writes() -> None:
    assert commands_page.page() == PAGE, "python benchmarks/commands_page.py --write"


def test_every_option_is_on_the_page_as_help_has_it(told: tuple[str, str]) -> None:
    verb, text = told
    assert rows(section(PAGE, verb))
    assert missing(PAGE, verb, text) == set()


def test_descriptions_and_examples_are_those_of_help(told: tuple[str, str]) -> None:
    verb, text = told
    page = plain(section(PAGE, verb)).strip()
    words = " ".join(text.split())
    described = page.partition("\n\n")[0].rstrip(".").lower()
    assert described and described in words.lower()
    for line in re.findall(r"^gen-robot .*", page, re.MULTILINE):
        assert " ".join(line.split()) in words or line.endswith(("[OPTION ...]", "[NAME]"))


EXAMPLES = [
    re.split(r"  +| > ", line)[0]
    for block in re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith("gen-robot ") and "[" not in line
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_command_line(example: str) -> None:
    program, *words = shlex.split(example)
    assert program == "gen-robot" and callable(parse(words).run)


def test_an_example_with_a_wrong_option_is_noticed() -> None:
    assert len(EXAMPLES) > 20
    with pytest.raises(UserError):
        parse(["show", "puma560", "--sgv", "x.svg"])


def test_an_option_that_is_missing_or_told_otherwise_is_noticed(told: tuple[str, str]) -> None:
    verb, text = told
    name, _ = [*rows(section(PAGE, verb)).items()][-1]
    without = re.sub(rf"(?m)^\| `{re.escape(name)}` \|.*\n", "", PAGE)
    assert missing(without, verb, text)
    assert missing(PAGE.replace(f"| `{name}` | ", f"| `{name}` | not "), verb, text)
