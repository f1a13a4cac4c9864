"""The papers' general robot, for which they count operations: no constant that helps.

All joints are revolute; alpha_1 = a_1 = d_1 = 0, gravity is along z_0, and every other constant of
modified Denavit-Hartenberg frames and of the bodies is generic. Angles have no zero offsets, for
the papers count none. The robot with n joints is the beginning of the one with n + 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from gen_robot.algebra.frame import AT_ORIGIN, shift, turn_x
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.joint_kinds import REVOLUTE


def general_robot(joints: int) -> Description:
    """Return the general robot with this many joints."""
    links = tuple(islice(_links(), joints))
    return Description(f"general{joints}", links, f"general{joints}.yaml")


def _links() -> Iterator[LinkDescription]:
    """Yield link after link of a chain without end."""
    numbers = _generic_numbers()
    parent = BASE
    for i in count(1):
        alpha, a, d = islice(numbers, 3)
        before = turn_x(alpha).then(shift(a, ZERO, d)) if i > 1 else AT_ORIGIN
        joint = JointDescription(f"joint{i}", REVOLUTE.name, before)
        yield LinkDescription(f"link{i}", parent, joint, _body(numbers))
        parent = f"link{i}"


def _body(numbers: Iterator[Number]) -> Inertial:
    """Return a body with no element zero.

    Moments between 6 and 7 units with products below half a unit belong to a body that exists.
    """
    mass, x, y, z, *elements = islice(numbers, 10)
    unit = Number("0.01")
    moments = [unit * (element + 6) for element in elements[:3]]
    products = [unit * element / 2 for element in elements[3:]]
    return Inertial(mass * 5, Vec3(x / 5, -y / 5, z / 5), SymMat3(*moments, *products))


def _generic_numbers() -> Iterator[Number]:
    """Yield decimals between 0.1 and 1 that nothing relates: a congruential sequence."""
    state = 1
    while True:
        state = 16807 * state % (2**31 - 1)  # Park and Miller 1988
        yield Number(f"{100_000 + state % 900_000}e-6")
