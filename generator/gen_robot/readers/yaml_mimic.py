"""Which joints of a YAML file follow which: leaders have to be there, and to move by themselves."""

from __future__ import annotations

from gen_robot.description.joint_kinds import ONE_COORDINATE
from gen_robot.description.mimic import Links, cycle, followed
from gen_robot.errors import nearest, shown
from gen_robot.readers.yaml_fields import Cursor, named_values


def settle_mimics(links: Links, cursors: dict[str, Cursor]) -> Links:
    """Let each joint follow one that moves by itself; the cursors point at `joint`, by its name."""
    joints = {link.joint.name: link.joint for link in links}
    for link in links:
        name, mimic = link.joint.name, link.joint.mimic
        if not mimic:
            continue
        cursor = named_values(_mimic(cursors[name]), "a mimic")["joint"]
        if mimic.joint not in joints:
            cure = nearest(mimic.joint, tuple(n for n in joints if n != name))
            raise cursor.error(f"is {shown(mimic.joint)}, no joint", cure)
        if (kind := joints[mimic.joint].type) not in ONE_COORDINATE:
            cure = f"a joint may follow one of these types: {', '.join(ONE_COORDINATE)}"
            raise cursor.error(f"is {shown(mimic.joint)}, which is {kind}", cure)
    if around := cycle(links):
        spelled = " -> ".join(around if len(around) <= 6 else [*around[:5], "...", around[-1]])
        cure = "at least one of them moves by itself"
        raise _mimic(cursors[around[0]]).error(f"closes the cycle {spelled}", cure)
    return followed(links)


def _mimic(joint: Cursor) -> Cursor:
    return named_values(joint, "a joint")["mimic"]
