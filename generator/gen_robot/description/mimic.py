"""Joints that follow others: chains of them, and leaders that stand still or are gone."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace

from gen_robot.algebra.number import ZERO, Number
from gen_robot.description.description import LARGEST, LinkDescription, Mimic
from gen_robot.description.joint_kinds import moves
from gen_robot.description.lock import locked

Links = tuple[LinkDescription, ...]


def cycle(links: Iterable[LinkDescription]) -> list[str]:
    """Return the joints of a cycle in which each follows the next, or nothing."""
    leaders = {k.joint.name: k.joint.mimic.joint for k in links if k.joint.mimic}
    settled: set[str] = set()
    for name in leaders:
        chain: list[str] = []
        while name in leaders and name not in settled:
            if name in chain:
                return [*chain[chain.index(name) :], name]
            chain.append(name)
            name = leaders[name]
        settled.update(chain)
    return []


def settled(links: Links, still: Container[str]) -> dict[str, Mimic]:
    """Return, for each joint that follows, whom it follows in the end: one that leads, or is still."""
    given = {k.joint.name: k.joint.mimic for k in links if k.joint.mimic}
    result: dict[str, Mimic] = {}
    for name in given:
        chain = [name]
        while (leader := given[chain[-1]].joint) in given:
            if leader in still or leader in result:
                break
            chain.append(leader)
        # From its far end: each link of a chain is passed once, however long it is.
        for follower in reversed(chain):
            mimic = given[follower]
            further = result.get(mimic.joint) if mimic.joint not in still else None
            result[follower] = _through(mimic, further) if further else mimic
    return result


def excess(mimic: Mimic) -> str:
    """Say that a joint follows another by more than any quantity can be; nothing if it does not."""
    sizes = {"multiplier": mimic.multiplier, "offset": mimic.offset}
    found = [f"{what} {x.spelled(3)}" for what, x in sizes.items() if abs(x) > LARGEST]
    return found[0] if found else ""


def followed(links: Links, still: dict[str, Number] | None = None) -> Links:
    """Let each joint follow one that moves by itself; what follows a joint at rest rests, too.

    All leaders are there and there is no cycle; `still` are the joints to be locked, with values.
    """
    values = {k.joint.name: ZERO for k in links if not moves(k.joint)} | (still or {})
    mimics = settled(links, values)
    result = []
    for link in links:
        name = link.joint.name
        mimic = mimics.get(name)
        if name in values and moves(link.joint):
            link = locked(link, values[name])
        elif mimic and (mimic.joint in values or not mimic.multiplier):
            leader = values.get(mimic.joint, ZERO)
            link = locked(link, mimic.multiplier * leader + mimic.offset)
        elif mimic:
            link = replace(link, joint=replace(link.joint, mimic=mimic))
        result.append(link)
    return tuple(result)


def orphaned(links: Links) -> tuple[Links, list[str]]:
    """Let the first follower of each leader that is gone lead the others; return their names, too.

    No joint of these follows a follower.
    """
    present = {link.joint.name for link in links}
    heirs: dict[str, tuple[str, Mimic]] = {}
    result = []
    for link in links:
        name, mimic = link.joint.name, link.joint.mimic
        if mimic and mimic.joint not in present:
            if mimic.joint in heirs:
                heir, relation = heirs[mimic.joint]
                ratio = mimic.multiplier / relation.multiplier
                tied = Mimic(heir, ratio, mimic.offset - ratio * relation.offset)
                link = replace(link, joint=replace(link.joint, mimic=tied))
            else:
                heirs[mimic.joint] = name, mimic
                link = replace(link, joint=replace(link.joint, mimic=None))
        result.append(link)
    return tuple(result), [name for name, _ in heirs.values()]


def _through(mimic: Mimic, further: Mimic) -> Mimic:
    """Follow the leader's own leader: m1 (m2 q + o2) + o1."""
    offset = mimic.multiplier * further.offset + mimic.offset
    return Mimic(further.joint, mimic.multiplier * further.multiplier, offset)
