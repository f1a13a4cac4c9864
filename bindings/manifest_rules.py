"""What values a manifest may hold: rules that are put together as the file is.

A rule looks at a value and raises a ManifestError that names its place: kernels.bias.shapes.q[0]. On
the way there a place is a tuple of the file and the steps in it, for most are never spelled.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from gen_robot.bindings.manifest_error import ManifestError, shown

Place = tuple[Any, ...]
Rule = Callable[[Any, Place], None]

A_KEY = object()
"""The step from an object to one of its keys."""


def text(value: Any, place: Place) -> None:
    """Want a string."""
    if not isinstance(value, str):
        raise _wrong(value, place, "a string")


def flag(value: Any, place: Place) -> None:
    """Want true or false."""
    if not isinstance(value, bool):
        raise _wrong(value, place, "true or false")


def number(value: Any, place: Place) -> None:
    """Want a number, which may be infinite."""
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        raise _wrong(value, place, "a number")


def whole(lowest: int, highest: int) -> Rule:
    """Make a rule that wants an integer between two others."""

    def rule(value: Any, place: Place) -> None:
        if type(value) is not int or not lowest <= value <= highest:
            raise _wrong(value, place, f"an integer from {lowest} to {highest}")

    return rule


def matching(pattern: str, meaning: str, but: Collection[str] = ()) -> Rule:
    """Make a rule that wants a string of some form, `but` not one of these."""
    form = re.compile(pattern, re.ASCII)

    def rule(value: Any, place: Place) -> None:
        if not isinstance(value, str) or not form.fullmatch(value) or value in but:
            raise _wrong(value, place, meaning)

    return rule


def one_of(*allowed: str) -> Rule:
    """Make a rule that wants one of some words."""

    def rule(value: Any, place: Place) -> None:
        if not isinstance(value, str) or value not in allowed:
            raise _wrong(value, place, " or ".join(f"'{each}'" for each in allowed))

    return rule


def optional(rule: Rule) -> Rule:
    """Make a rule that lets null pass."""

    def rule_or_null(value: Any, place: Place) -> None:
        if value is not None:
            rule(value, place)

    return rule_or_null


def each(rule: Rule) -> Rule:
    """Make a rule for every element of a list."""

    def rules(value: Any, place: Place) -> None:
        if not isinstance(value, list):
            raise _wrong(value, place, "a list")
        for index, element in enumerate(value):
            rule(element, (*place, index))

    return rules


def rows_of(rows: int, columns: int) -> Rule:
    """Make a rule that wants a matrix of numbers, by rows."""

    def rule(value: Any, place: Place) -> None:
        each(each(number))(value, place)
        if [len(row) for row in value] != [columns] * rows:
            raise ManifestError(
                spelled(place), f"is no matrix of {rows} rows and {columns} columns"
            )

    return rule


def table(key: Rule, rule: Rule) -> Rule:
    """Make a rule for every key and every value of an object."""

    def rules(value: Any, place: Place) -> None:
        for name, element in _object(value, place).items():
            key(name, (*place, A_KEY))
            rule(element, (*place, name))

    return rules


def record(needed: Mapping[str, Rule], further: Mapping[str, Rule] | None = None) -> Rule:
    """Make a rule for an object that has these keys, and may have further ones.

    Keys that no rule speaks of are let pass: a later gen-robot may write more.
    """
    known = [*needed.items(), *(further or {}).items()]

    def rules(value: Any, place: Place) -> None:
        content = _object(value, place)
        for name in needed:
            if name not in content:
                raise ManifestError(spelled((*place, name)), "is missing")
        for name, rule in known:
            if name in content:
                rule(content[name], (*place, name))

    return rules


def spelled(place: Place) -> str:
    """Write a place as messages show it."""
    path, *steps = place
    text = ""
    for step in steps:
        if step is A_KEY:
            text += ", a key"
        elif isinstance(step, str) and step.isidentifier():
            text += f".{step}"
        else:
            text += f"[{shown(step, 30)}]"
    return f"{path}: {text.removeprefix('.')}" if text else str(path)


def _object(value: Any, place: Place) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(value, place, "an object")
    return value


def _wrong(value: Any, place: Place, wanted: str) -> ManifestError:
    found = shown(value) if not isinstance(value, dict | list) else f"a {type(value).__name__}"
    return ManifestError(spelled(place), f"is {found}; {wanted} is wanted")
