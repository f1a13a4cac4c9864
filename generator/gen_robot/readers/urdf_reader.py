"""Robot descriptions in URDF: the file as a whole.

Visuals, collisions, materials, transmissions and simulators' own elements are passed over.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from gen_robot.description.description import BASE, Description, JointDescription, LinkDescription
from gen_robot.description.joint_kinds import ONE_COORDINATE, moves
from gen_robot.description.mimic import cycle, followed
from gen_robot.description.names import check_robot_name
from gen_robot.description.snap import Snapper
from gen_robot.errors import UserError, listed, nearest, shown
from gen_robot.readers.text_file import printable, read_text
from gen_robot.readers.urdf_body import Doubts, read_inertial
from gen_robot.readers.urdf_fields import Cursor, refuse_xacro
from gen_robot.readers.urdf_joint import read_joint
from gen_robot.readers.urdf_tree import Edge, Tree, read_tree
from gen_robot.readers.xml_tree import LARGEST_FILE, parse_xml

_LONGEST_NAME = 32


def read_urdf(path: Path, text: str | None = None, *, snap: bool = True) -> Description:
    """Read a robot from a file, or from a text as if it stood in that file.

    The root link is the base; a robot that only moves as a whole has no links beside it.
    """
    source = printable(path.name)
    if text is None:
        text = read_text(path, LARGEST_FILE)
    elif len(text) > LARGEST_FILE:
        raise UserError(source, f"has {len(text)} characters", f"at most {LARGEST_FILE} are read")
    robot = Cursor(source, parse_xml(text, source))
    if robot.element.tag != "robot":
        found = f"is the element {shown(robot.element.tag, 30)}"
        raise robot.error(found, "a URDF file is one element <robot>")
    refuse_xacro(robot)
    links, joints = robot.named("link"), robot.named("joint")
    tree = read_tree(robot, links, joints)

    snapper, doubts = Snapper(snap), Doubts(source)
    name, warnings = _robot_name(robot, path)
    bodies = {link: read_inertial(cursor, link, snapper, doubts) for link, cursor in links.items()}
    names = _own_names(tree)
    described = []
    for edge in tree.edges:
        joint, joint_warnings = read_joint(edge.joint, edge.name, snapper)
        warnings += joint_warnings
        inertial = bodies[edge.child]
        described.append(LinkDescription(names[edge.child], names[edge.parent], joint, inertial))
    settled, mimic_warnings = _settle_mimics(tuple(described), tree.edges)
    warnings += (
        *doubts.warnings,
        *_massless(source, settled),
        *mimic_warnings,
        *snapper.warnings,
    )
    return Description(
        name,
        settled,
        source,
        warnings=warnings,
        snaps=tuple(snapper.snaps),
        root_name=tree.root,
        root_inertial=bodies[tree.root],
    )


def _robot_name(robot: Cursor, path: Path) -> tuple[str, tuple[str, ...]]:
    """Return a name that files and functions can have, and a warning if the file has another."""
    given = robot.element.attributes.get("name", "").strip()
    name = legal_name(given) or legal_name(path.stem) or "robot"
    if name == given:
        return name, ()
    found = f"is {shown(given)}" if given else "is missing"
    cure = f"{shown(name)} is used; --name gives another"
    return name, (robot.warning(found, cure, "name"),)


def legal_name(text: str) -> str:
    """Make a robot's name of any text, or nothing if there is nothing to make it of."""
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    if not name:
        return ""
    name = (name if name[0].isalpha() else f"robot_{name}")[:_LONGEST_NAME].rstrip("_")
    return f"{name}_robot" if check_robot_name(name) else name


def _own_names(tree: Tree) -> dict[str, str]:
    """Return what each link is called: the root is the base, and no other link may be."""
    links = [edge.child for edge in tree.edges]
    taken = {tree.root, *links}
    free = next(n for k in range(2, len(taken) + 3) if (n := f"{BASE}_{k}") not in taken)
    return {link: free if link == BASE else link for link in links} | {tree.root: BASE}


def _massless(source: str, links: tuple[LinkDescription, ...]) -> tuple[str, ...]:
    """Warn of links that move but have no mass, not even that of a link fixed to them."""
    carrier = {BASE: BASE}
    massive: set[str] = set()
    for link in links:
        carrier[link.name] = link.name if moves(link.joint) else carrier[link.parent]
        if link.inertial.mass or any(link.inertial.inertia):
            massive.add(carrier[link.name])
    moving = [link.name for link in links if moves(link.joint)]
    bare = [name for name in moving if name not in massive]
    if not bare:
        return ()
    count = f"{len(bare)} of {len(moving)} moving links have"
    return (f"{source}: {count} no mass: {listed(bare)}; the file gives no <inertial> or zeros",)


def _settle_mimics(
    links: tuple[LinkDescription, ...], edges: list[Edge]
) -> tuple[tuple[LinkDescription, ...], tuple[str, ...]]:
    """Let each joint follow one that moves by itself; those without a leader move freely."""
    joints = {link.joint.name: link.joint for link in links}
    cursors = {edge.name: edge.joint for edge in edges}
    settled: list[LinkDescription] = []
    warnings: tuple[str, ...] = ()
    leaderless = [
        k.joint.name for k in links if k.joint.mimic and k.joint.mimic.joint not in joints
    ]
    for link in links:
        name, mimic = link.joint.name, link.joint.mimic
        if name in leaderless and mimic:
            # Pinocchio, too, lets such a joint move by itself.
            if name == leaderless[0]:
                found = f"mimics {shown(mimic.joint)}, which is no joint"
                cure = f"{nearest(mimic.joint, tuple(joints))} Moving by themselves: "
                warnings = (cursors[name].warning(found, cure + listed(leaderless)),)
            link = replace(link, joint=replace(link.joint, mimic=None))
        elif mimic and not _may_lead(joints[mimic.joint]):
            found = f"mimics {shown(mimic.joint)}, which is {joints[mimic.joint].type}"
            raise cursors[name].error(found, f"it may follow {', '.join(ONE_COORDINATE)} joints")
        settled.append(link)
    if around := cycle(settled):
        spelled = " -> ".join(around if len(around) <= 6 else [*around[:5], "...", around[-1]])
        cure = "at least one of them moves by itself"
        raise cursors[around[0]].error(f"mimics itself: {spelled}", cure)
    return followed(tuple(settled)), warnings


def _may_lead(joint: JointDescription) -> bool:
    return joint.type in ONE_COORDINATE or not moves(joint)
