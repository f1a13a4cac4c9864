"""From a description to the bodies that the reference is about: what follows what, and where q is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.description.description import (
    BASE,
    FLOATING_BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.joint_kinds import moves
from gen_robot.description.mimic import followed
from gen_robot.description.split import split_joints
from gen_robot.verification.layout import Layout, Waves, direction, quaternion
from gen_robot.verification.literals import DOUBLE
from gen_robot.verification.program import Place
from gen_robot.verification.robot import (
    BOTH,
    FLIES,
    IN_PLANE,
    ROTATES,
    SCREWS,
    SLIDES,
    STILL,
    TURNS,
    Body,
    Load,
    Twist,
    exact,
)
from gen_robot.verification.vectors import Pose, Vector, at_origin, identity, pose, times

_MOTIONS = {
    "revolute": TURNS,
    "continuous": TURNS,
    "prismatic": SLIDES,
    "helical": SCREWS,
    "cylindrical": BOTH,
    "planar": IN_PLANE,
    "spherical": ROTATES,
    "floating": FLIES,
    "fixed": STILL,
}

_SMALL_FRACTIONS = (1, 2, 4)
"""Of an angle; what doubles hold exactly."""


def not_covered(description: Description) -> str:
    """Say why the equations do not hold for a robot; nothing if they do."""
    for link in split_joints(description).links:
        if link.joint.type not in _MOTIONS:
            return f"the joint {link.joint.name} is {link.joint.type}"
    return ""


def moving(description: Description) -> list[LinkDescription]:
    """Return the links whose joints have coordinates of their own."""
    links = [k for k in all_links(description) if moves(k.joint) and not k.joint.mimic]
    return links


def all_links(description: Description) -> list[LinkDescription]:
    """Return every link, a free base first."""
    links = list(followed(split_joints(description).links))
    if description.floating_base is not None:
        joint = JointDescription(FLOATING_BASE, "floating")
        base = LinkDescription(description.root_name, BASE, joint, description.floating_base)
        links.insert(0, base)
    return links


def bodies(
    description: Description,
    places: Mapping[str, int],
    rates: Mapping[str, int] | None = None,
    inputs: Mapping[str, Sequence[tuple[int, Place]]] | None = None,
) -> list[Body]:
    """Return all links, fixed ones as well.

    `places` and `rates` say where a joint's positions and velocities begin; `inputs`, which of the
    ten numbers of a link are known at run time, by its name. What is added to a link, and is all
    inputs, has the link's name with a plus behind it.
    """
    rates = places if rates is None else rates
    inputs = inputs or {}
    result: list[Body] = []
    flies = description.floating_base is not None
    numbers = {} if flies else {description.root_name: -1}
    numbers[BASE] = -1
    for link in all_links(description):
        joint, given = link.joint, link.inertial
        parent = numbers[link.parent]
        beyond = result[parent].link if parent >= 0 else at_origin()
        before = beyond.then(pose(joint.before))
        motion = _MOTIONS[joint.type]
        mimic = joint.mimic
        name = mimic.joint if mimic else joint.name
        result.append(
            Body(
                link.name,
                parent,
                motion,
                joint,
                -1 if motion == STILL else places[name],
                -1 if motion == STILL else rates[name],
                before.rotation,
                before.origin,
                [*joint.axis],
                _directions(motion, [*joint.axis], joint),
                pose(joint.after),
                _loads(link, given, inputs),
                mimic.multiplier if mimic else ONE,
                mimic.offset if mimic else ZERO,
            )
        )
        numbers[link.name] = len(result) - 1
        if flies and len(result) == 1:
            numbers[BASE] = 0  # files of a floating base call it so
    return result


def _loads(
    link: LinkDescription, given: Inertial, inputs: Mapping[str, Sequence[tuple[int, Place]]]
) -> tuple[Load, ...]:
    xx, yy, zz, xy, xz, yz = given.inertia
    ten: list[Number | Place] = [given.mass, *given.com, xx, xy, xz, yy, yz, zz]
    for k, place in inputs.get(link.name, ()):
        ten[k] = place
    added = tuple(place for _, place in inputs.get(f"{link.name}+", ()))
    after = pose(link.joint.after)
    own = (Load(after, tuple(ten)),)
    return (*own, Load(after, added)) if added else own


def _directions(motion: str, axis: Vector, joint: JointDescription) -> tuple[Twist, ...]:
    none = [ZERO] * 3
    x, y, z = identity()
    return {
        TURNS: ((axis, none),),
        SLIDES: ((none, axis),),
        SCREWS: ((axis, times(axis, joint.given.get("pitch", ZERO))),),
        BOTH: ((axis, none), (none, axis)),
        IN_PLANE: ((none, x), (none, y), (z, none)),
        ROTATES: ((x, none), (y, none), (z, none)),
        FLIES: ((none, x), (none, y), (none, z), (x, none), (y, none), (z, none)),
        STILL: (),
    }[motion]


def layout_of(chain: Sequence[Body], positions: int, bits: int = DOUBLE) -> Layout:
    """Return what the elements of q are; programs hold multipliers as numbers of so many bits."""
    products: dict[int, Waves] = {}
    fractions: dict[int, int] = {}
    ratios: dict[tuple[int, Fraction], int] = {}
    for body in chain:
        if body.motion == IN_PLANE:
            products |= direction(body.first + 2)
        elif body.motion in (ROTATES, FLIES):
            products |= quaternion(body.first + (3 if body.motion == FLIES else 0))
    turning = [body for body in chain if body.angle is not None and not body.leads]
    for body in turning:
        for part in _SMALL_FRACTIONS:
            if exact(body.times * part).denominator == 1:
                fractions[body.first] = max(part, fractions.get(body.first, 1))
                break
    for body in turning:
        value = exact(body.times.rounded(bits))
        known = Layout(products, fractions, ratios).multiples(body.first, value)
        if known is None:
            ratios[body.first, value] = positions + len(ratios)
    return Layout(products, fractions, ratios)


def frames_of(description: Description, chain: Sequence[Body]) -> dict[str, tuple[int, Pose]]:
    """Return all frames by name: the body that carries each, and where it is there."""
    found = {body.name: (number, body.link) for number, body in enumerate(chain)}
    if description.floating_base is None:
        found[description.root_name] = (-1, at_origin())
    found.setdefault(BASE, found[description.root_name])
    for frame in description.frames:
        number, link = found[frame.link]
        found[frame.name] = (number, link.then(pose(frame.origin)))
    return found


def loops_of(
    description: Description, frames: Mapping[str, tuple[int, Pose]]
) -> dict[str, tuple[tuple[int, Pose], tuple[int, Pose]]]:
    """Return the frames that meet in each loop, by its name."""
    found = {}
    for loop in description.loops:
        (a, at_a), (b, at_b) = frames[loop.link_a], frames[loop.link_b]
        ends = (a, at_a.then(pose(loop.at_a))), (b, at_b.then(pose(loop.at_b)))
        found[loop.name] = ends
    return found
