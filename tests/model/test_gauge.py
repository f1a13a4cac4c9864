"""What a joint cannot see may be spent on any moments: they vanish, and no torque changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from exactly_same import SMALL, assert_same_exactly, exact_values
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Scalar, SymMat3, Vec3
from gen_robot.algorithms import crba, gibbs_appell
from gen_robot.description.description import Description
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph
from gen_robot.model import gauge as gauge_module
from gen_robot.model.canonical import canonical
from gen_robot.model.formulation import Bodies, Formulation, Frames, formulated
from gen_robot.model.gauge import MOST, Sizes, is_free, on_axis, part_on_axis
from gen_robot.model.model import Model
from gen_robot.model.regroup import regroup_by, regroup_own
from gen_robot.model.structure import OWN, Gauge, Spent, Structure
from gen_robot.search.gauge_search import EVERYWHERE, TRIED, best_gauge, rule
from limbed_robots import centaur
from random_robots import general_robot, random_robot
from shipped_robots import described

ROBOTS: dict[str, Callable[[], Description]] = {
    "general": lambda: general_robot(5),
    "puma560": lambda: described("puma560"),
    "stanford": lambda: described("stanford"),
    "torso": lambda: described("torso"),
    "centaur": centaur,
    "floating": lambda: random_robot(5, 4, floating=True, prismatic=0.2),
}
OTHER = [spent for spent in TRIED if spent != OWN]
TORQUES = gibbs_appell.inverse_dynamics, "q", "qd", "qdd"


@cache
def model(name: str) -> Model:
    return canonical(ROBOTS[name]())


def everywhere(model: Model, spent: Spent) -> Gauge:
    return tuple((link.number, spent) for link in model.links if is_free(link))


def numbers(body: Moments) -> list[Scalar]:
    return [body.mass, *body.first, *body.second]


def named(body: Moments, element: str) -> Scalar:
    """Return a moment by its name, as the papers write it."""
    if element == "m":
        return body.mass
    kind, _, place = element.partition("_")
    return getattr({"l": body.first, "S": body.second}[kind], place)


@pytest.fixture
def much_may_be_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every gauge be had that can be had, however much it moves."""
    monkeypatch.setattr(gauge_module, "MOST", Number(1000))


# What vanishes ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("much_may_be_moved")
@pytest.mark.parametrize("spent", TRIED, ids=str)
def test_the_named_moments_vanish_on_a_chain_without_special_constants(spent: Spent) -> None:
    before = model("general")
    found = regroup_by(before, everywhere(before, spent))
    sizes = Sizes.of(before)
    limits = {"m": sizes.mass, "l": sizes.first, "S": sizes.second}
    for link in (k for k in before.links if is_free(k)):
        for each in spent:
            body = found.link(link.parent if each.of_parent else link.number).body
            assert abs(named(body, each.element)) <= SMALL * limits[each.element[0]], link.number


def test_without_a_gauge_masses_are_moved_one_by_one() -> None:
    for name in ROBOTS:
        assert regroup_by(model(name), ()) == regroup_own(model(name))
        assert regroup_by(model(name), everywhere(model(name), OWN)) == regroup_own(model(name))


# What stays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("spent", TRIED, ids=str)
@pytest.mark.parametrize("name", ROBOTS)
def test_torques_stay(name: str, spent: Spent) -> None:
    before = model(name)
    found = exact_values(regroup_by(before, everywhere(before, spent)), *TORQUES)
    assert_same_exactly(found, exact_values(before, *TORQUES))


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("bodies", [Bodies.AS_GIVEN, Bodies.REGROUPED])
@pytest.mark.parametrize("frames", Frames)
def test_what_a_search_finds_changes_neither_torques_nor_the_inertia_matrix(
    name: str, bodies: Bodies, frames: Frames
) -> None:
    before = model(name)
    plain = formulated(before, Formulation(Bodies.REGROUPED, frames))
    gauge = best_gauge(before, plain, with_push=True, per_step=0)
    after = formulated(before, Formulation(bodies, frames, structure=Structure(gauge=gauge)))
    assert_same_exactly(exact_values(after, *TORQUES), exact_values(before, *TORQUES))
    matrix = crba.inertia_matrix, "q"
    assert_same_exactly(exact_values(after, *matrix), exact_values(before, *matrix))


def test_the_rule_of_long_chains_is_for_links_whose_grandparent_moves() -> None:
    assert rule(model("general")) == ((3, EVERYWHERE), (4, EVERYWHERE), (5, EVERYWHERE))
    assert [number for number, _ in rule(model("stanford"))] == [4, 5, 6]  # the third slides


# What cannot be had -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["planar3", "scara"])
def test_a_gauge_that_cannot_be_had_is_left_out(name: str) -> None:
    """Between parallel axes no mass on one changes products of inertia with z of the other."""
    before = canonical(described(name))
    parallel = everywhere(before, EVERYWHERE)
    assert parallel
    assert regroup_by(before, parallel) == regroup_own(before)


def test_joints_without_such_freedom_are_left_as_they_are() -> None:
    before = model("stanford")  # the first is on the base, the third slides, and there is no ninth
    assert [is_free(link) for link in before.links] == [False, True, False, True, True, True]
    asked = tuple((number, EVERYWHERE) for number in (1, 3, 9))
    assert regroup_by(before, asked) == regroup_own(before)


def test_parts_that_are_too_large_are_refused() -> None:
    before = model("general")
    link, parent = before.links[4], before.links[3]
    sizes = Sizes.of(before)

    def part(sizes: Sizes) -> Moments | None:
        return part_on_axis(on_axis(link), link.body, parent.body, EVERYWHERE, sizes)

    found = part(sizes)
    assert found is not None
    # As large as can be is allowed, a little more is not.
    edge = found.mass, found.first.z, found.second.zz
    for name, moved in zip(("mass", "first", "second"), edge, strict=True):
        own = abs(moved) / MOST
        assert part(replace(sizes, **{name: own * Number("0.999")})) is None
        assert part(replace(sizes, **{name: own * Number("1.001")})) == found


def test_axes_that_are_almost_parallel_move_no_mass_of_a_thousand_robots() -> None:
    """Such a gauge could be had, but the torques of large masses would cancel."""
    before = model("general")
    last = before.links[-1]
    slight = replace(last.geometry, alpha=Number("1e-9"))
    bent = replace(before, links=(*before.links[:-1], replace(last, geometry=slight)))
    asked = ((last.number, EVERYWHERE),)
    assert regroup_by(bent, asked) == regroup_own(bent)
    assert regroup_by(before, asked) != regroup_own(before)


# Numbers that are known at run time only ----------------------------------------------------------


@pytest.mark.usefixtures("much_may_be_moved")
@pytest.mark.parametrize("spent", [OWN, *OTHER], ids=str)
@pytest.mark.parametrize("name", ["general", "torso"])
def test_symbols_are_moved_as_the_numbers_are_that_they_stand_for(name: str, spent: Spent) -> None:
    before = model(name)
    graph = Graph()
    later = {3, len(before.links)}
    state = {f"body{k}": numbers(before.link(k).body) for k in later}

    def symbols(number: int) -> Moments:
        m, *x = graph.inputs(f"body{number}", 10)
        return Moments(m, Vec3(*x[:3]), SymMat3(*x[3:]))

    links = (replace(k, body=symbols(k.number)) if k.number in later else k for k in before.links)
    gauge = everywhere(before, spent)
    found = regroup_by(replace(before, links=tuple(links)), gauge)
    expected = regroup_by(before, gauge)
    for symbolic, link in zip(found.links, expected.links, strict=True):
        values = evaluate_exactly([graph.node(x) for x in numbers(symbolic.body)], state)
        assert_same_exactly(values, numbers(link.body))


def test_sizes_are_those_of_the_numbers_that_are_known() -> None:
    before = model("general")
    x = Graph().input("x", 0)
    heavy = max(before.links, key=lambda k: k.body.mass)
    unknown = replace(heavy, body=replace(heavy.body, mass=x))
    links = tuple(unknown if k is heavy else k for k in before.links)
    rest = max(k.body.mass for k in before.links if k is not heavy)
    assert Sizes.of(replace(before, links=links)).mass == rest
    assert Sizes(ZERO, ZERO, ZERO).allow(x, x, x)
