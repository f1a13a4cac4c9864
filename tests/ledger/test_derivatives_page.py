"""The page of derivatives counts what the code gives today, beside what was kept of others."""

from __future__ import annotations

import re

import pytest

import derivatives_page
import peer_counts
from shipped_robots import described

QUICK = ("placement", "jacobian", "coriolis_matrix", "inverse_dynamics_derivatives", "regressor")
"""Kernels that are soon counted; `python benchmarks/derivatives_page.py --check` counts all."""


@pytest.fixture(scope="module")
def cells() -> dict[tuple[str, str], str]:
    """Return what stands in the column of the first robot, by kernel and function."""
    page = derivatives_page.PAGE.read_text(encoding="utf-8")
    table = page.partition("<!-- counts -->")[2]
    found, kernel = {}, ""
    for name, called, cell in re.findall(r"(?m)^\| (\w*) *\| (.+?) \| (.+?) \|", table):
        kernel = name or kernel
        found[kernel, called] = cell
    return found


def test_ours_are_what_the_code_gives(cells: dict[tuple[str, str], str]) -> None:
    for kernel, count in derivatives_page.ours(described("puma560_corke"), QUICK):
        shown = cells[kernel, derivatives_page.GEN_ROBOT]
        assert shown == f"**{count}**", "python benchmarks/derivatives_page.py --write"


def test_the_others_are_what_was_kept(cells: dict[tuple[str, str], str]) -> None:
    kept = peer_counts.kept()["puma560"]
    others = {key: cell for key, cell in cells.items() if key[1] in kept.get(key[0], {})}
    assert len(others) >= 7
    for (kernel, called), cell in others.items():
        assert cell == peer_counts.spelled(kept[kernel][called])


def test_no_kernel_of_ours_needs_more_than_theirs(cells: dict[tuple[str, str], str]) -> None:
    for (kernel, called), cell in cells.items():
        if called != derivatives_page.GEN_ROBOT:
            ours, theirs = (_total(c) for c in (cells[kernel, derivatives_page.GEN_ROBOT], cell))
            assert ours < theirs


def _total(cell: str) -> int:
    mul, add = re.findall(r"\d+", cell)[:2]
    return int(mul) + int(add)
