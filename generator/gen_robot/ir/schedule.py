"""From a graph to a program: which values get a name, and in which order they are computed.

The order is the algorithm's own, which keeps live values few. Values that are used once and that no
paper names stand inside the expression that uses them, as long as that can be read in one glance.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from gen_robot.ir.graph import Label, Step, live
from gen_robot.ir.kernel_graph import Guard, KernelGraph
from gen_robot.ir.node import CONST, INPUT, NEG, SIGN, Node
from gen_robot.ir.program import (
    Apply,
    Comment,
    Element,
    Expression,
    Let,
    Literal,
    Program,
    Require,
    Statement,
    Store,
    Temporary,
)

MOST_OPERATIONS = 12
"""In one statement."""


def schedule(traced: KernelGraph) -> Program:
    """Return the kernel's statements."""
    if traced.singular:
        return Program((), frozenset(), traced.singular)
    nodes = live(traced.roots)
    names = _names(traced, nodes)
    expressions: dict[int, Expression] = {}
    stores, checks = _destinations(traced), _checks_after(traced)
    statements: list[Statement] = []
    last: list[Store] = []
    shown = 0

    def emit(node: Node, statement: Statement) -> None:
        nonlocal shown
        step = traced.graph.step_of[node.id]
        if step != shown:
            statements.append(_comment(traced.graph.steps[step]))
            shown = step
        statements.append(statement)

    for node in nodes:
        expression = expressions[node.id] = _expression(node, expressions)
        if node.id in names:
            target = expressions[node.id] = Temporary(names[node.id])
            emit(node, Let(target, expression))
        for check in checks[node.id]:
            pivot, limit = expressions[check.pivot.id], expressions[check.limit.id]
            emit(node, Require(check.joint, pivot, limit))
        for array, index in stores[node.id]:
            store = Store(array, index, expressions[node.id])
            # Nothing may be written before the last check; constants need no place of their own.
            if traced.checks or node.op == CONST:
                last.append(store)
            else:
                emit(node, store)
    if last:
        statements.append(Comment("outputs" if traced.checks else "elements that never change"))
        last.sort(key=lambda store: (store.array, store.index))
        statements += last
    used = frozenset(str(n.value[0]) for n in nodes if n.op == INPUT)  # type: ignore[index]
    return Program(tuple(statements), used)


def _names(traced: KernelGraph, nodes: list[Node]) -> dict[int, Label]:
    """Choose the nodes that get a statement of their own, and their names."""
    labels = traced.graph.labels
    roots = {n.id for n in traced.roots}
    uses: Counter[int] = Counter()
    for node in nodes:
        uses.update(a.id for a in node.arguments)
    names: dict[int, Label] = {}
    taken: set[tuple[object, ...]] = set()
    anonymous: Counter[int] = Counter()
    outgrown = _outgrown(nodes, uses)
    for node in nodes:
        if node.op in (CONST, INPUT):
            continue
        # Not every language has an expression for a sign: it gets a statement in all of them.
        named = node.op == SIGN or (node.id in labels and node.op != NEG)
        if not (named or uses[node.id] > 1 or node.id in roots or node.id in outgrown):
            continue
        label = labels.get(node.id)
        if label is None or _key(label) in taken:
            # Numbered link by link, so that a change at one link renames nothing at the others.
            link = traced.graph.steps[traced.graph.step_of[node.id]].link
            anonymous[link] += 1
            label = Label("t", (link, anonymous[link]))
        taken.add(_key(label))
        names[node.id] = label
    return names


def _key(label: Label) -> tuple[object, ...]:
    return label.symbol, label.links, label.component


def _comment(step: Step) -> Comment:
    return Comment(f"link {step.link}: {step.text}" if step.link else step.text)


def _outgrown(nodes: list[Node], uses: Counter[int]) -> set[int]:
    """Find values to name only because the statement around them would grow too long."""
    size: dict[int, int] = {}
    outgrown: set[int] = set()
    for node in nodes:
        parts = sorted(
            (a for a in node.arguments if uses[a.id] == 1 and a.id not in outgrown),
            key=lambda a: size[a.id],
        )
        total = 0 if node.op in (CONST, INPUT) else 1
        for part in parts:
            if total + size[part.id] > MOST_OPERATIONS or node.op == SIGN:
                if part.op not in (CONST, INPUT):
                    outgrown.add(part.id)
            else:
                total += size[part.id]
        size[node.id] = total
    return outgrown


def _expression(node: Node, expressions: dict[int, Expression]) -> Expression:
    if node.op == CONST:
        return Literal(node.number)
    if node.op == INPUT:
        array, index = node.value  # type: ignore[misc]
        return Element(str(array), int(index))
    return Apply(node.op, tuple(expressions[a.id] for a in node.arguments))


def _destinations(traced: KernelGraph) -> defaultdict[int, list[tuple[str, int]]]:
    stores: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for array, nodes in traced.outputs.items():
        for index, node in enumerate(nodes):
            stores[node.id].append((array, index))
    return stores


def _checks_after(traced: KernelGraph) -> defaultdict[int, list[Guard]]:
    """Place each check as soon as both its sides are known, in the order of the elimination."""
    checks: defaultdict[int, list[Guard]] = defaultdict(list)
    place = 0
    for check in traced.checks:
        place = max(place, check.pivot.id, check.limit.id)
        checks[place].append(check)
    return checks
