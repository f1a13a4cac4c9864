"""How many operations a kernel needs: one per live node."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from gen_robot.ir.graph import live
from gen_robot.ir.node import LEAVES, Node
from gen_robot.ir.ops import OPERATIONS, WEIGHTS


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
    tally = dict.fromkeys(OPERATIONS, 0)
    angles: set[int] = set()
    for node in live(roots):
        if node.op in LEAVES:
            continue
        tally[node.op] += 1
        if OPERATIONS[node.op].counts == "sincos":
            angles.add(node.arguments[0].id)
    total = dict.fromkeys(WEIGHTS, 0)
    for op, times in tally.items():
        if OPERATIONS[op].counts:
            total[OPERATIONS[op].counts] += times
    return Operations(**total | {"sincos": len(angles)})
