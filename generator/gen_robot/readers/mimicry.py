"""Which joints of a file follow which: leaders are there, have one coordinate, and no cycle is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from gen_robot.description.description import JointDescription
from gen_robot.description.joint_kinds import KINDS, ONE_COORDINATE, moves
from gen_robot.description.mimic import Links, cycle, excess, followed, settled
from gen_robot.errors import listed, nearest, shown
from gen_robot.readers.checks import spelled_cycle
from gen_robot.readers.mark import AnyMark


class MimicMarks(NamedTuple):
    """Point at where a file says that a joint follows another, and whom."""

    mimic: AnyMark
    leader: AnyMark


def settle_mimics(
    links: Links, marks: Mapping[str, MimicMarks], *, strict: bool
) -> tuple[Links, tuple[str, ...]]:
    """Let each joint follow one that moves by itself; return warnings, too.

    The marks are by the names of the joints that follow. If not strict, a joint without a leader moves
    by itself, as in Pinocchio, and one whose leader is fixed stands still.
    """
    links, warnings = _without_orphans(links, marks, strict)
    joints = {link.joint.name: link.joint for link in links}
    for link in links:
        mimic = link.joint.mimic
        if mimic and not _may_lead(joints[mimic.joint], strict):
            found = f"is {shown(mimic.joint)}, which is {joints[mimic.joint].type}"
            cure = f"a joint may follow one of these types: {', '.join(ONE_COORDINATE)}"
            raise marks[link.joint.name].leader.error(found, cure)
    if around := cycle(links):
        cure = "at least one of them moves by itself"
        raise marks[around[0]].mimic.error(f"closes the cycle {spelled_cycle(around)}", cure)
    still = {link.joint.name for link in links if not moves(link.joint)}
    for name, mimic in settled(links, still).items():
        if too_much := excess(mimic):
            found = f"follows {shown(mimic.joint)} with the {too_much} in the end"
            cure = "no quantity of a robot is beyond 1e30 in size: check the chain of mimics"
            raise marks[name].mimic.error(found, cure)
    return followed(links), warnings


def _without_orphans(
    links: Links, marks: Mapping[str, MimicMarks], strict: bool
) -> tuple[Links, tuple[str, ...]]:
    """Let joints whose leader is not in the file move by themselves, or refuse them."""
    joints = [link.joint.name for link in links]
    orphans = {
        link.joint.name: link.joint.mimic.joint
        for link in links
        if link.joint.mimic and link.joint.mimic.joint not in joints
    }
    if not orphans:
        return links, ()
    first, leader = next(iter(orphans.items()))
    found, at = f"is {shown(leader)}, no joint", marks[first].leader
    cure = nearest(leader, [name for name in joints if name != first])
    if strict:
        raise at.error(found, cure)
    freed = tuple(
        replace(k, joint=replace(k.joint, mimic=None)) if k.joint.name in orphans else k
        for k in links
    )
    return freed, (at.warning(found, f"{cure} Moving by themselves: {listed([*orphans])}"),)


def _may_lead(joint: JointDescription, strict: bool) -> bool:
    return KINDS[joint.type].has_one_coordinate or not (strict or moves(joint))
