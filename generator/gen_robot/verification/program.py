"""A kernel as it was read back from its source: numbered values, each from others before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

LITERAL, INPUT = "literal", "input"
SIN, COS = "sin", "cos"
NEG, ADD, SUB, MUL, DIV = "neg", "add", "sub", "mul", "div"

Place = tuple[str, int]
"""An array's name and an index, row by row from zero."""


class Node(NamedTuple):
    """Say how one value comes from others, which have lower numbers."""

    op: str
    arguments: tuple[int, ...] = ()
    literal: float = 0.0  # exactly what a compiler reads
    place: Place = ("", 0)


class Guard(NamedTuple):
    """Name what has to be greater than what for the routine to go on."""

    value: int
    limit: int


@dataclass(frozen=True)
class Program:
    """Hold all values of a routine, and which of them it gives."""

    nodes: tuple[Node, ...]
    outputs: Mapping[Place, int]
    guards: tuple[Guard, ...] = ()
    bits: int = 53  # of a number's significand

    @property
    def last_uses(self) -> list[int]:
        """Return, for each value, the number of the last one that needs it."""
        last = list(range(len(self.nodes)))
        for number, node in enumerate(self.nodes):
            for argument in node.arguments:
                last[argument] = number
        for number in [*self.outputs.values(), *(n for guard in self.guards for n in guard)]:
            last[number] = len(self.nodes)
        return last

    def run(self, meaning: Mapping[str, Callable[..., Any]], inputs: Callable[[Place], Any]) -> Any:
        """Return all outputs; `meaning` computes each operation, sines from a node's number."""
        last = self.last_uses
        dying: dict[int, list[int]] = {}
        for number, end in enumerate(last):
            dying.setdefault(end, []).append(number)
        values: dict[int, Any] = {}
        for number, node in enumerate(self.nodes):
            if node.op == LITERAL:
                values[number] = meaning[LITERAL](node.literal)
            elif node.op == INPUT:
                values[number] = inputs(node.place)
            elif node.op in (SIN, COS):
                values[number] = meaning[node.op](node.arguments[0])
            else:
                values[number] = meaning[node.op](*(values[k] for k in node.arguments))
            for dead in dying.get(number, ()):
                values.pop(dead, None)
        return {place: values[number] for place, number in self.outputs.items()}


class Builder:
    """Collect a program's values; the same operation on the same values is one."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.nodes: list[Node] = []
        self.outputs: dict[Place, int] = {}
        self.guards: list[Guard] = []
        self._numbers: dict[Node, int] = {}

    def put(self, op: str, *arguments: int, literal: float = 0.0, place: Place = ("", 0)) -> int:
        """Return the number of a value."""
        node = Node(op, arguments, literal, place)
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[node]

    @property
    def program(self) -> Program:
        """Return what outputs and guards need, numbered in their order, whatever the source's was."""
        outputs = dict(sorted(self.outputs.items()))
        numbers: dict[int, int] = {}
        kept: list[Node] = []
        ends = [*outputs.values(), *(n for guard in self.guards for n in guard)]
        waiting = [(end, False) for end in reversed(ends)]
        while waiting:
            number, is_ready = waiting.pop()
            if number in numbers:
                continue
            node = self.nodes[number]
            if is_ready:
                numbers[number] = len(kept)
                kept.append(node._replace(arguments=tuple(numbers[k] for k in node.arguments)))
            else:
                waiting.append((number, True))
                waiting += [(k, False) for k in reversed(node.arguments)]
        return Program(
            tuple(kept),
            {place: numbers[number] for place, number in outputs.items()},
            tuple(Guard(numbers[a], numbers[b]) for a, b in self.guards),
            self.bits,
        )
