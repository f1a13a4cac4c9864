"""Robots whose joint axes lean a little: what was parallel meets far away."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from gen_robot.algebra.frame import AT_ORIGIN, ORIGIN, X, Y, shift, turn_about
from gen_robot.algebra.lines import is_zero, unit
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.joint_kinds import REVOLUTE, kind_of

HEAVY = Inertial(Number(20), ORIGIN, SymMat3(ONE, ONE, ONE, ZERO, ZERO, ZERO))
"""A base for robots whose files give it no mass."""


def tilted(description: Description, tilt: Number, seed: int) -> Description:
    """Lean every joint's axis by an angle, each to another side; joints that mimic move freely."""
    rng = np.random.default_rng(seed)

    def leaning(link: LinkDescription) -> LinkDescription:
        joint = replace(link.joint, mimic=None)
        if kind_of(joint).moves and kind_of(joint).has_axis and tilt:
            across = (joint.axis.cross(X), joint.axis.cross(Y))
            aside = unit(next(v for v in across if not is_zero(v)))
            towards = turn_about(joint.axis, Number(f"{rng.uniform(-3, 3):.3f}")).rotation @ aside
            joint = replace(joint, axis=unit(turn_about(towards, tilt).rotation @ joint.axis))
        return replace(link, joint=joint)

    return replace(description, links=tuple(leaning(link) for link in description.links))


def set_free(description: Description) -> Description:
    """Let the base fly, with the mass that the file gives it, or a robot's worth of it."""
    base = description.root_inertial
    return replace(description, floating_base=base if base.mass else HEAVY)


def snake(joints: int) -> Description:
    """Return a chain of equal links on parallel axes."""
    length, inertia = Number("0.3"), Number("0.01")
    tensor = SymMat3(inertia, inertia, inertia, ZERO, ZERO, ZERO)
    body = Inertial(ONE, Vec3(length / 2, ZERO, ZERO), tensor)
    names = [BASE, *(f"link{k}" for k in range(1, joints + 1))]
    links = [
        LinkDescription(
            name,
            parent,
            JointDescription(
                f"{name}_joint",
                REVOLUTE.name,
                shift(length, ZERO, ZERO) if parent != BASE else AT_ORIGIN,
            ),
            body,
        )
        for parent, name in pairwise(names)
    ]
    return Description("snake", tuple(links), "snake.yaml")
