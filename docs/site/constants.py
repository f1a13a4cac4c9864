"""Signatures for readers: a constant's value and a type's meaning in place of their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import griffe

PACKAGE = "gen_robot"


class Constants(griffe.Extension):
    """Replace names of the package that stand for a text or for a type with parts."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Look at all functions and attributes, when whatever they may name is known."""
        if pkg.path != PACKAGE:
            return
        for member in _members(pkg):
            if isinstance(member, griffe.Attribute):
                member.annotation = _meant(member.annotation, pkg)
            elif isinstance(member, griffe.Function):
                member.returns = _meant(member.returns, pkg)
                for parameter in member.parameters:
                    parameter.default = _meant(parameter.default, pkg)
                    parameter.annotation = _meant(parameter.annotation, pkg)


def _members(parent: griffe.Object) -> Iterator[griffe.Object]:
    for member in parent.members.values():
        if isinstance(member, griffe.Object):  # and no alias of one
            yield member
            yield from _members(member)


def _meant(expression: Any, pkg: griffe.Module) -> Any:
    if isinstance(expression, griffe.ExprBinOp):
        expression.left = _meant(expression.left, pkg)
        expression.right = _meant(expression.right, pkg)
    elif isinstance(expression, griffe.ExprSubscript):
        expression.slice = _meant(expression.slice, pkg)
    elif isinstance(expression, griffe.ExprTuple):
        expression.elements = [_meant(each, pkg) for each in expression.elements]
    elif isinstance(expression, griffe.ExprName):
        path = expression.canonical_path
        if path.startswith(f"{PACKAGE}.") and (value := _value(path, pkg)) is not None:
            return value
    return expression


def _value(path: str, pkg: griffe.Module) -> Any:
    """Return what a constant is, if it is a text or a type with parts."""
    try:
        found = pkg[path.removeprefix(f"{PACKAGE}.")]
    except (KeyError, griffe.GriffeError):
        return None
    if not found.is_attribute:
        return None
    is_text = isinstance(found.value, str) and found.value[:1] in "\"'"
    is_type = isinstance(found.value, griffe.ExprBinOp | griffe.ExprSubscript)
    return found.value if is_text or is_type else None
