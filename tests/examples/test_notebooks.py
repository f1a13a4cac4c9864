"""Notebooks run from a clean kernel, and are kept with outputs that readers can use."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
for needed in ("casadi", "dask.distributed", "matplotlib", "sympy"):
    pytest.importorskip(needed)

from nbclient.exceptions import CellExecutionError  # noqa: E402
from nbformat.v4 import (  # noqa: E402
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "notebooks"
SCRIPT = FOLDER / "execute.py"
execute = runpy.run_path(str(SCRIPT))
executed, faults, normalised = (execute[name] for name in ("executed", "faults", "normalised"))

SMALL: dict[str, dict[str, Any]] = {
    "first_steps": {},
    "compare_algorithms": {
        **{"JOINTS": 8, "WAYS": ("crba", "gah"), "TIMED": "bias", "PASSES": 3},
        "FLEET": ("puma560", "planar3"),
    },
    "identify_a_robot": {"SECONDS": 10, "TRIALS": 20},
    "optimal_control_casadi": {"STEPS": 16, "DURATIONS": 3},
    "ten_million_states": {"STATES": 40_000, "BLOCK": 10_000, "WORKERS": 1, "SLOW": 500},
}
"""What tests give the notebooks instead of their own parameters."""


def kept(name: str) -> Any:
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def without_warnings(notebook: Any) -> Any:
    """Return a notebook without what libraries log on a machine that is busy or new to them."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [each for each in cell.outputs if each.get("name") != "stderr"]
    return notebook


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let all notebooks share what they build."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def test_every_notebook_is_tested_and_told_of() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SMALL)
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    for name in SMALL:
        assert f"(../examples/notebooks/{name}.ipynb)" in page
        assert f"(figures/notebooks/{name}.png)" in page


@pytest.mark.parametrize("name", SMALL)
def test_the_picture_on_the_page_is_the_notebooks_own(name: str) -> None:
    drawn = execute["picture"](kept(name))
    assert drawn == (execute["FIGURES"] / f"{name}.png").read_bytes()


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs_from_a_clean_kernel_in_an_empty_folder(name: str, tmp_path: Path) -> None:
    """What it claims, it asserts: a claim that fails is a cell that fails."""
    before = kept(name)
    made = normalised(executed(before, tmp_path, SMALL[name]))
    assert not faults(without_warnings(made))
    assert [cell.source for cell in made.cells] == [cell.source for cell in before.cells]
    for was, now in zip(before.cells, made.cells, strict=True):
        if "reproducible" in was.metadata.get("tags", ()):
            cure = f"python examples/notebooks/execute.py examples/notebooks/{name}.ipynb"
            assert [each.text for each in was.outputs] == [each.text for each in now.outputs], cure


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_is_kept_with_what_its_sources_gave(name: str) -> None:
    assert not faults(kept(name))


@pytest.mark.parametrize("name", SMALL)
def test_links_of_a_notebook_lead_somewhere(name: str) -> None:
    texts = [cell.source for cell in kept(name).cells if cell.cell_type == "markdown"]
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", "\n".join(texts))
    assert len(links) > 2
    assert not [link for link in links if not (FOLDER / link).exists()]
    assert "## Where to go on" in texts[-1]


# The check itself ---------------------------------------------------------------------------------


def good() -> Any:
    """Return a notebook of two cells as it is after a run."""
    cells = [
        new_markdown_cell("# Two sums"),
        new_code_cell("print(1 + 1)", outputs=[printed("2\n")], execution_count=1),
        new_code_cell("x = 2\nx", outputs=[value("2")], execution_count=2),
    ]
    return normalised(new_notebook(cells=cells))


def printed(text: str, name: str = "stdout") -> Any:
    return new_output("stream", name=name, text=text)


def value(text: str) -> Any:
    return new_output("execute_result", data={"text/plain": text}, execution_count=2)


def spoilt(cell: int, **changes: Any) -> Any:
    notebook = good()
    notebook.cells[cell].update(changes)
    return normalised(notebook) if "source" not in changes else notebook


ERROR = new_output("error", ename="ValueError", evalue="no", traceback=[])
BAD = {
    "not those that were executed": spoilt(1, source="print(1 + 2)"),
    "executed as number 7": spoilt(2, execution_count=7),
    "executed as number None": spoilt(1, execution_count=None),
    "shows something": spoilt(1, outputs=[]),
    "nothing was kept of it": spoilt(2, outputs=[]),
    "raised ValueError": spoilt(1, outputs=[ERROR]),
    "warns": spoilt(1, outputs=[printed("careful", "stderr")]),
    "/home/me/arm.yaml": spoilt(1, outputs=[printed("read /home/me/arm.yaml\n")]),
    "/tmp/x/arm.yaml": spoilt(2, outputs=[value("'/tmp/x/arm.yaml'")]),
    "bytes, more than": spoilt(1, outputs=[printed("2" * 500_000)]),
}


def test_a_good_notebook_has_no_faults() -> None:
    assert not faults(good())


@pytest.mark.parametrize("fault", BAD)
def test_a_notebook_that_readers_cannot_use_is_found(fault: str) -> None:
    found = faults(BAD[fault])
    assert len(found) == 1
    assert fault.removesuffix("'") in found[0]


def test_of_a_progress_bar_the_last_state_stays_and_of_one_that_leaves_nothing() -> None:
    notebook = good()
    pieces = [printed("\r 10 %"), printed("\r100 %\n"), printed("done\n")]
    gone = [printed("\r 10 %", "stderr"), printed("\r      \r", "stderr")]
    notebook.cells[1].outputs = [*pieces, *gone]
    assert [output.text for output in normalised(notebook).cells[1].outputs] == ["100 %\ndone\n"]


def test_a_cell_that_fails_is_an_error(tmp_path: Path) -> None:
    notebook = new_notebook(cells=[new_code_cell("assert 1 + 1 == 3, 'arithmetic'")])
    with pytest.raises(CellExecutionError, match="arithmetic"):
        executed(notebook, tmp_path)


def test_only_parameters_that_a_notebook_has_can_be_given(tmp_path: Path) -> None:
    cell = new_code_cell("N = 3", metadata={"tags": ["parameters"]})
    with pytest.raises(ValueError, match=r"no parameter M; there are N"):
        executed(new_notebook(cells=[cell]), tmp_path, {"M": 1})
    with pytest.raises(ValueError, match="no cell has the tag"):
        executed(new_notebook(cells=[new_code_cell("N = 3")]), tmp_path, {"N": 1})


def test_the_script_writes_what_runs_and_leaves_what_fails_as_it_was(tmp_path: Path) -> None:
    runs, fails = (tmp_path / name for name in ("runs.ipynb", "fails.ipynb"))
    nbformat.write(new_notebook(cells=[new_code_cell("print(6 * 7)")]), runs)
    nbformat.write(new_notebook(cells=[new_code_cell("print(1); 1 / 0")]), fails)
    before = fails.read_bytes()
    done = subprocess.run(
        [sys.executable, SCRIPT, fails, runs], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
    assert fails.read_bytes() == before
    made = nbformat.read(runs, as_version=4)
    assert made.cells[0].outputs[0].text == "42\n"
    assert not faults(made)
    assert {path.name for path in tmp_path.iterdir()} == {"runs.ipynb", "fails.ipynb"}


def test_a_run_with_other_parameters_is_a_trial_and_is_not_written(tmp_path: Path) -> None:
    trial = tmp_path / "trial.ipynb"
    cells = [
        new_code_cell("N = 3", metadata={"tags": ["parameters"]}),
        new_code_cell("assert N == 3"),
    ]
    nbformat.write(new_notebook(cells=cells), trial)
    before = trial.read_bytes()
    for value, code in (("3", 0), ("4", 1), ("four", 2)):
        command = [sys.executable, SCRIPT, trial, "-p", f"N={value}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert trial.read_bytes() == before
    assert "'N=four' is not NAME=VALUE" in done.stderr
