"""The page of closed loops does what it says, from top to bottom."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from page_snippets import run_python, run_shell, snippets

PAGE = Path(__file__).resolve().parents[1] / "docs" / "loops.md"


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
        elif snippet.kind == "shell":
            run_shell(snippet, tmp_path, {"PATH": path}, PAGE.name)
    assert kinds.count("python") > 6
    assert "shell" in kinds
