"""Loops of a robot: what must hold of them whatever file they come from, and what edits do to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gen_robot.description.description import BASE, Description, LoopDescription
from gen_robot.description.joint_kinds import moves
from gen_robot.errors import UserError, listed, nearest, shown

MOST_LOOPS = 100


@dataclass(frozen=True)
class Closure:
    """Hold what is said of a robot's loops: in its own file, or in one beside it."""

    loops: tuple[LoopDescription, ...] = ()
    independent: tuple[str, ...] = ()
    actuated: tuple[str, ...] = ()


def with_closure(description: Description, closure: Closure) -> Description:
    """Return the robot with loops that another file gives; it may have some of its own already."""
    taken = {loop.name for loop in description.loops}
    for loop in closure.loops:
        if loop.name in taken:
            found = f"{description.source} has a loop of this name already"
            raise UserError(f"--loops: {loop.name}", found, "choose another")
    return replace(
        description,
        loops=(*description.loops, *closure.loops),
        independent=closure.independent or description.independent,
        actuated=closure.actuated or description.actuated,
    )


def known_end(place: str, description: Description, name: str) -> str:
    """Demand the name of a link, or of the base."""
    links = (BASE, description.root_name, *(link.name for link in description.links))
    if name in links:
        return name
    joint = next((k for k in description.links if k.joint.name == name), None)
    cure = f"the joint of this name moves {shown(joint.name)}" if joint else nearest(name, links)
    raise UserError(place, f"is {shown(name)}, no link", cure)


def check_ends(place: str, description: Description, loop: LoopDescription) -> None:
    """Demand that a loop's ends can move against each other."""
    carrier = _carriers(description)
    a, b = carrier[loop.link_a], carrier[loop.link_b]
    if a != b:
        return
    if a == BASE and description.floating_base is None:
        found = "both ends are on the base, which does not move"
    else:
        body = description.root_name if a == BASE else a
        found = f"both ends are on one body, {shown(body)}"
    raise UserError(place, found, "a loop ties two links that move against each other")


def check_joints(
    place: str, description: Description, names: Sequence[str], word: str
) -> tuple[str, ...]:
    """Demand joints that move by themselves, each once."""
    own = {link.joint.name: link.joint for link in description.links if moves(link.joint)}
    for number, name in enumerate(names):
        if name not in own:
            found = f"{shown(name)} is no joint that moves"
            raise UserError(place, found, nearest(name, tuple(own)))
        if mimic := own[name].mimic:
            found = f"{shown(name)} follows {shown(mimic.joint)}"
            raise UserError(place, found, f"name that joint as {word}")
        if name in names[:number]:
            raise UserError(place, f"{shown(name)} comes twice", "name each joint once")
    return tuple(names)


def without_cut(description: Description, before: Description, option: str) -> Description:
    """Settle loops after an edit: those whose links are gone go, too, those it cuts are refused.

    What the edit leaves of independent and actuated joints stays.
    """
    here = {description.root_name, *(link.name for link in description.links)}
    if description.root_name == before.root_name:
        here.add(BASE)
    kept = []
    for loop in description.loops:
        ends = [end in here for end in (loop.link_a, loop.link_b)]
        if all(ends):
            kept.append(loop)
        elif any(ends):
            gone = loop.link_b if ends[0] else loop.link_a
            found = f"the loop {shown(loop.name)} would be cut: the link {shown(gone)} is left out"
            raise UserError(option, found, "keep both of its links, or neither")
    own = {link.joint.name for link in description.links if moves(link.joint)}
    return replace(
        description,
        loops=tuple(kept),
        independent=tuple(n for n in description.independent if n in own),
        actuated=tuple(n for n in description.actuated if n in own),
    )


def refuse_locked(description: Description, locked: Sequence[str]) -> None:
    """Refuse to lock a joint within a loop: the others could not move as they are told."""
    within = _within(description)
    for name in locked:
        if name in within:
            found = f"the joint is part of the loop {shown(within[name])}"
            cure = "a loop with a joint held still is another mechanism: leave the joint free"
            raise UserError(f"--lock {name}", found, cure)
    named = [n for n in (*description.independent, *description.actuated) if n in locked]
    if named:
        found = f"{listed(named)} is named as independent or actuated"
        raise UserError(f"--lock {named[0]}", found, "lock another joint")


def _within(description: Description) -> dict[str, str]:
    """Return by joint the loop that it is part of."""
    by_name = {link.name: link for link in description.links}

    def joints(name: str) -> list[str]:
        found = []
        while name in by_name:
            found.append(by_name[name].joint.name)
            name = by_name[name].parent
        return found

    return {
        joint: loop.name
        for loop in description.loops
        for joint in set(joints(loop.link_a)) ^ set(joints(loop.link_b))
    }


def _carriers(description: Description) -> dict[str, str]:
    """Return by link the moving one that carries it; the base carries itself."""
    carrier = {BASE: BASE, description.root_name: BASE}
    for link in description.links:
        carrier[link.name] = link.name if moves(link.joint) else carrier[link.parent]
    return carrier
