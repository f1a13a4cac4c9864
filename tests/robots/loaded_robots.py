"""Robots with a tool, and with a load welded to a link."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arrays import Array, vector
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import (
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from random_robots import Draw

LOAD = Inertial(
    Number("1.7"),
    Vec3(Number("0.11"), Number("-0.23"), Number("0.31")),
    SymMat3(*(Number(x) for x in ("0.05", "0.06", "0.07", "0.003", "-0.004", "0.005"))),
)


def numbers(body: Inertial) -> Array:
    """Return a load as the kernels take it: mass, centre of mass, xx xy xz yy yz zz about it."""
    t = body.inertia
    tensor = [float(x) for x in (t.xx, t.xy, t.xz, t.yy, t.yz, t.zz)]
    return np.array([float(body.mass), *vector(body.com), *tensor])


def loaded(description: Description, link: str, body: Inertial = LOAD) -> Description:
    """Return the robot with a body welded to a link's frame."""
    weld = LinkDescription("the load", link, JointDescription("the weld", "fixed"), body)
    return replace(description, links=(*description.links, weld))


def with_tool(description: Description, seed: int) -> Description:
    """Return the robot with a tool that is fixed, askew, to its last link."""
    draw = Draw(seed)
    joint = JointDescription("flange", "fixed", draw.frame())
    tool = LinkDescription("tool", description.links[-1].name, joint, draw.full_inertial())
    return replace(description, links=(*description.links, tool))
