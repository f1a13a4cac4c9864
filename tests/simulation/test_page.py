"""The page of simulations does what it says."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gen_robot.integrators.methods import METHODS
from page_snippets import run_python, run_shell, snippets

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "simulation.md"

PATH = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}

pytestmark = pytest.mark.xdist_group("simulation page")


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Build the PUMA once for all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def test_every_snippet_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "examples" / "c" / "simulation.c", tmp_path)
    namespace: dict[str, Any] = {}
    blocks = snippets(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) > 8
    for snippet in blocks:
        if snippet.kind == "python":
            run_python(snippet, namespace, PAGE.name)
        else:
            run_shell(snippet, tmp_path, PATH, PAGE.name)
    made = {path.name for path in tmp_path.iterdir()}
    assert {"move.csv", "move.npz", "move.svg", "simulation"} <= made
    # The picture beside the page is the one that its command draws, but for the fonts that are there.
    pictures = (tmp_path / "move.svg", PAGE.parent / "figures" / "simulation_motion.svg")
    drawn, shown = (path.read_text(encoding="utf-8") for path in pictures)
    assert drawn.count("<path ") == shown.count("<path ") > 100
    titles = [
        next(line for line in text.splitlines() if "puma560" in line) for text in (drawn, shown)
    ]
    assert titles[0].strip() == titles[1].strip()


def test_the_page_has_every_integrator_with_its_order() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, method in METHODS.items():
        steps = "chosen" if method.is_adaptive else "of one size"
        assert f"| `{name}` | {method.order} | {steps} |" in page
