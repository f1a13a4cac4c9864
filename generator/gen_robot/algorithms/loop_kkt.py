"""Closed loops by one symmetric elimination (Featherstone and Orin 2000, eq. 20).

    [M K^T] [ qdd   ]   [b]
    [K  0 ] [-lambda] = [c]

The order is chosen when the code is generated: whatever is coupled to fewest others goes first, and
a force only after all joints of one way of its loop, as many as the loop has conditions: then its
pivot is negative. With all joints first, this is the elimination of `schur`.
"""

from __future__ import annotations

from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.loop_system import SYSTEM, System
from gen_robot.algorithms.loop_terms import SYMBOLS
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.pivots import check_pivot
from gen_robot.algorithms.sources import FEATHERSTONE_ORIN_2000
from gen_robot.algorithms.symbols import PIVOTS, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.node import CONST
from gen_robot.model.formulation import Bodies


def solve(t: Tape, system: System) -> tuple[list[Scalar], list[Scalar]]:
    """Return the accelerations and the forces of the loops."""
    n, size = system.size, system.size + len(system.K)
    left = _elements(t, system)
    x = [*system.b, *system.c]
    order = _order(system, {place for place in left})
    inverse: dict[int, Scalar] = {}
    factor: dict[tuple[int, int], Scalar] = {}
    grown: dict[int, Scalar] = dict.fromkeys(
        range(n, size), ZERO
    )  # what joints alone make of pivots
    gone: set[int] = set()
    for p in order:
        gone.add(p)
        name = f"joint {p + 1}" if p < n else f"the force of condition {p - n + 1}"
        t.step(p + 1 if p < n else 0, f"elimination of {name}")
        pivot = t.scalar("d", p + 1, value=left.get((p, p), ZERO))
        if p < n:
            check_pivot(t, p + 1, pivot, system.M[p][p], n, system.epsilon)
        else:
            check_pivot(t, p + 1, -pivot, grown[p], n, system.epsilon)
        inverse[p] = t.scalar("di", p + 1, value=1 / t.graph.node(pivot))
        others = [i for i in range(size) if i not in gone and _place(i, p) in left]
        for i in others:
            factor[i, p] = t.scalar("l", i + 1, p + 1, value=left[_place(i, p)] * inverse[p])
        for i in others:
            for j in (k for k in others if k <= i):
                taken = factor[i, p] * left[_place(j, p)]
                value = left.get((i, j), ZERO) - taken
                left[i, j] = t.scalar("m", i + 1, j + 1, p + 1, value=value)
                if i == j and i >= n and p < n:
                    grown[i] = grown[i] + taken
            x[i] = t.scalar("b", i + 1, p + 1, value=x[i] - factor[i, p] * x[p])
    for p in reversed(order):
        value = x[p] * inverse[p]
        for i in range(size):
            if (i, p) in factor:
                value = value - factor[i, p] * x[i]
        t.step(p + 1 if p < n else 0, "from the last to the first that was eliminated")
        x[p] = t.scalar("qdd", p + 1, value=value) if p < n else value
    forces = [t.scalar("lambda", r + 1, value=-x[n + r]) for r in range(size - n)]
    return x[:n], forces


def _elements(t: Tape, system: System) -> dict[tuple[int, int], Scalar]:
    """Return what is not zero at every state, at and below the diagonal."""
    n = system.size
    found = {(i, j): system.M[i][j] for i in range(n) for j in range(i + 1)}
    found |= {(n + r, j): x for r, row in enumerate(system.K) for j, x in enumerate(row)}
    nodes = {place: t.graph.node(x) for place, x in found.items()}
    return {p: found[p] for p, node in nodes.items() if node.op != CONST or node.number}


def _order(system: System, known: set[tuple[int, int]]) -> list[int]:
    """Return whom to eliminate after whom: least coupled first, of equals the last joint."""
    n, size = system.size, system.size + len(system.K)
    beside = {i: {j for j in range(size) if j != i and _place(i, j) in known} for i in range(size)}
    waiting, order = set(range(size)), []
    while waiting:
        allowed = [i for i in waiting if i < n or _is_held(system, i - n, waiting)]
        p = min(allowed, key=lambda i: (len(beside[i]), i >= n, -i))
        waiting.remove(p)
        order.append(p)
        for i in beside[p]:
            beside[i] |= beside[p] - {i}
            beside[i].discard(p)
    return order


def _is_held(system: System, row: int, waiting: set[int]) -> bool:
    """Tell whether the joints that are gone hold the loop of a condition."""
    loop = system.closed.rows[row].loop
    count = sum(other.loop == loop for other in system.closed.rows)
    ways = system.sides[loop]
    done = [len(way) for way in ways if not way & waiting]
    return any(size >= count for size in done) or len(done) == len(ways)


def _place(i: int, j: int) -> tuple[int, int]:
    return max(i, j), min(i, j)


METHOD = Method(
    "kkt",
    "joints and forces of the loops by one elimination",
    ((FEATHERSTONE_ORIN_2000, "eq. 20"),),
    {Quantity.LOOP_SOLUTION: solve},
    (
        *SYSTEM,
        *SYMBOLS,
        PIVOTS,
        Symbols(
            {"l": "element"},
            "({0},{1}) of the factor L; forces count behind the joints",
            links=2,
            parts=False,
        ),
        Symbols(
            {"b": "what is left"},
            "for {0} with {1} eliminated; forces count behind the joints",
            links=2,
            parts=False,
        ),
        Symbols(
            {"m": "what is left"}, "of element ({0},{1}) with {2} eliminated", links=3, parts=False
        ),
    ),
    bodies=tuple(Bodies),
    must_win_by=50,  # as in `null`: an order that is fixed ahead may meet small pivots
    loses=2,
)
