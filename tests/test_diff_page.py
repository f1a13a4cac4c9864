"""The page of gen-robot diff: its commands print what it says, and its table has every key of JSON."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import Any

import pytest

from gen_robot.comparison.as_json import as_dict
from gen_robot.comparison.compare import compare
from gen_robot.options import Options
from page_snippets import Snippet, run_python, snippets

PAGE = Path(__file__).resolve().parents[1] / "docs" / "diff.md"
MOST_SHOWN = 60
"""Lines of a printed block that a page may hold."""

_COMMAND = re.compile(r"^\$ (.*)$", re.M)


def blocks() -> list[Snippet]:
    return snippets(PAGE.read_text(encoding="utf-8"), os.environ["PATH"])


def sessions() -> list[tuple[str, str]]:
    """Return the commands of the page, each with what it is said to print."""
    found = []
    for block in blocks():
        if block.text.startswith("$ "):
            _, *parts = _COMMAND.split(block.text)
            found += [
                (c, said.strip("\n")) for c, said in zip(parts[::2], parts[1::2], strict=True)
            ]
    return found


def printed(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode in (0, 1), run.stderr
    assert run.stderr == ""
    return run.stdout.strip("\n")


def test_every_command_prints_what_the_page_says(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    page, accepts = PAGE.read_text(encoding="utf-8"), request.config.getoption("--update-golden")
    for command, said in sessions():
        gives = printed(command, tmp_path)
        if accepts and "..." not in said:
            block = f"$ {command}\n{said}\n" if said else f"$ {command}\n"
            page = page.replace(block, f"$ {command}\n{gives}\n" if gives else f"$ {command}\n")
            continue
        same = OutputChecker().check_output(said + "\n", gives + "\n", ELLIPSIS)
        assert same, f"$ {command}\n{gives}\n\nand not\n\n{said}"
        assert gives.count("\n") < MOST_SHOWN
    if accepts:
        PAGE.write_text(page, encoding="utf-8")
    assert len(sessions()) > 7


def test_python_on_the_page_gives_what_it_says() -> None:
    namespace: dict[str, Any] = {}
    own = [block for block in blocks() if block.kind == "python"]
    assert own
    for block in own:
        run_python(block, namespace, PAGE.name)


def test_every_key_of_json_is_told() -> None:
    page = PAGE.read_text(encoding="utf-8")
    told = {*re.findall(r"`(\w+)`", page)}

    def keys(value: Any, name: str = "") -> set[str]:
        if isinstance(value, list):
            return {key for each in value for key in keys(each, name)}
        if not isinstance(value, dict):
            return set()
        by_name = name in ("joints", "recounted") or name == "lines"
        own = set() if by_name and not isinstance(value.get("changes"), list) else {*value}
        return own | {key for k, each in value.items() for key in keys(each, k)}

    counts = {"mul", "add", "neg", "div", "sqrt", "sincos"}
    found = as_dict(compare("puma560", "puma560_corke", Options(kernels=("gravity",))))
    assert keys(found) - counts <= told
