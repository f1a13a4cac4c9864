"""Every page of the documentation: what it prints to be run is run, from top to bottom.

A page's Python shares one namespace, its shell lines one folder, in which examples/ is as in a clone.
Pages that need more have tests of their own. What is not run at all stands in a table, with the reason.
"""

from __future__ import annotations

import os
import re
import shutil
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from page_snippets import Snippet, run_python, run_shell, snippets

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")))
}

RUN_HERE = {"python", "sh"}
NEVER_RUN = {"text"}
"""What programs print, and what stands for something else."""


@dataclass(frozen=True)
class Own:
    """Name the test that runs a page's snippets, and the fences that it looks at."""

    test: str
    fences: frozenset[str]


OWN_TESTS = {
    # Examples of the help: each is a command line that can be read.
    "docs/command-line.md": Own("cli/test_commands_page.py", frozenset({"text"})),
    # In a clone of its own, where gen-robot is installed first.
    "README.md": Own("test_readme.py", frozenset({"sh", "python"})),
    # With compilers that may be missing.
    "docs/deployment.md": Own("test_deployment_page.py", frozenset({"sh"})),
    # What its commands print is compared.
    "docs/diff.md": Own("test_diff_page.py", frozenset({"text", "python"})),
    # What it draws and prints is looked at.
    "docs/first-steps.md": Own("test_first_steps.py", frozenset({"sh", "python"})),
    # Library by library, whichever is installed.
    "docs/jax-torch.md": Own("test_jax_torch_page.py", frozenset({"python"})),
    # With the example in C beside it; what is drawn is compared.
    "docs/simulation.md": Own("simulation/test_page.py", frozenset({"sh", "python"})),
    # What its commands print is compared.
    "docs/verification.md": Own("test_verification_page.py", frozenset({"text"})),
    # Its robots are read and moved, its commands given them.
    "docs/robot-files.md": Own(
        "readers/test_robot_files_page.py", frozenset({"yaml", "xml", "sh", "python", "text"})
    ),
}

NEEDS = {"docs/tools-casadi.md": "casadi", "docs/formulas.md": "sympy"}
"""Pages about libraries that users may have."""

NOT_RUN: dict[tuple[str, str], str] = {
    ("README.md", "sh tests/run.sh"): "it is what runs this",
    ("CONTRIBUTING.md", "python3 -m venv .venv"): "it makes the environment that this runs in",
    ("CONTRIBUTING.md", "pytest -n 2"): "it is what runs this",
    ("CONTRIBUTING.md", "mkdocs serve"): "a server does not end; test_site.py builds the site",
    ("CONTRIBUTING.md", "pytest tests/test_generated.py"): "it would accept what may be wrong",
    ("CONTRIBUTING.md", "python examples/notebooks/execute.py"): "it would write the notebook; "
    "tests/examples/test_notebooks.py runs it",
    ("docs/controller.md", "python examples/controller"): "it runs for minutes; "
    "tests/examples/test_controller.py runs it shortened",
    ("docs/first-steps.md", "python3 -m venv .venv"): "gen-robot is installed where this runs",
    (
        "docs/deployment.md",
        "executable(",
    ): "a line of a project: tests/delivery/test_march.py has one",
    ("docs/notebooks.md", "pip install"): "it installs, and opens a browser; "
    "tests/examples/test_notebooks.py runs the notebooks",
    ("docs/performance.md", "pip install"): "it measures for an hour, and wants Eigen and CasADi",
    ("docs/robustness.md", "python benchmarks/robustness.py mutants"): "it takes an hour; "
    "tests/attack runs a sample",
    ("docs/robustness.md", "python benchmarks/robustness.py robots"): "likewise",
}
"""By page and beginning: snippets that no test runs, and why."""

UNFIT = re.compile(r"(?m)^(\$ )?(python3? -m )?(pip3? install|apt-get|jupyter|mkdocs serve)\b")
"""What changes where it runs, or does not end."""

PROGRAMS = re.compile(r"(\$ )?(gen-robot|python3?|pip|pytest|mkdocs|meson|cmake|cc|gcc|sh|make) ")


def excused(page: str, snippet: Snippet) -> bool:
    """Tell whether a snippet is in the table of those that are not run."""
    return any(page == where and snippet.text.startswith(text) for where, text in NOT_RUN)


def not_run(page: str, text: str) -> list[str]:
    """Return the snippets of a page that no test runs and nothing excuses, as page:line: why."""
    own = OWN_TESTS.get(page)
    faults = {
        snippet.line: _fault(snippet, own.fences if own else RUN_HERE)
        or (not own and _unfit(snippet))
        for snippet in snippets(text, os.defpath)
        if not excused(page, snippet)
    }
    return [f"{page}:{line}: {fault}" for line, fault in faults.items() if fault]


def _unfit(snippet: Snippet) -> str:
    return "it cannot be run here" if snippet.fence == "sh" and UNFIT.search(snippet.text) else ""


def _fault(snippet: Snippet, run: Iterable[str]) -> str:
    if snippet.fence is None:
        looks_runnable = snippet.kind == "python" or PROGRAMS.match(snippet.text)
        return "fence it, and say what it is" if looks_runnable else ""
    if snippet.fence == "":
        return "say behind the fence what it is"
    if snippet.fence in NEVER_RUN and snippet.fence not in run:
        return "it is a command" if PROGRAMS.match(snippet.text) else ""
    return "" if snippet.fence in run else f"nothing runs ```{snippet.fence}"


@pytest.mark.parametrize("page", PAGES)
def test_no_snippet_of_a_page_goes_without_being_run(page: str) -> None:
    assert not_run(page, PAGES[page]) == []


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("docs/new.md", "\n    gen-robot puma560\n"),
        ("docs/new.md", "\n    import gen_robot\n"),
        ("docs/new.md", "```\nx\n```\n"),
        ("docs/new.md", "```c\nint x;\n```\n"),
        ("docs/new.md", "```sh\ncd x\npip install x\n```\n"),
        ("docs/new.md", "```text\ngen-robot puma560\n```\n"),
        ("docs/deployment.md", "```python\nx = 1\n```\n"),
    ],
)
def test_a_snippet_that_nothing_runs_is_noticed(page: str, text: str) -> None:
    assert len(not_run(page, text)) == 1
    assert not_run(page, "\n    F = m v + w x l\n\n```text\nx\n```\n") == []


@pytest.mark.parametrize("entry", NOT_RUN, ids=" ".join)
def test_what_is_excused_is_on_its_page_once(entry: tuple[str, str]) -> None:
    page, beginning = entry
    found = [each for each in snippets(PAGES[page], os.defpath) if each.text.startswith(beginning)]
    assert len(found) == 1


@pytest.mark.parametrize("page", OWN_TESTS)
def test_a_page_with_a_test_of_its_own_has_one(page: str) -> None:
    test = (ROOT / "tests" / OWN_TESTS[page].test).read_text(encoding="utf-8")
    assert Path(page).name in test


class Runner:
    """Run the snippets of one page, in a folder with the examples of a clone."""

    def __init__(self, page: str, folder: Path, variables: dict[str, str]) -> None:
        self.page = page
        self.folder = folder
        self.variables = variables
        self.namespace: dict[str, Any] = {}

    def run(self, snippet: Snippet) -> None:
        if snippet.fence == "python":
            run_python(snippet, self.namespace, self.page)
        elif snippet.fence == "sh":
            run_shell(snippet, self.folder, self.variables, self.page)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for what pages build: the same robots, some of them."""
    return tmp_path_factory.mktemp("cache")


def runnable() -> list[Any]:
    """Return the pages whose snippets are run here; the longest by a worker of its own."""
    found = []
    for page, text in PAGES.items():
        own = [s for s in snippets(text) if s.fence in RUN_HERE and not excused(page, s)]
        if own and page not in OWN_TESTS:
            group = page if page == "docs/python.md" else "pages"
            found.append(pytest.param(page, marks=pytest.mark.xdist_group(group)))
    return found


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("page", runnable())
def test_every_snippet_of_a_page_runs(
    page: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page in NEEDS:
        pytest.importorskip(NEEDS[page])
    assert not_run(page, PAGES[page]) == []  # else nothing is tried
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    path = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    variables = {"PATH": path, "GEN_ROBOT_CACHE": str(cache)}
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    runner = Runner(page, tmp_path, variables)
    for snippet in snippets(PAGES[page]):
        if not excused(page, snippet):
            runner.run(snippet)
