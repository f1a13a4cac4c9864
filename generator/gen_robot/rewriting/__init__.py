"""Rewrite a kernel until it needs fewer operations: exactly, by search, as long as it is asked to.

The kernel becomes sums of products (`reading`), of which common factors and common terms are taken out
(`greedy`) and whose scales are chosen such that coefficients vanish (`scales`); then sums are written
out at random and put together anew (`ruin`, `search`). What is found goes back to a graph (`writing`)
with the names that survive (`names`), and is taken if it is lighter and loses no digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from gen_robot.ir.accuracy import TWICE, Yardstick
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.rewriting.greedy import simplify
from gen_robot.rewriting.names import give_names, names
from gen_robot.rewriting.reading import View, view
from gen_robot.rewriting.scales import absorb_scales
from gen_robot.rewriting.search import Found, found_now, search
from gen_robot.rewriting.writing import written

SEED = 1
STATES = 150
"""At which the digits that kernels lose are compared."""


def rewrite(
    kernel: KernelGraph,
    moves: int,
    weigh: Callable[[KernelGraph], float],
    progress: Callable[[int, int], None] = lambda done, all: None,
    beside: KernelGraph | None = None,
    times: float = TWICE,
) -> KernelGraph:
    """Return an equal kernel that is no heavier, after so many moves of the search.

    It is the same kernel if nothing lighter is found that loses at most so many times what it loses
    itself, or what another one `beside` it does.
    """
    if kernel.singular:
        return kernel
    seen = view(kernel)
    every = [*_first(seen), *search(seen.sums, seen.angles, moves, Random(SEED), progress)]
    lighter = sorted(_lighter(kernel, seen, every, weigh), key=lambda pair: pair[0])
    held = Yardstick(beside or kernel, STATES) if lighter else None
    return next((graph for _, graph in lighter if held and held.allows(graph, times)), kernel)


def simplified(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel with common factors and terms taken out, if it needs fewer operations so."""
    if kernel.singular:
        return kernel
    seen = view(kernel)
    simplify(seen.sums, list(seen.sums.terms))
    graph = written(seen)
    if graph.operations.cost >= kernel.operations.cost:
        return kernel
    give_names(graph, names(kernel))
    return graph


def _first(seen: View) -> Iterator[Found]:
    """Find what there is without search: the sums as they are, simplified, rescaled."""
    sums = seen.sums
    yield found_now(sums)
    simplify(sums, list(sums.terms))
    yield found_now(sums)
    absorb_scales(sums, Random(SEED))
    simplify(sums, list(sums.terms))


def _lighter(
    kernel: KernelGraph, seen: View, every: list[Found], weigh: Callable[[KernelGraph], float]
) -> Iterator[tuple[float, KernelGraph]]:
    """Yield what weighs less than the kernel does, the last found first."""
    most, known = weigh(kernel), names(kernel)
    for found in reversed(every):
        seen.sums.load(found.terms, found.references)
        graph = written(seen)
        weight = weigh(graph)
        if weight < most:
            give_names(graph, known)
            yield weight, graph
