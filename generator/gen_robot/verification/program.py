"""A kernel as it was read back from its source: numbered values, each from others before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

LITERAL, INPUT = "literal", "input"
SIN, COS, SQRT, SIGN = "sin", "cos", "sqrt", "sign"
NEG, ADD, SUB, MUL, DIV = "neg", "add", "sub", "mul", "div"

Place = tuple[str, int]
"""An array's name and an index, row by row from zero."""


class Node(NamedTuple):
    """Say how one value comes from others, which have lower numbers."""

    op: str
    arguments: tuple[int, ...] = ()
    literal: float = 0.0  # exactly what a compiler reads
    place: Place = ("", 0)


UNTOLD = -1
"""The status of guards of kernels for many states: the kernel for one state finds it."""


class Guard(NamedTuple):
    """Name what has to be greater than what for the routine to go on."""

    value: int
    limit: int
    status: int  # what the routine returns otherwise

    @property
    def name(self) -> str:
        return "a guard" if self.status == UNTOLD else f"the guard of joint {self.status}"


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
        for number in [*self.outputs.values(), *(n for guard in self.guards for n in guard[:2])]:
            last[number] = len(self.nodes)
        return last

    def needed(self, numbers: Iterable[int]) -> set[int]:
        """Return these values and all that they come from."""
        found = set(numbers)
        for number in reversed(range(len(self.nodes))):
            if number in found:
                found.update(self.nodes[number].arguments)
        return found

    def part(self, outputs: Mapping[Place, int], numbers: Mapping[Place, float]) -> Program:
        """Return a program of some of the values, and of plain numbers."""
        build = Builder(self.bits)
        copies: list[int] = []
        for node in self.nodes:
            arguments = (copies[k] for k in node.arguments)
            copies.append(build.put(node.op, *arguments, literal=node.literal, place=node.place))
        build.outputs = {place: copies[number] for place, number in outputs.items()}
        for place, x in numbers.items():
            build.outputs[place] = build.put(LITERAL, literal=x)
        return build.program

    def run(self, meaning: Mapping[str, Callable[..., Any]], inputs: Callable[[Place], Any]) -> Any:
        """Return all outputs; `meaning` has each operation, sines and signs by a node's number."""
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
            elif node.op in (SIN, COS, SIGN):
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
        ends = [*outputs.values(), *(n for guard in self.guards for n in guard[:2])]
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
            tuple(g._replace(value=numbers[g.value], limit=numbers[g.limit]) for g in self.guards),
            self.bits,
        )


def fed(program: Program, array: str, source: Program) -> Program:
    """Return a program whose inputs of one array are what another program gives."""
    build = Builder(program.bits)
    ahead = _copied(source, build, {})
    given = {(array, k): ahead[n] for (of, k), n in source.outputs.items() if of == array}
    own = _copied(program, build, given)
    build.outputs = {place: own[number] for place, number in program.outputs.items()}
    build.guards = [g._replace(value=own[g.value], limit=own[g.limit]) for g in program.guards]
    return build.program


def with_outputs(program: Program, places: Iterable[Place]) -> Program:
    """Return a program that gives no more than these, and computes what they need."""
    build = Builder(program.bits)
    own = _copied(program, build, {})
    build.outputs = {place: own[program.outputs[place]] for place in places}
    return build.program


def restricted(program: Program, outputs: Mapping[Place, int]) -> Program:
    """Return a program that gives some of the values, with the guards on what these need."""
    needed = program.needed(outputs.values())
    build = Builder(program.bits)
    own = _copied(program, build, {})
    build.outputs = {place: own[number] for place, number in outputs.items()}
    build.guards = [
        g._replace(value=own[g.value], limit=own[g.limit])
        for g in program.guards
        if g.value in needed
    ]
    return build.program


def _copied(program: Program, build: Builder, given: Mapping[Place, int]) -> list[int]:
    """Put a program's values into a builder, and return their new numbers."""
    numbers: list[int] = []
    for node in program.nodes:
        if node.op == INPUT and node.place in given:
            numbers.append(given[node.place])
        else:
            arguments = (numbers[k] for k in node.arguments)
            numbers.append(build.put(node.op, *arguments, literal=node.literal, place=node.place))
    return numbers
