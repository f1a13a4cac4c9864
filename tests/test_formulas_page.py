"""The page of formulas does what it says, from top to bottom."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from page_snippets import run_python, snippets

PAGE = Path(__file__).resolve().parents[1] / "docs" / "formulas.md"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_snippet_of_the_page_runs() -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    namespace: dict[str, Any] = {}
    every = list(snippets(PAGE.read_text(encoding="utf-8"), path))
    for snippet in every:
        if snippet.kind == "python":
            run_python(snippet, namespace, PAGE.name)
    assert [snippet.kind for snippet in every] == ["python", "python", "python", "shell"]
