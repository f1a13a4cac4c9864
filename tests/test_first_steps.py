"""The page of first steps: every line runs as it is printed, and does what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from f77_library import needs
from gen_robot.examples import EXAMPLES
from page_snippets import snippets

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "first-steps.md").read_text(encoding="utf-8")
INSTALL = "python3 -m venv"


def blocks(kind: str) -> list[str]:
    return [f"{each.text}\n" for each in snippets(PAGE) if each.kind == kind]


def test_the_page_installs_first() -> None:
    """Where the tests run, that is done."""
    first, *others = blocks("shell")
    assert first.startswith(INSTALL) and "pip install ." in first
    assert others and not any(INSTALL in block for block in others)


@needs("cc")
def test_every_line_runs_as_it_is_printed_in_a_clone(tmp_path: Path) -> None:
    for part in ("examples", "docs"):
        (tmp_path / part).symlink_to(ROOT / part)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "GEN_ROBOT_CACHE": str(tmp_path / "cache")}
    script = "".join(blocks("shell")[1:])
    done = subprocess.run(
        ["sh", "-euc", script], cwd=tmp_path, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    assert (tmp_path / "puma560.svg").read_bytes() == (
        ROOT / "docs" / "figures" / "puma560.svg"
    ).read_bytes()
    errors = [float(x) for x in re.findall(r"^ +\d\.\d\d +(\d\.\d{6}) ", done.stdout, re.MULTILINE)]
    assert errors[0] == 0.1 and max(errors[2:]) < 1e-3, "the controller is on its path"


def test_the_snippet_runs(tmp_path: Path) -> None:
    (snippet,) = blocks("python")
    environment = os.environ | {"GEN_ROBOT_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", snippet], check=True, env=environment)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_stands_on_the_page_with_its_files(name: str) -> None:
    (row,) = re.findall(rf"^\| `{name}` \|.*$", PAGE, re.MULTILINE)
    assert all(f"`{file}`" in row for file in EXAMPLES[name].files)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
