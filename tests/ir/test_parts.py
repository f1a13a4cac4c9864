"""Parts: what crosses between functions is kept, and its place is free after the last load."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from gen_robot.ir.blocks import LONG, MOST, blocks, bounded, cut, length
from gen_robot.ir.graph import Label
from gen_robot.ir.parts import KEPT, Part, Parts, in_parts
from gen_robot.ir.routine import Comment, Element, Gather, Let, Routine, Statement, Store, Temporary
from gen_robot.ir.run import run
from gen_robot.ir.schedule import schedule
from scheduled_kernels import ROBOTS, kernels, states

A, B, C, D = (Temporary(Label(letter)) for letter in "abcd")
X = Element("q", 0)


def called(whole: Parts, routine: Routine, inputs: dict[str, np.ndarray]) -> dict[str, Any]:
    """Call part after part: each sees its inputs and what is kept, and no other value."""
    kept: dict[str, Any] = {KEPT: np.full((3, whole.places), np.nan)}
    outputs: dict[str, Any] = defaultdict(dict)
    opening = (*routine.opening, *whole.given)
    for statements in (opening, *(part.statements for part in whole.parts)):
        stored, _ = run(Routine((), (), blocks([statements])), inputs | kept)
        for array, values in stored.items():
            written = {s.index for s in statements if isinstance(s, Store) and s.array == array}
            for place, index in enumerate(sorted(written)):
                if array in kept:
                    kept[array][..., index] = values[..., place]
                else:
                    outputs[array][index] = values[..., place]
    return outputs


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("most", [7, 40])
def test_parts_called_in_turn_compute_what_the_routine_does(robot: str, most: int) -> None:
    for kernel in kernels(robot).values():
        routine = cut(schedule(kernel), most)
        inputs = states(kernel, 3)
        whole = in_parts(routine)
        found = called(whole, routine, inputs)
        for name, values in run(routine, inputs)[0].items():
            for index in range(values.shape[-1]):
                # What depends on no input has no axis of states.
                assert np.all(found[name][index] == values[..., index])


@pytest.mark.parametrize("robot", ROBOTS)
def test_loads_stand_first_and_stores_behind_definitions(robot: str) -> None:
    for kernel in kernels(robot).values():
        routine = cut(schedule(kernel), 25)
        for part, block in zip(in_parts(routine).parts, routine.blocks, strict=True):
            own = [s for s in part.statements if not isinstance(s, Comment)]
            loads = len(block.live_in)
            assert all(is_load(s) for s in own[:loads])
            assert not any(is_load(s) for s in own[loads:])
            stores = {s.value for s in own if isinstance(s, Store) and s.array == "kept"}
            assert stores == set(block.live_out)
            for before, after in pairwise(own):
                if isinstance(after, Store) and after.array == "kept":
                    assert isinstance(before, Let)
                    assert before.target == after.value


def is_load(statement: Statement) -> bool:
    match statement:
        case Let(_, Element("kept", _)):
            return True
    return False


def test_a_place_is_used_again_after_the_last_load_of_what_it_held() -> None:
    routine = Routine(
        (),
        (),
        blocks(
            [[Let(A, X), Let(B, X)], [Let(C, A)], [Let(D, C)], [Store("y", 0, D), Store("y", 1, B)]]
        ),
    )
    whole = in_parts(routine)
    stored = [s for part in whole.parts for s in part.statements if isinstance(s, Store)]
    places = {s.value: s.index for s in stored if s.array == "kept"}
    assert places == {A: 0, B: 1, C: 0, D: 0}
    assert whole.places == 2


def test_the_lanes_of_a_value_are_kept_side_by_side() -> None:
    wide = Temporary(Label("w"), 4)
    first: list[Statement] = [Let(A, X), Let(wide, Gather("q", (3, 2, 1, 0)))]
    second: list[Statement] = [Store("y", 0, A), Store("y", 1, wide, 3)]
    routine = Routine((), (), blocks([first, second]))
    whole = in_parts(routine)
    assert whole.places == 5
    assert Let(wide, Gather(KEPT, (1, 2, 3, 4))) in whole.parts[1].statements
    inputs = {"q": np.arange(12.0).reshape(3, 4)}
    found, expected = called(whole, routine, inputs)["y"], run(routine, inputs)[0]["y"]
    assert all(np.array_equal(found[k], expected[..., k]) for k in (0, 1))


def test_a_part_knows_its_arrays() -> None:
    part = Part((Let(A, X), Store("y", 0, Element("tau", 1))))
    assert part.arrays == {"q", "y", "tau"}
    assert not part.can_fail


@pytest.mark.parametrize(("statements", "parts"), [(LONG, 1), (LONG + 1, LONG // MOST + 1)])
def test_only_long_routines_are_cut(statements: int, parts: int) -> None:
    stores: list[Statement] = [Store("y", i, X) for i in range(statements)]
    found = bounded(Routine((), (), blocks([stores]))).blocks
    assert len(found) == parts
    if parts > 1:
        assert max(length(block.statements) for block in found) <= MOST
