"""The README from top to bottom: every command and every snippet, run as printed in a clone."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import numpy
import pytest

import readme_tables
from page_snippets import Snippet, run_python, run_shell, snippets

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
RUNS_THIS_TEST = "sh tests/run.sh"
"""The one command that is not run here: it is what runs this."""

QUICK = {"PIP_NO_BUILD_ISOLATION": "0", "PIP_CONFIG_SETTINGS": "setup-args=-Dkernels=false"}
"""How pip installs here: with the tools that we have, and without what `test_packaging.py` looks at."""

FOUND = snippets(README.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what git would clone, with an environment that finds our dependencies.

    The commands install gen-robot itself, as on a new machine.
    """
    folder = tmp_path_factory.mktemp("clone") / "gen-robot"
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():  # and not deleted a moment ago
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    subprocess.run([sys.executable, "-m", "venv", folder / ".venv"], check=True)
    (site,) = (folder / ".venv" / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(f"{Path(numpy.__file__).parent.parent}\n")
    return folder


@pytest.mark.xdist_group("readme")
def test_every_command_runs_as_printed(clone: Path) -> None:
    commands = [each for each in FOUND if each.kind == "shell" and each.text != RUNS_THIS_TEST]
    assert len(commands) >= 4
    path = f"{clone / '.venv' / 'bin'}:{sysconfig.get_path('scripts')}:/usr/local/bin:/usr/bin:/bin"
    variables = {"PATH": path, "GEN_ROBOT_CACHE": str(clone / "cache"), **QUICK}
    printed = [run_shell(each, clone, variables, "README.md") for each in commands]
    assert re.search(r"native library: 4\.27\d\d kg m\^2", printed[0])
    assert not any("warning" in text for text in printed[:1])


@pytest.mark.xdist_group("readme")
def test_every_snippet_of_python_runs_as_printed() -> None:
    found = [each for each in FOUND if each.kind == "python"]
    assert found
    namespace: dict[str, Any] = {}
    for snippet in found:
        run_python(snippet, namespace, "README.md")
    # What the comments say of shapes, and that forward undoes inverse dynamics.
    assert namespace["M"].shape == (100_000, 6, 6)
    assert numpy.allclose(namespace["again"], namespace["qdd"], rtol=1e-8, atol=1e-8)


def test_nothing_else_is_printed_as_if_it_could_be_run() -> None:
    text = [each for each in FOUND if each.kind not in ("shell", "python")]
    assert not text
    assert Snippet("shell", _line(RUNS_THIS_TEST), RUNS_THIS_TEST) in FOUND


def test_its_counts_are_what_the_script_prints() -> None:
    assert readme_tables.in_page("counts") == readme_tables.counts(), (
        "python benchmarks/readme_tables.py --write"
    )


def test_its_times_are_of_the_robots_and_kernels_that_the_script_times() -> None:
    """Times themselves hold on no other machine."""
    lines = readme_tables.in_page("times").splitlines()
    assert lines[0] == f"| microseconds a state, from Python | {' | '.join(readme_tables.TIMED)} |"
    titles = {line.split("|")[1].rpartition(",")[0].strip() for line in lines[2:]}
    assert titles <= {robot.title for robot in readme_tables.ROBOTS} and len(titles) >= 4


def test_the_first_page_of_the_site_has_the_same_numbers() -> None:
    assert readme_tables.in_page("in short", readme_tables.INDEX) == readme_tables.in_short(), (
        "python benchmarks/readme_tables.py --short"
    )


def test_its_links_lead_somewhere() -> None:
    page = README.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)", page)
    assert len(links) > 10
    assert [link for link in links if not (ROOT / link).exists()] == []


def _line(command: str) -> int:
    lines = README.read_text(encoding="utf-8").splitlines()
    return lines.index(command) + 1
