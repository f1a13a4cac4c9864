"""A kind of joint is its record: all that is known of it agrees with its free motions."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tiny_robot
from arrays import Array, matrix, tensor, vector
from gen_robot.algebra.frame import ORIGIN, Frame, X, Y, Z, roll_pitch_yaw
from gen_robot.algebra.number import Number
from gen_robot.algebra.pose import Moments, Pose
from gen_robot.algebra.vectors import Mat3, SymMat3, Vec3
from gen_robot.bindings.manifest import Joint, read_manifest
from gen_robot.bindings.manifest_check import FORMER_MANIFOLDS
from gen_robot.bindings.manifolds import MANIFOLDS, manifold_of
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.joint_kinds import KINDS, kind_of
from gen_robot.ledger.snap_effect import random_positions
from gen_robot.model.canonical import canonical
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import pose
from gen_robot.model.regroup import _invariant_part

PACKAGE = Path(__file__).resolve().parents[2] / "generator" / "gen_robot"

SAMPLES: dict[str, tuple[Any, ...]] = {
    "number": (Number("0.3"), Number("-0.2")),
    "direction": (X,),
    "angles": ((),),
}
"""Values of every sort that keys of a kind may ask for, no two alike."""

BODY = Inertial(
    Number(2),
    Vec3(*map(Number, ("0.3", "-0.2", "0.5"))),
    SymMat3(*map(Number, ("0.4", "0.5", "0.6", "0.01", "-0.02", "0.03"))),
)


def described(name: str) -> JointDescription:
    """Return a joint of a kind, with all that it can be given."""
    samples = {sort: iter(values) for sort, values in SAMPLES.items()}
    given = {key.name: next(samples[key.value]) for key in KINDS[name].keys}
    return JointDescription("j", name, given=given)


WHOLE = [n for n, kind in KINDS.items() if kind.moves and not kind.split_axes(described(n))]
"""The kinds that move and are not split into others."""

ONE = [name for name in WHOLE if KINDS[name].has_one_coordinate]


def model(name: str) -> Model:
    """Return a robot of one such joint, whose link's frame is at the base's where it is neutral."""
    links = (LinkDescription("body", BASE, described(name), BODY),)
    return canonical(Description("one", links, "one.yaml"))


def link_of(name: str) -> Link:
    return model(name).links[0]


def exact(values: Array) -> list[Number]:
    return [Number(repr(float(value))) for value in values]


def placed(steps: Pose) -> tuple[Array, Array]:
    """Return the axes and the origin that a transform leads to."""
    axes = Mat3(*(steps.up(axis) for axis in (X, Y, Z)))
    return matrix(axes), vector(steps.up_point(ORIGIN))


def drawn(name: str, seed: int = 1) -> Array:
    """Draw a position by the rule that Python users have."""
    kind = KINDS[name]
    joint = Joint("j", name, 0, 0, kind.nq, kind.nv, kind.manifold.name, None, None, None, None)
    return manifold_of(joint).random(joint, np.random.default_rng(seed), ())


def velocity(link: Link, q: Array, v: Array) -> tuple[Array, Array]:
    """Return the link's angular and linear velocity in its own axes, by central differences."""
    step = 1e-5
    integrate = MANIFOLDS[link.kind.manifold.name].integrate
    (ahead, there), (behind, here) = (
        placed(pose(link, exact(integrate(q, sign * step * v)))) for sign in (1, -1)
    )
    axes, _ = placed(pose(link, exact(q)))
    spin = axes.T @ (ahead - behind) / (2 * step)
    angular = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    return angular, axes.T @ (there - here) / (2 * step)


def assert_moves_as_its_motions_say(link: Link, q: Array) -> None:
    for k, motion in enumerate(link.kind.motions):
        angular, linear = velocity(link, q, np.eye(link.kind.nv)[k])
        np.testing.assert_allclose(angular, vector(motion.angular), atol=1e-8)
        np.testing.assert_allclose(linear, vector(motion.linear), atol=1e-8)


# Motions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WHOLE)
def test_free_motions_are_the_rates_of_the_pose(name: str) -> None:
    for seed in range(3):
        assert_moves_as_its_motions_say(link_of(name), drawn(name, seed))


def test_a_motion_that_is_none_of_the_pose_is_noticed() -> None:
    link = link_of("planar")
    wrong = replace(link.kind, motions=link.kind.motions[::-1])
    with pytest.raises(AssertionError):
        assert_moves_as_its_motions_say(replace(link, kind=wrong), drawn("planar"))


@pytest.mark.parametrize("name", WHOLE)
def test_the_neutral_position_moves_nothing(name: str) -> None:
    link = link_of(name)
    neutral = link.kind.manifold.neutral or (0,) * link.kind.nv
    assert len(neutral) == link.kind.nq
    axes, origin = placed(pose(link, [Number(x) for x in neutral]))
    np.testing.assert_array_equal(axes, np.eye(3))
    np.testing.assert_array_equal(origin, np.zeros(3))


@pytest.mark.parametrize("name", ONE)
def test_a_joint_is_locked_where_its_pose_is_at_that_value(name: str) -> None:
    link, value = link_of(name), Number("0.7")
    axes, origin = placed(pose(link, [value]))
    turned = Frame(roll_pitch_yaw(*map(Number, ("0.3", "-0.8", "0.5"))).rotation, ORIGIN)
    # With its axis along any line, and seen from a frame in which that line is z.
    moved = turned.inverse.then(link.kind.moved(turned.rotation.z, (value,))).then(turned)
    np.testing.assert_allclose(matrix(moved.rotation), axes, atol=1e-15)
    np.testing.assert_allclose(vector(moved.origin), origin, atol=1e-15)


@pytest.mark.parametrize("name", WHOLE)
def test_what_a_joint_cannot_move_is_the_same_at_every_position(name: str) -> None:
    link = link_of(name)
    share = _invariant_part(link, link.body, link.body.mass)
    first, *others = (moments(pose(link, exact(drawn(name, k))).up_moments(share)) for k in (1, 2))
    for other in others:
        np.testing.assert_allclose(other, first, atol=1e-14)


def test_a_share_that_moves_is_noticed() -> None:
    link = link_of("revolute")
    share = _invariant_part(link_of("spherical"), link.body, link.body.mass)
    beside = Moments(share.mass, X, share.second)
    first, second = (moments(pose(link, [Number(k)]).up_moments(beside)) for k in (1, 2))
    assert np.abs(first - second).max() > 0.1


def moments(body: Moments) -> Array:
    return np.array([float(body.mass), *vector(body.first), *tensor(body.second).ravel()])


# Positions ------------------------------------------------------------------------------------


def test_the_bindings_have_the_manifolds_that_the_records_name() -> None:
    assert {kind.manifold.name for kind in KINDS.values()} == set(MANIFOLDS)


@pytest.mark.parametrize("name", WHOLE)
def test_random_and_neutral_positions_are_those_of_the_record(name: str) -> None:
    kind = KINDS[name]
    joint = Joint("j", name, 0, 0, kind.nq, kind.nv, kind.manifold.name, None, None, None, None)
    space = manifold_of(joint)
    neutral = kind.manifold.neutral or (0,) * kind.nv
    np.testing.assert_array_equal(space.neutral(joint), neutral)
    for q in (drawn(name), random_positions(model(name), 3)[1]):
        assert q.shape == (kind.nq,)
        if kind.manifold.unit:
            assert np.linalg.norm(q[-kind.manifold.unit :]) == pytest.approx(1)
        axes, _ = placed(pose(link_of(name), exact(q)))
        np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-14)


@pytest.mark.parametrize(
    "name", [*FORMER_MANIFOLDS, "revolute", "continuous", "helical", "cylindrical"]
)
def test_a_manifest_that_names_no_manifold_is_read_as_if_it_did(name: str, tmp_path: Path) -> None:
    joint = tiny_robot.joint("j", name, 0, 0, nq=KINDS[name].nq, nv=KINDS[name].nv)
    path = tmp_path / "tiny.json"
    path.write_text(tiny_robot.generated_files(joints=[joint])["tiny.json"])
    (former,) = read_manifest(path).joints
    assert former.manifold == KINDS[name].manifold.name


def test_an_unknown_manifold_is_refused_by_name() -> None:
    joint = Joint("knee", "rolling", 0, 0, 1, 1, "torus", None, None, None, None)
    with pytest.raises(ValueError, match="joint 'knee': this gen-robot has no manifold 'torus'"):
        manifold_of(joint)


# Records --------------------------------------------------------------------------------------


def test_words_and_keys_belong_to_one_kind_each() -> None:
    words = [word for kind in KINDS.values() for word in kind.urdf]
    keys = [key.name for kind in KINDS.values() for key in kind.keys]
    assert len(set(words)) == len(words)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", KINDS)
def test_the_joints_of_these_tests_are_such_as_a_file_may_give(name: str) -> None:
    joint = described(name)
    assert not any(key.fault(joint.given[key.name], joint) for key in KINDS[name].keys)


def test_a_joint_without_an_axis_says_how_it_moves_and_why_it_has_none() -> None:
    for name in WHOLE:
        kind = kind_of(described(name))
        assert bool(kind.no_axis) == bool(kind.steps(exact(drawn(name))))
        assert kind.has_axis or not kind.any_convention


def names_of_kinds(source: str) -> list[str]:
    """Return where a module asks for a kind by its name, or for the very record."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in {*KINDS} - {"fixed", "floating"}:
            found.append(str(node.value))
        elif isinstance(node, ast.Compare):
            records = {part.id.lower() for part in ast.walk(node) if isinstance(part, ast.Name)}
            found += records & {*KINDS}
    return found


THEIR_OWN = {
    ("description", "loop_kinds.py"),  # those that close loops have no coordinates: another table
    ("show", "symbols.py"),  # a drawing for each; there is one for others
    # What kernels are compared with takes joints from robot files by itself, or it would prove nothing.
    ("bench", "tree.py"),
    ("bench", "reference.py"),
    ("bench", "pinocchio_model.py"),
    ("verification", "newton_euler.py"),
    ("verification", "bodies.py"),
    ("verification", "backwards.py"),
    ("verification", "elimination.py"),
}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_nothing_but_the_records_tells_kinds_apart(path: Path) -> None:
    if path.name != "joint_kinds.py" and path.parts[-2:] not in THEIR_OWN:
        assert not names_of_kinds(path.read_text(encoding="utf-8"))


def test_a_module_that_tells_kinds_apart_is_noticed() -> None:
    assert names_of_kinds("if link.kind is REVOLUTE: pass")
    assert names_of_kinds('flat = joint.type in ("prismatic", "revolute")')
