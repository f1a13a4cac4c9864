"""Signatures for readers: a constant's value and a type's meaning in place of their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import griffe

PACKAGE = "gen_robot"


class Constants(griffe.Extension):
    """Replace names of the package that stand for a text or for a union of types."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Look at every function, when all that it may name is known."""
        if pkg.path == PACKAGE:
            for function in _functions(pkg):
                for parameter in function.parameters:
                    parameter.default = _meant(parameter.default, pkg)
                    parameter.annotation = _meant(parameter.annotation, pkg)


def _functions(parent: griffe.Object) -> Iterator[griffe.Function]:
    for member in parent.members.values():
        if isinstance(member, griffe.Function):
            yield member
        elif not member.is_alias:
            yield from _functions(member)


def _meant(expression: Any, pkg: griffe.Module) -> Any:
    if isinstance(expression, griffe.ExprBinOp):
        expression.left = _meant(expression.left, pkg)
        expression.right = _meant(expression.right, pkg)
    elif isinstance(expression, griffe.ExprName):
        path = expression.canonical_path
        if path.startswith(f"{PACKAGE}.") and (value := _value(path, pkg)) is not None:
            return value
    return expression


def _value(path: str, pkg: griffe.Module) -> Any:
    """Return what a constant is, if it is a text or a union of types."""
    try:
        found = pkg[path.removeprefix(f"{PACKAGE}.")]
    except (KeyError, griffe.GriffeError):
        return None
    if not found.is_attribute:
        return None
    is_text = isinstance(found.value, str) and found.value[:1] in "\"'"
    return found.value if is_text or isinstance(found.value, griffe.ExprBinOp) else None
