"""The rewritings between an algorithm and its routine, in order.

A pass is one file and one function, verb_noun, from a kernel to an equal kernel in a fresh graph, or
to the same kernel if it finds nothing to do. It may be anything but more expensive: `optimise` keeps
the cheaper of before and after.
"""

from __future__ import annotations

from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.passes.collect_terms import collect_terms
from gen_robot.passes.factor_sums import factor_sums

ORDER = (collect_terms, factor_sums)


def optimise(kernel: KernelGraph) -> KernelGraph:
    """Return the kernel after all passes."""
    best = kernel
    for rewrite in ORDER:
        rewritten = rewrite(best)
        if rewritten.operations.cost < best.operations.cost:
            best = rewritten
    return best
