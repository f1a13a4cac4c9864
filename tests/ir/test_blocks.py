"""Blocks: a routine that is cut computes the same, and says what crosses."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot.ir.blocks import blocks, cut
from gen_robot.ir.graph import Label
from gen_robot.ir.routine import (
    Block,
    Comment,
    Element,
    Let,
    Routine,
    Statement,
    Store,
    Temporary,
    used,
)
from gen_robot.ir.run import run
from gen_robot.ir.schedule import schedule
from scheduled_kernels import ROBOTS, kernels, states

A, B, C = (Temporary(Label(letter)) for letter in "abc")
X = Element("q", 0)


def length(block: Block) -> int:
    return sum(not isinstance(s, Comment) for s in block.statements)


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("most", [1, 7, 40, 10_000])
def test_cutting_changes_neither_statements_nor_numbers(robot: str, most: int) -> None:
    for kernel in kernels(robot).values():
        whole = schedule(kernel)
        pieces = cut(whole, most)
        assert pieces.statements == whole.statements
        assert all(0 < length(block) <= most for block in pieces.blocks)
        state = states(kernel, 3)
        expected, found = run(whole, state), run(pieces, state)
        assert all(np.array_equal(found[0][name], expected[0][name]) for name in expected[0])


@pytest.mark.parametrize("robot", ROBOTS)
def test_what_crosses_is_what_is_used_elsewhere_and_no_more(robot: str) -> None:
    for kernel in kernels(robot).values():
        routine = cut(schedule(kernel), 25)
        made = [{s.target for s in b.statements if isinstance(s, Let)} for b in routine.blocks]
        read = [{t for s in b.statements for t in used(s)} for b in routine.blocks]
        before = {let.target for let in routine.opening}
        for k, block in enumerate(routine.blocks):
            assert set(block.live_in) == read[k] - made[k]
            assert set(block.live_in) <= before
            assert set(block.live_out) == made[k] & set().union(*read[k + 1 :])
            before |= set(block.live_out)


def test_a_block_is_given_what_it_reads_and_gives_what_is_read_later() -> None:
    first: list[Statement] = [Let(A, X), Let(B, A)]
    second: list[Statement] = [Store("y", 0, B), Let(C, B)]
    third: list[Statement] = [Store("y", 1, A)]
    found = blocks([first, second, third])
    assert [(b.live_in, b.live_out) for b in found] == [((), (A, B)), ((B,), ()), ((A,), ())]


def test_what_a_block_does_not_hand_on_no_later_one_knows() -> None:
    honest = Routine((), (), blocks([[Let(A, X)], [Store("y", 0, A)]]))
    assert run(honest, {"q": np.array([2.0])})[0]["y"] == 2
    silent = Routine((), (), (Block(honest.blocks[0].statements), honest.blocks[1]))
    with pytest.raises(KeyError):
        run(silent, {"q": np.array([2.0])})


def steps(*lengths: int) -> Routine:
    """Return a routine whose steps have so many statements."""
    statements: list[Statement] = []
    for k, many in enumerate(lengths):
        statements.append(Comment(f"step {k}"))
        statements += [Store("y", 100 * k + i, X) for i in range(many)]
    return Routine((), (), blocks([statements]))


@pytest.mark.parametrize(
    ("lengths", "cuts"),
    [
        ((20, 20, 20), [20, 20, 20]),  # at the ends of the steps
        ((18, 18, 18), [18, 18, 18]),  # a step earlier than need be: less than a quarter
        ((14, 30), [20, 20, 4]),  # no step ends in the last quarter
        ((50,), [20, 20, 10]),
        ((8, 8, 3, 30), [19, 20, 10]),  # the last of the ends in reach
    ],
)
def test_cuts_stand_between_steps_if_that_moves_them_little(
    lengths: tuple[int, ...], cuts: list[int]
) -> None:
    assert [length(block) for block in cut(steps(*lengths), 20).blocks] == cuts


def test_a_step_s_heading_goes_with_its_statements() -> None:
    for block in cut(steps(20, 18, 19), 20).blocks:
        assert isinstance(block.statements[0], Comment)
        assert not isinstance(block.statements[-1], Comment)
