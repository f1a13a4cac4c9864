"""A kernel as statements in order, before any language spells them.

A routine first computes all its angles, so that a language may do so at once; then its blocks, one
after the other. Guards say what must hold of pivots; how a routine leaves is the language's affair.

Values have a width: 1 is a scalar, more are lanes that one operation treats alike. They serve two ends.
Congruent limbs: literals differ from lane to lane (`Literals`), elements are gathered (`Gather`), a sum
over the lanes (`LaneSum`) leads back to the trunk, and a store takes one lane. `lanes.expanded` turns
such a routine into a scalar one for languages without vectors. A batch of states: any scalar routine,
read with lanes that are states. A literal is the same in all of them, an element is strided by the
size of its array, a store likewise, no sum crosses lanes, and a guard is a mask over the states. So a
batch needs no routine of its own: a printer spells this one with another type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.number import Number
from gen_robot.ir.graph import Label
from gen_robot.ir.node import COS, SIN

# Expressions --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Temporary:
    """Refer to a named intermediate value; numbered where the papers have no name for it."""

    label: Label
    width: int = 1


@dataclass(frozen=True)
class Element:
    """Refer to an element of an input."""

    array: str
    index: int


@dataclass(frozen=True)
class Gather:
    """Refer to several elements of an input, one a lane."""

    array: str
    indices: tuple[int, ...]


@dataclass(frozen=True)
class Literal:
    """Hold a number, the same in all lanes."""

    value: Number


@dataclass(frozen=True)
class Literals:
    """Hold one number a lane."""

    values: tuple[Number, ...]


@dataclass(frozen=True)
class Apply:
    """Apply an operation to expressions; a scalar among lanes stands for all of them."""

    op: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class LaneSum:
    """Add up the lanes of a value: the upper half to the lower, until one is left."""

    value: Expression


Expression = Temporary | Element | Gather | Literal | Literals | Apply | LaneSum

# Statements ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comment:
    """Say what the statements below do."""

    text: str


@dataclass(frozen=True)
class Let:
    """Compute a named value, once."""

    target: Temporary
    value: Expression


@dataclass(frozen=True)
class Store:
    """Write one element of an output, from one lane of a value."""

    array: str
    index: int
    value: Expression
    lane: int = 0


@dataclass(frozen=True)
class Guard:
    """Ask that a pivot be above a limit, or the kernel fails at that joint; a joint for each lane."""

    joints: tuple[int, ...]
    pivot: Expression
    limit: Expression


Statement = Comment | Let | Store | Guard

# The whole ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Angle:
    """Ask for an angle's cosine and sine, or one of them."""

    value: Expression  # an element of an input, or one of the routine's sums
    cosine: Temporary | None
    sine: Temporary | None


@dataclass(frozen=True)
class Block:
    """Hold statements that may become a function of their own."""

    statements: tuple[Statement, ...]
    live_out: tuple[Temporary, ...] = ()  # computed here, read in later blocks

    @cached_property
    def live_in(self) -> tuple[Temporary, ...]:
        """Return what is computed before and read here."""
        own = {s.target for s in self.statements if isinstance(s, Let)}
        asked = dict.fromkeys(t for s in self.statements for t in used(s))
        return tuple(t for t in asked if t not in own)


@dataclass(frozen=True)
class Routine:
    """Hold a scheduled kernel."""

    sums: tuple[Let, ...]  # of elements of inputs: what angles are made of
    angles: tuple[Angle, ...]
    blocks: tuple[Block, ...]
    inputs_used: frozenset[str] = frozenset()
    singular: int = 0  # the joint that makes the kernel fail at every state, or 0

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """Return the statements of all blocks."""
        return tuple(s for block in self.blocks for s in block.statements)

    @property
    def opening(self) -> tuple[Let, ...]:
        """Return the sums, cosines and sines as statements, for who computes them one by one."""
        turned = (
            Let(target, Apply(op, (angle.value,)))
            for angle in self.angles
            for op, target in ((COS, angle.cosine), (SIN, angle.sine))
            if target
        )
        return (*self.sums, *turned)

    @property
    def guards(self) -> tuple[Guard, ...]:
        return tuple(s for s in self.statements if isinstance(s, Guard))

    @cached_property
    def temporaries(self) -> tuple[Temporary, ...]:
        """Return all named values, in the order in which they are computed."""
        return (
            *(let.target for let in self.opening),
            *(s.target for s in self.statements if isinstance(s, Let)),
        )


def within(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all that it consists of, from left to right."""
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, Apply):
            waiting.extend(reversed(part.arguments))
        elif isinstance(part, LaneSum):
            waiting.append(part.value)


def reads(statement: Statement) -> Iterator[Expression]:
    """Yield what a statement evaluates."""
    match statement:
        case Let(_, value) | Store(_, _, value):
            yield value
        case Guard(_, pivot, limit):
            yield pivot
            yield limit


def used(statement: Statement) -> Iterator[Temporary]:
    """Yield the named values that a statement reads."""
    for expression in reads(statement):
        for part in within(expression):
            if isinstance(part, Temporary):
                yield part
