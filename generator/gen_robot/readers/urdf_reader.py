"""Robot descriptions in URDF: the file as a whole.

Visuals, collisions, materials, transmissions and simulators' own elements are passed over.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gen_robot.description.description import BASE, Description, LinkDescription
from gen_robot.description.joint_kinds import moves
from gen_robot.description.snap import Snapper
from gen_robot.errors import listed
from gen_robot.readers.checks import massless
from gen_robot.readers.mimicry import MimicMarks, settle_mimics
from gen_robot.readers.robot_name import robot_name
from gen_robot.readers.text_file import printable
from gen_robot.readers.urdf_body import Doubts, read_inertial
from gen_robot.readers.urdf_joint import read_joint
from gen_robot.readers.urdf_loops import read_loops
from gen_robot.readers.urdf_tree import Edge, Tree, read_tree
from gen_robot.readers.urdf_unread import unread
from gen_robot.readers.xacro import refuse_xacro
from gen_robot.readers.xml_fields import Cursor
from gen_robot.readers.xml_tree import begun, parse_xml


def read_urdf(path: Path, text: str, *, snap: bool = True) -> Description:
    """Read a robot from the text of a file, which is one element <robot>.

    The root link is the base; a robot that only moves as a whole has no links beside it.
    """
    source = printable(path.name)
    robot = Cursor(source, parse_xml(text, source))
    refuse_xacro(robot.node, source)
    links, joints = robot.named("link"), robot.named("joint")
    tree = read_tree(robot, links, joints)

    snapper, doubts = Snapper(snap), Doubts(source)
    given = robot.text("name").strip() if robot.has("name") else ""
    name, name_warnings = robot_name(given, path, robot.at("name"))
    warnings = (*_late_beginning(text, source), *name_warnings, *unread(robot, links, joints))
    bodies = {link: read_inertial(cursor, link, snapper, doubts) for link, cursor in links.items()}
    names = _own_names(tree)
    described = []
    for edge in tree.edges:
        joint, joint_warnings = read_joint(edge.joint, edge.name, snapper)
        warnings += joint_warnings
        inertial = bodies[edge.child]
        described.append(LinkDescription(names[edge.child], names[edge.parent], joint, inertial))
    marks = _mimic_marks(described, tree.edges)
    settled, mimic_warnings = settle_mimics(tuple(described), marks, strict=False)
    described_robot = Description(
        name, settled, source, root_name=tree.root, root_inertial=bodies[tree.root]
    )
    loops = read_loops(robot, described_robot, names, snapper)
    warnings += (
        *doubts.warnings,
        *_massless(source, settled),
        *mimic_warnings,
        *snapper.warnings,
    )
    return replace(described_robot, loops=loops, warnings=warnings, snaps=tuple(snapper.snaps))


def _late_beginning(text: str, source: str) -> tuple[str, ...]:
    """Warn of what stands before the declaration of a text."""
    if begun(text) == text:
        return ()
    return (f"{source}:1:1: begins with blanks, which are passed over; not all readers do so",)


def _own_names(tree: Tree) -> dict[str, str]:
    """Return what each link is called: the root is the base, and no other link may be."""
    links = [edge.child for edge in tree.edges]
    taken = {tree.root, *links}
    free = next(n for k in range(2, len(taken) + 3) if (n := f"{BASE}_{k}") not in taken)
    return {link: free if link == BASE else link for link in links} | {tree.root: BASE}


def _massless(source: str, links: tuple[LinkDescription, ...]) -> tuple[str, ...]:
    if not (bare := massless(links)):
        return ()
    count = f"{len(bare)} of {sum(moves(link.joint) for link in links)} moving links have"
    return (f"{source}: {count} no mass: {listed(bare)}; the file gives no <inertial> or zeros",)


def _mimic_marks(links: list[LinkDescription], edges: list[Edge]) -> dict[str, MimicMarks]:
    marks = {}
    for link, edge in zip(links, edges, strict=True):
        if link.joint.mimic:
            mimic = edge.joint.needed("mimic", '<mimic joint="..."/>')
            marks[edge.name] = MimicMarks(mimic, mimic.at("joint"))
    return marks
