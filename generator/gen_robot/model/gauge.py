"""Which moments vanish: how the freedom to move masses between links is spent, joint by joint.

Of a link that turns about z, what lies on z may be the parent's: a mass M, a first moment k z,
second moments t z z^T. `regroup` gives all of it away, so that the link's own mass, l_z and S_zz
vanish. The same three numbers can as well be chosen such that moments of the parent vanish. No
joint torque changes, but what it costs to compute one does; inertia matrices do not notice, for
composite bodies are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Scalar, SymMat3, Vec3
from gen_robot.description.description import NO_INERTIA
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import fixed_pose
from gen_robot.model.structure import Spent, Vanishing

MOST = Number(10)
"""What is moved is at most so many times the robot's largest."""

_ELEMENTS = ("m", "l_x", "l_y", "l_z", "S_xx", "S_yy", "S_zz", "S_xy", "S_xz", "S_yz")
"""A body's moments, in order."""

_ON_AXIS = (
    Moments(ONE, ORIGIN, NO_INERTIA),
    Moments(ZERO, Vec3(ZERO, ZERO, ONE), NO_INERTIA),
    Moments(ZERO, ORIGIN, SymMat3(ZERO, ZERO, ONE, ZERO, ZERO, ZERO)),
)
"""What may be moved: a unit of M, of k and of t."""


def is_free(link: Link) -> bool:
    """Tell whether a link has something that may as well be its parent's, which moves."""
    return link.kind.only_turns_about_z and bool(link.parent)


@dataclass(frozen=True)
class Sizes:
    """Hold the largest mass, first and second moment of a robot's links."""

    mass: Number
    first: Number
    second: Number

    @classmethod
    def of(cls, model: Model) -> Sizes:
        bodies = [link.body for link in model.links]
        return cls(
            _largest(b.mass for b in bodies),
            _largest(x for b in bodies for x in b.first),
            _largest(x for b in bodies for x in b.second),
        )

    def allow(self, M: Scalar, k: Scalar, t: Scalar) -> bool:
        """Tell whether so much may be moved: of more, digits would be lost.

        What is known at run time only has been tried with other numbers.
        """
        pairs = ((M, self.mass), (k, self.first), (t, self.second))
        known = ((moved, size) for moved, size in pairs if isinstance(moved, Number))
        return all(abs(moved) <= size * MOST for moved, size in known)


def _largest(values: Iterable[Scalar]) -> Number:
    return max((abs(x) for x in values if isinstance(x, Number)), default=ZERO)


def on_axis(link: Link) -> list[Moments]:
    """Return what units of M, k and t on a link's axis are to its parent."""
    pose = fixed_pose(link)
    return [pose.up_moments(unit) for unit in _ON_AXIS]


def part_on_axis(
    moved: Sequence[Moments], own: Moments, parent: Moments, spent: Spent, sizes: Sizes
) -> Moments | None:
    """Return what goes to the parent so that these moments vanish; None if nothing reasonable does.

    `moved` is what units of it are to the parent.
    """
    solution = _solved([_condition(each, own, parent, moved) for each in spent])
    if solution is None or not sizes.allow(*solution):
        return None
    M, k, t = solution
    axial = SymMat3(ZERO, ZERO, t, ZERO, ZERO, ZERO)
    return Moments(M, Vec3(ZERO, ZERO, k), axial)


def _condition(
    vanishing: Vanishing, own: Moments, parent: Moments, moved: Sequence[Moments]
) -> list[Scalar]:
    """Return the coefficients of M, k, t, and what they have to add up to."""
    place = _ELEMENTS.index(vanishing.element)

    def value(body: Moments) -> Scalar:
        return (body.mass, *body.first, *body.second)[place]

    if vanishing.of_parent:
        return [*map(value, moved), -value(parent)]
    return [*map(value, _ON_AXIS), value(own)]


def _solved(rows: list[list[Scalar]]) -> list[Scalar] | None:
    """Solve three equations in three unknowns; None if they are not independent.

    The coefficients are numbers, for they follow from where axes are.
    """
    rows = [list(row) for row in rows]
    for k in range(3):
        pivot = max(range(k, 3), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if not rows[k][k]:
            return None
        for i in range(3):
            if i != k and rows[i][k]:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[3] / row[k] for k, row in enumerate(rows)]
