"""How counts grow with the joints of the general robot: exact polynomials, and where they cross."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gen_robot.kernels import KERNELS
from gen_robot.ledger.ledger import Count, Entry, Ledger
from gen_robot.ledger.papers import PAPERS, Paper
from gen_robot.ledger.polynomial import Polynomial, through

HORIZON = 100
"""How many joints to look for crossings."""


@dataclass(frozen=True)
class Growth:
    """Hold the polynomials of one method."""

    name: str
    mul: Polynomial
    add: Polynomial
    start: int  # the n from which they hold

    @property
    def total(self) -> Polynomial:
        return self.mul + self.add


def growth_section(general: Sequence[Ledger], kernels: Sequence[str]) -> list[str]:
    """Give our counts as polynomials in n, beside the papers'."""
    lines = [
        "## Growth with n",
        "",
        "Polynomials that give our counts of the general robot exactly, regrouped, from the n in the",
        f"last column to {general[-1].joints}; where a search for structure finds less, that as well,",
        "if it grows as a polynomial (where wrenches meet axes in `meeting` changes with n: see the",
        "counts below). In italics, what the papers print. Solvers are counted without the inertia",
        "matrix and the bias that they are given, except in the papers.",
        "",
        "| kernel | method | M | A | from n = |",
        "|---|---|---|---|---:|",
    ]
    for kernel in kernels:
        for entry in in_all(general, kernel):
            name = (
                f"{entry.algorithm} alone" if regrouped(general[0], entry).on else entry.algorithm
            )
            found = _of(general, entry, name)
            lines.append(f"| {kernel} | {name} | {_spelled(found)} |")
            if gains(general, entry):
                better = _of(general, entry, name, structured)
                lines.append(f"| {kernel} | {name}, structure | {_spelled(better)} |")
        for paper in _formulas(kernel):
            lines.append(f"| | *{paper.method}*{_in(paper)} | *{paper.mul}* | *{paper.add}* | |")
    return [*lines, ""]


def overtaking_section(general: Sequence[Ledger], kernels: Sequence[str], joints: int) -> list[str]:
    """Say what overtakes the cheapest method, if the polynomials go on as they began."""
    lines = [
        "## What pays on longer chains",
        "",
        f"The method of ours that needs least at n = {joints}, regrouped, without a search, and what",
        "needs less (M + A) from some n on, if the polynomials above go on as they began; looked for",
        f"up to n = {HORIZON}.",
        "",
        f"| kernel | least at n = {joints} | less is needed by | from n = |",
        "|---|---|---|---:|",
    ]
    for kernel in kernels:
        found = [_whole(general, entry, joints) for entry in in_all(general, kernel)]
        ours = [one for one in found if one]
        least = min(ours, key=lambda one: one.total(joints))
        theirs = [(f"*{p.method}*{_in(p)}", p.mul + p.add) for p in _formulas(kernel)]
        for name, total in [(one.name, one.total) for one in ours] + theirs:
            start = _overtakes(total, least.total, joints)
            if start:
                lines.append(f"| {kernel} | {least.name} | {name} | {start} |")
    return [*lines, ""]


def growth(counts: Sequence[int], first: int) -> tuple[Polynomial, int] | None:
    """Return the polynomial that gives all counts from some n on, and that n."""
    for skipped in range(len(counts)):
        rest = counts[skipped:]
        start = first + skipped
        for degree in range(4):
            # A polynomial through all of few points says nothing: three more must lie on it.
            if len(rest) < degree + 4:
                break
            found = through(rest[: degree + 1], start)
            if all(found(start + k) == value for k, value in enumerate(rest)):
                return found, start
    return None


def in_all(general: Sequence[Ledger], kernel: str) -> list[Entry]:
    """Return the entries whose algorithm stands in every ledger."""
    names = [{entry.algorithm for entry in one.of(kernel)} for one in general]
    return [e for e in general[0].of(kernel) if all(e.algorithm in some for some in names)]


def regrouped(one: Ledger, entry: Entry) -> Count:
    """Return the regrouped counts of an entry's kernel and algorithm in another ledger."""
    count = one.entry(entry.kernel, entry.algorithm).regrouped
    assert count, f"{entry.algorithm} does not cover {one.robot}"
    return count


def structured(one: Ledger, entry: Entry) -> Count:
    """Return the same with what a search finds."""
    count = one.entry(entry.kernel, entry.algorithm).structure
    assert count, f"{entry.algorithm} does not cover {one.robot}"
    return count


def gains(general: Sequence[Ledger], entry: Entry) -> bool:
    """Tell whether a method that is given nothing gains by a search on any robot."""
    if regrouped(general[0], entry).on:
        return False
    return any(structured(one, entry).total < regrouped(one, entry).total for one in general)


def _spelled(found: Growth | None) -> str:
    return f"{found.mul} | {found.add} | {found.start}" if found else "no polynomial | |"


def _of(
    general: Sequence[Ledger],
    entry: Entry,
    name: str,
    counted: Callable[[Ledger, Entry], Count] = regrouped,
) -> Growth | None:
    """Return how a method grows, without what a solver is built on."""
    mul, add = [], []
    for one in general:
        count = counted(one, entry)
        m, a = count.operations.mul, count.operations.add
        if count.on:
            # The same whatever it is given; what auto gives it is there for every n.
            count = structured(one, entry)
            below = structured(one, one.entry(_below(entry), count.on)).operations
            m, a = count.operations.mul - below.mul, count.operations.add - below.add
        mul.append(m)
        add.append(a)
    products, sums = (growth(counts, general[0].joints) for counts in (mul, add))
    if not products or not sums:
        return None
    return Growth(name, products[0], sums[0], max(products[1], sums[1]))


def _whole(general: Sequence[Ledger], entry: Entry, joints: int) -> Growth | None:
    """Return how a method grows, a solver on what it is given for so many joints."""
    alone = _of(general, entry, entry.algorithm)
    on = next(regrouped(one, entry).on for one in general if one.joints == joints)
    if not on:
        return alone
    given = next((e for e in in_all(general, _below(entry)) if e.algorithm == on), None)
    below = _of(general, given, on) if given else None
    if not alone or not below:
        return None
    name = f"{entry.algorithm} on {on}"
    return Growth(name, alone.mul + below.mul, alone.add + below.add, max(alone.start, below.start))


def _overtakes(total: Polynomial, least: Polynomial, joints: int) -> int | None:
    """Return the n from which a total stays below the least one."""
    below = [total(n) < least(n) for n in range(joints, HORIZON + 1)]
    if not below[-1] or all(below):
        return None
    return HORIZON + 1 - below[::-1].index(False)


def _below(entry: Entry) -> str:
    return KERNELS[entry.kernel].built_on


def _formulas(kernel: str) -> list[Paper]:
    return [paper for paper in PAPERS if paper.kernel == kernel and not paper.only]


def _in(paper: Paper) -> str:
    return "" if paper.printed.startswith(paper.method) else f" in {paper.printed}"
