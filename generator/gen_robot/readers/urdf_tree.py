"""The tree that the joints of a URDF file make of its links."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.checks import check_count, spelled_cycle
from gen_robot.readers.xml_fields import Cursor

MOST_LINKS = 1000


@dataclass(frozen=True)
class Edge:
    """Hold a joint by the links that it connects."""

    joint: Cursor
    name: str
    parent: str
    child: str


@dataclass(frozen=True)
class Tree:
    """Hold the root link, and the joints in the file's order but each after its parent."""

    root: str
    edges: list[Edge]


def read_tree(robot: Cursor, links: dict[str, Cursor], joints: dict[str, Cursor]) -> Tree:
    """Return how the links hang together."""
    check_count(robot, len(links), MOST_LINKS)
    edges = [_read_edge(joint, name, links) for name, joint in joints.items()]
    above: dict[str, Edge] = {}
    for edge in edges:
        if edge.child in above:
            first = above[edge.child].name
            cure = f"the joint {shown(first)} moves it already; close loops by <loop_joint>"
            raise edge.joint.at("child.link").error(f"is {shown(edge.child)}", cure)
        above[edge.child] = edge
    roots = [name for name in links if name not in above]
    if len(roots) > 1:
        first, second = roots[:2]
        raise links[second].error(
            f"hangs on no joint, nor does the link {shown(first)}",
            "all links but the root are the child of a joint",
        )
    ordered = _parents_first(roots, edges)
    if len(ordered) < len(edges):
        reached = {edge.child for edge in ordered}
        raise _cycle(next(edge for edge in edges if edge.child not in reached), above)
    return Tree(roots[0], ordered)


def _read_edge(joint: Cursor, name: str, links: dict[str, Cursor]) -> Edge:
    parent, child = (
        _read_end(joint.needed(end, f'<{end} link="...">'), links) for end in ("parent", "child")
    )
    return Edge(joint, name, parent, child)


def _read_end(end: Cursor, links: dict[str, Cursor]) -> str:
    name = end.text("link")
    if name not in links:
        raise end.at("link").error(f"is {shown(name)}, no link", nearest(name, tuple(links)))
    return name


def _parents_first(roots: list[str], edges: list[Edge]) -> list[Edge]:
    """Take, again and again, the first joint in the file whose parent is placed."""
    below: dict[str, list[int]] = {}
    for number, edge in enumerate(edges):
        below.setdefault(edge.parent, []).append(number)
    ready = [number for root in roots for number in below.get(root, [])]
    heapify(ready)
    ordered: list[Edge] = []
    while ready:
        edge = edges[heappop(ready)]
        ordered.append(edge)
        for number in below.get(edge.child, []):
            heappush(ready, number)
    return ordered


def _cycle(edge: Edge, above: dict[str, Edge]) -> UserError:
    """Report a cycle that lies above a joint, or goes through it."""
    chain = [edge.child]
    while edge.parent not in chain:
        chain.append(edge.parent)
        edge = above[edge.parent]
    around = [edge.parent, *reversed(chain[chain.index(edge.parent) :])]
    return edge.joint.error(
        f"closes the cycle {spelled_cycle(around)}", "links form a tree that starts at one root"
    )
