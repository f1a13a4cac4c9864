"""Canonical frames: the mechanism decides, not how it was drawn."""

from __future__ import annotations

from dataclasses import astuple, replace
from pathlib import Path

import numpy as np
import pytest

import measure
import pinocchio_robot as pinocchio
from gen_robot.algebra.frame import Frame, roll_pitch_yaw, shift, turn_z
from gen_robot.algebra.number import PI, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import Description, LinkDescription
from gen_robot.model.canonical import canonical
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import shipped
from gen_robot.readers.yaml_reader import read_yaml
from random_robots import random_robot, random_state
from shipped_robots import described
from tilted_robots import tilted
from traced_kernels import PLAIN, evaluated, model_of, way

M = way("inertia_matrix", "crba")


def costs(description: Description) -> dict[str, int]:
    output = generate_described(description, Options())
    return {c.kernel.name: c.graph.operations.cost for c in output.choices}


def redrawn(description: Description, seed: int) -> Description:
    """Describe the same mechanism with other link frames: moved along and turned about its axes."""
    rng = np.random.default_rng(seed)

    def number(size: float) -> Number:
        return Number(f"{rng.uniform(-size, size):.3f}")

    moves: dict[str, Frame] = {}
    links: list[LinkDescription] = []
    for link in description.links:
        move = shift(number(0.3), number(0.3), number(0.3)).then(
            roll_pitch_yaw(number(3), number(1), number(3))
        )
        moves[link.name] = move
        joint = link.joint
        if link.parent in moves:
            joint = replace(joint, before=moves[link.parent].inverse.then(joint.before))
        inside = move.inverse
        body = link.inertial
        inertial = replace(
            body,
            com=inside.point(body.com),
            inertia=body.inertia.rotated(inside.rotation),
        )
        joint = replace(joint, after=joint.after.then(move))
        links.append(replace(link, joint=joint, inertial=inertial))
    return replace(description, links=tuple(links))


# A root that carries nothing keeps the user's x axis, and what flies freely the user's frame.
REDRAWN = [robot for robot in shipped() if robot not in ("four_bar", "stewart")]


@pytest.mark.parametrize("robot", REDRAWN)
def test_operations_do_not_depend_on_how_links_are_drawn(robot: str) -> None:
    description = described(robot)
    assert costs(redrawn(description, 4)) == costs(description)


@pytest.mark.parametrize("seed", range(4))
def test_values_do_not_depend_on_how_links_are_drawn(seed: int) -> None:
    description = random_robot(seed, 6, branched=seed % 2 == 1)
    q, *_ = random_state(description, seed)
    expected = evaluated(model_of(description), M, {"q": q})["M"]
    again = evaluated(model_of(redrawn(description, seed)), M, {"q": q})["M"]
    measure.assert_same(again, expected)


def test_a_modified_dh_table_stays_as_it_is() -> None:
    """The PUMA's own table, but that d_2 + d_3 stand together: axes 2 and 3 are parallel."""
    links = model_of(described("puma560"), PLAIN).links
    expected = {
        "alpha": [ZERO, -PI / 2, ZERO, PI / 2, -PI / 2, PI / 2],
        "a": [ZERO, ZERO, Number("0.4318"), Number("-0.0203"), ZERO, ZERO],
        "d": [ZERO, Number("0.1501"), ZERO, Number("0.4331"), ZERO, ZERO],
        "gamma": [ZERO] * 6,
        "b": [ZERO] * 6,
        "theta": [ZERO] * 6,
    }
    for name, values in expected.items():
        assert [getattr(link.geometry, name) for link in links] == values


def test_fixed_links_are_merged() -> None:
    description = random_robot(5, 4, fixed=0.9)
    moving = [k for k in description.links if k.joint.type != "fixed"]
    assert len(moving) < len(description.links)
    assert len(model_of(description, PLAIN).links) == len(moving)


@pytest.mark.parametrize("tilt", ["1e-1", "1e-2", "1e-3", "1e-5", "1e-9", "1e-14"])
def test_almost_parallel_axes_do_not_throw_frames_far_away(tilt: str) -> None:
    """Their common normal may be a kilometre off; results must not suffer."""
    import pinocchio_robot as pinocchio

    description = random_robot(2, 5, prismatic=0.0)
    tilted = []
    for k, link in enumerate(description.links):
        lean = roll_pitch_yaw(Number(tilt) if k == 2 else ZERO, ZERO, ZERO)
        before = shift(Number("0.3"), Number("0.1"), Number("0.2")).then(lean)
        axis = Vec3(ZERO, ZERO, Number(1))
        joint = replace(link.joint, before=before, axis=axis, after=turn_z(ZERO))
        tilted.append(
            replace(link, joint=joint, parent=description.links[k - 1].name if k else "base")
        )
    description = replace(description, links=tuple(tilted))
    q, *_ = random_state(description, 2)
    expected = pinocchio.mass_matrix(pinocchio.pinocchio_model(description), q)
    measure.assert_same(evaluated(model_of(description), M, {"q": q})["M"], expected)
    for link in model_of(description, PLAIN).links:
        lengths = (link.geometry.a, link.geometry.b, link.geometry.d, link.geometry.e)
        assert all(abs(x) < 10 for x in lengths)


@pytest.mark.parametrize("distance", ["1e9", "1e22", "1e29"])
def test_a_robot_is_the_same_however_far_off_its_base_is(distance: str) -> None:
    text = """
        {name: cart, convention: transform, links: [
          {name: cart, joint: planar, origin: {xyz: [0, 0, DISTANCE], rpy: [0, 0.1, 0.2]}, mass: 20,
           com: [0.1, 0, 0.2], inertia: {xx: 1, yy: 1.5, zz: 2, xz: 0.1}},
          {name: pole, joint: revolute, origin: {xyz: [0, 0.3, 0.4], rpy: [0, 0, 0.7]}, axis: [0, 1, 0],
           mass: 1, com: [0, 0, 0.5], inertia: {xx: 0.08, yy: 0.08, zz: 0.001}}]}"""
    near, far = (
        canonical(read_yaml(Path("cart.yaml"), text.replace("DISTANCE", where)))
        for where in ("0.1", distance)
    )
    # As printed: 17 digits of the 60.
    assert repr([link.body for link in far.links]) == repr([link.body for link in near.links])
    here, there = ([float(x) for x in astuple(model.links[1].geometry)] for model in (near, far))
    measure.assert_same(there, here)


def counts(description: Description) -> dict[str, int]:
    kernels = ("inertia_matrix", "bias")
    # By methods for which nothing is searched: how masses may be moved depends on where axes meet.
    methods = {"inertia_matrix": "crba", "bias": "rnea"}
    output = generate_described(description, Options(kernels=kernels, algorithms=methods))
    return {c.kernel.name: c.graph.operations.cost for c in output.choices}


def test_how_little_axes_lean_does_not_change_the_operations() -> None:
    expected = counts(tilted(described("puma560"), Number("1e-3"), 1))
    for tilt in ("1e-6", "1e-9", "1e-17"):
        assert counts(tilted(described("puma560"), Number(tilt), 1)) == expected


def test_operations_of_nearly_parallel_axes_do_not_depend_on_how_links_are_drawn() -> None:
    description = tilted(described("puma560"), Number("1e-3"), 1)
    assert counts(redrawn(description, 4)) == counts(description)


@pytest.mark.parametrize("tilt", ["1e-9", "1e-3"])
def test_nearly_parallel_axes_take_one_constant_more_than_modified_dh(tilt: str) -> None:
    """x has the direction of the common normal, so e alone says that the origin is not on it."""
    description = tilted(described("puma560"), Number(tilt), 1)
    geometries = [link.geometry for link in model_of(description, PLAIN).links]
    assert not any(g.gamma or g.b for g in geometries)
    assert [i for i, g in enumerate(geometries, 1) if g.e] == [3]
    assert not geometries[2].d


ROUNDED_SLIDES = """
{name: slides, convention: transform, links: [
  {name: lift, joint: prismatic, axis: [-0.555997873252876, 0.293545, -0.846668116778645],
   origin: {xyz: [9.68504959030606e-7, -9.86e-7, 7.99257e-7],
            rpy: [1.71, -0.549908059370447, 0.216381]}},
  {name: arm, joint: revolute, axis: [1, 0, 0], mass: 1.20094,
   com: [-1.9320121268561e-7, 1.37873e-7, 1.11825e-7],
   inertia: {xx: 9.68599e-14, yy: 6.91108e-14, zz: 7.81454e-14}},
  {name: carriage, joint: prismatic,
   origin: {xyz: [-9.92906e-7, 1.67687e-7, -6.71e-7], rpy: [6.51e-7, 0, 0]}},
  {name: pen, joint: prismatic, axis: [1, 0, 0], mass: 0.120747,
   com: [-1.93e-7, -1.51226e-7, 1.08747e-7],
   origin: {xyz: [9.95e-7, 1.51675e-7, 7.63125790835122e-7],
            rpy: [3.141592653589793, 1.5707963267948966, -1.5707963267948966]},
   inertia: {xx: 7.69657e-14, yy: 9.0885e-14, zz: 8.05585e-14}}]}"""
"""Of these slides the last two have one direction, but for what rounding leaves of right angles."""


def test_axes_that_rounding_keeps_from_being_parallel_have_a_normal_all_the_same() -> None:
    description = read_yaml(Path("slides.yaml"), ROUNDED_SLIDES, snap=False)
    q = np.array([0.3, -0.4, 0.2, 0.7])
    outputs = evaluated(model_of(description, PLAIN), M, {"q": q})
    expected = pinocchio.mass_matrix(pinocchio.pinocchio_model(description), q)
    measure.assert_same(outputs["M"], expected)
