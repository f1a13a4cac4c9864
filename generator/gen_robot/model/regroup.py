"""Move mass to where it costs nothing, without changing any joint torque.

Turning about z cannot be seen in what lies on z: of link j the mass M, the first moment l_z and the
second moment S_zz may belong to the parent instead (Gautier and Khalil's base parameters; the same
holds for the mass of all that link j carries). Joint torques, the inertia matrix and the bias do not
change; wrenches between links do. Done on exact numbers, from the tips to the base.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import NO_INERTIA
from gen_robot.model.gauge import Sizes, on_axis, part_on_axis
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import fixed_pose
from gen_robot.model.structure import Gauge

Share = Callable[[Link, Moments, Number, Moments | None], Moments]
"""What of a link's body its joint lets belong to the parent.

It is told the mass of all that the link carries with itself, and the parent's body so far, if there
is one.
"""


def lump_masses(model: Model) -> Model:
    """Give each parent the mass that its children carry, as a point on the joint axis.

    These are the composite constants that the papers prepare off-line: no kernel then multiplies by
    a mass, except below prismatic joints.
    """
    return _move(model, _point_mass)


def regroup(model: Model) -> Model:
    """Give each parent all that its children's joints cannot move."""
    return _move(model, _invariant_part)


def regroup_own(model: Model) -> Model:
    """Give each parent what its children's joints cannot move of themselves, one by one.

    `regroup` moves the mass of all that a link carries, too, and takes it from the link, which then has
    less than none. That saves operations; as parameters, masses are told apart by leaving it out.
    """
    return _move(model, lambda link, body, carried, parent: own_part(link, body))


def regroup_by(model: Model, gauge: Gauge) -> Model:
    """Give each parent what makes the moments vanish that a gauge names; else as `regroup_own` does.

    What a gauge asks for may not be had of a robot that it was not found for: then it is left out.
    """
    spent, sizes = dict(gauge), Sizes.of(model)

    def share(link: Link, body: Moments, carried: Number, parent: Moments | None) -> Moments:
        part = None
        if link.number in spent and parent is not None and link.kind.only_turns_about_z:
            part = part_on_axis(on_axis(link), body, parent, spent[link.number], sizes)
        return part or own_part(link, body)

    return _move(model, share)


def own_part(link: Link, body: Moments) -> Moments:
    """Return what a link's joint cannot move of the link itself."""
    return _invariant_part(link, body, body.mass)


def _point_mass(
    link: Link, body: Moments, carried: Number, parent: Moments | None = None
) -> Moments:
    return Moments(carried if link.kind.turns_in_place else ZERO, ORIGIN, NO_INERTIA)


def _invariant_part(
    link: Link, body: Moments, carried: Number, parent: Moments | None = None
) -> Moments:
    part = _point_mass(link, body, carried)
    first, second = part.first, part.second
    if link.kind.only_slides:
        # The axes are kept: all second moments may be the parent's.
        second = body.second
    elif link.kind.turns_about_z:
        second = SymMat3(ZERO, ZERO, body.second.zz, ZERO, ZERO, ZERO)
    if link.kind.only_turns_about_z:
        first = Vec3(ZERO, ZERO, body.first.z)
    return Moments(part.mass, first, second)


def _move(model: Model, share: Share) -> Model:
    bodies = {link.number: link.body for link in model.links}
    carried = {link.number: ZERO for link in model.links}
    left = model.left_to_base
    for link in reversed(model.links):
        body = bodies[link.number]
        composite = body.mass + carried[link.number]
        part = share(link, body, composite, bodies.get(link.parent))
        bodies[link.number] = without(body, part)
        if link.parent:
            bodies[link.parent] = bodies[link.parent] + fixed_pose(link).up_moments(part)
            # What stays below is seen by the parent as carried mass; the part is its own now.
            carried[link.parent] += composite - part.mass
        else:
            left = left + part.mass
    links = tuple(replace(k, body=bodies[k.number]) for k in model.links)
    return replace(model, links=links, left_to_base=left)


def without(body: Moments, part: Moments) -> Moments:
    """Return what is left of a body."""
    return Moments(body.mass - part.mass, body.first - part.first, body.second - part.second)
