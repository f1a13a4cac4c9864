"""How many operations a kernel needs: one per live node."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from gen_robot.ir.graph import ADD, COS, DIV, MUL, NEG, SIN, SQRT, SUB, Node, live


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
        """Weigh what decides between algorithms: a division or a root takes as long as eight sums."""
        return self.mul + self.add + 8 * (self.div + self.sqrt)

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def count(roots: Iterable[Node]) -> Operations:
    """Count the operations that the roots need."""
    tally = {op: 0 for op in (MUL, ADD, SUB, NEG, DIV, SQRT)}
    angles = set()
    for node in live(roots):
        if node.op in tally:
            tally[node.op] += 1
        elif node.op in (SIN, COS):
            angles.add(node.arguments[0].id)
    return Operations(
        mul=tally[MUL],
        add=tally[ADD] + tally[SUB],
        neg=tally[NEG],
        div=tally[DIV],
        sqrt=tally[SQRT],
        sincos=len(angles),
    )
