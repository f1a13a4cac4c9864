"""Typed values from a tree of XML elements, with messages that name the place."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.precision import DOUBLE
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.decimals import decimal
from gen_robot.description.description import LARGEST
from gen_robot.description.names import check_part_name
from gen_robot.errors import shown
from gen_robot.readers.checks import check_name, check_size, refuse_twins
from gen_robot.readers.mark import Mark
from gen_robot.readers.xacro import cure, has_substitution
from gen_robot.readers.xml_tree import Element


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
        """Return the elements of a tag by their names, which are legal and unique.

        One that says the same as the first of its name is passed over.
        """
        elements = [
            Cursor(self.source, each, tag) for each in self.node.children if each.tag == tag
        ]
        found: list[tuple[Cursor, str]] = []
        firsts: dict[str, Element] = {}
        for each in elements:
            name = each.text("name")
            check_name(each.at("name"), name, check_part_name)
            if name not in firsts or not each.node.same_as(firsts[name]):
                found.append((each.at("name"), name))
                firsts.setdefault(name, each.node)
        refuse_twins((at, name, f"a {tag} in line {at.node.line}") for at, name in found)
        return {name: Cursor(self.source, at.node, f"{tag}[{name}]") for at, name in found}

    def inside(self, element: Element) -> Cursor:
        """Point at an element of this one."""
        return Cursor(
            self.source, element, f"{self.path}.{element.tag}" if self.path else element.tag
        )

    def child(self, tag: str) -> Cursor | None:
        """Return the first element of a tag, if there is one."""
        found = (element for element in self.node.children if element.tag == tag)
        first = next(found, None)
        return None if first is None else self.inside(first)

    def needed(self, tag: str, example: str) -> Cursor:
        """Return the first element of a tag, which has to be there."""
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
        if has_substitution(text):
            found = f"is {shown(text)}, which xacro replaces"
            raise self.at(attribute).error(found, cure(self.source))
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
        # As all others read it, in double precision: 1e-400 0 0 is no direction.
        return ZERO if DOUBLE.is_below(value) else value
