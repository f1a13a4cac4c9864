"""Typed values from a tree of XML elements, with messages that name the place."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.decimals import decimal
from gen_robot.description.description import LARGEST
from gen_robot.description.names import check_part_name
from gen_robot.errors import shown
from gen_robot.readers.checks import check_name, check_size, refuse_twins
from gen_robot.readers.mark import Mark
from gen_robot.readers.xml_tree import Element

_XACRO_CURE = "run xacro first: xacro robot.urdf.xacro > robot.urdf"


@dataclass(frozen=True)
class Cursor(Mark[Element]):
    """Point at one element of a file, or at an attribute of it, and know the way to it."""

    def at(self, attribute: str) -> Cursor:
        """Point at an attribute of this element."""
        return Cursor(
            self.source, self.node, f"{self.path}.{attribute}" if self.path else attribute
        )

    # Elements ---------------------------------------------------------------------------------

    def named(self, tag: str) -> dict[str, Cursor]:
        """Return the elements of a tag by their names, which are legal and unique."""
        elements = [
            Cursor(self.source, each, tag) for each in self.node.children if each.tag == tag
        ]
        found = [(each.at("name"), each.text("name")) for each in elements]
        for at, name in found:
            check_name(at, name, check_part_name)
        refuse_twins((at, name, f"a {tag} in line {at.node.line}") for at, name in found)
        return {name: Cursor(self.source, at.node, f"{tag}[{name}]") for at, name in found}

    def child(self, tag: str) -> Cursor | None:
        """Return the one element of a tag, if there is one."""
        found = [element for element in self.node.children if element.tag == tag]
        if not found:
            return None
        path = f"{self.path}.{tag}" if self.path else tag
        if len(found) > 1:
            second = Cursor(self.source, found[1], path)
            cure = f"it stands in line {found[0].line} already: remove one of them"
            raise second.error("comes twice", cure)
        return Cursor(self.source, found[0], path)

    def needed(self, tag: str, example: str) -> Cursor:
        """Return the one element of a tag, which has to be there."""
        found = self.child(tag)
        if found is None:
            raise self.error(f"has no <{tag}>", f"it needs one, such as {example}")
        return found

    # Attributes -------------------------------------------------------------------------------

    def has(self, attribute: str) -> bool:
        return attribute in self.node.attributes

    def text(self, attribute: str) -> str:
        """Return an attribute that has to be there."""
        text = self.node.attributes.get(attribute)
        if text is None:
            tag = self.node.tag
            raise self.error(f"has no attribute '{attribute}'", f'write <{tag} {attribute}="...">')
        if "${" in text or "$(" in text:
            found = f"is {shown(text)}, which xacro replaces"
            raise self.at(attribute).error(found, _XACRO_CURE)
        return text

    def number(self, attribute: str) -> Number:
        """Return a number that has to be there."""
        return self._number(attribute, self.text(attribute))

    def limit(self, attribute: str) -> Number | None:
        """Return a number, or nothing where it is beyond all that a robot can have."""
        value = self._decimal(attribute, self.text(attribute))
        return value if abs(value) <= LARGEST else None

    def vector(self, attribute: str) -> tuple[Vec3, tuple[str, ...]]:
        """Return three numbers that have to be there, and their texts."""
        text = self.text(attribute)
        words = tuple(text.split())
        if len(words) != 3:
            cure = "three numbers with blanks between them belong here"
            raise self.at(attribute).error(f"is {shown(text)}", cure)
        return Vec3(*(self._number(attribute, word) for word in words)), words

    def _number(self, attribute: str, text: str) -> Number:
        value = self._decimal(attribute, text)
        check_size(self.at(attribute), value, shown(text))
        return value

    def _decimal(self, attribute: str, text: str) -> Number:
        value = decimal(text)
        if value is None:
            cure = "a number in decimals belongs here, such as -0.5 or 1e-3"
            raise self.at(attribute).error(f"is {shown(text)}", cure)
        return value


def refuse_xacro(robot: Cursor) -> None:
    """Say what to do with a file that xacro has not yet been run on."""
    ahead = [robot.node]
    while ahead:
        element = ahead.pop()
        if element.tag.startswith("xacro:"):
            found = f"is the element {shown(element.tag, 40)}, which xacro replaces"
            raise Cursor(robot.source, element).error(found, _XACRO_CURE)
        ahead += reversed(element.children)
