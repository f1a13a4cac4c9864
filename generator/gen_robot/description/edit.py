"""Parts and variants of a robot: locked joints, another root, one chain, a free base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gen_robot.algebra.frame import IDENTITY
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Mat3, Vec3
from gen_robot.description.description import (
    BASE,
    FLOATING_BASE,
    LARGEST,
    Description,
    LinkDescription,
)
from gen_robot.description.expression import ExpressionError, parse
from gen_robot.description.joint_kinds import ONE_COORDINATE, moves
from gen_robot.description.loops import refuse_locked, without_cut
from gen_robot.description.mimic import excess, followed, orphaned
from gen_robot.errors import UserError, listed, nearest, shown


@dataclass(frozen=True)
class Edits:
    """Hold what the user wants of a robot other than it stands in its file."""

    lock: Mapping[str, str] = field(default_factory=dict)
    root: str | None = None
    tip: str | None = None
    floating: bool = False
    loops: str | None = None  # a file beside the robot's own that says how it is closed


AS_WRITTEN = Edits()


def edited(description: Description, edits: Edits) -> Description:
    """Return the robot that the user wants, which has to be able to move."""
    as_read = description
    if edits.lock:
        refuse_locked(description, tuple(edits.lock))
        description = with_locked(description, edits.lock)
    if edits.root is not None:
        whole, description = description, with_root(description, edits.root)
        description = without_cut(description, whole, f"--root {edits.root}")
    if edits.tip is not None:
        whole, description = description, with_tip(description, edits.tip)
        description = without_cut(description, whole, f"--tip {edits.tip}")
    if edits.floating:
        description = with_floating(description)
    kept = {description.root_name, *(link.name for link in description.links)}
    gone = [link.name for link in as_read.links if link.name not in kept]
    if gone:
        description = replace(description, left_out=tuple(gone))
    if description.floating_base is None and not any(moves(k.joint) for k in description.links):
        cure = "a robot has at least one, or a floating base (--floating)"
        raise UserError(description.source, "has no moving joint", cure)
    return description


def with_locked(description: Description, values: Mapping[str, str]) -> Description:
    """Hold joints still, each at the value of an expression; what follows them stands still, too."""
    joints = {link.joint.name: link.joint for link in description.links}
    still: dict[str, Number] = {}
    warnings = list(description.warnings)
    for name, text in values.items():
        place = f"--lock {name}" if name in joints else "--lock"
        if name not in joints:
            found = f"{shown(name)} is no joint of {description.source}"
            raise UserError(place, found, nearest(name, tuple(joints)))
        joint = joints[name]
        if joint.mimic:
            raise UserError(place, f"it follows {shown(joint.mimic.joint)}", "lock that joint")
        if joint.type not in ONE_COORDINATE:
            cure = f"joints of these types can be locked: {', '.join(ONE_COORDINATE)}"
            raise UserError(place, f"the joint is {joint.type}", cure)
        try:
            value = still[name] = parse(text, {})
        except ExpressionError as error:
            raise UserError(place, error.problem, error.cure) from None
        if abs(value) > LARGEST:
            cure = "no quantity of a robot is beyond 1e30 in size"
            raise UserError(place, f"is {value.spelled(3)}", cure)
        lower, upper = joint.limits.lower, joint.limits.upper
        if (lower is not None and value < lower) or (upper is not None and value > upper):
            warnings.append(f"{place}: {value} is outside the joint's limits, {lower} to {upper}")
    links = followed(description.links, still)
    return replace(description, links=links, warnings=tuple(warnings))


def with_root(description: Description, link: str) -> Description:
    """Keep what hangs on a link, which becomes the fixed base; joints above it stand at zero.

    Gravity keeps its direction in the world, so it is given in the axes of the new base.
    """
    if link in (BASE, description.root_name):
        return description
    root = _link(description, link, "--root")
    below = {link}
    kept: list[LinkDescription] = []
    for k in description.links:
        if k.parent in below:
            below.add(k.name)
            kept.append(replace(k, parent=BASE) if k.parent == link else k)
    rotation = _rotation(description, root)
    gravity = description.gravity
    warnings: tuple[str, ...] = ()
    if rotation != IDENTITY:
        gravity = rotation.transposed @ gravity
        if gravity != description.gravity:
            warnings = (f"--root {link}: gravity is [{_spelled(gravity)}] in its axes",)
    return _cut(
        replace(
            description,
            links=tuple(kept),
            gravity=gravity,
            floating_base=None,
            root_name=link,
            root_inertial=root.inertial,
            warnings=description.warnings + warnings,
        ),
        f"--root {link}",
    )


def with_tip(description: Description, link: str) -> Description:
    """Keep the chain from the base to a link, and nothing that hangs on it."""
    place = f"--tip {link}"
    if link in (BASE, description.root_name):
        raise UserError(place, "is the base", "choose a link that moves")
    kept = {k.name for k in _chain(description, _link(description, link, "--tip"))}
    rigid = set(kept)  # with all that is fixed to the chain
    heavy: list[str] = []
    for k in description.links:
        if not moves(k.joint) and k.parent in rigid and k.name not in kept:
            rigid.add(k.name)
            heavy += [k.name] if k.inertial.mass else []
    if heavy:
        found = f"{place}: left out, though it is fixed to the chain: {listed(heavy)}"
        description = replace(description, warnings=(*description.warnings, found))
    links = tuple(k for k in description.links if k.name in kept)
    return _cut(replace(description, links=links), place)


def with_floating(description: Description) -> Description:
    """Set the base free, with the body that the file gives it."""
    if description.floating_base is not None:
        return description
    moving = [link.joint.name for link in description.links if moves(link.joint)]
    if FLOATING_BASE in moving:
        found = f"a joint of {description.source} is named {shown(FLOATING_BASE)}"
        raise UserError("--floating", found, "the base's own joint has this name: rename it")
    return replace(description, floating_base=description.root_inertial)


def _link(description: Description, name: str, option: str) -> LinkDescription:
    for link in description.links:
        if link.name == name:
            return link
    names = (description.root_name, *(link.name for link in description.links))
    raise UserError(
        option, f"{shown(name)} is no link of {description.source}", nearest(name, names)
    )


def _chain(description: Description, link: LinkDescription) -> list[LinkDescription]:
    """Return the links from the base to this one."""
    by_name = {k.name: k for k in description.links}
    chain = [link]
    while (parent := by_name.get(chain[0].parent)) is not None:
        chain.insert(0, parent)
    return chain


def _rotation(description: Description, link: LinkDescription) -> Mat3:
    """Return the axes of a link in those of the base, with all joints at zero."""
    rotation = IDENTITY
    for k in _chain(description, link):
        rotation = rotation.times(k.joint.before.rotation).times(k.joint.after.rotation)
    return rotation


def _cut(description: Description, place: str) -> Description:
    """Settle what followed joints that are gone."""
    links, heirs = orphaned(description.links)
    for link in links:
        if link.joint.mimic and (too_much := excess(link.joint.mimic)):
            found = f"{link.joint.name} would follow {link.joint.mimic.joint} with the {too_much}"
            raise UserError(place, found, "keep the joint that both follow, or lock one of them")
    warnings = tuple(
        f"{place}: the joint {heir} moves by itself: what it follows is left out" for heir in heirs
    )
    return replace(description, links=links, warnings=description.warnings + warnings)


def _spelled(v: Vec3) -> str:
    return ", ".join(f"{float(c):.6g}" for c in v)
