"""Frames drawn anew: what was asked for is so, and nothing that a user sees is another."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from exactly_same import SMALL, assert_same_exactly, exact_values
from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import Number
from gen_robot.algorithms import crba, gibbs_appell
from gen_robot.description.description import Description
from gen_robot.model.formulation import Bodies, Formulation, Frames, formulated
from gen_robot.model.model import Model, Place
from gen_robot.model.placement import Placement
from gen_robot.model.redraw import leaves, redrawn, rows
from gen_robot.model.sample_states import exact_state
from gen_robot.model.structure import Structure
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from limbed_robots import centaur, pendulums
from random_robots import general_robot, random_robot
from shipped_robots import described

ROBOTS: dict[str, Callable[[], Description]] = {
    "puma560": lambda: described("puma560"),
    "torso": lambda: described("torso"),
    "general": lambda: general_robot(4),
    "centaur": centaur,
    "pendulums": lambda: pendulums((0.3, 0.4)),
    "floating": lambda: random_robot(1, 5, prismatic=0.2, floating=True),
    "tree": lambda: random_robot(3, 8, prismatic=0.0, branched=True),
    "antiparallel row of three": lambda: random_robot(1, 6, prismatic=0.0),
    "antiparallel rows": lambda: random_robot(3, 6, prismatic=0.0),
    "row that turns round first": lambda: random_robot(36, 6, prismatic=0.0),
}


@cache
def model(name: str) -> Model:
    return modelled(ROBOTS[name](), Options())


def drawings(model: Model) -> list[Structure]:
    """Return every single change of frames, and all leaves with the last height of each row."""
    heights = [(row, places) for row, places in rows(model)]
    found = [Structure(heights=((row, at),)) for row, places in heights for at in places]
    found += [Structure(leaves=(number,)) for number in leaves(model)]
    every = tuple((row, places[-1]) for row, places in heights)
    return [*found, Structure(leaves=tuple(leaves(model)), heights=every)]


DRAWN = [(name, n) for name in ROBOTS for n in range(len(drawings(model(name))))]


def test_there_are_leaves_and_rows_of_both_senses_to_redraw() -> None:
    assert any(leaves(model(name)) for name in ROBOTS)
    found = [model(n).link(at) for n in ROBOTS for _, places in rows(model(n)) for at in places]
    assert {link.geometry.alpha.cos().sign for link in found} == {1, -1}


@pytest.mark.parametrize("name", ROBOTS)
def test_the_first_moment_of_a_turned_leaf_lies_on_its_x_axis(name: str) -> None:
    before = model(name)
    found = redrawn(before, Structure(leaves=tuple(leaves(before))))
    for number in leaves(before):
        first = found.link(number).body.first
        assert abs(first.y) <= SMALL * abs(first.x)
    assert not leaves(found)  # what vanishes is zero, not small


@pytest.mark.parametrize("name", ROBOTS)
def test_the_height_of_a_row_stands_where_it_is_asked_for(name: str) -> None:
    before = model(name)
    for row, places in rows(before):
        height = abs(before.link(row).geometry.d)
        for at in places:
            found = redrawn(before, Structure(heights=((row, at),)))
            assert not any(found.link(n).geometry.d for n in (row, *places) if n < at)
            own = before.link(at).geometry.d
            moved = found.link(at).geometry.d - own
            assert abs(abs(moved) - height) <= SMALL * height


@pytest.mark.parametrize(("name", "number"), DRAWN)
def test_inertia_matrix_and_torques_stay(name: str, number: int) -> None:
    before = model(name)
    after = redrawn(before, drawings(before)[number])
    for algorithm, inputs in (
        (crba.inertia_matrix, ("q",)),
        (gibbs_appell.inverse_dynamics, ("q", "qd", "qdd")),
    ):
        expected = exact_values(before, algorithm, *inputs)
        assert_same_exactly(exact_values(after, algorithm, *inputs), expected)


@pytest.mark.parametrize(("name", "number"), DRAWN)
def test_torques_stay_where_masses_are_moved_and_frames_held_too(name: str, number: int) -> None:
    before = model(name)
    drawn = Formulation(Bodies.REGROUPED, Frames.HELD, structure=drawings(before)[number])
    inputs = ("q", "qd", "qdd")
    found = exact_values(formulated(before, drawn), gibbs_appell.inverse_dynamics, *inputs)
    assert_same_exactly(found, exact_values(before, gibbs_appell.inverse_dynamics, *inputs))


def numbers(frame: Frame) -> list[Number]:
    return [*frame.origin, *frame.rotation]


@pytest.mark.parametrize(("name", "number"), DRAWN)
def test_every_name_still_names_the_same_frame(name: str, number: int) -> None:
    before = model(name)
    after = redrawn(before, drawings(before)[number])
    q = tuple(exact_state(before, 2)[0])
    here, there = Placement(before, q), Placement(after, q)

    def seen(placement: Placement, place: Place) -> list[Number]:
        return numbers(placement.canonical[place.link].then(place.frame))

    assert [*after.places] == [*before.places]
    assert [*after.frames] == [*before.frames] != []
    for link in before.places:
        assert_same_exactly(numbers(there.frame(link)), numbers(here.frame(link)))
    for frame, place in before.frames.items():
        assert_same_exactly(seen(there, after.frames[frame]), seen(here, place))
    for old, new in zip(before.links, after.links, strict=True):
        own = here.canonical[old.number].then(old.user_frame)
        found = there.canonical[new.number].then(new.user_frame)
        assert_same_exactly(numbers(found), numbers(own))
    assert_same_exactly([*there.com], [*here.com])


def test_a_plain_structure_leaves_the_model_as_it_is() -> None:
    for name in ROBOTS:
        assert redrawn(model(name), Structure()) is model(name)
