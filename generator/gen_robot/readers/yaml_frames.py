"""The frames of a YAML file that are none of its links' own."""

from __future__ import annotations

from gen_robot.description.description import BASE, FrameDescription, LinkDescription
from gen_robot.description.names import check_part_name
from gen_robot.description.snap import Snapper
from gen_robot.errors import nearest, shown
from gen_robot.readers.checks import refuse_twins
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    checked_name,
    entries,
    items,
    text,
)
from gen_robot.readers.yaml_geometry import read_origin

MOST_FRAMES = 200

_FRAME = Keys("a frame", ("name", "link"), ("origin",))


def read_frames(
    cursor: Cursor, links: tuple[LinkDescription, ...], parameters: Parameters, snapper: Snapper
) -> tuple[FrameDescription, ...]:
    """Return the frames in the file's order."""
    rows = items(cursor, "a list of frames")
    if len(rows) > MOST_FRAMES:
        raise cursor.error(f"has {len(rows)} frames", f"a robot has at most {MOST_FRAMES}")
    table = [entries(row, _FRAME) for row in rows]
    names = [checked_name(fields["name"], "a name", check_part_name) for fields in table]
    marks = [
        (fields["name"], name, fields["name"].path)
        for fields, name in zip(table, names, strict=True)
    ]
    refuse_twins(marks, {BASE: "the base"} | {link.name: "a link" for link in links})
    known = (BASE, *(link.name for link in links))
    frames = []
    for fields, name in zip(table, names, strict=True):
        link = text(fields["link"], "a link's name")
        if link not in known:
            joint = next((k for k in links if k.joint.name == link), None)
            cure = (
                f"the joint of this name moves {shown(joint.name)}"
                if joint
                else nearest(link, known)
            )
            raise fields["link"].error(f"is {shown(link)}, no link", cure)
        origin = read_origin(fields, parameters, snapper)
        frames.append(FrameDescription(name, link, origin.before))
    return tuple(frames)
