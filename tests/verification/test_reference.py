"""The reference of proofs is the robot's dynamics: held against Pinocchio."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

import pinocchio_derivatives
import pinocchio_robot
from arrays import Array
from gen_robot.algebra.number import PI, Number
from gen_robot.description.description import Description
from gen_robot.readers.robot_files import read
from gen_robot.verification.bodies import all_links, bodies, frames_of, layout_of
from gen_robot.verification.derivative_kernels import DERIVATIVES
from gen_robot.verification.dynamics import POLYNOMIAL
from gen_robot.verification.frame_kernels import CENTRE, FRAMES
from gen_robot.verification.newton_euler import torques
from gen_robot.verification.robot import FLIES, IN_PLANE, ROTATES, STILL, Robot
from gen_robot.verification.sampling import Apart, State, random_states
from gen_robot.verification.theorem import ALWAYS, Case, Theorem
from gen_robot.verification.vectors import at_origin
from joint_kinds_robots import ROBOTS
from pinocchio_frames import PinocchioFrames
from shipped_robots import described

CLOSE = 1e-12
TINY = Number("1e-20")
SHIPPED = ("two_link", "planar3", "scara", "stanford", "puma560", "torso")
OWN = ("flying", "cart", "ball")
LENGTHS = {"planar": (4, 3), "spherical": (4, 3), "floating": (7, 6), "cylindrical": (2, 2)}


def description_of(name: str, folder: Path) -> Description:
    if name in SHIPPED:
        return described(name)
    file = folder / "robot.yaml"
    file.write_text(ROBOTS[name])
    return read(file)


def robot_of(description: Description) -> tuple[Robot, int]:
    """Return a robot whose joints stand in the order of its links, and the length of q."""
    places: dict[str, int] = {}
    rates: dict[str, int] = {}
    q = v = 0
    for link in all_links(description):
        if link.joint.type != "fixed" and not link.joint.mimic:
            places[link.joint.name], rates[link.joint.name] = q, v
            nq, nv = LENGTHS.get(link.joint.type, (1, 1))
            q, v = q + nq, v + nv
    chain = bodies(description, places, rates)
    moving = [number for number, body in enumerate(chain) if body.motion != STILL]
    robot = Robot(
        tuple(chain),
        tuple(description.gravity),
        layout_of(chain, q),
        frames_of(description, chain),
        {number: place for place, number in enumerate(moving)},
    )
    return robot, q


def states_of(robot: Robot, positions: int, count: int) -> list[State]:
    sizes = {"q": positions, "fext": 6 * len(robot.wrenches), "lambda": robot.velocities}
    return random_states(robot.velocities, count, robot.layout, sizes)


def wanted(
    theorem: Theorem, case: Case, state: State, sizes: Mapping[str, int]
) -> dict[str, Array]:
    """Return what a kernel has to give at a state, by its arrays."""
    scalars = Apart(state, theorem.kept | ALWAYS, theorem.apart)
    found = theorem.equations(case, scalars)
    values = scalars.values
    return {
        array: np.array([float(reading(found, k, case).at(values)) for k in range(sizes[array])])
        for array, reading in theorem.outputs.items()
    }


def doubles(state: State, *arrays: str) -> list[Array]:
    return [np.array([float(x) for x in state.values[a]]) for a in arrays]


def agrees(own: Any, right: Any) -> bool:
    right = np.asarray(right).ravel()
    return bool(np.abs(own - right).max() <= CLOSE * max(1.0, np.abs(right).max()))


@pytest.mark.parametrize("name", [*SHIPPED, *OWN])
def test_newton_and_euler_agree_with_pinocchio(name: str, tmp_path: Path) -> None:
    description = description_of(name, tmp_path)
    robot, positions = robot_of(description)
    model, n = pinocchio_robot.pinocchio_model(description), robot.velocities
    for state in states_of(robot, positions, 3):
        q, qd, qdd, fext = doubles(state, "q", "qd", "qdd", "fext")
        if model.nq != positions:  # a continuous joint has two numbers there
            q = pin.integrate(model, pin.neutral(model), q)
        case = Case(robot)
        own = wanted(POLYNOMIAL["inverse_dynamics"], case, state, {"tau": n})
        assert agrees(own["tau"], pin.rnea(model, model.createData(), q, qd, qdd))
        forces = pinocchio_robot.joint_forces(description, fext.reshape(-1, 6))
        own = wanted(POLYNOMIAL["inverse_dynamics_fext"], case, state, {"tau": n})
        right = pinocchio_robot.inverse_dynamics(model, q, qd, qdd, forces)
        assert agrees(own["tau"], right)
        own = wanted(POLYNOMIAL["gravity"], case, state, {"g": n})
        assert agrees(own["g"], pinocchio_robot.gravity(model, q))
        own = wanted(POLYNOMIAL["inertia_matrix"], case, state, {"M": n * n})
        assert agrees(own["M"], pinocchio_robot.mass_matrix(model, q))
        own = wanted(POLYNOMIAL["kinetic_energy"], case, state, {"e": 1})
        assert agrees(own["e"], pinocchio_robot.kinetic_energy(model, q, qd))
        own = wanted(POLYNOMIAL["potential_energy"], case, state, {"e": 1})
        assert agrees(own["e"], pinocchio_robot.potential_energy(model, q))


@pytest.mark.parametrize("name", ["stanford", *OWN])
@pytest.mark.parametrize("reference", ["local_world_aligned", "local", "world"])
def test_motions_of_frames_agree_with_pinocchio(name: str, reference: str, tmp_path: Path) -> None:
    description = description_of(name, tmp_path)
    robot, positions = robot_of(description)
    frame = description.links[-1].name
    case = Case(robot, robot.frames[frame], reference)
    sizes = {"T": 16, "J": 6 * robot.velocities, "v": 6, "a": 6}
    for state in states_of(robot, positions, 2):
        theirs = PinocchioFrames(description, *doubles(state, "q", "qd", "qdd"))
        own = {kernel: wanted(FRAMES[kernel], case, state, sizes) for kernel in FRAMES}
        assert agrees(own["placement"]["T"], theirs.placement(frame))
        assert agrees(own["jacobian"]["J"], theirs.jacobian(frame, reference))
        assert agrees(own["velocity"]["v"], theirs.velocity(frame, reference))
        if reference == "world":
            continue  # the acceleration of another point than Pinocchio's
        assert agrees(own["acceleration"]["a"], theirs.acceleration(frame, reference))
        assert agrees(own["drift"]["a"], theirs.drift(frame, reference))


@pytest.mark.parametrize("name", ["stanford", *OWN])
def test_centres_of_mass_agree_with_pinocchio(name: str, tmp_path: Path) -> None:
    description = description_of(name, tmp_path)
    robot, positions = robot_of(description)
    sizes = {"c": 3, "Jc": 3 * robot.velocities}
    for state in states_of(robot, positions, 2):
        theirs = PinocchioFrames(description, *doubles(state, "q", "qd", "qdd"))
        assert agrees(wanted(CENTRE["com"], Case(robot), state, sizes)["c"], theirs.com)
        own = wanted(CENTRE["com_jacobian"], Case(robot), state, sizes)["Jc"]
        assert agrees(own, theirs.com_jacobian)


@pytest.mark.parametrize("name", ["stanford", "puma560", *OWN])
def test_derivatives_agree_with_pinocchio(name: str, tmp_path: Path) -> None:
    """By positions they are in the tangent space, as Pinocchio's."""
    description = pinocchio_derivatives.depth_first(description_of(name, tmp_path))
    robot, positions = robot_of(description)
    model, n = pinocchio_robot.pinocchio_model(description), robot.velocities
    (state,) = states_of(robot, positions, 1)
    q, qd, qdd, weights = doubles(state, "q", "qd", "qdd", "lambda")
    sizes = {"tau": n} | dict.fromkeys(("M", "dtau_dq", "dtau_dqd"), n * n)
    own = wanted(DERIVATIVES["inverse_dynamics_derivatives"], Case(robot), state, sizes)
    by_q, by_qd = pinocchio_derivatives.inverse_dynamics_derivatives(model, q, qd, qdd)
    assert agrees(own["dtau_dq"], by_q)
    assert agrees(own["dtau_dqd"], by_qd)
    assert agrees(own["M"], pinocchio_robot.mass_matrix(model, q))
    sizes = dict.fromkeys(("gq", "gqd", "gqdd"), n)
    own = wanted(DERIVATIVES["inverse_dynamics_adjoint"], Case(robot), state, sizes)
    assert agrees(own["gq"], weights @ by_q)
    assert agrees(own["gqd"], weights @ by_qd)
    assert agrees(own["gqdd"], weights @ pinocchio_robot.mass_matrix(model, q))


@pytest.mark.parametrize("name", ["planar3", "stanford"])
def test_the_hessian_is_the_derivative_of_the_adjoint(name: str) -> None:
    """By differences, which 60 digits allow steps of 1e-20 for."""
    robot, positions = robot_of(described(name))
    n = robot.velocities
    (state,) = states_of(robot, positions, 1)
    squares = dict.fromkeys(("Hqq", "Hqdq", "Hqdqd", "Hqddq"), n * n)
    own = wanted(DERIVATIVES["inverse_dynamics_hessian"], Case(robot), state, squares)
    for array, arrays in {
        "q": {"gq": "Hqq", "gqd": "Hqdq", "gqdd": "Hqddq"},
        "qd": {"gqd": "Hqdqd"},
    }.items():
        for column in range(n):
            changed = list(state.values[array])
            changed[column] = changed[column] + TINY
            moved = state.with_values(array, changed)
            before, after = (exact_adjoint(robot, at) for at in (state, moved))
            for gradient, hessian in arrays.items():
                rise = [
                    float((b - a) / TINY)
                    for a, b in zip(before[gradient], after[gradient], strict=True)
                ]
                assert agrees(own[hessian].reshape(n, n)[:, column], rise)


def exact_adjoint(robot: Robot, state: State) -> dict[str, list[Number]]:
    theorem, case = DERIVATIVES["inverse_dynamics_adjoint"], Case(robot)
    scalars = Apart(state, theorem.kept | ALWAYS, theorem.apart)
    found, values = theorem.equations(case, scalars), scalars.values
    return {
        array: [reading(found, k, case).at(values) for k in range(robot.velocities)]
        for array, reading in theorem.outputs.items()
    }


@pytest.mark.parametrize("name", ["stanford", *OWN])
def test_regressors_agree_with_pinocchio(name: str, tmp_path: Path) -> None:
    description = description_of(name, tmp_path)
    robot, positions = robot_of(description)
    model, n = pinocchio_robot.pinocchio_model(description), robot.velocities
    columns = tuple(f"pi[{k}]" for k in range(10 * len(robot.wrenches)))
    case = Case(robot, columns=columns)
    (state,) = states_of(robot, positions, 1)
    own = wanted(POLYNOMIAL["regressor"], case, state, {"Y": n * len(columns)})["Y"]
    q, qd, qdd = doubles(state, "q", "qd", "qdd")
    theirs = pin.computeJointTorqueRegressor(model, model.createData(), q, qd, qdd)
    bodies_at_joints = all(body.link == at_origin() for body in robot.chain)
    if bodies_at_joints:
        assert agrees(own, theirs)
    # Else the parameters are those of another frame: the torques are the same.
    numbers = [float(x) for x in _standard(robot)]
    tau = own.reshape(n, -1) @ numbers
    rotors = np.array(model.armature) * qdd
    assert agrees(tau + rotors, pin.rnea(model, model.createData(), q, qd, qdd))


def _standard(robot: Robot) -> list[float]:
    """Return m, m c and the inertia about each link's origin, of links without others fixed to them."""
    found: list[float] = []
    for number in robot.wrenches:
        (load,) = robot.chain[number].loads
        m, x, y, z, xx, xy, xz, yy, yz, zz = (float(v) for v in load.ten if isinstance(v, Number))
        c = np.array([x, y, z])
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        inertia += m * (c @ c * np.eye(3) - np.outer(c, c))
        upper = [inertia[i, j] for i, j in ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))]
        found += [m, *(m * c), *upper]
    return found


def test_the_reference_has_degree_two_in_an_angle() -> None:
    """Sines of thrice the angle would need more points than the grid of the dynamics has."""
    description = described("puma560")
    robot, count = robot_of(description)
    state = random_states(count, 1)[0]
    samples = []
    for k in range(9):
        q = list(state.values["q"])
        q[1] = PI * 2 * k / 9
        turned: State = state.with_values("q", q)
        samples.append([float(x) for x in torques(robot.chain, [*description.gravity], turned)])
    spectrum = np.abs(np.fft.fft(np.array(samples), axis=0))
    assert spectrum[1:3].max() > 1e-3 * spectrum.max()
    assert spectrum[3:7].max() < 1e-13 * spectrum.max()
    assert set(robot.degrees().values()) == {2}


FINGER = """
name: finger
convention: modified_dh
links:
  - {name: palm, joint: revolute, dh: {alpha: 0.3, a: 0.1, d: 0, theta: 0}, mass: 2,
     com: [0.1, 0, 0.2], inertia: {xx: 0.1, yy: 0.2, zz: 0.15}}
  - {name: proximal, joint: revolute, dh: {alpha: pi/2, a: 0.2, d: 0, theta: 0}, mass: 1,
     com: [0.1, 0.02, 0], inertia: {xx: 0.01, yy: 0.02, zz: 0.015}}
  - {name: pad, joint: fixed, dh: {alpha: 0, a: 0.05, d: 0, theta: 0}, mass: 0.1,
     com: [0, 0.02, 0], inertia: {xx: 0.001, yy: 0.002, zz: 0.0015}}
  - {name: tip, joint: {type: revolute, mimic: {joint: proximal, multiplier: TIMES}},
     dh: {alpha: ALPHA, a: 0.1, d: 0, theta: 0}, mass: 0.5, com: [0.03, 0.01, 0.01],
     inertia: {xx: 0.001, yy: 0.002, zz: 0.0015}}
"""


@pytest.mark.parametrize(
    ("times", "alpha", "degree"),
    [("-1", "0", 2), ("-2", "0", 2), ("1", "pi", 2), ("1", "0", 4), ("-1", "0.5", 4)],
)
def test_joints_that_turn_back_about_parallel_axes_raise_no_degree(
    times: str, alpha: str, degree: int, tmp_path: Path
) -> None:
    """What is said of degrees is what harmonics there are, no more and no less."""
    file = tmp_path / "finger.yaml"
    file.write_text(FINGER.replace("TIMES", times).replace("ALPHA", alpha))
    robot, positions = robot_of(read(file))
    assert robot.degrees() == {0: 2, 1: degree}
    (state,) = states_of(robot, positions, 1)
    points = 21
    samples = []
    for k in range(points):
        at = state.with_values("q", [state.values["q"][0], PI * 2 * k / points])
        samples.append([float(x) for x in torques(robot.chain, [*robot.gravity], at)])
    spectrum = np.abs(np.fft.fft(np.array(samples), axis=0))
    assert spectrum[degree].max() > 1e-6 * spectrum.max()
    assert spectrum[degree + 1 : points - degree].max() < 1e-13 * spectrum.max()


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("kernel", ["inverse_dynamics", "inverse_dynamics_moving_base"])
def test_the_reference_has_no_higher_degree_in_attitude_than_its_grid(
    name: str, kernel: str, tmp_path: Path
) -> None:
    """Harmonics of the angles of quaternions and of planar joints end where it is said."""
    robot, positions = robot_of(description_of(name, tmp_path))
    theorem = POLYNOMIAL[kernel]
    degrees = robot.degrees(theorem.base_moves)
    sizes = {"q": positions, "v0": 6, "a0": 6}
    (state,) = random_states(robot.velocities, 1, sizes=sizes)  # q holds the angles themselves
    points = 21
    for body in robot.chain:
        if body.motion not in (FLIES, ROTATES, IN_PLANE):
            continue
        for axis in body.axes(robot.layout):
            samples = []
            for k in range(points):
                angles = list(state.values["q"])
                angles[axis] = PI * 2 * k / points
                at = state.with_values("q", _positions(robot, angles))
                own = wanted(theorem, Case(robot), at, {"tau": robot.velocities})
                samples.append(own["tau"])
            spectrum = np.abs(np.fft.fft(np.array(samples), axis=0))
            beyond = spectrum[degrees[axis] + 1 : points - degrees[axis]]
            assert beyond.max() < 1e-12 * spectrum.max()


def _positions(robot: Robot, angles: list[Number]) -> list[Number]:
    """Return q of these angles, those of quaternions among them."""
    q = list(angles)
    for index, waves in robot.layout.products.items():
        value = Number(1)
        for axis, wave in waves:
            value = value * angles[axis].cos_sin()[wave == "sin"]
        q[index] = value
    return q
