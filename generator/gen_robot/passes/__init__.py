"""The rewritings between an algorithm and its routine, in order.

A pass is one file and one function, verb_noun, from a kernel to an equal kernel in a fresh graph, or
to the same kernel if it finds nothing to do. It may be anything but more expensive: `optimise` keeps
the cheaper of before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.passes.collect_terms import collect_terms
from gen_robot.passes.factor_sums import factor_sums
from gen_robot.passes.merge_equal import merge_equal

BY_RULES = (collect_terms, factor_sums)
ORDER = (merge_equal, *BY_RULES)

Pass = Callable[[KernelGraph], KernelGraph]


def optimise(kernel: KernelGraph, passes: Sequence[Pass] = ORDER) -> KernelGraph:
    """Return the kernel after all passes."""
    best = kernel
    for rewrite in passes:
        rewritten = rewrite(best)
        if rewritten.operations.cost < best.operations.cost:
            best = rewritten
    return best
