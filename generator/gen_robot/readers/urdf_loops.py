"""Loops in URDF files: <loop_joint>, an extension that Isaac Sim reads and writes."""

from __future__ import annotations

from gen_robot.algebra.frame import AT_ORIGIN, Frame, X
from gen_robot.description.description import Description, LoopDescription
from gen_robot.description.loop_kinds import LOOP_WORDS, LoopKind, with_axis
from gen_robot.description.loops import check_ends
from gen_robot.description.snap import Snapper
from gen_robot.errors import nearest, shown
from gen_robot.readers.checks import checked_direction, refuse_twins
from gen_robot.readers.urdf_body import read_place
from gen_robot.readers.xml_fields import Cursor

TAG = "loop_joint"


def read_loops(
    robot: Cursor, description: Description, own_names: dict[str, str], snapper: Snapper
) -> tuple[LoopDescription, ...]:
    """Return the loops of a file; `own_names` is what its links are called in the description."""
    found = []
    rows = robot.named(TAG)
    refuse_twins(
        ((row.at("name"), name, f"a {TAG}") for name, row in rows.items()),
        {link.joint.name: "a joint" for link in description.links},
    )
    for name, row in rows.items():
        word = row.text("type")
        if word not in LOOP_WORDS:
            cure = nearest(word.lower(), tuple(LOOP_WORDS))
            raise row.at("type").error(f"is {shown(word)}", cure)
        kind = LOOP_WORDS[word]
        turn = _read_axis(row, kind, snapper)
        ends, frames = [], []
        for end in ("link1", "link2"):
            side = row.needed(end, f'<{end} link="..." xyz="0 0 0" rpy="0 0 0"/>')
            link = side.text("link")
            if link not in own_names:
                cure = nearest(link, tuple(own_names))
                raise side.at("link").error(f"is {shown(link)}, no link", cure)
            ends.append(own_names[link])
            frames.append(read_place(side, snapper).then(turn))
        loop = LoopDescription(name, kind.name, ends[0], ends[1], frames[0], frames[1])
        check_ends(row.place, description, loop)
        found.append(loop)
    return tuple(found)


def _read_axis(row: Cursor, kind: LoopKind, snapper: Snapper) -> Frame:
    """Return the turn that brings z to the joint's axis, which is x if none is given, as in URDF."""
    if not kind.has_axis:
        return AT_ORIGIN
    axis = row.child("axis")
    if axis is None or not axis.has("xyz"):
        return with_axis(X)
    drawn, words = axis.vector("xyz")
    return with_axis(checked_direction(axis.at("xyz"), drawn, words, snapper, 'xyz="0 0 1"'))
