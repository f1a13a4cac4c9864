"""Where bodies are, how they move, and what they weigh: seen from the base, in its axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.verification.joint_motion import (
    Scalars,
    placement,
    position,
    properties,
    relative,
)
from gen_robot.verification.robot import STILL, Robot
from gen_robot.verification.vectors import (
    Matrix,
    Pose,
    Vector,
    applied,
    cross,
    dot,
    each,
    identity,
    product,
    total,
    turned,
)

PLACED, MOVING, ACCELERATED = 0, 1, 2
"""How much of a motion is asked for."""


@dataclass(frozen=True)
class Seen:
    """Hold a frame in the axes of the base; zero what was not asked for."""

    rotation: Matrix
    origin: Vector
    omega: Vector
    velocity: Vector
    alpha: Vector
    acceleration: Vector

    def moved_along(self, place: Vector, depth: int) -> Seen:
        """Return the same for another point of the body, given in its own axes."""
        return self.shifted(applied(self.rotation, place), depth)

    def shifted(self, d: Vector, depth: int) -> Seen:
        """Return the same for a point that is so far away, in the axes of the base."""
        velocity, acceleration = self.velocity, self.acceleration
        if depth >= MOVING:
            velocity = total(velocity, cross(self.omega, d))
        if depth >= ACCELERATED:
            turning = cross(self.omega, cross(self.omega, d))
            acceleration = total(acceleration, cross(self.alpha, d), turning)
        at = total(self.origin, d)
        return Seen(self.rotation, at, self.omega, velocity, self.alpha, acceleration)


def base(scalars: Scalars) -> Seen:
    none = [scalars.constant(ZERO)] * 3
    return Seen(each(scalars.constant, identity()), none, none, none, none, none)


def bodies_seen(
    robot: Robot, scalars: Scalars, depth: int, until: int, start: int = -1
) -> list[Seen]:
    """Return the motion of each body before one, and of that; of others, nothing that counts.

    It is seen from the body `start`, as if that stood still.
    """
    wanted = {*robot.path(until)} if until >= 0 else {*range(len(robot.chain))}
    found: list[Seen] = []
    for number, body in enumerate(robot.chain):
        parent = found[body.parent] if body.parent >= 0 else base(scalars)
        if number not in wanted or number <= start:
            found.append(base(scalars))  # what comes before the start is not looked at
            continue
        rotation, origin = placement(body, scalars)
        at = parent.moved_along(origin, depth)
        axes = product(parent.rotation, rotation)
        omega, velocity, alpha, acceleration = at.omega, at.velocity, at.alpha, at.acceleration
        if depth >= MOVING:
            about, along = (applied(axes, v) for v in relative(body, scalars, "qd"))
            if depth >= ACCELERATED:
                about_rate, along_rate = (applied(axes, v) for v in relative(body, scalars, "qdd"))
                alpha = total(alpha, cross(omega, about), about_rate)
                carried = [c + c for c in cross(omega, along)]
                acceleration = total(acceleration, carried, cross(about, along), along_rate)
            omega, velocity = total(omega, about), total(velocity, along)
        found.append(Seen(axes, at.origin, omega, velocity, alpha, acceleration))
    return found


def frame_seen(
    robot: Robot, frame: tuple[int, Pose] | None, scalars: Scalars, depth: int, start: int = -1
) -> Seen:
    """Return the motion of a frame that a body carries, seen from the base or another body."""
    assert frame is not None, "a kernel of a frame has one"
    number, at = frame
    body = base(scalars)
    if number >= 0:
        body = bodies_seen(robot, scalars, depth, number, start)[number]
    there = body.moved_along([scalars.constant(c) for c in at.origin], depth)
    rotation = product(there.rotation, each(scalars.constant, at.rotation))
    return Seen(
        rotation, there.origin, there.omega, there.velocity, there.alpha, there.acceleration
    )


def transform(seen: Seen, scalars: Scalars) -> list[Any]:
    """Return a placement as a homogeneous matrix, by rows."""
    last = [scalars.constant(x) for x in (ZERO, ZERO, ZERO, ONE)]
    three = [x for k in range(3) for x in (*seen.rotation[k], seen.origin[k])]
    return [*three, *last]


def six(seen: Seen, reference: str, depth: int) -> Vector:
    """Return velocity or acceleration, linear and angular, as `--jacobian` asks for it."""
    if reference == "world":
        seen = seen.shifted([-c for c in seen.origin], depth)
    linear, angular = (
        (seen.velocity, seen.omega) if depth == MOVING else (seen.acceleration, seen.alpha)
    )
    if reference == "local":
        axes = turned(seen.rotation)
        return [*applied(axes, linear), *applied(axes, angular)]
    return [*linear, *angular]


def known_mass(robot: Robot) -> Number:
    """Return the mass of all that moves; zero if some of it is known at run time only."""
    total_mass = ZERO
    for number, body in enumerate(robot.chain):
        for load in body.loads if _moves(robot, number) else ():
            mass = load.ten[0]
            if not isinstance(mass, Number):
                return ZERO
            total_mass = total_mass + mass
    return total_mass


def first_moment(robot: Robot, scalars: Scalars, depth: int) -> tuple[Vector, Vector]:
    """Return the first moment of all that moves, and its rate."""
    moment = flow = [scalars.constant(ZERO)] * 3
    for number, (body, seen) in enumerate(
        zip(robot.chain, bodies_seen(robot, scalars, depth, -1), strict=True)
    ):
        if not _moves(robot, number):
            continue
        for load in body.loads:
            mass, com, _ = properties(load, scalars)
            at = seen.moved_along(com, depth)
            moment = total(moment, [mass * c for c in at.origin])
            flow = total(flow, [mass * c for c in at.velocity])
    return moment, flow


def potential_energy(robot: Robot, scalars: Scalars) -> Any:
    """Return the energy against gravity, zero at the base's origin, and that of springs."""
    of = scalars.constant
    moment, _ = first_moment(robot, scalars, PLACED)
    energy = -dot([of(g) for g in robot.gravity], moment)
    for body in robot.chain:
        if body.joint.stiffness:
            stretched = position(body, scalars) - of(body.joint.rest)
            energy = energy + of(body.joint.stiffness / Number(2)) * (stretched * stretched)
    return energy


def _moves(robot: Robot, number: int) -> bool:
    return any(robot.chain[k].motion != STILL for k in robot.path(number))
