"""A kernel as statements in order, before any language spells them."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Label


@dataclass(frozen=True)
class Temporary:
    """Refer to a named intermediate value; numbered where the papers have no name for it."""

    label: Label


@dataclass(frozen=True)
class Element:
    """Refer to an element of an input."""

    array: str
    index: int


@dataclass(frozen=True)
class Literal:
    """Hold a number."""

    value: Number


@dataclass(frozen=True)
class Apply:
    """Apply an operation to expressions."""

    op: str
    arguments: tuple[Expression, ...]


Expression = Temporary | Element | Literal | Apply


@dataclass(frozen=True)
class Comment:
    text: str


@dataclass(frozen=True)
class Let:
    """Compute a named value, once."""

    target: Temporary
    value: Expression


@dataclass(frozen=True)
class Store:
    """Write one element of an output."""

    array: str
    index: int
    value: Expression


@dataclass(frozen=True)
class Require:
    """Leave with the joint's number unless the pivot is above the limit."""

    joint: int
    pivot: Expression
    limit: Expression


Statement = Comment | Let | Store | Require


@dataclass(frozen=True)
class Program:
    """Hold a scheduled kernel; `singular` is the joint that makes it fail at every state, or 0."""

    statements: tuple[Statement, ...]
    inputs_used: frozenset[str]
    singular: int = 0
