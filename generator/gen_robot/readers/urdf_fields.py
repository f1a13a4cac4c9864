"""Typed values from a tree of URDF elements, with messages that name the place."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.decimals import decimal
from gen_robot.description.names import check_part_name
from gen_robot.errors import UserError, shown
from gen_robot.readers.xml_tree import Element

LARGEST = Number("1e30")
"""Products of a few quantities have to fit a double in the generated code."""

_XACRO_CURE = "run xacro first: xacro robot.urdf.xacro > robot.urdf"


@dataclass(frozen=True)
class Cursor:
    """Point at one element of a file and know the way to it."""

    source: str
    element: Element
    path: str = ""

    # Messages ---------------------------------------------------------------------------------

    def place(self, attribute: str = "") -> str:
        position = f"{self.source}:{self.element.line}:{self.element.column}"
        path = ".".join(step for step in (self.path, attribute) if step)
        return f"{position}: {path}" if path else position

    def error(self, problem: str, cure: str, attribute: str = "") -> UserError:
        return UserError(self.place(attribute), problem, cure)

    def warning(self, problem: str, cure: str, attribute: str = "") -> str:
        return str(self.error(problem, cure, attribute))

    # Elements ---------------------------------------------------------------------------------

    def named(self, tag: str) -> dict[str, Cursor]:
        """Return the elements of a tag by their names, which are legal and unique."""
        found: dict[str, Cursor] = {}
        for element in self.element.children:
            if element.tag != tag:
                continue
            unnamed = Cursor(self.source, element, tag)
            name = unnamed.text("name")
            if reason := check_part_name(name):
                raise unnamed.error(f"is {shown(name)}", reason, "name")
            if name in found:
                cure = f"a {tag} in line {found[name].element.line} has this name already"
                raise unnamed.error(f"is {shown(name)}", cure, "name")
            found[name] = Cursor(self.source, element, f"{tag}[{name}]")
        return found

    def child(self, tag: str) -> Cursor | None:
        """Return the one element of a tag, if there is one."""
        found = [element for element in self.element.children if element.tag == tag]
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
        return attribute in self.element.attributes

    def text(self, attribute: str) -> str:
        """Return an attribute that has to be there."""
        text = self.element.attributes.get(attribute)
        if text is None:
            tag = self.element.tag
            raise self.error(f"has no attribute '{attribute}'", f'write <{tag} {attribute}="...">')
        if "${" in text or "$(" in text:
            raise self.error(f"is {shown(text)}, which xacro replaces", _XACRO_CURE, attribute)
        return text

    def number(self, attribute: str, largest: Number = LARGEST) -> Number:
        """Return a number that has to be there."""
        return self._number(attribute, self.text(attribute), largest)

    def vector(self, attribute: str) -> tuple[Vec3, tuple[str, ...]]:
        """Return three numbers that have to be there, and their texts."""
        text = self.text(attribute)
        words = tuple(text.split())
        if len(words) != 3:
            cure = "three numbers with blanks between them belong here"
            raise self.error(f"is {shown(text)}", cure, attribute)
        return Vec3(*(self._number(attribute, word) for word in words)), words

    def _number(self, attribute: str, text: str, largest: Number = LARGEST) -> Number:
        value = decimal(text)
        if value is None:
            cure = "a number in decimals belongs here, such as -0.5 or 1e-3"
            raise self.error(f"is {shown(text)}", cure, attribute)
        if abs(value) > largest:
            cure = "no quantity of a robot is beyond 1e30 in size"
            raise self.error(f"is {shown(text)}", cure, attribute)
        return value


def refuse_xacro(robot: Cursor) -> None:
    """Say what to do with a file that xacro has not yet been run on."""
    ahead = [robot.element]
    while ahead:
        element = ahead.pop()
        if element.tag.startswith("xacro:"):
            found = f"is the element {shown(element.tag, 40)}, which xacro replaces"
            raise Cursor(robot.source, element).error(found, _XACRO_CURE)
        ahead += reversed(element.children)
