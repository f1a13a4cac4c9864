"""Frames that users add to a robot: NAME=LINK:x,y,z,r,p,y."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gen_robot.algebra.frame import Frame, roll_pitch_yaw, shift
from gen_robot.algebra.number import Number
from gen_robot.description.description import (
    BASE,
    LARGEST,
    Description,
    FrameDescription,
)
from gen_robot.description.expression import ExpressionError, parse
from gen_robot.description.names import check_part_name
from gen_robot.errors import UserError, nearest, shown

FORM = "LINK:x,y,z,r,p,y"

_NUMBERS = ("x", "y", "z", "roll", "pitch", "yaw")


def with_frames(description: Description, given: Mapping[str, str]) -> Description:
    """Add frames by name, each given as a link and its place there in m and rad."""
    taken = {BASE, description.root_name, *(link.name for link in description.links)}
    taken |= {frame.name for frame in description.frames}
    added: list[FrameDescription] = []
    for name, text in given.items():
        if reason := check_part_name(name):
            raise UserError("--frame", f"is named {shown(name)}", reason)
        place = f"--frame {name}"
        if name in taken:
            raise UserError(place, "the robot has a link or frame of this name", "choose another")
        link, colon, numbers = text.rpartition(":")
        if not colon:  # a link alone
            link, numbers = text, ""
        link = known_link(description, place, link)
        added.append(FrameDescription(name, link, _origin(place, link, numbers)))
    return replace(description, frames=(*description.frames, *added))


def known_link(
    description: Description, place: str, name: str, others: tuple[str, ...] = ()
) -> str:
    """Demand the name of a link that is there; others are what else might have been meant."""
    links = [description.root_name, *(link.name for link in description.links)]
    if name in (*links, BASE):
        return name
    if name in description.left_out:
        cure = "keep it, or choose another link"
        raise UserError(place, f"the link {shown(name)} is left out (--root, --tip)", cure)
    for link in description.links:
        if link.joint.name == name:
            found = f"{shown(name)} is a joint; links name frames"
            raise UserError(place, found, f"it moves the link {shown(link.name)}")
    found = f"{shown(name)} is no link{' and no frame' if others else ''}"
    raise UserError(place, found, nearest(name, [*links, *others]))


def _origin(place: str, link: str, numbers: str) -> Frame:
    texts = numbers.split(",") if numbers.strip() else []
    if len(texts) != len(_NUMBERS):
        found = f"has {len(texts)} numbers after the link"
        zeros = ",".join("0" * len(_NUMBERS))
        cure = f"write {FORM}, in m and rad; {link}:{zeros} is the link's own frame"
        raise UserError(place, found, cure)
    values = [_number(f"{place}: {word}", text) for word, text in zip(_NUMBERS, texts, strict=True)]
    return shift(*values[:3]).then(roll_pitch_yaw(*values[3:]))


def _number(place: str, text: str) -> Number:
    try:
        value = parse(text, {})
    except ExpressionError as error:
        raise UserError(place, error.problem, error.cure) from None
    if abs(value) > LARGEST:
        cure = "no quantity of a robot is beyond 1e30 in size"
        raise UserError(place, f"is {value.spelled(3)}", cure)
    return value
