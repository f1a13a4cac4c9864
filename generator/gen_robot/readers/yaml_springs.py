"""The springs of a YAML file: at joints, by the joints' names."""

from __future__ import annotations

from dataclasses import replace

from gen_robot.algebra.number import ZERO
from gen_robot.description.description import JointDescription, LinkDescription
from gen_robot.description.joint_kinds import kind_of
from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    entries,
    items,
    nonnegative,
    number,
    text,
)

_SPRING = Keys("a spring", ("joint", "stiffness"), ("rest",))


def read_springs(
    cursor: Cursor, links: tuple[LinkDescription, ...], parameters: Parameters
) -> tuple[LinkDescription, ...]:
    """Return the links with the springs at their joints."""
    joints = {link.joint.name: link.joint for link in links}
    sprung: dict[str, JointDescription] = {}
    for row in items(cursor, "a list of springs"):
        fields = entries(row, _SPRING)
        name = text(fields["joint"], "a joint's name")
        if name not in joints:
            raise _no_joint(fields["joint"], name, links)
        if name in sprung:
            raise fields["joint"].error(
                f"is {shown(name)}, which has a spring already", "add up their stiffnesses"
            )
        kind = kind_of(joints[name])
        if (kind.nq, kind.nv) != (1, 1):
            cure = "a spring is at a joint of one coordinate"
            raise fields["joint"].error(f"is {shown(name)}, a joint of type {kind.name}", cure)
        stiffness = nonnegative(fields["stiffness"], parameters, "a spring's stiffness")
        rest = number(fields["rest"], parameters) if "rest" in fields else ZERO
        sprung[name] = replace(joints[name], stiffness=stiffness, rest=rest)
    return tuple(replace(k, joint=sprung.get(k.joint.name, k.joint)) for k in links)


def _no_joint(cursor: Cursor, name: str, links: tuple[LinkDescription, ...]) -> UserError:
    link = next((k for k in links if k.name == name), None)
    known = [k.joint.name for k in links]
    cure = f"the joint of this link is {shown(link.joint.name)}" if link else nearest(name, known)
    return cursor.error(f"is {shown(name)}, no joint", cure)
