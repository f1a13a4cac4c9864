"""The measure of effort finds what takes too long."""

from __future__ import annotations

import gc

import pytest

from effort import at_most, million_turns


def test_too_much_work_is_noticed() -> None:
    with pytest.raises(AssertionError, match="as much work as"), at_most(3):
        for _ in range(20):
            million_turns()


def test_waiting_is_no_work() -> None:
    from time import sleep

    with at_most(3):
        sleep(0.2)


def test_what_others_keep_in_memory_is_no_work() -> None:
    kept = [[number] for number in range(3_000_000)]
    with at_most(8):
        for _ in range(4):
            gc.collect()
    assert len(kept) == 3_000_000
