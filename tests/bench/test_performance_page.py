"""The page of times has a place for every table that speed.py measures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import derivative_tables
import speed_tables

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"


def peer(called: str, ratio: float) -> dict[str, Any]:
    return {"called": called, "p10_ns": 100.0 * ratio, "ratio": ratio}


def told(**left_out: Any) -> dict[str, Any]:
    """Return what a run on two robots gives, in round numbers."""
    hows = ("c", "c_batch", "python_out", "python", "python_batch")
    kernels = [
        {
            "kernel": kernel,
            "way": "crba",
            "flop": 300,
            "times": {how: {"p10_ns": 100.0, "median_ns": 110.0} for how in hows},
            "flop_per_ns": {"c": 3.0, "c_batch": 3.0},
            "share_of_peak": {"c": 0.25, "c_batch": 0.1},
            "trigonometry": {"angles": 5, "ns": 40.0, "share": 0.4, "how": "measured"},
            "peers": {
                "CasADi": peer("f.c: gcc -O2", 2.5),
                "CasADi, all states": peer("f.c: gcc -O2", 7.5),
                "Pinocchio, C++": peer("wheel: crba", 9.25),
                "Pinocchio": peer("pin.crba", 8.75),
            },
        }
        | left_out
        for kernel in speed_tables.KERNELS.values()
    ]
    each = {
        "flags": {"arm.c.o": "cc -O2"},
        "peak": {"scalar_flop_per_ns": 12.0, "vector_flop_per_ns": 48.0, "vector_lanes": 4},
        "kernels": kernels,
        "threads": {kernel["kernel"]: {"1": 30.0, "2": 15.0} for kernel in kernels},
    }
    machine = {
        "processor": "a processor",
        "cores": 2,
        "system": "Linux",
        "compilers": {"own": "cc 12", "gcc": "gcc 12"},
        "python": "3",
        "numpy": "2",
        "date": "today",
    }
    return {"machine": machine, "robots": [{**each, "key": key} for key in ("puma560", "talos")]}


def test_every_table_has_its_place_and_is_replaced_as_a_whole() -> None:
    page = PAGE.read_text(encoding="utf-8")
    once = speed_tables.written(page, told())
    assert speed_tables.written(once, told()) == once
    for figure in (
        "2.50",
        "**7.50**",
        "**8.75**",
        "9.25",
        "40 % (5)",
        "15.0 (2.00x)",
        "a processor",
    ):
        assert figure in once
    with pytest.raises(AssertionError, match="no place for machine"):
        speed_tables.written("", told())


def told_of_derivatives(wheel: float) -> dict[str, Any]:
    """Return what a run on one robot gives: the wheel so many times slower, CasADi not there."""
    variants = {"wheel: computeFrameJacobian": 100.0 * wheel, "native: computeFrameJacobian": 300.0}
    kernel = {
        "kernel": "jacobian_tool",
        "times": {"c": {"p10_ns": 100.0}, "c_batch": {"p10_ns": 40.0}},
        "peers": {"Pinocchio, C++": {"variants_p10_ns": variants}},
    }
    return {"robots": [{"key": "ur5", "kernels": [kernel]}]}


def test_derivatives_have_a_table_of_their_own() -> None:
    page = PAGE.read_text(encoding="utf-8")
    once = speed_tables.written(page, told_of_derivatives(9.0), derivative_tables.TABLES)
    assert "| UR5 | jacobian | 100 | 40 | 900 (**9.0x**) | 300 (**3.0x**) | - |" in once


@pytest.mark.parametrize(("wheel", "verdict"), [(9.0, "held"), (7.0, "MISSED")])
def test_a_ratio_that_is_asked_for_is_held_or_missed(wheel: float, verdict: str) -> None:
    (line,) = derivative_tables.held(told_of_derivatives(wheel)).splitlines()
    assert line == f"{verdict}: UR5, jacobian: {wheel} times faster than Pinocchio's wheel, 8 asked"


def test_peers_that_are_missing_leave_their_cells_empty() -> None:
    without = told(peers={})
    assert "| CasADi | PUMA 560 (Corke) | - | - | - | - |" in speed_tables.ratios(without)
    for table in speed_tables.TABLES.values():
        assert table(without)
