"""Kernels that factor M: their exact values solve equations that are off by no more than bounds.

Forward dynamics divide by pivots, so they are no polynomials. But below a cut they are: elements of M
and of tau - h, each proved as kernels of polynomials are. Above it is an elimination, which is an
identity of formulas. Together: (M + E) qdd = tau - h - e, with bounds on E and e at every state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.verification.cut import Cut, candidates, cut
from gen_robot.verification.dynamics import POLYNOMIAL, inertia
from gen_robot.verification.elimination import B, Formula, M, computed, formulas, same
from gen_robot.verification.polynomial import times_variable, without
from gen_robot.verification.program import Place, Program
from gen_robot.verification.sampling import State, all_values, inertia_at, wanted_at
from gen_robot.verification.solution import Solves, constants, solves
from gen_robot.verification.theorem import Case, Found, Theorem

_INERTIA = POLYNOMIAL["inertia_matrix"]

AGAIN = 1 << 20
"""What the index of an element grows by if there is another value for it."""


@dataclass(frozen=True)
class Below(Theorem):
    """Say what values below a cut have to be, each by its place."""

    right: Callable[[Found, Case], dict[Place, Any]] | None = None

    def wanted(self, places: Sequence[Place], found: Found, case: Case) -> dict[Place, Any]:
        assert self.right is not None
        return self.right(found, case)


@dataclass(frozen=True)
class Part:
    """Hold polynomials to be proved together, and what each has to be."""

    program: Program
    theorem: Theorem


@dataclass(frozen=True)
class Parts:
    """Hold a solution taken apart: polynomials below the cut; above, it was checked."""

    below: tuple[Part, ...]
    above: Solves


def taken_apart(program: Program, theorem: Theorem, case: Case, states: Sequence[State]) -> Parts:
    """Find the cut, check what is above it; raises cut.NoCut, cut.Wrong.

    The theorem is that of the torques which accelerations need, or that of M.
    """
    systems = [_system(theorem, case, state) for state in states]
    table = formulas([m for m, _ in systems], [b for _, b in systems])
    values = [all_values(program, state) for state in states]
    split = cut(program, candidates(program, values, table))
    seed = sha256(repr(program).encode()).hexdigest()
    checked = solves(program, split, table, case.count, seed)
    return Parts(_below(program, split, table, theorem, case), checked)


def _system(theorem: Theorem, case: Case, state: State) -> tuple[list[list[Number]], list[Number]]:
    """Return M and tau - h at a state; of an inverse, anything for the latter."""
    matrix = inertia_at(case, _INERTIA, state)
    torques, n = state.values["tau"], range(case.count)
    if "tau" not in theorem.outputs:
        return matrix, [*torques]
    at_rest = state.with_values("qdd", [ZERO for _ in n])
    bias = wanted_at([("tau", k) for k in n], case, theorem, at_rest)
    return matrix, [torques[k] - bias["tau", k] for k in n]


def _below(
    program: Program, split: Cut, table: Sequence[Formula], theorem: Theorem, case: Case
) -> tuple[Part, ...]:
    size = case.count
    known = constants(program, split, table)
    is_solution = "tau" in theorem.outputs
    used = {entry for entry, _ in [*split.entries.values(), *known.values()]}
    parts = []
    for right_side in (False, True) if is_solution else (False,):
        numbers: dict[Place, int] = {}
        plain: dict[Place, float] = {}
        meant: dict[Place, tuple[int, int]] = {}  # entry and sign
        for number, (entry, sign) in split.entries.items():
            if table[entry].is_right_side != right_side:
                continue
            for other, turned in _equal(table, entry):
                place = _free(_place(table, other, size), meant)
                numbers[place] = number
                meant[place] = other, sign * turned
        for entry, formula in enumerate(table):
            # Zeros and constants that stand above the cut as numbers, or not at all.
            fixed = formula.constant
            wanted_here = formula.is_right_side == right_side and fixed is not None
            is_met = any(entry == other for other, _ in meant.values())
            if wanted_here and not is_met and (formula.kind == M or entry in used):
                place = _free(_place(table, entry, size), meant)
                plain[place] = float(fixed)  # type: ignore[arg-type]
                meant[place] = entry, 1
        derived = any(table[entry].kind == "left" for entry, _ in meant.values())
        base = theorem if right_side else _INERTIA
        kept = base.kept if derived or not right_side else base.kept - {"qdd"}
        right = _right(table, meant, base)
        own = Below(
            (), {}, base.equations, kept, base.apart, right=right, base_moves=base.base_moves
        )
        parts.append(Part(program.part(numbers, plain), own))
    return tuple(parts)


def _place(table: Sequence[Formula], number: int, size: int) -> Place:
    """Return under which name bounds on an entry are kept."""
    entry = table[number]
    if entry.kind == M:
        return M, entry.parts[0] * size + entry.parts[1]
    if entry.kind == B:
        return B, entry.parts[0]
    if entry.kind == "left":
        return _place(table, entry.parts[0], size)
    return entry.kind, number


def _free(place: Place, taken: Mapping[Place, object]) -> Place:
    """Return another place for the same element if there is a value for it already."""
    while place in taken:
        place = (place[0], place[1] + AGAIN)
    return place


def _equal(table: Sequence[Formula], entry: int) -> list[tuple[int, int]]:
    """Return the entry, and the elements that are equal or opposite to it at all states."""
    own = table[entry]
    result = [(entry, 1)]
    for number, other in enumerate(table):
        if number == entry or other.kind != own.kind or other.kind not in (M, B):
            continue
        pairs = list(zip(own.values, other.values, strict=True))
        if all(same(a, b) for a, b in pairs):
            result.append((number, 1))
        elif all(same(a, -b) for a, b in pairs):
            result.append((number, -1))
    return result


def _right(
    table: Sequence[Formula], meant: Mapping[Place, tuple[int, int]], theorem: Theorem
) -> Callable[[Found, Case], dict[Place, Any]]:
    """Return what gives the polynomials that values below the cut have to be."""

    def right(found: Found, case: Case) -> dict[Place, Any]:
        none = found["tau"][0].of_terms({})

        def element(formula: Formula) -> Any:
            if formula.kind == M:
                i, j = formula.parts
                return inertia(found, i * case.count + j, case)
            (i,) = formula.parts
            torque = times_variable(none.number(ONE), f"tau[{i}]")
            return torque - without(theorem.outputs["tau"](found, i, case), "qdd")

        def inverse(number: int) -> Any:
            fixed = table[number].constant
            assert fixed is not None
            return none.number(ONE / fixed)

        def root(number: int) -> Any:
            fixed = table[number].constant
            assert fixed is not None
            return none.number(ONE / fixed.sqrt())

        values = computed(table, element, inverse, root, sorted({e for e, _ in meant.values()}))
        return {p: values[e] if sign > 0 else -values[e] for p, (e, sign) in meant.items()}

    return right
