"""Every kind of joint that a YAML file can name moves as Pinocchio's joint of that kind does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import measure
import pinocchio_robot as pinocchio
from arrays import Array
from gen_robot.algebra.frame import Frame, X, Y, Z, shift, turn_x, turn_z
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import Description, Limits, Mimic
from gen_robot.description.edit import with_locked
from gen_robot.description.joint_kinds import KINDS
from gen_robot.readers.yaml_reader import read_yaml
from traced_kernels import evaluated, model_of, way

ARM = """
name: arm
convention: transform
links:
  - name: upper
    joint: revolute
    axis: [0, 1, 0]
    mass: 3
    com: [0.1, 0, 0.2]
    inertia: {{xx: 0.05, yy: 0.06, zz: 0.03}}
  - name: tested
    joint: {joint}
    origin: {{xyz: [0.1, -0.2, 0.3], rpy: [0.4, -0.5, 0.6]}}
    {beside}
    mass: 2
    com: [0.05, 0.1, -0.03]
    inertia: {{xx: 0.02, yy: 0.03, zz: 0.025, xy: 0.001, xz: -0.002, yz: 0.003}}
  - name: tip
    joint: revolute
    origin: {{xyz: [0, 0.3, 0.1]}}
    axis: [1, 0, 0]
    mass: 0.5
    com: [0, 0, 0.2]
    inertia: {{xx: 0.004, yy: 0.004, zz: 0.001}}
"""
"""The joint in question, between two others."""

AXIS = np.array([0.0, 0.6, 0.8])
SECOND = np.array([1.0, 2.0, 2.0]) / 3
LETTERS = {"x": [1.0, 0.0, 0.0], "y": [0.0, 1.0, 0.0], "z": [0.0, 0.0, 1.0]}


def turns(*axes: Array | list[float]) -> pin.JointModel:
    """Return turns about axes, each carried along by those before it."""
    joints = [pin.JointModelRevoluteUnaligned(np.array(axis)) for axis in axes]
    chain = pin.JointModelComposite(joints[0])
    for joint in joints[1:]:
        chain.addJoint(joint, pin.SE3.Identity())
    return chain


def cylinder() -> pin.JointModel:
    both = pin.JointModelComposite(pin.JointModelRevoluteUnaligned(AXIS))
    both.addJoint(pin.JointModelPrismaticUnaligned(AXIS), pin.SE3.Identity())
    return both


@dataclass(frozen=True)
class Case:
    """Hold a joint as YAML has it, what stands beside it, and Pinocchio's model of it."""

    joint: str
    theirs: pin.JointModel
    beside: tuple[str, ...] = ("axis: [0, 3, 4]",)
    rotor: float = 0.0


ROTOR = "rotor: {inertia: 0.002, gear_ratio: 10}"
CASES = [
    Case("revolute", pin.JointModelRevoluteUnaligned(AXIS)),
    Case("continuous", pin.JointModelRevoluteUnaligned(AXIS)),
    Case("prismatic", pin.JointModelPrismaticUnaligned(AXIS)),
    Case("{type: helical, pitch: -0.1/2}", pin.JointModelHelicalUnaligned(AXIS, -0.05)),
    Case("cylindrical", cylinder()),
    Case(
        "{type: universal, second_axis: [0, 4, -3]}",
        pin.JointModelUniversal(AXIS, np.array([0.0, 0.8, -0.6])),
    ),
    Case(
        "{type: universal, second_axis: [1, 2, 2]}",
        turns(AXIS, SECOND),
        beside=("axis: [0, 3, 4]", ROTOR),
        rotor=0.2,
    ),
    Case("planar", pin.JointModelPlanar(), beside=()),
    Case("spherical", pin.JointModelSpherical(), beside=(ROTOR,), rotor=0.2),
    Case("{type: spherical, coordinates: quaternion}", pin.JointModelSpherical(), beside=()),
    Case("{type: spherical, coordinates: [z, y, x]}", pin.JointModelSphericalZYX(), beside=()),
    Case(
        "{type: spherical, coordinates: [x, z, x]}",
        turns(*(LETTERS[letter] for letter in "xzx")),
        beside=(ROTOR,),
        rotor=0.2,
    ),
    Case("floating", pin.JointModelFreeFlyer(), beside=()),
]


def read(text: str) -> Description:
    return read_yaml(Path("arm.yaml"), text)


def written(case: Case) -> Description:
    return read(ARM.format(joint=case.joint, beside="\n    ".join(case.beside)))


def theirs(case: Case) -> pin.Model:
    """Build the arm in Pinocchio, from numbers alone."""
    model = pin.Model()
    model.gravity = pin.Motion(np.array([0, 0, -9.81]), np.zeros(3))
    upper = model.addJoint(0, pin.JointModelRY(), pin.SE3.Identity(), "upper")
    inertia = pin.Inertia(3.0, np.array([0.1, 0, 0.2]), np.diag([0.05, 0.06, 0.03]))
    model.appendBodyToJoint(upper, inertia, pin.SE3.Identity())
    place = pin.SE3(pin.rpy.rpyToMatrix(0.4, -0.5, 0.6), np.array([0.1, -0.2, 0.3]))
    tested = model.addJoint(upper, case.theirs, place, "tested")
    tensor = np.array([[0.02, 0.001, -0.002], [0.001, 0.03, 0.003], [-0.002, 0.003, 0.025]])
    body = pin.Inertia(2.0, np.array([0.05, 0.1, -0.03]), tensor)
    model.appendBodyToJoint(tested, body, pin.SE3.Identity())
    further = pin.SE3(np.eye(3), np.array([0, 0.3, 0.1]))
    tip = model.addJoint(tested, pin.JointModelRX(), further, "tip")
    body = pin.Inertia(0.5, np.array([0, 0, 0.2]), np.diag([0.004, 0.004, 0.001]))
    model.appendBodyToJoint(tip, body, pin.SE3.Identity())
    own = model.joints[tested]
    armature = np.zeros(model.nv)
    armature[own.idx_v : own.idx_v + own.nv] = case.rotor
    model.armature = armature
    return model


def assert_same_dynamics(description: Description, model: pin.Model) -> None:
    """Compare M, h and tau at random states, which are given in Pinocchio's coordinates."""
    ours = model_of(description)
    assert (ours.nq, ours.nv) == (model.nq, model.nv)
    rng = np.random.default_rng(model.nv)
    for _ in range(3):
        q = pin.integrate(model, pin.neutral(model), rng.uniform(-2, 2, model.nv))
        qd, qdd = rng.uniform(-2, 2, (2, model.nv))
        state = {"q": q, "qd": qd, "qdd": qdd}
        found = {
            name: evaluated(ours, way(kernel, method), state)[name]
            for name, kernel, method in (
                ("M", "inertia_matrix", "crba"),
                ("h", "bias", "rnea"),
                ("tau", "inverse_dynamics", "gibbs_appell"),
            )
        }
        measure.assert_same(found["M"], pinocchio.mass_matrix(model, q))
        measure.assert_same(found["h"], pinocchio.bias(model, q, qd))
        measure.assert_same(found["tau"], pinocchio.inverse_dynamics(model, q, qd, qdd))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.joint)
def test_a_joint_moves_as_that_of_pinocchio(case: Case) -> None:
    assert_same_dynamics(written(case), theirs(case))


def test_a_wrong_joint_is_noticed() -> None:
    with pytest.raises(AssertionError):
        assert_same_dynamics(
            written(Case("{type: helical, pitch: 0.06}", CASES[3].theirs)), theirs(CASES[3])
        )


def test_every_type_that_moves_is_compared() -> None:
    types = {case.joint.removeprefix("{type: ").partition(",")[0] for case in CASES}
    assert types == {name for name, kind in KINDS.items() if kind.moves}


# Denavit-Hartenberg -------------------------------------------------------------------------------

ROW = "alpha: pi/3, a: 0.2, d: 0.1, theta: 0.4"
BODY = "mass: 2, com: [0.05, 0.1, -0.03], inertia: {xx: 0.02, yy: 0.03, zz: 0.025}"


@pytest.mark.parametrize("joint", ["{type: helical, pitch: 0.3}", "cylindrical"])
@pytest.mark.parametrize("convention", ["modified_dh", "standard_dh"])
def test_joints_with_an_axis_are_placed_by_dh_as_revolute_ones_are(
    joint: str, convention: str
) -> None:
    across: Frame = turn_x(PI / 3).then(shift(Number("0.2"), ZERO, ZERO))
    along = turn_z(Number("0.4")).then(shift(ZERO, ZERO, Number("0.1")))
    links = "".join(
        f"  - {{name: {name}, joint: {kind}, dh: {{{ROW}}}, {BODY}}}\n"
        for name, kind in (("a", "revolute"), ("b", joint), ("c", "revolute"))
    )
    robot = read(f"name: arm\nconvention: {convention}\nlinks:\n{links}")
    screw = robot.links[1].joint
    if convention == "modified_dh":
        assert (screw.before, screw.after) == (across.then(along), robot.links[0].joint.after)
    else:
        assert (screw.before, screw.after) == (along, across)
    assert screw.axis == Z
    assert_same_dynamics(robot, pinocchio.pinocchio_model(robot))


# Joints that are split ----------------------------------------------------------------------------


def test_a_universal_joint_is_two_revolute_ones() -> None:
    text = ARM.format(
        joint="{type: universal, name: wrist, second_axis: [1, 0, 0], limits: {velocity: 3}}",
        beside="friction: {viscous: 0.5}",
    )
    upper, cross, tested, tip = read(text).links
    assert [k.joint.name for k in (upper, cross, tested, tip)] == [
        "upper",
        "wrist_1",
        "wrist_2",
        "tip",
    ]
    assert (cross.parent, tested.parent, tip.parent) == ("upper", cross.name, "tested")
    assert (cross.joint.axis, tested.joint.axis) == (Z, X)
    assert cross.inertial.mass == 0
    assert {cross.joint.type, tested.joint.type} == {"revolute"}
    assert cross.joint.limits == tested.joint.limits == Limits(velocity=Number(3))
    assert cross.joint.viscous == tested.joint.viscous == Number("0.5")


def test_parts_of_a_joint_can_be_locked_and_followed() -> None:
    case = Case("{type: universal, second_axis: [1, 2, 2]}", CASES[0].theirs)
    robot = with_locked(written(case), {"tested_2": "0"})
    assert_same_dynamics(robot, theirs(case))
    text = ARM.replace("    joint: revolute\n    origin", "    joint: {tip}\n    origin")
    joint = "{type: universal, second_axis: [1, 2, 2]}"
    tip = "{type: revolute, mimic: {joint: tested_1, multiplier: 2}}"
    *_, last = read(text.format(joint=joint, beside="", tip=tip)).links
    assert last.joint.mimic == Mimic("tested_1", Number(2))


def test_three_angles_are_warned_about_where_they_lose_a_direction() -> None:
    (warning,) = written(Case("{type: spherical, coordinates: [z, y, x]}", None, ())).warnings
    assert "links[1].joint.coordinates: make the inertia matrix singular" in warning
    assert "where tested_2 is pi/2 or -pi/2; a quaternion never does" in warning
    (warning,) = written(Case("{type: spherical, coordinates: [z, x, z]}", None, ())).warnings
    assert "where tested_2 is zero or pi" in warning
    assert not written(Case("{type: spherical, coordinates: [z, y, x]}", None, (ROTOR,))).warnings
    assert not written(Case("spherical", None, ())).warnings


def test_the_second_axis_is_snapped_as_the_first_is() -> None:
    case = Case(
        "{type: universal, second_axis: [1, 0.000001, 0]}", None, ("axis: [0, 0.99999, 0]",)
    )
    robot = written(case)
    assert [k.joint.axis for k in robot.links[1:3]] == [Y, X]
    assert len(robot.snaps) == 1


# Joints that mimic others -------------------------------------------------------------------------


def fingers(*mimics: str) -> list[Mimic | None]:
    """Return what the joints a, b, c of a robot follow in the end."""
    kinds = (f"{{type: revolute{', mimic: ' + mimic if mimic else ''}}}" for mimic in mimics)
    links = "".join(
        f"  - {{name: {name}, joint: {kind}, dh: {{a: 0.1}}}}\n"
        for name, kind in zip("abc", kinds, strict=True)
    )
    robot = read(f"name: hand\nconvention: modified_dh\nparameters: {{r: 3}}\nlinks:\n{links}")
    return [link.joint.mimic for link in robot.links]


def test_a_joint_may_mimic_one_before_or_after_it() -> None:
    leader = "{joint: b, multiplier: -r/2, offset: pi/4}"
    relation = Mimic("b", Number("-1.5"), PI / 4)
    assert fingers(leader, "", "{joint: b}") == [relation, None, Mimic("b", ONE, ZERO)]


def test_who_mimics_a_follower_follows_its_leader() -> None:
    found = fingers("{joint: c, multiplier: 2, offset: 1}", "", "{joint: b, multiplier: 5}")
    assert found == [Mimic("b", Number(10), ONE), None, Mimic("b", Number(5))]


def test_a_joint_of_any_sort_with_one_coordinate_may_follow_any_other() -> None:
    kinds = {
        "a": "{type: helical, pitch: 0.1}",
        "b": "{type: prismatic, mimic: {joint: a}}",
        "c": "{type: helical, pitch: 0.2, mimic: {joint: d}}",
        "d": "continuous",
    }
    links = "".join(f"  - {{name: {n}, joint: {k}, dh: {{a: 0.1}}}}\n" for n, k in kinds.items())
    robot = read(f"name: arm\nconvention: modified_dh\nlinks:\n{links}")
    assert [bool(link.joint.mimic) for link in robot.links] == [False, True, True, False]


def test_a_joint_may_be_named_floating_base_where_the_base_is_fixed() -> None:
    robot = read(ARM.format(joint="{type: floating, name: floating_base}", beside=""))
    assert robot.links[1].joint.name == "floating_base"
    assert robot.links[1].joint.axis == Vec3(ZERO, ZERO, ONE)
