"""The page of JAX and PyTorch does what it says, as far as these are installed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from gen_robot.autodiff.rules import RULES
from page_snippets import run_python, snippets

PAGE = Path(__file__).resolve().parents[1] / "docs" / "jax-torch.md"
TITLES = {"jax": "JAX", "torch": "PyTorch"}


def sections() -> dict[str, str]:
    """Return the page's sections by title; the first has none."""
    parts = re.split(r"^## (.*)$", PAGE.read_text(encoding="utf-8"), flags=re.M)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("library", TITLES)
def test_every_snippet_of_the_page_runs(
    library: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = pytest.importorskip(library)
    cache = tmp_path_factory.getbasetemp() / "page-cache"  # one for both libraries
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(cache))
    before = library == "jax" and module.config.jax_enable_x64
    namespace: dict[str, Any] = {}
    found = [s for title in ("", TITLES[library]) for s in snippets(sections()[title], os.defpath)]
    assert len(found) >= 3
    try:
        for snippet in found:
            run_python(snippet, namespace, PAGE.name)
    finally:
        if library == "jax":
            module.config.update("jax_enable_x64", before)


def test_no_snippet_stands_in_another_section() -> None:
    others = [text for title, text in sections().items() if title not in ("", *TITLES.values())]
    assert not any(snippets(text, os.defpath) for text in others)


def test_every_kernel_with_a_rule_is_in_the_table() -> None:
    rows = [line.split("|")[1] for line in sections()[""].splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert told == {*RULES, "placement_F"}
