"""What values a manifest may hold: rules that are put together as the file is.

A rule looks at a value and raises a ManifestError that names its place: kernels.bias.shapes.q[0].
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from gen_robot.bindings.manifest_error import ManifestError, shown

Rule = Callable[[Any, str], None]


def text(value: Any, place: str) -> None:
    """Want a string."""
    if not isinstance(value, str):
        raise _wrong(value, place, "a string")


def flag(value: Any, place: str) -> None:
    """Want true or false."""
    if not isinstance(value, bool):
        raise _wrong(value, place, "true or false")


def number(value: Any, place: str) -> None:
    """Want a number, which may be infinite."""
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        raise _wrong(value, place, "a number")


def whole(lowest: int, highest: int) -> Rule:
    """Make a rule that wants an integer between two others."""

    def rule(value: Any, place: str) -> None:
        if type(value) is not int or not lowest <= value <= highest:
            raise _wrong(value, place, f"an integer from {lowest} to {highest}")

    return rule


def matching(pattern: str, meaning: str, but: Collection[str] = ()) -> Rule:
    """Make a rule that wants a string of some form, `but` not one of these."""
    form = re.compile(pattern, re.ASCII)

    def rule(value: Any, place: str) -> None:
        if not isinstance(value, str) or not form.fullmatch(value) or value in but:
            raise _wrong(value, place, meaning)

    return rule


def one_of(*allowed: str) -> Rule:
    """Make a rule that wants one of some words."""

    def rule(value: Any, place: str) -> None:
        if not isinstance(value, str) or value not in allowed:
            raise _wrong(value, place, " or ".join(f"'{each}'" for each in allowed))

    return rule


def optional(rule: Rule) -> Rule:
    """Make a rule that lets null pass."""

    def rule_or_null(value: Any, place: str) -> None:
        if value is not None:
            rule(value, place)

    return rule_or_null


def each(rule: Rule) -> Rule:
    """Make a rule for every element of a list."""

    def rules(value: Any, place: str) -> None:
        if not isinstance(value, list):
            raise _wrong(value, place, "a list")
        for index, element in enumerate(value):
            rule(element, f"{place}[{index}]")

    return rules


def table(key: Rule, rule: Rule) -> Rule:
    """Make a rule for every key and every value of an object."""

    def rules(value: Any, place: str) -> None:
        for name, element in _object(value, place).items():
            key(name, f"{place}, a key")
            rule(element, step(place, name))

    return rules


def record(needed: Mapping[str, Rule], further: Mapping[str, Rule] | None = None) -> Rule:
    """Make a rule for an object that has these keys, and may have further ones.

    Keys that no rule speaks of are let pass: a later gen-robot may write more.
    """

    def rules(value: Any, place: str) -> None:
        content = _object(value, place)
        for name in needed:
            if name not in content:
                raise ManifestError(step(place, name), "is missing")
        for name, rule in {**needed, **(further or {})}.items():
            if name in content:
                rule(content[name], step(place, name))

    return rules


def step(place: str, name: str) -> str:
    """Return the place of a key in an object."""
    plain = name if name.isidentifier() else f"[{shown(name, 30)}]"
    return f"{place}{'' if place.endswith(': ') or plain.startswith('[') else '.'}{plain}"


def _object(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(value, place, "an object")
    return value


def _wrong(value: Any, place: str, wanted: str) -> ManifestError:
    found = shown(value) if not isinstance(value, dict | list) else f"a {type(value).__name__}"
    return ManifestError(place.removesuffix(": "), f"is {found}; {wanted} is wanted")
