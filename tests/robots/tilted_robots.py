"""Robots whose joint axes lean a little: what was parallel meets far away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gen_robot.algebra.frame import ORIGIN, X, Y, turn_about
from gen_robot.algebra.lines import is_zero, unit
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import SymMat3
from gen_robot.description.description import Description, Inertial, LinkDescription
from gen_robot.description.joint_kinds import kind_of

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
