"""Turns, percentiles, passes of bounded length, and the core that is given back."""

from __future__ import annotations

import pytest

from gen_robot.bench.measure import (
    LONGEST_PASS,
    Contender,
    allowed_cores,
    fastest,
    interleaved,
    pinned,
    times,
)


class Clock:
    """Take as long as it is told, and remember in which order it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def contender(self, name: str, ns: float, states: int = 1000, whole: bool = False) -> Contender:
        def run(count: int) -> float:
            self.asked.append((name, count))
            return ns * count

        return Contender(run, states, whole)


def test_contenders_take_turns_in_both_orders() -> None:
    clock = Clock()
    found = interleaved({n: clock.contender(n, 10.0) for n in "abc"}, 4)
    turns = [name for name, count in clock.asked if count == 1000]
    rounds = ["".join(turns[k : k + 9]) for k in range(0, 36, 9)]
    assert rounds == ["cccbbbaaa", "aaabbbccc"] * 2
    assert {name: each.low for name, each in found.items()} == dict.fromkeys("abc", 10.0)


def test_a_clock_that_reports_too_little_now_and_then_is_not_believed() -> None:
    """The least would be."""
    found = times([62.0] * 95 + [22.0] * 5)
    assert (found.low, found.median) == (62.0, 62.0)
    assert times([62.0] * 60 + [90.0] * 40).low == 62.0


def test_a_pass_is_short_however_slow_its_contender() -> None:
    clock = Clock()
    contenders = {"slow": clock.contender("slow", 2e4), "huge": clock.contender("huge", 1e9)}
    interleaved(contenders, 2)
    counts = {name: count for name, count in clock.asked}  # the last of each
    assert counts == {"slow": LONGEST_PASS // 2e4, "huge": 1}


def test_a_batch_is_always_whole() -> None:
    clock = Clock()
    found = interleaved({"batch": clock.contender("batch", 1e5, 5000, whole=True)}, 2)
    assert {count for _, count in clock.asked} == {5000}
    assert found["batch"].low == 1e5


def test_the_fastest_come_first() -> None:
    clock = Clock()
    given = {name: clock.contender(name, ns) for name, ns in (("a", 3.0), ("b", 1.0), ("c", 2.0))}
    assert [*fastest(given)] == ["b", "c", "a"]
    assert fastest({}) == {}


def test_the_core_is_given_back() -> None:
    before = allowed_cores()
    if not before:
        pytest.skip("this system pins nothing")
    with pytest.raises(KeyError), pinned(before[-1]):
        assert allowed_cores() == before[-1:]
        raise KeyError
    assert allowed_cores() == before
    with pinned(None):
        assert allowed_cores() == before
