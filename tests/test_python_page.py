"""The page of the Python interface is complete; that it does what it says, test_pages.py holds."""

from __future__ import annotations

import inspect
from pathlib import Path

import gen_robot

PAGE = Path(__file__).resolve().parents[1] / "docs" / "python.md"


def test_every_option_of_load_is_on_the_page() -> None:
    table = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    options = [*inspect.signature(gen_robot.load).parameters][1:]
    assert len(options) > 10
    assert [each for each in options if not any(f"`{each}=" in line for line in table)] == []
