"""Single algorithms on symbols, outside the table of kernels: traced, counted, evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from arrays import Array
from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.count import Operations, count
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import Guard
from gen_robot.ir.node import Node
from gen_robot.model.model import Model

State = Mapping[str, Array]


@dataclass(frozen=True)
class TracedAlgorithm:
    """Hold an algorithm's results as nodes, and what it asks of its pivots."""

    nodes: list[Node]
    guards: list[Guard]

    @property
    def operations(self) -> Operations:
        asked = [node for guard in self.guards for node in (guard.pivot, guard.limit)]
        return count(self.nodes + asked)

    @property
    def size(self) -> int:
        """Return the multiplications and additions together, as the papers count."""
        return self.operations.mul + self.operations.add

    def __call__(self, state: State, *, single: bool = False) -> Array:
        return evaluate(self.nodes, state, single=single)

    def failing(self, state: State) -> list[int]:
        """Return the joints whose pivots are not above their limits."""
        found = ((c.joints, *evaluate([c.pivot, c.limit], state)) for c in self.guards)
        return [joint for (joint,), pivot, limit in found if not pivot > limit]


def traced(model: Model, algorithm: Callable[..., object], *inputs: str) -> TracedAlgorithm:
    """Run algorithm(model, trace, *inputs); its result may be a scalar, a list, or nested lists."""
    graph = Graph()
    t = Tape(graph)
    sizes = {"q": model.nq, "fext": 6 * len(model.links)}
    values = [graph.inputs(name, sizes.get(name, model.nv)) for name in inputs]
    result = _flat(algorithm(model, t, *values))
    return TracedAlgorithm([graph.node(x) for x in result], t.guards)


def _flat(result: object) -> list[Scalar]:
    if isinstance(result, list | tuple):
        return [x for part in result for x in _flat(part)]
    return [result]


def square(values: Array) -> Array:
    """Return a matrix from its elements by rows."""
    n = int(np.sqrt(values.shape[-1]))
    return values.reshape(n, n)
