"""Linear dependence of vectors of 60 digits: which combinations of them vanish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gen_robot.algebra.number import ONE, ZERO, Number

Sparse = dict[int, Number]
"""A vector by its elements that are not zero."""

_NOTHING = Number("1e-30")
"""What is left of a vector, as a share of its largest element, if it depends on others: half of the
digits are room for what elimination loses, the other half for what is small without being zero."""


def null_combinations(vectors: Sequence[Sequence[Number]]) -> list[Sparse]:
    """Return independent combinations of vectors that vanish; the first of them are used first."""
    pivots: list[
        tuple[int, list[Number], Sparse]
    ] = []  # place, what was left there, as combination
    vanish = []
    for k, vector in enumerate(vectors):
        rest, combination = list(vector), {k: ONE}
        for place, pivot, made_of in pivots:
            if rest[place]:
                factor = -rest[place] / pivot[place]
                rest = [x + y * factor for x, y in zip(rest, pivot, strict=True)]
                rest[place] = ZERO
                combination = added(combination, made_of, factor)
        place = max(range(len(rest)), key=lambda i: abs(rest[i]), default=0)
        if rest and abs(rest[place]) > _largest(vector) * _NOTHING:
            pivots.append((place, rest, combination))
        else:
            vanish.append(combination)
    return vanish


def solved_for(vectors: Sequence[Sparse], order: Iterable[int]) -> dict[int, Sparse]:
    """Solve "each vector is zero" for as many unknowns, the first of this order that can be had.

    Return each of them as a combination of the others.
    """
    equations = [dict(vector) for vector in vectors]
    solved: dict[int, Sparse] = {}
    for unknown in order:
        if not equations:
            break
        best = max(equations, key=lambda e: abs(e.get(unknown, ZERO)) / _largest(e.values()))
        if unknown not in best:
            continue
        equations.remove(best)
        scale = -ONE / best[unknown]
        expressed = {k: x * scale for k, x in best.items() if k != unknown}
        equations = [_substituted(e, unknown, expressed) for e in equations]
        solved = {k: _substituted(e, unknown, expressed) for k, e in solved.items()}
        solved[unknown] = expressed
    return solved


def added(a: Sparse, b: Sparse, factor: Number = ONE) -> Sparse:
    """Return a + factor b; what is left of a cancellation is zero."""
    total = dict(a)
    for k, x in b.items():
        before = total.get(k, ZERO)
        total[k] = before + x * factor
        if abs(total[k]) <= (abs(before) + abs(x * factor)) * _NOTHING:
            del total[k]
    return total


def _substituted(vector: Sparse, unknown: int, expressed: Sparse) -> Sparse:
    factor = vector.get(unknown, ZERO)
    if not factor:
        return vector
    return added({k: x for k, x in vector.items() if k != unknown}, expressed, factor)


def _largest(numbers: Iterable[Number]) -> Number:
    return max((abs(x) for x in numbers), default=ZERO)
