"""Other numbers in a URDF file: a text is changed where they stand, or where they are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from gen_robot.algebra.frame import AT_ORIGIN, Frame
from gen_robot.algebra.number import Number
from gen_robot.description.description import Inertial
from gen_robot.description.snap import Snapper
from gen_robot.errors import UserError, shown
from gen_robot.identification.link_changes import BodyChange, DriveChange
from gen_robot.identification.text_edits import TextEdit, same, spelled
from gen_robot.model.drives import COULOMB, ROTOR, VISCOUS
from gen_robot.readers.urdf_body import read_origin
from gen_robot.readers.xml_fields import Cursor
from gen_robot.readers.xml_tree import begun, parse_xml

_ELEMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
_FRICTION = {VISCOUS.name: "damping", COULOMB.name: "friction"}
_ATTRIBUTE = re.compile(r"""([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')""")

Attributes = dict[str, list[Number]]


@dataclass
class _Element:
    """Hold an element by where its start tag stands in the text."""

    tag: str
    attributes: Mapping[str, str]
    start: int
    children: list[_Element] = field(default_factory=list)

    def child(self, tag: str) -> _Element | None:
        return next((each for each in self.children if each.tag == tag), None)


def urdf_edits(
    text: str,
    source: str,
    bodies: Sequence[BodyChange],
    drives: Sequence[DriveChange],
    snap: bool,
) -> list[TextEdit]:
    """Return the changes of a text that readers have read; angles were snapped or not."""
    file = _File(text)
    frames = _inertial_frames(text, source, snap)
    for body in bodies:
        # A link may be described twice in the same words; it is then changed twice.
        found = list(file.named("link", body.link))
        if not found:
            raise UserError(source, f"has no link {shown(body.link)}", "give the robot's own file")
        for link in found:
            _change_body(file, link, body, frames.get(body.link, AT_ORIGIN))
    for drive in drives:
        if ROTOR.name in drive.after:
            place = f"{source}: joint {shown(drive.joint)}"
            cure = "URDF has no place for its inertia; describe the robot in YAML"
            raise UserError(place, "has got a rotor", cure)
        after = {_FRICTION[name]: [x] for name, x in drive.after.items()}
        before = {_FRICTION[name]: [drive.before[name]] for name in drive.after}
        for joint in file.named("joint", drive.joint):
            file.change(joint, "dynamics", before, after)
    return file.edits


def _inertial_frames(text: str, source: str, snap: bool) -> dict[str, Frame]:
    """Return the frames that bodies are given in, by link."""
    snapper, found = Snapper(snap), {}
    for name, link in Cursor(source, parse_xml(text, source)).named("link").items():
        if inertial := link.child("inertial"):
            found[name] = read_origin(inertial, snapper)
    return found


def _change_body(file: _File, link: _Element, change: BodyChange, frame: Frame) -> None:
    before, after = (_numbers(body, frame) for body in (change.before, change.after))
    inertial = link.child("inertial")
    if inertial is None:
        inside = "".join(_tag(tag, attributes) for tag, attributes in after.items())
        file.insert(link, f"<inertial>{inside}</inertial>")
        return
    for tag, attributes in after.items():
        file.change(inertial, tag, before[tag], attributes)


def _numbers(body: Inertial, frame: Frame) -> dict[str, Attributes]:
    """Return what an <inertial> says of a body, by tag; its own axes stay."""
    tensor = body.inertia.rotated(frame.rotation.transposed)
    return {
        "origin": {"xyz": [*body.com]},
        "mass": {"value": [body.mass]},
        "inertia": {name: [x] for name, x in zip(_ELEMENTS, tensor, strict=True)},
    }


def _tag(tag: str, attributes: Attributes) -> str:
    given = " ".join(f'{name}="{_spelled(numbers)}"' for name, numbers in attributes.items())
    return f"<{tag} {given}/>"


def _spelled(numbers: Sequence[Number]) -> str:
    return " ".join(map(spelled, numbers))


class _File:
    """Find start tags in a text, and note what becomes of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[TextEdit] = []
        self.root = _parsed(text)

    def named(self, tag: str, name: str) -> Iterator[_Element]:
        for each in self.root.children:
            if each.tag == tag and each.attributes.get("name") == name:
                yield each

    def change(self, parent: _Element, tag: str, before: Attributes, after: Attributes) -> None:
        """Give the attributes of an element other numbers where these have changed."""
        size = max(abs(x) for numbers in after.values() for x in numbers)
        changed = {
            name: numbers
            for name, numbers in after.items()
            if not all(same(a, b, size) for a, b in zip(before[name], numbers, strict=True))
        }
        element = parent.child(tag)
        if not changed:
            return
        if element is None:
            self.insert(parent, _tag(tag, changed))
            return
        spans = self._attributes(element)
        missing = {name: numbers for name, numbers in changed.items() if name not in spans}
        for name in changed.keys() - missing.keys():
            start, end = spans[name]
            self.edits.append(TextEdit(start, end, _spelled(changed[name])))
        if missing:
            place = element.start + 1 + len(tag)
            given = "".join(f' {name}="{_spelled(x)}"' for name, x in missing.items())
            self.edits.append(TextEdit(place, place, given))

    def insert(self, element: _Element, inside: str) -> None:
        """Put text right behind a start tag; an element that is empty gets an end tag."""
        end = self._end(element)
        if self.text[end - 2] == "/":
            self.edits.append(TextEdit(end - 2, end, f">{inside}</{element.tag}>"))
        else:
            self.edits.append(TextEdit(end, end, inside))

    def _attributes(self, element: _Element) -> dict[str, tuple[int, int]]:
        """Return where the values of a start tag's attributes stand, without their quotes."""
        start = element.start + 1 + len(element.tag)
        found = _ATTRIBUTE.finditer(self.text, start, self._end(element))
        return {each[1]: (each.start(2) + 1, each.end(2) - 1) for each in found}

    def _end(self, element: _Element) -> int:
        """Return the place behind a start tag, in whose values there may be a >."""
        place = element.start
        while self.text[place] != ">":
            if self.text[place] in "\"'":
                place = self.text.index(self.text[place], place + 1)
            place += 1
        return place + 1


def _parsed(text: str) -> _Element:
    """Return the root element of a text that readers have read."""
    content = begun(text).encode()
    parser = expat.ParserCreate("utf-8")
    top = _Element("", {}, 0)
    opened = [top]
    seen = [0, 0]  # bytes, and the characters that they are

    def start(tag: str, attributes: dict[str, str]) -> None:
        here = parser.CurrentByteIndex
        seen[:] = here, seen[1] + len(content[seen[0] : here].decode())
        element = _Element(tag, attributes, seen[1])
        opened[-1].children.append(element)
        opened.append(element)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: opened.pop() and None
    parser.Parse(content, True)
    return top.children[0]
