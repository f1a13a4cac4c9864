"""Ruin and recreate: stochastic search for the sums that cost least."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random

from gen_robot.rewriting.coefficients import UNITS
from gen_robot.rewriting.greedy import simplify
from gen_robot.rewriting.ruin import ruin
from gen_robot.rewriting.scales import Scales
from gen_robot.rewriting.sums import Reference, Sums, Terms

STARTS = 3
CLOSE = 3
"""A state that costs so much more than the last is rescaled before it is given up."""

CHAINS, LONGEST = 4, 8
"""Of shifts of scales, after a move, and how many there are in each."""


@dataclass(frozen=True)
class Found:
    """Hold a state of the sums and what it costs."""

    cost: int
    terms: dict[int, Terms]
    references: list[Reference]


def found_now(sums: Sums) -> Found:
    """Return the sums as they are."""
    return Found(sums.cost, dict(sums.terms), list(sums.references))


def search(
    sums: Sums,
    angles: dict[int, int],
    moves: int,
    random: Random,
    progress: Callable[[int, int], None] = lambda done, all: None,
) -> list[Found]:
    """Return the states, each cheaper than the one before, that so many moves came by.

    Half of the moves are made from several starts, the rest from the best that these came to.
    """
    sums.settle()
    first = found_now(sums)
    each = moves // (2 * STARTS)
    best: list[Found] = []
    done = 0

    def told() -> None:
        nonlocal done
        done += 1
        progress(done, moves)

    for _ in range(STARTS if each else 0):
        sums.load(first.terms, first.references)
        found = _walk(sums, angles, each, random, told)
        if not best or found[-1].cost < best[-1].cost:
            best = found
    if best:
        sums.load(best[-1].terms, best[-1].references)
    return [*best[:-1], *_walk(sums, angles, moves - done, random, told)]


def _walk(
    sums: Sums,
    angles: dict[int, int],
    moves: int,
    random: Random,
    told: Callable[[], None],
) -> list[Found]:
    """Make moves, and keep what is cheaper than all before."""
    found = [found_now(sums)]
    for _ in range(moves):
        before = sums.cost
        if _moved(sums, angles, random) and _accepted(sums.cost - before, random):
            if sums.cost < found[-1].cost:
                found.append(found_now(sums))
            sums.settle()
        else:
            sums.undo()
        told()
    return found


def _accepted(more: int, random: Random) -> bool:
    return more <= 0 or random.random() < 0.3 * exp(-more / 0.4)


def _moved(sums: Sums, angles: dict[int, int], random: Random) -> bool:
    before = sums.cost
    if random.random() < 0.1:
        return _rescaled(sums, random)
    if not ruin(sums, angles, random):
        return False
    simplify(sums, sums.touched(0), random if random.random() < 0.5 else None)
    if before < sums.cost <= before + CLOSE:
        mark = sums.mark()
        if rescale(sums, sums.touched(0), random):
            simplify(sums, sums.touched(mark))
    return True


def _rescaled(sums: Sums, random: Random) -> bool:
    """Shift scales at random, if that loses nothing."""
    if not rescale(sums, [random.choice(list(sums.terms))], random, sideways=True):
        return False
    simplify(sums, sums.touched(0))
    return True


def rescale(sums: Sums, values: list[int], random: Random, sideways: bool = False) -> bool:
    """Shift scales, beginning at these sums; tell whether any was."""
    scales = Scales(sums)
    waiting = scales.unsatisfied(values)
    random.shuffle(waiting)
    for equation in waiting[:CHAINS]:
        if scales.coefficient(equation) >= UNITS:
            shifts = scales.shifts(equation)
            if shifts:
                scales.chain(random.choice(shifts), random, 0 if sideways else 1, LONGEST)
    if not scales.scale:
        return False
    scales.apply()
    return True
