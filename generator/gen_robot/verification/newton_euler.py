"""The robot's equations of motion straight from its description: Newton and Euler, body by body.

Luh, Walker and Paul 1980, as textbooks have it, over any scalars with + - *. Constants are exact.
Nothing is regrouped, chosen or optimised, so that it can be checked by eye.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gen_robot.algebra.number import ZERO, Number
from gen_robot.verification.joint_motion import (
    SIGN_OF_RATE,
    Scalars,
    in_directions,
    placement,
    position,
    properties,
    rate,
    relative,
)
from gen_robot.verification.polynomial import STEP, STEP_BEFORE
from gen_robot.verification.robot import BASE, TEN, Body, Robot
from gen_robot.verification.vectors import (
    Matrix,
    Vector,
    applied,
    cross,
    each,
    less,
    total,
    turned,
)

WRENCHES = "fext"
BASE_VELOCITY, BASE_ACCELERATION = "v0", "a0"
PARAMETERS = "pi"
"""The array of all moving links' ten numbers, as regressors have them."""

ROTOR, VISCOUS, COULOMB = "Ia", "fv", "fc"
"""Arrays of what regressors may have of drives, one number a moving link."""


Motion = tuple[Vector, Vector, Vector]
"""Angular velocity and acceleration, and the acceleration of the origin, less gravity."""


def torques(chain: Sequence[Body], gravity_vector: Sequence[Number], scalars: Scalars) -> list[Any]:
    """Return the torque or force of each coordinate, on a robot that nothing else acts on."""
    return inverse_dynamics(Robot(tuple(chain), tuple(gravity_vector)), scalars)


def inverse_dynamics(robot: Robot, scalars: Scalars, by_parameters: bool = False) -> list[Any]:
    """Return the torque or force of each velocity.

    By parameters, the numbers of bodies and of drives are variables, and there are no springs.
    """
    of = scalars.constant
    still = [of(ZERO)] * 3
    v0 = [scalars.given(BASE_VELOCITY, 3 + k) for k in range(3)]
    a0 = [scalars.given(BASE_ACCELERATION, k) for k in range(6)]
    at_base = v0, a0[3:], less(a0[:3], [of(g) for g in robot.gravity])
    tau: list[Any] = [of(ZERO)] * robot.velocities
    # Only the way to one tip is held at a time: values may be large tensors.
    way: list[_Moved] = []

    def back_to(parent: int) -> None:
        while way and way[-1].number != parent:
            last = way.pop()
            force, moment = _needed_of_joint(robot, last, tau, scalars, by_parameters)
            if way:
                _hand_on(force, moment, last, way[-1])

    for number in robot.limb_by_limb:
        back_to(robot.chain[number].parent)
        before = way[-1].motion if way else at_base
        place, motion = _moved(robot.chain[number], before, scalars)
        way.append(_Moved(number, place, motion, still, still))
    back_to(BASE)
    return tau


@dataclass
class _Moved:
    """Hold a body in motion, and what those that it carries ask of it."""

    number: int
    place: tuple[Matrix, Vector]  # in the parent's frame
    motion: Motion
    force: Vector
    moment: Vector


def _moved(body: Body, before: Motion, scalars: Scalars) -> tuple[tuple[Matrix, Vector], Motion]:
    """Return where a body is in its parent's frame, and how it moves, from how its parent does."""
    omega, alpha, a = before
    rotation, origin = placement(body, scalars)
    back = turned(rotation)
    a = total(a, cross(alpha, origin), cross(omega, cross(omega, origin)))
    omega, alpha, a = applied(back, omega), applied(back, alpha), applied(back, a)
    about, along = relative(body, scalars, "qd")
    about_rate, along_rate = relative(body, scalars, "qdd")
    # What slides is carried along by the parent's turn, twice, and by its own turn, once.
    a = total(a, [c + c for c in cross(omega, along)], cross(about, along), along_rate)
    alpha = total(alpha, cross(omega, about), about_rate)
    return (rotation, origin), (total(omega, about), alpha, a)


def _needed_of_joint(
    robot: Robot, moved: _Moved, tau: list[Any], scalars: Scalars, by_parameters: bool
) -> tuple[Vector, Vector]:
    """Return the wrench that a body and all it carries take, and add it up in its joint's torques."""
    number, of = moved.number, scalars.constant
    body = robot.chain[number]
    if by_parameters:
        force, moment = _by_parameters(robot, number, moved.motion, scalars)
    else:
        force, moment = _needed(body, moved.motion, scalars)
    outer_force, outer_moment = _from_outside(robot, number, scalars)
    force = less(total(moved.force, force), outer_force)
    moment = less(total(moved.moment, moment), outer_moment)
    driven = _drive_by_parameters if by_parameters else _drive
    own_torques = in_directions(body, force, moment, scalars)
    for index, torque in zip(body.rates, own_torques, strict=True):
        torque = torque + driven(robot, number, index, scalars)
        tau[index] = tau[index] + (torque if body.leads else of(body.times) * torque)
    return force, moment


def _hand_on(force: Vector, moment: Vector, moved: _Moved, parent: _Moved) -> None:
    """Add the wrench that a body takes to that of its parent."""
    rotation, origin = moved.place
    there = applied(rotation, force)
    parent.force = total(parent.force, there)
    parent.moment = total(parent.moment, applied(rotation, moment), cross(origin, there))


def _needed(body: Body, motion: Motion, scalars: Scalars) -> tuple[Vector, Vector]:
    """Return the force and the moment about the origin that a body's motion takes."""
    omega, alpha, acceleration = motion
    force = moment = [scalars.constant(ZERO)] * 3
    for load in body.loads:
        mass, com, inertia = properties(load, scalars)
        at_com = total(acceleration, cross(alpha, com), cross(omega, cross(omega, com)))
        own = [mass * c for c in at_com]
        about_com = total(applied(inertia, alpha), cross(omega, applied(inertia, omega)))
        force, moment = total(force, own), total(moment, about_com, cross(com, own))
    return force, moment


def _by_parameters(
    robot: Robot, number: int, motion: Motion, scalars: Scalars
) -> tuple[Vector, Vector]:
    """Return the same in terms of m, m c, and the inertia about the origin of the link's frame."""
    of, body = scalars.constant, robot.chain[number]
    if number not in robot.wrenches:
        return [of(ZERO)] * 3, [of(ZERO)] * 3
    begin = TEN * robot.wrenches[number]
    ten = (scalars.given(PARAMETERS, begin + k) for k in range(TEN))
    m, x, y, z, xx, xy, yy, xz, yz, zz = ten
    axes, origin = each(of, body.link.rotation), [of(c) for c in body.link.origin]
    omega, alpha, acceleration = motion
    there = total(acceleration, cross(alpha, origin), cross(omega, cross(omega, origin)))
    back = turned(axes)
    omega, alpha, a = applied(back, omega), applied(back, alpha), applied(back, there)
    first, inertia = [x, y, z], [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    force = total([m * c for c in a], cross(alpha, first), cross(omega, cross(omega, first)))
    moment = total(applied(inertia, alpha), cross(omega, applied(inertia, omega)))
    moment = total(moment, cross(first, a))
    force, moment = applied(axes, force), applied(axes, moment)
    return force, total(moment, cross(origin, force))


def _from_outside(robot: Robot, number: int, scalars: Scalars) -> tuple[Vector, Vector]:
    """Return the wrench on a body, which is given in the frame of its link."""
    of = scalars.constant
    none = [of(ZERO)] * 3
    if number not in robot.wrenches:
        return none, none
    first = 6 * robot.wrenches[number]
    six = [scalars.given(WRENCHES, first + k) for k in range(6)]
    if not any(map(bool, six)):
        return none, none
    link = robot.chain[number].link
    axes, origin = each(of, link.rotation), [of(c) for c in link.origin]
    force, moment = applied(axes, six[:3]), applied(axes, six[3:])
    return force, total(moment, cross(origin, force))


def _drive_by_parameters(robot: Robot, number: int, index: int, scalars: Scalars) -> Any:
    body = robot.chain[number]
    place = robot.wrenches[number]
    sign = scalars.constant(Number(body.times.sign)) * scalars.given(SIGN_OF_RATE, index)
    needed = scalars.given(ROTOR, place) * rate(body, index, scalars, "qdd")
    needed = needed + scalars.given(VISCOUS, place) * rate(body, index, scalars, "qd")
    return needed + scalars.given(COULOMB, place) * sign


def _drive(robot: Robot, number: int, index: int, scalars: Scalars) -> Any:
    """Return what a joint's own rotor, spring and friction need."""
    body = robot.chain[number]
    of, joint = scalars.constant, body.joint
    needed = of(joint.rotor_inertia) * rate(body, index, scalars, "qdd")
    if joint.stiffness:
        stretched = position(body, scalars) - of(joint.rest)
        for array in (STEP_BEFORE, STEP):
            stretched = stretched + rate(body, index, scalars, array)
        needed = needed + of(joint.stiffness) * stretched
    if robot.has_friction:
        needed = needed + of(joint.viscous) * rate(body, index, scalars, "qd")
        sign = scalars.given(SIGN_OF_RATE, index)
        needed = needed + of(joint.coulomb * Number(body.times.sign)) * sign
    return needed
