"""The page of the Python interface does what it says, from top to bottom."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import gen_robot
from page_snippets import run_python, run_shell, snippets

PAGE = Path(__file__).resolve().parents[1] / "docs" / "python.md"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_snippet_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(tmp_path / "cache"))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    namespace: dict[str, Any] = {}
    kinds = []
    for snippet in snippets(PAGE.read_text(encoding="utf-8"), path):
        kinds.append(snippet.kind)
        if snippet.kind == "python":
            run_python(snippet, namespace, PAGE.name)
        else:
            assert snippet.kind == "shell"
            run_shell(snippet, tmp_path, {"PATH": path}, PAGE.name)
    assert kinds.count("python") > 10
    assert "shell" in kinds


def test_every_option_of_load_is_on_the_page() -> None:
    table = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    options = [*inspect.signature(gen_robot.load).parameters][1:]
    assert len(options) > 10
    assert [each for each in options if not any(f"`{each}=" in line for line in table)] == []
