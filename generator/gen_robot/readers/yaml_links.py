"""The links of a YAML file: their rows, their names, and the tree they form."""

from __future__ import annotations

from gen_robot.description.description import BASE, FLOATING_BASE, LinkDescription
from gen_robot.description.names import check_part_name
from gen_robot.description.snap import Snapper
from gen_robot.description.split import split
from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.checks import check_count, refuse_twins, spelled_cycle
from gen_robot.readers.mimicry import MimicMarks, settle_mimics
from gen_robot.readers.yaml_body import BODY_KEYS, read_inertial
from gen_robot.readers.yaml_drive import DRIVE_KEYS
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    checked_name,
    entries,
    items,
    named_values,
    text,
)
from gen_robot.readers.yaml_geometry import CONVENTIONS
from gen_robot.readers.yaml_joint import read_joint
from gen_robot.readers.yaml_joint_keys import INSIDE

MOST_LINKS = 200


def read_links(
    cursor: Cursor, convention: str, parameters: Parameters, snapper: Snapper, floating: bool
) -> tuple[tuple[LinkDescription, ...], tuple[str, ...]]:
    """Return the links in the file's order, each after its parent, and warnings about them.

    Joints that turn about several axes are split into revolute ones; `floating` is the base.
    """
    rows = items(cursor, "a list of links")
    check_count(cursor, len(rows), MOST_LINKS)
    keys = _link_keys(convention)
    table = [entries(row, keys) for row in rows]
    names = [checked_name(fields["name"], "a name", check_part_name) for fields in table]
    _refuse_twins([fields["name"] for fields in table], names, {BASE: "the base"})
    parents = _read_parents(table, names)

    links: list[LinkDescription] = []
    cursors: list[Cursor] = []  # of each link's joint
    warnings: list[str] = []
    for row, fields, name, parent in zip(rows, table, names, parents, strict=True):
        joint, doubts = read_joint(fields, name, CONVENTIONS[convention], parameters, snapper)
        inertial, more_doubts = read_inertial(row, fields, parameters)
        links += split(LinkDescription(name, parent, joint, inertial))
        cursors += [fields["joint"]] * (len(links) - len(cursors))
        warnings += doubts + more_doubts
    joints = [link.joint.name for link in links]
    taken = {BASE: "the base"} | ({FLOATING_BASE: "the floating base's joint"} if floating else {})
    _refuse_twins(cursors, joints, taken)
    marks = _mimic_marks(links, cursors)
    settled, mimic_warnings = settle_mimics(tuple(links), marks, strict=True)
    return settled, (*warnings, *mimic_warnings)


def _link_keys(convention: str) -> Keys:
    """Return the keys of a link; those that belong elsewhere are told apart from misspellings."""
    chosen = CONVENTIONS[convention]
    elsewhere = {
        key: f"the convention of this file, {convention}, does without"
        for other in CONVENTIONS.values()
        for key in other.required + other.optional
    }
    elsewhere |= {key: f"write joint: {{type: ..., {key}: ...}}" for key in INSIDE}
    return Keys(
        "a link",
        ("name", "joint", *chosen.required),
        ("parent", *chosen.optional, *BODY_KEYS, *DRIVE_KEYS),
        elsewhere,
    )


def _refuse_twins(cursors: list[Cursor], names: list[str], taken: dict[str, str]) -> None:
    named = zip(cursors, names, strict=True)
    refuse_twins(((cursor, name, cursor.path) for cursor, name in named), taken)


def _mimic_marks(links: list[LinkDescription], joints: list[Cursor]) -> dict[str, MimicMarks]:
    marks = {}
    for link, joint in zip(links, joints, strict=True):
        if link.joint.mimic:
            mimic = named_values(joint, "a joint")["mimic"]
            marks[link.joint.name] = MimicMarks(mimic, named_values(mimic, "a mimic")["joint"])
    return marks


def _read_parents(table: list[dict[str, Cursor]], names: list[str]) -> list[str]:
    """Return each link's parent; by default that is the link before."""
    defaults = [BASE, *names]
    parents = [
        text(fields["parent"], "a link's name") if "parent" in fields else default
        for fields, default in zip(table, defaults, strict=False)
    ]
    known = {BASE}
    for fields, name, parent in zip(table, names, parents, strict=True):
        if parent not in known:
            raise _misplaced(fields["parent"], name, dict(zip(names, parents, strict=True)))
        known.add(name)
    return parents


def _misplaced(cursor: Cursor, name: str, parents: dict[str, str]) -> UserError:
    """Say why the parent of a link is not one of the links before it."""
    parent = parents[name]
    if parent not in parents:
        return cursor.error(f"is {shown(parent)}, no link", nearest(parent, (BASE, *parents)))
    chain = [name]
    while parent in parents and parent not in chain:
        chain.append(parent)
        parent = parents[parent]
    if parent == BASE or parent not in parents:
        return cursor.error(
            f"is {shown(parents[name])}, which comes later", "a parent precedes its children"
        )
    around = spelled_cycle([*chain[chain.index(parent) :], parent])
    return cursor.error(f"closes the cycle {around}", "links form a tree that starts at base")
