"""How many operations a kernel needs: one per live node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from gen_robot.ir.graph import live
from gen_robot.ir.node import Node
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
    """Count the operations of these nodes."""
    tally = Counter(node.op for node in nodes)
    total = dict.fromkeys(WEIGHTS, 0)
    for op, row in OPERATIONS.items():
        if row.counts:
            total[row.counts] += tally[op]
    angles = {node.arguments[0].id for node in nodes if node.op in _OF_ANGLES}
    return Operations(**total | {"sincos": len(angles)})
