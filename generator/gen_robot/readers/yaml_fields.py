"""Typed values from a tree of YAML texts, with messages that name the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.expression import ExpressionError, parse
from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.checks import check_name, check_size
from gen_robot.readers.mark import Mark
from gen_robot.readers.yaml_tree import MappingNode, Node, ScalarNode, SequenceNode, path_step

Parameters = Mapping[str, Number]

_KINDS = {ScalarNode: "a single value", SequenceNode: "a list", MappingNode: "a mapping"}


@dataclass(frozen=True)
class Cursor(Mark[Node]):
    """Point at one node of a file and know the way to it."""

    def step(self, key: str, node: Node) -> Cursor:
        """Point at the value of a key of this mapping."""
        dot = "." if self.path else ""
        return Cursor(self.source, node, f"{self.path}{dot}{path_step(key)}")

    def misfit(self, wanted: str) -> UserError:
        """Report a node of the wrong kind."""
        if isinstance(self.node, ScalarNode):
            if not self.node.text and not self.node.quoted:
                return self.error("is empty", f"{wanted} belongs here")
            return self.error(f"is {shown(self.node.text)}", f"{wanted} belongs here")
        return self.error(f"is {_KINDS[type(self.node)]}", f"{wanted} belongs here")


@dataclass(frozen=True)
class Keys:
    """State which keys a mapping has; `elsewhere` says why a known key does not belong here."""

    noun: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    elsewhere: Mapping[str, str] = field(default_factory=dict)


def entries(cursor: Cursor, keys: Keys) -> dict[str, Cursor]:
    """Return the values of a mapping by key, all of them known and none missing."""
    found = named_values(cursor, f"a mapping with the keys of {keys.noun}")
    allowed = keys.required + keys.optional
    for key, value in found.items():
        if key not in allowed:
            cure = keys.elsewhere.get(key) or nearest(key, allowed)
            raise _at_key(cursor, key, value).error(f"is no key of {keys.noun}", cure)
    for key in keys.required:
        if key not in found:
            cure = f"{keys.noun} needs {' and '.join(keys.required)}"
            raise cursor.error(f"has no {shown(key)}", cure)
    return found


def named_values(cursor: Cursor, wanted: str) -> dict[str, Cursor]:
    """Return the values of a mapping by key, whatever the keys."""
    if not isinstance(cursor.node, MappingNode):
        raise cursor.misfit(wanted)
    return {key: cursor.step(key, e.value) for key, e in cursor.node.entries.items()}


def _at_key(mapping: Cursor, key: str, value: Cursor) -> Cursor:
    """Point at the key itself rather than at its value."""
    assert isinstance(mapping.node, MappingNode)
    return Cursor(value.source, mapping.node.entries[key].key, value.path)


def items(cursor: Cursor, wanted: str) -> list[Cursor]:
    """Return the items of a list."""
    if not isinstance(cursor.node, SequenceNode):
        raise cursor.misfit(wanted)
    return [
        Cursor(cursor.source, item, f"{cursor.path}[{index}]")
        for index, item in enumerate(cursor.node.items)
    ]


def text(cursor: Cursor, wanted: str) -> str:
    """Return a text that is not empty."""
    if not isinstance(cursor.node, ScalarNode) or not cursor.node.text:
        raise cursor.misfit(wanted)
    return cursor.node.text


def as_written(cursor: Cursor) -> str:
    """Return the text of a value, or nothing if it is a list or mapping."""
    return cursor.node.text if isinstance(cursor.node, ScalarNode) else ""


def choice(cursor: Cursor, allowed: tuple[str, ...]) -> str:
    """Return one of a few words."""
    word = text(cursor, f"one of {', '.join(allowed)}")
    if word not in allowed:
        raise cursor.error(f"is {shown(word)}", nearest(word, allowed))
    return word


def checked_name(cursor: Cursor, wanted: str, rule: Callable[[str], str | None]) -> str:
    """Return a text that its rule, which gives the reason if not, allows."""
    name = text(cursor, wanted)
    check_name(cursor, name, rule)
    return name


def number(cursor: Cursor, parameters: Parameters) -> Number:
    """Return the value of an expression, plain or quoted."""
    expression = text(cursor, "a number")
    try:
        value = parse(expression, parameters)
    except ExpressionError as error:
        raise cursor.error(error.problem, error.cure) from None
    check_size(cursor, value, str(value))
    return value


def nonnegative(cursor: Cursor, parameters: Parameters, noun: str) -> Number:
    """Return a number that may not be below zero."""
    value = number(cursor, parameters)
    if value < 0:
        raise cursor.error(f"is {value}", f"{noun} is zero or more")
    return value


def vector(cursor: Cursor, parameters: Parameters) -> Vec3:
    """Return three numbers."""
    wanted = "a list of three numbers [x, y, z]"
    coordinates = items(cursor, wanted)
    if len(coordinates) != 3:
        raise cursor.error(f"has {len(coordinates)} items", f"{wanted} belongs here")
    return Vec3(*(number(coordinate, parameters) for coordinate in coordinates))
