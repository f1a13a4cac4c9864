"""Combinations of vectors that vanish are found, all of them and no other."""

from __future__ import annotations

import pytest

from gen_robot.algebra.null_space import null_combinations, solved_for
from gen_robot.algebra.number import ONE, ZERO, Number


def vector(*numbers: int | str) -> list[Number]:
    return [Number(x) for x in numbers]


def total(vectors: list[list[Number]], combination: dict[int, Number]) -> list[Number]:
    rows = zip(*vectors, strict=True)
    return [sum((row[k] * x for k, x in combination.items()), ZERO) for row in rows]


VECTORS = [
    vector(1, 2, 3, 4),
    vector("0.1", "0.7", -1, 0),
    vector(2, 4, 6, 8),
    vector(0, 0, 0, 0),
    vector("1.1", "2.7", 2, 4),
    vector(0, 0, 0, 1),
]


def test_as_many_combinations_vanish_as_vectors_depend_on_others() -> None:
    found = null_combinations(VECTORS)
    assert len(found) == 3
    for combination in found:
        assert not any(abs(x) > Number("1e-50") for x in total(VECTORS, combination))


@pytest.mark.parametrize("small", ["1e-12", "1e-20"])
def test_what_is_small_is_not_zero(small: str) -> None:
    nearly = [ONE, ONE, ONE + Number(small)]
    assert not null_combinations([vector(1, 1, 1), nearly])
    assert null_combinations([vector(1, 1, 1), vector(1, 1, 1)])


def test_equations_are_solved_for_the_first_unknowns_that_can_be_had() -> None:
    # x0 + x1 - x2 = 0 and x2 - 2 x3 = 0, for x2 and then x1: x0 stays.
    equations = [{0: ONE, 1: ONE, 2: -ONE}, {2: ONE, 3: Number(-2)}]
    solved = solved_for(equations, [2, 1, 0, 3])
    assert solved == {2: {3: Number(2)}, 1: {0: -ONE, 3: Number(2)}}
