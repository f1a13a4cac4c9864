"""What a robot's file has to say of each link and joint, from fitted standard parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import SymMat3, Vec3, complement, square
from gen_robot.description.description import Description, Inertial, JointDescription
from gen_robot.errors import UserError, shown
from gen_robot.identification.text_edits import same
from gen_robot.model.drives import COULOMB, ROTOR, VISCOUS
from gen_robot.model.model import Link, Model
from gen_robot.model.standard_parameters import TEN, driven, moments, ten_numbers


@dataclass(frozen=True)
class BodyChange:
    """Hold a link's body before and after; both are in the link's frame, as a file describes them."""

    link: str
    before: Inertial
    after: Inertial


@dataclass(frozen=True)
class DriveChange:
    """Hold a joint's rotor (as felt at the joint) and friction before and after."""

    link: str  # that it moves
    joint: str
    before: dict[str, Number]  # by the name of a drive's parameter
    after: dict[str, Number]


def body_changes(description: Description, model: Model, pi: Sequence[Number]) -> list[BodyChange]:
    """Return the links whose own bodies change.

    Of several that are fixed to each other the heaviest takes the change: many a link is but a frame.
    """
    described = {link.name: link.inertial for link in description.links}
    described[description.root_name] = description.floating_base or description.root_inertial
    found = []
    for link in model.links:
        ten = pi[len(TEN) * (link.number - 1) : len(TEN) * link.number]
        own = ten_numbers(link.body, link.user_frame)
        if all(same(a, b, _size(link, k)) for k, (a, b) in enumerate(zip(ten, own, strict=True))):
            continue
        parts = {
            name: place.frame
            for name, place in model.places.items()
            if place.link == link.number and name in described
        }
        if not parts:
            raise UserError(
                shown(link.name),
                "has got a mass, and stands for no link of the file",
                "a universal joint's cross weighs nothing: model it as a link of its own",
            )
        heaviest = max(parts, key=lambda name: described[name].mass)
        rest = moments(ten, link.user_frame)
        for name, frame in parts.items():
            if name != heaviest:
                rest = _without(rest, moments(_about_origin(described[name]), frame))
        after = _inertial(heaviest, ten_numbers(rest, parts[heaviest]))
        found.append(BodyChange(heaviest, described[heaviest], after))
    return found


def drive_changes(
    description: Description, model: Model, pi: Sequence[Number]
) -> list[DriveChange]:
    """Return the joints whose rotor or friction changes."""
    joints = {link.name: link.joint for link in description.links}
    after: dict[str, dict[str, Number]] = {}
    for (drive, link), x in zip(driven(model), pi[len(TEN) * len(model.links) :], strict=True):
        if not same(x, drive.of(link), ZERO):
            after.setdefault(link.name, {})[drive.name] = x
    return [
        DriveChange(link, joints[link].name, _drive_numbers(joints[link]), new)
        for link, new in after.items()
    ]


def _drive_numbers(joint: JointDescription) -> dict[str, Number]:
    return {
        ROTOR.name: joint.rotor_inertia,
        VISCOUS.name: joint.viscous,
        COULOMB.name: joint.coulomb,
    }


def _size(link: Link, place: int) -> Number:
    """Return what changes of one of a body's numbers are measured against."""
    mass, reach = link.body.mass, max(map(abs, link.body.first), default=ZERO)
    return mass if place == 0 else reach if place < 4 else abs(link.body.second.trace)


def _without(body: Moments, part: Moments) -> Moments:
    return Moments(body.mass - part.mass, body.first - part.first, body.second - part.second)


def _about_origin(body: Inertial) -> list[Number]:
    """Return a body's ten numbers in its own frame."""
    i = body.inertia + complement(square(body.com)) * body.mass
    return [body.mass, *(body.com * body.mass), i.xx, i.xy, i.yy, i.xz, i.yz, i.zz]


def _inertial(link: str, ten: Sequence[Number]) -> Inertial:
    """Return mass, centre of mass, and the inertia about it."""
    mass, x, y, z, xx, xy, yy, xz, yz, zz = ten
    if not mass and any((x, y, z)):
        found, cure = "has first moments without a mass", "no file can say that; give it a mass"
        raise UserError(shown(link), found, cure)
    com = Vec3(x, y, z) * (1 / mass) if mass else ORIGIN
    about_origin = SymMat3(xx, yy, zz, xy, xz, yz)
    return Inertial(mass, com, about_origin - complement(square(com)) * mass)
