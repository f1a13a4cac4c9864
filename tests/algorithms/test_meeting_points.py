"""Wherever a wrench and an axis meet, their power is the same; two known methods are the ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from exactly_same import assert_same_exactly, exact_values
from gen_robot.algorithms import crba, gah
from gen_robot.algorithms.meeting_points import Encounter, inertia_matrix, walk
from gen_robot.algorithms.tape import Tape
from gen_robot.description.description import Description
from gen_robot.ir.graph import Graph
from gen_robot.model.model import Model
from gen_robot.model.structure import Meetings, Pair, Point, Polar
from gen_robot.readers.yaml_reader import read_yaml
from random_robots import general_robot, random_robot
from shipped_robots import described
from small_robots import SMALL
from traced_algorithms import traced
from traced_kernels import HELD, PLAIN, REGROUPED, model_of

ROBOTS: dict[str, Callable[[], Description]] = {
    "general": lambda: general_robot(5),
    "puma560": lambda: described("puma560"),
    "stanford": lambda: described("stanford"),
    "torso": lambda: described("torso"),
    "random tree": lambda: random_robot(4, 6, branched=True, prismatic=0.3),
    "floating": lambda: random_robot(5, 3, floating=True),
    **{name: lambda name=name: read_yaml(Path(f"{name}.yaml"), SMALL[name]) for name in SMALL},
}
FORMS = (PLAIN, REGROUPED, HELD)


@cache
def robot(name: str) -> Description:
    return ROBOTS[name]()


def points(model: Model) -> dict[Pair, list[Point]]:
    """Return where each pair may meet, after the link of the axis and up to that of the wrench."""
    found: dict[Pair, list[Point]] = {}

    def meet(encounter: Encounter) -> None:
        for before in encounter.before:
            between = encounter.path[encounter.ends[before.number] :]
            found[encounter.link.number, before.number] = [place.point for place in between]

    graph = Graph()
    walk(model, Tape(graph), graph.inputs("q", model.nq), meet)
    return found


def met(model: Model, points: dict[Pair, Point], **others: object) -> Model:
    return replace(model, meetings=Meetings(tuple(points.items()), **others))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_ends_are_composite_rigid_bodies_and_the_hessian(name, form):
    model = model_of(robot(name), form)
    ends = {pair: way[-1] for pair, way in points(model).items()}
    for meetings, method in (({}, crba), (ends, gah)):
        found = traced(met(model, meetings), inertia_matrix, "q").operations
        assert found == traced(model, method.inertia_matrix, "q").operations


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("form", [REGROUPED, HELD], ids=str)
def test_every_point_gives_the_same_matrix(name, form):
    model = model_of(robot(name), form)
    expected = exact_values(model, crba.inertia_matrix, "q")
    ways = points(model)
    for steps in range(max(map(len, ways.values()))):
        here = {pair: way[min(steps, len(way) - 1)] for pair, way in ways.items()}
        found = exact_values(met(model, here), inertia_matrix, "q")
        assert_same_exactly(found, expected)


@pytest.mark.parametrize("name", ["general", "torso", "floating"])
@pytest.mark.parametrize("polar", Polar)
def test_the_moment_about_an_axis_is_the_same_wherever_it_comes_from(name, polar):
    model = model_of(robot(name), REGROUPED)
    expected = exact_values(model, crba.inertia_matrix, "q")
    pairs = [*points(model), *((k.number, k.number) for k in model.links if k.kind.turns_about_z)]
    turning = [p for p in pairs if model.link(p[0]).kind.turns_about_z]
    own = met(model, {}, polars=tuple((pair, polar) for pair in turning))
    assert_same_exactly(exact_values(own, inertia_matrix, "q"), expected)
    if polar is not Polar.OWN:  # it is another way indeed
        plain = traced(model, inertia_matrix, "q").operations
        assert traced(own, inertia_matrix, "q").operations != plain


@pytest.mark.parametrize("name", ["general", "puma560", "stanford", "arm", "ball", "sled"])
def test_every_common_frame_gives_the_same_matrix(name):
    model = model_of(robot(name), REGROUPED)
    expected = exact_values(model, crba.inertia_matrix, "q")
    for link in model.links:
        found = exact_values(met(model, {}, common=link.number), inertia_matrix, "q")
        assert_same_exactly(found, expected)


def test_pairs_may_meet_on_their_way_beside_a_common_frame():
    model = model_of(robot("general"), REGROUPED)
    near = {pair: way[0] for pair, way in points(model).items() if pair[0] - pair[1] == 1}
    found = exact_values(met(model, near, common=3), inertia_matrix, "q")
    assert_same_exactly(found, exact_values(model, crba.inertia_matrix, "q"))


def test_trees_have_no_common_frame_and_points_beside_the_way_count_as_none():
    model = model_of(robot("torso"), REGROUPED)
    plain = traced(model, crba.inertia_matrix, "q").operations
    beside = dict.fromkeys(points(model), (99, 1))
    assert traced(met(model, beside, common=1), inertia_matrix, "q").operations == plain
