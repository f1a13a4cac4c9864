"""The page of identification and its example do what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from page_snippets import run_python, snippets

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "identification.md"
EXAMPLE = ROOT / "examples" / "python" / "identify_puma.py"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Build the PUMA once for both."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.mark.xdist_group("identification page")
def test_the_example_finds_the_pumas_parameters_and_writes_them(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLE, "--out", "fitted.yaml"],
        cwd=tmp_path,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    *_, farthest, _, torques = done.stdout.splitlines()
    assert float(farthest.split()[-3]) <= 3
    assert float(torques.split()[-3]) < 0.1
    assert (tmp_path / "fitted.yaml").read_text(encoding="utf-8").count("#") > 5


@pytest.mark.xdist_group("identification page")
def test_every_snippet_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {}
    blocks = snippets(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) > 8
    for snippet in blocks:
        assert snippet.kind == "python"
        run_python(snippet, namespace, PAGE.name)
