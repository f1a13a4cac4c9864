"""Kernels that factor or invert what they do not form: equations that their outputs have to fulfil.

There is no theorem about these at all states, so they are looked at in random ones. An output may be
off by what roundings of M and J do to it: errors are held against the largest term of its equation,
which has M between what M is multiplied by on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.verification.derivative_kernels import DERIVATIVES
from gen_robot.verification.dynamics import INVERSE, POLYNOMIAL
from gen_robot.verification.frame_kernels import FRAMES
from gen_robot.verification.program import Place
from gen_robot.verification.sampling import (
    Hold,
    Pairs,
    State,
    inertia_at,
    of_inverse,
    residual,
    wanted_at,
)
from gen_robot.verification.theorem import Case
from gen_robot.verification.vectors import turned

Rows = list[list[Number]]
Own = Mapping[Place, Number]

SIX = 6
WORK, FEWEST = 20_000, 50
"""So many states for one joint, fewer for more of them, but not fewer than that."""

_INERTIA = POLYNOMIAL["inertia_matrix"]


@dataclass(frozen=True)
class Relation:
    """Say what a kernel takes and gives, and how what it gives is looked at."""

    inputs: tuple[str, ...]
    arrays: tuple[str, ...]
    pairs: Callable[[Own, Case, State], Pairs]

    def hold(self, case: Case) -> Hold:
        return lambda own, state: self.pairs(own, case, state)


def _factors(own: Own, case: Case, at: State) -> Pairs:
    """Return U diag(D) U^T beside M, and below the diagonal of U nothing."""
    upper = _read(own, "U", case.count, case.count)
    scaled = _product(upper, _diagonal([own["D", k] for k in range(case.count)]))
    wanted = inertia_at(case, _INERTIA, at)
    return {
        "U": _is_triangular(upper),
        "U diag(D) U^T": _beside(_product(scaled, turned(upper)), wanted, scaled, turned(upper)),
    }


def _inverse_factors(own: Own, case: Case, at: State) -> Pairs:
    """Return Uinv M Uinv^T beside diag(D), and below the diagonal of Uinv nothing."""
    upper = _read(own, "Uinv", case.count, case.count)
    matrix = inertia_at(case, _INERTIA, at)
    wanted = _diagonal([own["D", k] for k in range(case.count)])
    made = _product(_product(upper, matrix), turned(upper))
    terms = _product(_sizes(upper), _sizes(matrix))
    return {
        "Uinv": _is_triangular(upper),
        "Uinv M Uinv^T": _beside(made, wanted, terms, turned(upper)),
    }


def _mobility(own: Own, case: Case, at: State) -> Pairs:
    """Return what a wrench adds to the acceleration of a frame, beside J M^-1 J^T."""
    wanted, sizes = _felt(case, at)
    largest = max(x for row in sizes for x in row)
    return {"Phi": (_flat(_read(own, "Phi", SIX, SIX)), _flat(wanted), largest)}


def _task_inertia(own: Own, case: Case, at: State) -> Pairs:
    """Return an inertia times J M^-1 J^T beside the identity."""
    mobility, sizes = _felt(case, at)
    inertia = _read(own, "L", SIX, SIX)
    made = _product(inertia, mobility)
    return {"L J M^-1 J^T": _beside(made, _diagonal([ONE] * SIX), inertia, sizes)}


def _felt(case: Case, at: State) -> tuple[Rows, Rows]:
    """Return J M^-1 J^T, and how large the terms are by which M and J enter it."""
    matrix = inertia_at(case, _INERTIA, at)
    places = [("J", k) for k in range(SIX * case.count)]
    jacobian = _read(wanted_at(places, case, FRAMES["jacobian"], at), "J", SIX, case.count)
    answer = solved(matrix, turned(jacobian))
    by_inertia = _product(_product(turned(_sizes(answer)), _sizes(matrix)), _sizes(answer))
    by_jacobian = _product(_sizes(jacobian), _sizes(answer))
    sizes = [
        [x + y for x, y in zip(*both, strict=True)]
        for both in zip(by_inertia, by_jacobian, strict=True)
    ]
    return _product(jacobian, answer), sizes


def _derivatives(own: Own, case: Case, at: State) -> Pairs:
    """Return M times derivatives of accelerations, beside those of torques at the same ones."""
    count = case.count
    theorem = DERIVATIVES["inverse_dynamics_derivatives"]
    moved = at.with_values("qdd", [own["qdd", k] for k in range(count)])
    names = ("M", "dtau_dq", "dtau_dqd")
    places = [(name, k) for name in names for k in range(count**2)]
    found = wanted_at(places, case, theorem, moved)
    matrix, *rates = (_read(found, name, count, count) for name in names)
    pairs = residual(own, case, POLYNOMIAL[INVERSE], at)
    pairs |= of_inverse(own, case, _INERTIA, at)
    for name, torques in zip(("dqdd_dq", "dqdd_dqd"), rates, strict=True):
        mine = _read(own, name, count, count)
        wanted = [[-x for x in row] for row in torques]
        pairs[name] = _beside(_product(matrix, mine), wanted, matrix, mine)
    return pairs


def states_of(joints: int) -> int:
    """Return at how many states it is looked: where there are many joints each takes long."""
    return max(FEWEST, WORK // joints**2)


RELATIONS: Mapping[str, Relation] = {
    "udut": Relation(("q",), ("U", "D"), _factors),
    "udut_inverse": Relation(("q",), ("Uinv", "D"), _inverse_factors),
    "mobility": Relation(("q",), ("Phi",), _mobility),
    "task_inertia": Relation(("q",), ("L",), _task_inertia),
    "forward_dynamics_derivatives": Relation(
        ("q", "qd", "tau"), ("qdd", "dqdd_dq", "dqdd_dqd", "Minv"), _derivatives
    ),
}
"""By kernel; those of a frame without its name."""


def solved(matrix: Rows, right: Rows) -> Rows:
    """Return the solution of a system whose matrix is positive definite."""
    rows = [[*a, *b] for a, b in zip(matrix, right, strict=True)]
    for k, pivot in enumerate(rows):
        for row in rows[k + 1 :]:
            share = row[k] / pivot[k]
            row[k:] = [x - share * y for x, y in zip(row[k:], pivot[k:], strict=True)]
    size = len(rows)
    for k in reversed(range(size)):
        done = [x / rows[k][k] for x in rows[k][size:]]
        rows[k][size:] = done
        for row in rows[:k]:
            row[size:] = [x - row[k] * y for x, y in zip(row[size:], done, strict=True)]
    return [row[size:] for row in rows]


def _read(own: Own, array: str, height: int, width: int) -> Rows:
    return [[own[array, i * width + j] for j in range(width)] for i in range(height)]


def _product(a: Rows, b: Rows) -> Rows:
    columns = turned(b)
    return [[sum(map(mul, row, column), ZERO) for column in columns] for row in a]


def _diagonal(values: Sequence[Number]) -> Rows:
    return [[x if i == j else ZERO for j in range(len(values))] for i, x in enumerate(values)]


def _flat(rows: Rows) -> list[Number]:
    return [x for row in rows for x in row]


def _sizes(rows: Rows) -> Rows:
    return [[abs(x) for x in row] for row in rows]


def _beside(
    made: Rows, wanted: Rows, first: Rows, second: Rows
) -> tuple[list[Number], list[Number], Number]:
    """Return two matrices, and the largest sum of terms that the first one is, a product of two."""
    terms = _product(_sizes(first), _sizes(second))
    return _flat(made), _flat(wanted), max(_flat(terms))


def _is_triangular(upper: Rows) -> tuple[list[Number], list[Number], Number]:
    below = [row[: k + 1] for k, row in enumerate(upper)]
    wanted = [[ZERO] * k + [ONE] for k in range(len(upper))]
    return _flat(below), _flat(wanted), ONE
