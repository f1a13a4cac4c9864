"""How many operations a kernel needs: one per live node, or one a lane of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from gen_robot.algebra.lanes import in_lanes
from gen_robot.algebra.number import ONE
from gen_robot.ir.graph import live
from gen_robot.ir.node import ADD, CONST, LANE_SUM, MUL, NEG, Node
from gen_robot.ir.ops import OPERATIONS, WEIGHTS

_OF_ANGLES = frozenset(op for op, row in OPERATIONS.items() if row.counts == "sincos")


@dataclass(frozen=True)
class Operations:
    """Count operations; sincos counts angles, whether one function of it is used or both."""

    mul: int = 0
    add: int = 0
    neg: int = 0
    div: int = 0
    sqrt: int = 0
    sincos: int = 0

    @property
    def cost(self) -> int:
        """Weigh what decides between algorithms."""
        return sum(weight * getattr(self, kind) for kind, weight in WEIGHTS.items())

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def count(roots: Iterable[Node]) -> Operations:
    """Count the operations that the roots need."""
    return tallied(live(roots))


def tallied(nodes: Sequence[Node]) -> Operations:
    """Count the operations of these nodes, those on lanes once a lane."""
    tally: Counter[str] = Counter()
    for node in nodes:
        tally[node.op] += node.width
        if node.op == MUL and node.arguments[0].width > 1 and node.arguments[0].op == CONST:
            # Apart, a factor of 1 or -1 is a sign or nothing.
            number = node.arguments[0].number
            factors = in_lanes(number, node.width)
            tally[MUL] -= sum(abs(x) == ONE for x in factors)
            tally[NEG] += sum(x == -ONE for x in factors)
    return _sorted(tally, nodes, lambda angle: angle.width)


def issued(nodes: Sequence[Node]) -> Operations:
    """Count the operations of these nodes as vector units take them, those on lanes once."""
    return _sorted(Counter(node.op for node in nodes), nodes, lambda angle: 1)


def _sorted(
    tally: Counter[str], nodes: Sequence[Node], angles_in: Callable[[Node], int]
) -> Operations:
    """Sort operations by what they count as; lanes are added up by one addition fewer than lanes."""
    total = dict.fromkeys(WEIGHTS, 0)
    for op, row in OPERATIONS.items():
        if row.counts:
            total[row.counts] += tally[op]
    total[OPERATIONS[ADD].counts] += sum(
        node.arguments[0].width - 1 for node in nodes if node.op == LANE_SUM
    )
    angles = {n.arguments[0].id: n.arguments[0] for n in nodes if n.op in _OF_ANGLES}
    return Operations(**total | {"sincos": sum(map(angles_in, angles.values()))})
