"""A routine computes what its graph means, and reads as it should."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

from gen_robot.ir import kernel_graph
from gen_robot.ir.blocks import blocks
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.naming import MOST_OPERATIONS
from gen_robot.ir.node import DIV, SQRT, Node
from gen_robot.ir.routine import (
    Apply,
    Comment,
    Element,
    Expression,
    Guard,
    Let,
    Routine,
    Statement,
    Store,
    Temporary,
    reads,
    used,
    within,
)
from gen_robot.ir.run import run
from gen_robot.ir.schedule import schedule
from scheduled_kernels import ROBOTS, kernels, states

ROBOT = pytest.mark.parametrize("robot", ROBOTS)


def routines(robot: str) -> list[Routine]:
    return [schedule(kernel) for kernel in kernels(robot).values()]


@ROBOT
def test_running_the_routine_is_evaluating_the_graph(robot: str) -> None:
    for kernel in kernels(robot).values():
        state = states(kernel)
        found, status = run(schedule(kernel), state)
        assert not status.any()
        assert set(found) == set(kernel.outputs)
        for name, nodes in kernel.outputs.items():
            assert np.array_equal(found[name], evaluate(nodes, state))


@ROBOT
def test_every_value_is_computed_before_it_is_used_and_only_once(robot: str) -> None:
    for routine in routines(robot):
        known: set[Temporary] = set()
        for statement in (*routine.opening, *routine.statements):
            assert set(used(statement)) <= known
            if isinstance(statement, Let):
                assert statement.target not in known
                known.add(statement.target)


@ROBOT
def test_every_element_of_an_output_is_stored_once(robot: str) -> None:
    for kernel in kernels(robot).values():
        stores = [s for s in schedule(kernel).statements if isinstance(s, Store)]
        places = Counter((s.array, s.index) for s in stores)
        expected = {(name, i) for name, out in kernel.outputs.items() for i in range(len(out))}
        assert set(places) == expected and set(places.values()) <= {1}


@ROBOT
def test_statements_can_be_read_in_one_glance(robot: str) -> None:
    for routine in routines(robot):
        for statement in (*routine.opening, *routine.statements):
            for value in reads(statement):
                parts = [p for p in within(value) if isinstance(p, Apply)]
                assert len(parts) <= MOST_OPERATIONS


@ROBOT
def test_angles_are_elements_of_inputs_or_sums_of_them(robot: str) -> None:
    for routine in routines(robot):
        sums = {let.target for let in routine.sums}
        for angle in routine.angles:
            assert isinstance(angle.value, Element) or angle.value in sums
            assert angle.cosine or angle.sine


@ROBOT
def test_cosines_and_sines_are_named_by_the_joints_of_their_angle(robot: str) -> None:
    """All joints of these robots have one coordinate: joint k's is q[k - 1]."""
    for routine in routines(robot):
        sums = {let.target: let.value for let in routine.sums}

        def joints(value: Expression, sums: dict[Temporary, Expression] = sums) -> set[int]:
            parts = [sums.get(p, p) if isinstance(p, Temporary) else p for p in within(value)]
            own = {p.index + 1 for p in parts if isinstance(p, Element)}
            return own.union(*(joints(p) for p in parts if isinstance(p, Apply) and p != value))

        for angle in routine.angles:
            for symbol, target in (("c", angle.cosine), ("s", angle.sine)):
                if target and target.label.symbol != "t":
                    assert target.label.symbol == symbol
                    assert set(target.label.links) == joints(angle.value)


@ROBOT
def test_nothing_is_divided_by_a_pivot_before_its_guard(robot: str) -> None:
    guarded = 0
    for routine in routines(robot):
        pivots = {guard.pivot for guard in routine.guards}
        held: set[Expression] = set()
        for statement in routine.statements:
            if isinstance(statement, Guard):
                held.add(statement.pivot)
                guarded += 1
            for part in (p for value in reads(statement) for p in within(value)):
                match part:
                    case Apply(op, (*_, below)) if op in (DIV, SQRT) and below in pivots:
                        assert below in held
        assert [s for s in routine.statements if isinstance(s, Guard)] == list(routine.guards)
    assert guarded


@ROBOT
def test_nothing_is_stored_before_the_last_guard(robot: str) -> None:
    for routine in routines(robot):
        kinds = [type(s) for s in routine.statements]
        if Guard in kinds:
            assert Store not in kinds[: len(kinds) - kinds[::-1].index(Guard)]


# Headings -----------------------------------------------------------------------------------------


def misplaced(routine: Routine) -> list[Temporary]:
    """Return values under another link's heading that could stand under one of their own link's."""
    statements = routine.statements
    made = {s.target: i for i, s in enumerate(statements) if isinstance(s, Let)}
    first_use: dict[Temporary, int] = {}
    for i, s in enumerate(statements):
        for t in used(s):
            first_use.setdefault(t, i)
    starts = [i for i, s in enumerate(statements) if isinstance(s, Comment)]
    sections = [
        (_link(statements[start]), start + 1, end)
        for start, end in zip(starts, [*starts[1:], len(statements)], strict=True)
    ]
    pivots = {e for guard in routine.guards for e in (guard.pivot, guard.limit)}
    found = []
    for link, start, end in sections:
        for i in range(start, end):
            match statements[i]:
                case Let(target, value) if target not in pivots:
                    links = _own_links(target)
                    if not link or not links or link in links:
                        continue
                    low = max((made.get(t, -1) for t in used(statements[i])), default=-1)
                    if any(isinstance(p, Apply) and p.op in (DIV, SQRT) for p in within(value)):
                        low = i
                    high = first_use.get(target, len(statements))
                    if any(own in links and a <= high and low < b for own, a, b in sections):
                        found.append(target)
    return found


def _link(heading: Statement) -> int:
    match = isinstance(heading, Comment) and re.match(r"link (\d+)", heading.text)
    return int(match[1]) if match else 0


def _own_links(target: Temporary) -> tuple[int, ...]:
    is_numbered = target.label.symbol == "t" and not target.label.component
    return () if is_numbered else target.label.links


@ROBOT
def test_no_value_stands_under_another_link_that_could_stand_under_its_own(robot: str) -> None:
    assert not [t for routine in routines(robot) for t in misplaced(routine)]


def test_a_misplaced_value_is_found() -> None:
    x = Element("q", 0)
    u, v, w = (Temporary(Label("u", (link,))) for link in (1, 2, 3))
    statements = (
        Comment("link 1: first"),
        Let(u, x),
        Let(v, x),
        Comment("link 2: second"),
        Let(w, Apply("mul", (u, v))),
    )
    assert misplaced(Routine((), (), blocks([statements]))) == [v]


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (
            Step(2, "transform to its parent", "shoulder"),
            "link 2 (shoulder): transform to its parent",
        ),
        (Step(2, "transform to its parent", "link2"), "link 2: transform to its parent"),
        (Step(2, "transform to its parent", "Link_2"), "link 2: transform to its parent"),
        (Step(2, "transform to its parent", "panda_link2"), "link 2: transform to its parent"),
        (Step(2, "its own", "panda_link1"), "link 2 (panda_link1): its own"),
        (
            Step(3, "D_jk", source="Walker and Orin 1982, eq. 10"),
            "link 3: D_jk (Walker and Orin 1982, eq. 10)",
        ),
        (Step(0, "sum over the links"), "sum over the links"),
    ],
)
def test_headings_name_a_link_once(step: Step, text: str) -> None:
    assert step.heading == text


def test_a_link_s_heading_stands_above_its_statements() -> None:
    graph = Graph()
    x, y = graph.inputs("x", 2)
    graph.step(Step(1, "first", "arm"))
    first: Node = x * y
    graph.step(Step(2, "second"))
    second = first + x
    statements = schedule(KernelGraph(graph, {"y": [first, second]})).statements
    assert [s.text for s in statements if isinstance(s, Comment)] == [
        "link 1 (arm): first",
        "link 2: second",
    ]


def test_a_kernel_that_always_fails_has_no_statements() -> None:
    routine = schedule(KernelGraph(Graph(), {}, singular=3))
    assert (routine.singular, routine.statements, routine.angles) == (3, (), ())


def test_a_state_whose_pivot_is_not_above_its_limit_has_the_joint_as_status() -> None:
    graph = Graph()
    x, y = graph.inputs("x", 2)
    guards = tuple(kernel_graph.Guard((k,), n, graph.const(0)) for k, n in ((4, x + y), (2, x)))
    routine = schedule(KernelGraph(graph, {"y": [1 / (x + y)]}, guards))
    found, status = run(
        routine, {"x": np.array([[1.0, 1.0], [-1.0, -1.0], [-1.0, 2.0], [np.nan, 1.0]])}
    )
    assert status.tolist() == [0, 4, 2, 4]
    assert np.isfinite(found["y"][:, 0]).tolist() == [True, False, False, False]
