"""Which values get a statement of their own, and their names.

Values that are used once and that no paper names stand inside the expression that uses them, as long as
that can be read in one glance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import replace

from gen_robot.ir.graph import Label
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ACROSS, LEAVES, Node
from gen_robot.ir.ops import ALWAYS, IF_NEEDED, OPERATIONS
from gen_robot.ir.order import Order

MOST_OPERATIONS = 12
"""In one statement."""


_STATEMENT = {
    **{op: row.statement for op, row in OPERATIONS.items()},
    **dict.fromkeys(ACROSS, ALWAYS),  # what goes across lanes is spelled by a plain name, too
}


def stated(kernel: KernelGraph) -> set[int]:
    """Choose the values that get a statement; return their nodes' ids."""
    nodes, labels = kernel.nodes, kernel.graph.labels
    uses = Counter(a.id for n in nodes for a in n.arguments)
    chosen = {n.id for n in kernel.roots if n.op not in LEAVES} | _outgrown(nodes, uses)
    for node in nodes:
        if node.op not in LEAVES:
            when = _STATEMENT[node.op]
            is_named = node.id in labels and when != IF_NEEDED
            if is_named or when == ALWAYS or uses[node.id] > 1:
                chosen.add(node.id)
            if node.width > 1:  # a scalar inside would be computed once a lane
                chosen |= {a.id for a in node.arguments if a.width == 1 and a.op not in LEAVES}
    return chosen


def _outgrown(nodes: Iterable[Node], uses: Counter[int]) -> set[int]:
    """Find values to compute apart because the statement around them would grow too long."""
    size: dict[int, int] = {}
    outgrown: set[int] = set()
    for node in nodes:
        if node.op in LEAVES:
            continue
        alone = _STATEMENT[node.op] == ALWAYS
        parts = [a for a in node.arguments if a.id in size and uses[a.id] == 1]
        total = 1
        for part in sorted(parts, key=lambda a: size[a.id]):
            if part.id in outgrown:
                continue
            if alone or total + size[part.id] > MOST_OPERATIONS:
                outgrown.add(part.id)
            else:
                total += size[part.id]
        size[node.id] = total
    return outgrown


def names(kernel: KernelGraph, order: Order, stated: Set[int]) -> dict[int, Label]:
    """Return the labels of the values that get a statement, by their nodes' ids; no two are alike."""
    found: dict[int, Label] = {}
    taken: set[Label] = set()
    numbered: Counter[int] = Counter()
    for node in order.all:
        if node.id not in stated:
            continue
        known = kernel.graph.labels.get(node.id)
        label = known and replace(known, passing=False, lane=None)
        if label is None or label in taken:
            # Numbered link by link, so that a change at one link renames nothing at the others.
            link = order.steps[node.id].link
            numbered[link] += 1
            label = Label("t", (link, numbered[link]))
        taken.add(label)
        found[node.id] = label
    return found
