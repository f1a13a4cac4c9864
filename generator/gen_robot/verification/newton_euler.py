"""The robot's equations of motion straight from its description: Newton and Euler, body by body.

Luh, Walker and Paul 1980, as textbooks have it, over any scalars with + - *. The frame of a body is
that of its joint after it has moved; constants are exact. Nothing is regrouped, chosen or optimised,
so that it can be checked by eye.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.description.description import BASE, Description, JointDescription
from gen_robot.description.split import split_joints

Vector = list[Any]
Matrix = list[list[Any]]

TURNS, SLIDES, SCREWS, BOTH, STILL = "turns", "slides", "screws", "both", "still"
_MOTIONS = {
    "revolute": TURNS,
    "continuous": TURNS,
    "prismatic": SLIDES,
    "helical": SCREWS,
    "cylindrical": BOTH,
    "fixed": STILL,
}
_LENGTHS = {TURNS: 1, SLIDES: 1, SCREWS: 1, BOTH: 2, STILL: 0}


class Scalars(Protocol):
    """Give the numbers that the equations are written in."""

    def constant(self, x: Number) -> Any: ...
    def turn(self, index: int) -> tuple[Any, Any]: ...  # cosine and sine of an angle of q
    def q(self, index: int) -> Any: ...
    def qd(self, index: int) -> Any: ...
    def qdd(self, index: int) -> Any: ...


@dataclass(frozen=True)
class Body:
    """Hold one link, in the frame of its joint after it has moved."""

    parent: int  # -1 is the base
    motion: str
    joint: JointDescription
    first: int  # of its coordinates
    rotation: Matrix  # of the joint's frame in the parent's, before it moves
    origin: Vector
    axis: Vector
    mass: Number
    com: Vector
    inertia: Matrix  # about the centre of mass

    @property
    def coordinates(self) -> range:
        """Return which coordinates are its own."""
        return range(self.first, self.first + _LENGTHS[self.motion])

    @property
    def angle(self) -> int | None:
        """Return which coordinate is its angle."""
        return self.first if self.motion in (TURNS, SCREWS, BOTH) else None


def not_covered(description: Description) -> str:
    """Say why the equations do not hold for a robot; nothing if they do."""
    if description.floating_base is not None:
        return "its base flies freely, and only fixed bases are covered"
    for link in split_joints(description).links:
        if link.joint.type not in _MOTIONS:
            return f"the joint {link.joint.name} is {link.joint.type}"
        if link.joint.mimic:
            return f"the joint {link.joint.name} follows another"
        if link.joint.stiffness:
            return f"the joint {link.joint.name} has a spring"
    return ""


def bodies(description: Description, places: Mapping[str, int]) -> list[Body]:
    """Return all links, fixed ones as well; `places` says where a joint's coordinates begin."""
    result: list[Body] = []
    numbers = {BASE: -1, description.root_name: -1}
    beyond: dict[int, tuple[Matrix, Vector]] = {-1: (_identity(), [ZERO] * 3)}
    for link in split_joints(description).links:
        parent, joint = numbers[link.parent], link.joint
        turned, shifted = beyond[parent]
        rotation = _product(turned, _rows(joint.before.rotation))
        origin = _sum(shifted, _applied(turned, [*joint.before.origin]))
        after, place = _rows(joint.after.rotation), [*joint.after.origin]
        given = link.inertial
        xx, yy, zz, xy, xz, yz = given.inertia
        tensor = _product(
            _product(after, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), _turned(after)
        )
        motion = _MOTIONS[joint.type]
        first = -1 if motion == STILL else places[joint.name]
        com = _sum(place, _applied(after, [*given.com]))
        result.append(
            Body(
                parent,
                motion,
                joint,
                first,
                rotation,
                origin,
                [*joint.axis],
                given.mass,
                com,
                tensor,
            )
        )
        numbers[link.name] = len(result) - 1
        beyond[len(result) - 1] = after, place
    return result


def torques(chain: Sequence[Body], gravity_vector: Iterable[Number], scalars: Scalars) -> list[Any]:
    """Return the torque or force of each coordinate."""
    of = scalars.constant
    still = [of(ZERO)] * 3
    gravity = [of(-g) for g in gravity_vector]
    omegas: list[Vector] = []
    alphas: list[Vector] = []
    accelerations: list[Vector] = []
    placed: list[tuple[Matrix, Vector]] = []
    for body in chain:
        own = body.parent >= 0
        omega = omegas[body.parent] if own else still
        alpha = alphas[body.parent] if own else still
        a = accelerations[body.parent] if own else gravity
        axis = [of(c) for c in body.axis]
        rotation, origin = _placement(body, scalars)
        back = _turned(rotation)
        a = _sum(a, _cross(alpha, origin), _cross(omega, _cross(omega, origin)))
        omega, alpha, a = _applied(back, omega), _applied(back, alpha), _applied(back, a)
        spin, spin_rate, slide, slide_rate = _rates(body, scalars)
        along = [c * slide for c in axis]
        a = _sum(a, [c + c for c in _cross(omega, along)], [c * slide_rate for c in axis])
        about = [c * spin for c in axis]
        alpha = _sum(alpha, _cross(omega, about), [c * spin_rate for c in axis])
        omegas.append(_sum(omega, about))
        alphas.append(alpha)
        accelerations.append(a)
        placed.append((rotation, origin))
    forces = [still] * len(chain)
    moments = [still] * len(chain)
    tau: list[Any] = [of(ZERO)] * sum(_LENGTHS[body.motion] for body in chain)
    for number in range(len(chain) - 1, -1, -1):
        body, omega, alpha = chain[number], omegas[number], alphas[number]
        com = [of(c) for c in body.com]
        at_com = _sum(accelerations[number], _cross(alpha, com), _cross(omega, _cross(omega, com)))
        force = [of(body.mass) * c for c in at_com]
        inertia = [[of(c) for c in row] for row in body.inertia]
        moment = _sum(_applied(inertia, alpha), _cross(omega, _applied(inertia, omega)))
        force_here = _sum(forces[number], force)
        moment_here = _sum(moments[number], moment, _cross(com, force))
        for k, torque in enumerate(_at_joint(body, force_here, moment_here, of)):
            tau[body.first + k] = torque + _drive(body, body.first + k, scalars)
        if body.parent >= 0:
            rotation, origin = placed[number]
            force_there = _applied(rotation, force_here)
            forces[body.parent] = _sum(forces[body.parent], force_there)
            moments[body.parent] = _sum(
                moments[body.parent], _applied(rotation, moment_here), _cross(origin, force_there)
            )
        # Let go of what nothing needs any more: tensors may be large.
        forces[number] = moments[number] = still
        omegas[number] = alphas[number] = accelerations[number] = still
    return tau


def _placement(body: Body, scalars: Scalars) -> tuple[Matrix, Vector]:
    """Return the axes and the origin of a body's frame in its parent's."""
    of, axis = scalars.constant, body.axis
    rotation = [[of(c) for c in row] for row in body.rotation]
    origin = [of(c) for c in body.origin]
    if body.angle is not None:
        cosine, sine = scalars.turn(body.angle)
        x, y, z = axis
        skew = [[ZERO, -z, y], [z, ZERO, -x], [-y, x, ZERO]]
        turned = [
            [
                of(axis[i] * axis[j])
                + of((ONE if i == j else ZERO) - axis[i] * axis[j]) * cosine
                + of(skew[i][j]) * sine
                for j in range(3)
            ]
            for i in range(3)
        ]
        along = [of(c) for c in _applied(body.rotation, axis)]
        rotation = _product(rotation, turned)
    else:
        along = [of(c) for c in _applied(body.rotation, axis)]
    if body.motion in (SLIDES, SCREWS, BOTH):
        how_far = _slide(body, scalars.q, of)
        origin = _sum(origin, [c * how_far for c in along])
    return rotation, origin


def _slide(body: Body, coordinate: Callable[[int], Any], of: Callable[[Number], Any]) -> Any:
    """Return how far, or how fast, a body slides along its axis."""
    if body.motion == SCREWS:
        return of(body.joint.given["pitch"]) * coordinate(body.first)
    return coordinate(body.first + (body.motion == BOTH))


def _rates(body: Body, scalars: Scalars) -> tuple[Any, Any, Any, Any]:
    """Return rate and acceleration of a body's turn and of its slide."""
    nothing = scalars.constant(ZERO)
    spin = spin_rate = slide = slide_rate = nothing
    if body.angle is not None:
        spin, spin_rate = scalars.qd(body.angle), scalars.qdd(body.angle)
    if body.motion in (SLIDES, SCREWS, BOTH):
        slide = _slide(body, scalars.qd, scalars.constant)
        slide_rate = _slide(body, scalars.qdd, scalars.constant)
    return spin, spin_rate, slide, slide_rate


def _at_joint(body: Body, force: Vector, moment: Vector, of: Callable[[Number], Any]) -> list[Any]:
    axis = [of(c) for c in body.axis]
    about, along = _dot(axis, moment), _dot(axis, force)
    if body.motion == SCREWS:
        return [about + of(body.joint.given["pitch"]) * along]
    return {TURNS: [about], SLIDES: [along], BOTH: [about, along], STILL: []}[body.motion]


def _drive(body: Body, index: int, scalars: Scalars) -> Any:
    """Return what a joint's own rotor needs."""
    return scalars.constant(body.joint.rotor_inertia) * scalars.qdd(index)


# Vectors --------------------------------------------------------------------------------------


def _identity() -> Matrix:
    return [[ONE if i == j else ZERO for j in range(3)] for i in range(3)]


def _rows(matrix: Any) -> Matrix:
    """Return the rows of a matrix that is kept by columns."""
    return [
        [*row]
        for row in zip(*([*column] for column in (matrix.x, matrix.y, matrix.z)), strict=True)
    ]


def _turned(matrix: Matrix) -> Matrix:
    return [[*row] for row in zip(*matrix, strict=True)]


def _sum(*vectors: Vector) -> Vector:
    first, *rest = vectors
    for other in rest:
        first = [a + b for a, b in zip(first, other, strict=True)]
    return first


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _applied(matrix: Matrix, v: Vector) -> Vector:
    return [_dot(row, v) for row in matrix]


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = _turned(b)
    return [[_dot(row, column) for column in columns] for row in a]
