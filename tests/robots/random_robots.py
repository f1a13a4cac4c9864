"""Random robots and states, the same for the same seed: whatever a description may legally hold.

Every constant is a short decimal or a multiple of a quarter turn, as in a file written by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from arrays import Array, matrix, vector
from gen_robot.algebra.frame import AT_ORIGIN, Frame, X, Y, Z, roll_pitch_yaw, shift, turn_x, turn_z
from gen_robot.algebra.lines import unit
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.general import general_robot as general_robot

T = TypeVar("T")

PLACEMENTS = ("generic", "quarter", "parallel", "intersecting", "coaxial")
"""How a joint's axis may stand to the one before it; quarter: generic offsets, right angles."""


def random_robot(
    seed: int,
    joints: int,
    *,
    prismatic: float = 0.3,
    branched: bool = False,
    fixed: float = 0.0,
    floating: bool = False,
    convention: str = "transform",
    kinds: tuple[str, ...] = (),
) -> Description:
    """Return a robot with this many moving links; prismatic and fixed are shares between 0 and 1.

    Conventions: transform, modified_dh, standard_dh. M(q) is positive definite for every q. Kinds
    are further types of joint to mix in, on every other link.
    """
    draw = Draw(seed)
    place = CONVENTIONS[convention]
    links: list[LinkDescription] = []
    moving = 0
    while moving < joints:
        number = len(links) + 1
        parent = BASE if not links else links[-1].name
        if branched and links:
            parent = draw.among([BASE, *(link.name for link in links)])
        if draw.chance(fixed):
            joint = JointDescription(f"joint{number}", "fixed", draw.frame())
        else:
            before_axis = next((k.joint.axis for k in links if k.name == parent), Z)
            before, axis, after = place(draw, draw.among(PLACEMENTS), before_axis)
            kind = "prismatic" if draw.chance(prismatic) else "revolute"
            if kinds and draw.chance(0.5):
                kind = draw.among(kinds)
            joint = JointDescription(
                f"joint{number}",
                kind,
                before,
                axis,
                after if kind not in ("planar", "spherical", "floating") else AT_ORIGIN,
                given=_given(draw, kind, axis),
                rotor_inertia=draw.positive("0.4") if draw.chance(0.4) else ZERO,
                viscous=draw.positive("0.5"),
                coulomb=draw.positive("0.5"),
            )
            moving += 1
        links.append(LinkDescription(f"link{number}", parent, joint, draw.inertial()))
    return Description(
        name=f"random{seed}",
        links=tuple(links) if kinds else _with_massless_links(draw, links),
        source=f"random{seed}.yaml",
        gravity=draw.among([Vec3(ZERO, ZERO, Number("-9.81")), draw.vector("9")]),
        floating_base=draw.inertial() if floating else None,
    )


def _given(draw: Draw, kind: str, axis: Vec3) -> dict[str, Any]:
    """Draw what a kind of joint takes of its own."""
    if kind == "helical":
        return {"pitch": draw.number("0.3")}
    return {"second_axis": unit(axis.cross(draw.vector("1")))} if kind == "universal" else {}


def random_state(description: Description, seed: int) -> tuple[Array, Array, Array, Array]:
    """Return q, qd, qdd and tau; quaternions are unit ones, a planar joint's angle is on a circle."""
    rng = np.random.default_rng([seed, 1])
    types = ["floating"] if description.floating_base is not None else []
    types += [k.joint.type for k in description.links if k.joint.type != "fixed"]
    parts, n = [np.zeros(0)], 0
    for kind in types:
        coordinates, velocities = _COORDINATES.get(kind, _one)(rng)
        parts.append(coordinates)
        n += velocities
    qd, qdd, tau = (rng.uniform(-scale, scale, n) for scale in (2, 4, 20))
    return np.concatenate(parts), qd, qdd, tau


def _one(rng: np.random.Generator) -> tuple[Array, int]:
    return rng.uniform(-3, 3, 1), 1


def _two(rng: np.random.Generator) -> tuple[Array, int]:
    return rng.uniform(-3, 3, 2), 2


def _planar(rng: np.random.Generator) -> tuple[Array, int]:
    x, y, angle = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-3, 3)
    return np.array([x, y, np.cos(angle), np.sin(angle)]), 3


def _spherical(rng: np.random.Generator) -> tuple[Array, int]:
    quaternion = rng.normal(size=4)
    return quaternion / np.linalg.norm(quaternion), 3


def _floating(rng: np.random.Generator) -> tuple[Array, int]:
    return np.concatenate([rng.uniform(-1, 1, 3), _spherical(rng)[0]]), 6


_COORDINATES = {
    "cylindrical": _two,
    "universal": _two,
    "planar": _planar,
    "spherical": _spherical,
    "floating": _floating,
}


class Draw:
    """Draw exact constants from one seeded stream."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def chance(self, share: float) -> bool:
        return bool(self._rng.random() < share)

    def among(self, options: list[T] | tuple[T, ...]) -> T:
        return options[int(self._rng.integers(len(options)))]

    def number(self, largest: str) -> Number:
        """Return a short decimal of either sign, never zero."""
        return self.positive(largest) * self.among([1, -1])

    def positive(self, largest: str) -> Number:
        return Number(f"{self._rng.integers(20, 1000)}e-3") * Number(largest)

    def quarter_turns(self) -> Number:
        return PI * int(self._rng.integers(-1, 3)) / 2

    def vector(self, largest: str) -> Vec3:
        return Vec3(*(self.number(largest) for _ in range(3)))

    def direction(self) -> Vec3:
        v = Vec3(self.number("1"), self.number("1"), self.positive("1"))
        return v * (ONE / v.dot(v).sqrt())

    def frame(self) -> Frame:
        angles = (self.number("3") for _ in range(3))
        return shift(*self.vector("0.5")).then(roll_pitch_yaw(*angles))

    def full_inertial(self) -> Inertial:
        """Return a body with no element zero.

        Moments between 6 and 10 units with products below half a unit belong to a body that exists.
        """
        unit = self.among([Number("0.002"), Number("0.01"), Number("0.05")])
        moments = [unit * (6 + self.positive("4")) for _ in range(3)]
        products = [unit * self.number("0.5") for _ in range(3)]
        return Inertial(self.positive("5"), self.vector("0.2"), SymMat3(*moments, *products))

    def inertial(self) -> Inertial:
        """Return a body that may lack products of inertia, or an offset of its centre of mass."""
        body = self.full_inertial()
        t, c = body.inertia, body.com
        if self.chance(0.3):
            t = SymMat3(t.xx, t.yy, t.zz, ZERO, ZERO, ZERO)
        if self.chance(0.3):
            c = Vec3(c.x, ZERO, ZERO)
        return Inertial(body.mass, c, t)


Placement = tuple[Frame, Vec3, Frame]


def _transform(draw: Draw, kind: str, axis_before: Vec3) -> Placement:
    """Place a joint by origin and axis, as URDF does; the relations are between the axes."""
    along = axis_before * draw.among([ZERO, draw.number("0.5")])
    aside = draw.vector("0.5")
    if kind in ("parallel", "coaxial"):
        origin = along if kind == "coaxial" else aside
        return shift(*origin), draw.among([axis_before, -axis_before]), AT_ORIGIN
    if kind == "quarter":
        turns = roll_pitch_yaw(*(draw.quarter_turns() for _ in range(3)))
        axis = draw.among([X, Y, Z, -X, -Y, -Z])
        return shift(*aside).then(turns), axis, AT_ORIGIN
    turns = roll_pitch_yaw(*(draw.number("3") for _ in range(3)))
    origin = along if kind == "intersecting" else aside
    return shift(*origin).then(turns), draw.direction(), AT_ORIGIN


def _dh(draw: Draw, kind: str) -> tuple[Frame, Frame]:
    """Return Rot(x, alpha) Trans(x, a), which relates two axes, and Rot(z, theta) Trans(z, d)."""
    alpha = {
        "quarter": draw.quarter_turns(),
        "parallel": draw.among([ZERO, PI]),
        "coaxial": ZERO,
    }.get(kind, draw.number("3"))
    a = ZERO if kind in ("intersecting", "coaxial") else draw.number("0.5")
    theta = draw.among([draw.quarter_turns(), draw.number("3")])
    d = draw.among([ZERO, draw.number("0.5")])
    return turn_x(alpha).then(shift(a, ZERO, ZERO)), turn_z(theta).then(shift(ZERO, ZERO, d))


def _modified_dh(draw: Draw, kind: str, axis_before: Vec3) -> Placement:
    across, along = _dh(draw, kind)
    return across.then(along), Z, AT_ORIGIN


def _standard_dh(draw: Draw, kind: str, axis_before: Vec3) -> Placement:
    across, along = _dh(draw, kind)
    return along, Z, across


CONVENTIONS: dict[str, Callable[[Draw, str, Vec3], Placement]] = {
    "transform": _transform,
    "modified_dh": _modified_dh,
    "standard_dh": _standard_dh,
}


def _with_massless_links(draw: Draw, links: list[LinkDescription]) -> tuple[LinkDescription, ...]:
    """Take the mass from some links between two others, where M stays positive definite."""
    links = list(links)
    massless: set[str] = set()
    for i, (link, following) in enumerate(pairwise(links)):
        between = following.parent == link.name and link.parent not in massless
        moving = "fixed" not in (link.joint.type, following.joint.type)
        alike = link.joint.type == following.joint.type and _nearly_parallel(link, following)
        # A massless link must not be able to move and leave both neighbours, which have mass, at
        # rest: its own rotor holds it, or the next joint, if that moves in another way.
        held = link.joint.rotor_inertia or not alike
        if between and moving and held and draw.chance(0.3):
            links[i] = LinkDescription(link.name, link.parent, link.joint)
            massless.add(link.name)
    return tuple(links)


def _nearly_parallel(link: LinkDescription, following: LinkDescription) -> bool:
    axis = matrix(link.joint.after.rotation).T @ vector(link.joint.axis)
    next_axis = matrix(following.joint.before.rotation) @ vector(following.joint.axis)
    return float(np.linalg.norm(np.cross(axis, next_axis))) < 0.3
