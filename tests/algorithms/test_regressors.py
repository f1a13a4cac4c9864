"""Torques are linear in the inertial parameters, and regressors are what they are multiplied by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

import measure
import pinocchio_robot as pinocchio
from arrays import Array, matrix, vector
from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.algorithms.base_parameters import base_parameters
from gen_robot.description.description import Description, LinkDescription
from gen_robot.description.edit import Edits
from gen_robot.description.joint_kinds import kind_of
from gen_robot.kernels import KERNELS
from gen_robot.model import standard_parameters
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from random_robots import general_robot, random_robot, random_state
from reduced_robot import Reduced, with_followers
from shipped_robots import described
from traced_kernels import PLAIN, PLAIN_HELD, evaluated, model_of, way
from urdf_robots import urdf_files

TORQUES = way("inverse_dynamics", "gibbs_appell")

JOINTS = ("helical", "cylindrical", "planar", "spherical", "floating")


def _robots() -> Iterator[Description]:
    """Give robots of all joint kinds, chains and trees, on bases of both kinds, in all conventions."""
    for name in ("puma560", "scara", "stanford", "torso"):
        yield described(name)
    yield general_robot(3)
    for seed, convention in enumerate(("transform", "modified_dh", "standard_dh")):
        yield random_robot(seed, 4, branched=seed == 0, fixed=0.3, convention=convention)
    for seed, kind in enumerate(JOINTS):
        yield as_files_allow(
            random_robot(seed, 3, branched=seed % 2 == 1, kinds=(kind,), floating=seed % 2 == 0)
        )


def as_files_allow(description: Description) -> Description:
    """Take drives away where one number cannot be both for turns and for slides."""

    def allowed(link: LinkDescription) -> LinkDescription:
        if not kind_of(link.joint).no_drive:
            return link
        joint = replace(link.joint, rotor_inertia=ZERO, viscous=ZERO, coulomb=ZERO)
        return replace(link, joint=joint)

    return replace(description, links=tuple(map(allowed, description.links)))


ROBOTS = [*_robots()]


def state_of(description: Description, seed: int = 1) -> dict[str, Array]:
    return dict(zip(("q", "qd", "qdd", "tau"), random_state(description, seed), strict=True))


def many_states(description: Description, count: int) -> dict[str, Array]:
    states = [state_of(description, seed) for seed in range(count)]
    return {name: np.stack([state[name] for state in states]) for name in states[0]}


def value(model: Model, kernel: str, state: dict[str, Array]) -> Array:
    return next(iter(evaluated(model, way(kernel, "unit_bodies"), state).values()))


def plain(description: Description, **options: bool) -> Model:
    """Return the model with bodies as given, and with columns of drives if options ask for them."""
    return replace(model_of(description, PLAIN), drives=Options(**options).drives)


def parameters(model: Model) -> Array:
    """Return the robot's own standard parameters."""
    return np.array([float(x) for x in standard_parameters.values(model)])


def base_map(model: Model) -> Array:
    """Return K: the base parameters are K times the standard ones."""
    base = base_parameters(model)
    K = np.zeros((len(base.names), len(standard_parameters.names(model))))
    for row, terms in zip(K, base.rows, strict=True):
        for column, x in terms.items():
            row[column] = float(x)
    return K


def to_joint_frame(place: Frame) -> Array:
    """Return the matrix that takes ten parameters from a link's frame to its joint's."""
    R, p = matrix(place.rotation), vector(place.origin)

    def moved(ten: Array) -> Array:
        m, first, (xx, xy, yy, xz, yz, zz) = ten[0], R @ ten[1:4], ten[4:]
        inertia = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        both = np.outer(first, p) + np.outer(p, first) + m * np.outer(p, p)
        inertia = inertia + np.trace(both) * np.eye(3) - both
        return np.array([m, *(first + m * p), *inertia[np.tril_indices(3)]])

    return np.column_stack([moved(unit) for unit in np.eye(10)])


def pinocchio_regressor(description: Description, state: dict[str, Array]) -> Array:
    """Return Pinocchio's regressor, for parameters in the links' frames and not in the joints'."""
    model = pinocchio.pinocchio_model(description)
    data = model.createData()
    Y = pin.computeJointTorqueRegressor(model, data, state["q"], state["qd"], state["qdd"]).copy()
    places = [k.joint.after for k in description.links if k.joint.type != "fixed"]
    first = 0 if description.floating_base is None else 10
    for k, place in enumerate(places):
        columns = slice(first + 10 * k, first + 10 * (k + 1))
        Y[:, columns] = Y[:, columns] @ to_joint_frame(place)
    return np.asarray(Y)


@pytest.mark.parametrize("description", ROBOTS, ids=lambda d: d.name)
def test_the_regressor_is_pinocchios(description: Description) -> None:
    state = state_of(description)
    expected = pinocchio_regressor(description, state)
    for formulation in (PLAIN, PLAIN_HELD):
        Y = value(model_of(description, formulation), "regressor", state)
        measure.assert_same(Y, expected)
    assert measure.error(np.roll(Y, 1, axis=1), expected) > 0.1  # the order of columns matters


@pytest.mark.parametrize("description", ROBOTS, ids=lambda d: d.name)
def test_base_parameters_give_the_torques_of_standard_ones_and_are_as_many_as_tell(
    description: Description,
) -> None:
    """Y pi = Yb K pi for any parameters, and Yb has as many columns as Y has rank."""
    model = plain(description)
    K, pi = base_map(model), np.random.default_rng(2).uniform(-1, 1, (10 * len(model.links), 3))
    states = many_states(description, 4 + 10 * len(model.links) // model.free_nv)
    Y, Yb = (value(model, kernel, states) for kernel in ("regressor", "base_regressor"))
    measure.assert_same(Yb @ (K @ pi), Y @ pi)
    for stacked in (Y, Yb):
        assert np.linalg.matrix_rank(np.concatenate(stacked), tol=1e-9) == len(K)


@pytest.mark.parametrize("description", ROBOTS, ids=lambda d: d.name)
def test_the_regressor_times_the_robots_own_numbers_is_its_torque(description: Description) -> None:
    """With columns for rotors and friction there is nothing else in a torque."""
    model = plain(description, rotors=True, friction=True)
    state = state_of(description)
    tau = evaluated(model_of(description), TORQUES, state, friction=True)["tau"]
    pi = parameters(model)
    measure.assert_same(value(model, "regressor", state) @ pi, tau)
    measure.assert_same(value(model, "base_regressor", state) @ base_map(model) @ pi, tau)


@pytest.mark.parametrize("seed", range(3))
def test_joints_that_follow_others_have_their_torques_added_to_the_leaders(seed: int) -> None:
    description = with_followers(random_robot(seed, 5, branched=seed == 2), seed, 2)
    reduced = Reduced(description, seed)
    model = plain(description, rotors=True, friction=True)
    tau = reduced.values["inverse_dynamics", "tau"] + reduced.drag()
    for kernel, pi in (
        ("regressor", parameters(model)),
        ("base_regressor", base_map(model) @ parameters(model)),
    ):
        measure.assert_same(value(model, kernel, reduced.state) @ pi, tau)
    draws = np.random.default_rng(seed).uniform(-2, 2, (3, 40, model.free_nv))
    Yb = value(model, "base_regressor", dict(zip(("q", "qd", "qdd"), draws, strict=True)))
    assert np.linalg.matrix_rank(np.concatenate(Yb), tol=1e-9) == len(base_map(model))


def test_a_joint_that_cannot_lift_anything_tells_nothing_of_masses() -> None:
    """Of the first link of an upright arm only the moment of inertia about its axis is felt."""
    names = base_parameters(model_of(described("puma560"))).names
    assert [name for name in names if name.endswith("1")] == ["Sxx1"]
    lying = replace(described("puma560"), gravity=Vec3(ZERO, Number("-9.81"), ZERO))
    names = base_parameters(model_of(lying)).names
    assert [name for name in names if name.endswith("1")] == ["mx1", "my1", "Sxx1"]


def test_a_rotor_counts_as_inertia_where_the_joint_turns_about_one_axis_alone() -> None:
    names = base_parameters(modelled(described("puma560"), Options(rotors=True))).names
    assert [name for name in names if name.startswith("Ia")] == ["Ia3", "Ia4", "Ia5", "Ia6"]


def test_base_parameters_do_not_depend_on_masses_or_on_frames_that_are_held() -> None:
    description = random_robot(1, 5)
    massless = replace(
        description,
        links=tuple(replace(k, inertial=type(k.inertial)()) for k in description.links),
    )
    found = [base_parameters(model_of(description, f)) for f in (PLAIN, PLAIN_HELD)]
    assert found[0] is found[1]
    assert base_parameters(model_of(massless, PLAIN)) == found[0]


MOST = {  # multiplications and additions: of the standard regressor, of the base regressor
    "puma560": (865, 661),
    "ur5_robot": (750, 573),
    "panda": (1478, 1119),
    "general6": (1567, 1240),
}


@pytest.mark.parametrize("robot", MOST)
def test_arms_need_no_more_operations_than_promised(robot: str) -> None:
    lock = {"panda_finger_joint1": "0"} if robot == "panda" else {}
    files = urdf_files()
    if robot == "general6":
        description = general_robot(6)
    elif robot == "puma560":
        description = described(robot)
    elif robot in files:
        description = read(files[robot], edits=Edits(lock=lock))
    else:
        pytest.skip("example-robot-data is not installed")
    search = searched(modelled(description, Options()), Options())
    for kernel, most in zip(("regressor", "base_regressor"), MOST[robot], strict=True):
        counts = search.choose(KERNELS[kernel]).graph.operations
        assert counts.mul + counts.add <= most
