"""The meaning of a graph: evaluate it on arrays of states, or exactly on one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gen_robot.algebra.number import Number
from gen_robot.algebra.precision import DOUBLE, SINGLE
from gen_robot.ir.graph import live
from gen_robot.ir.node import CONST, INPUT, Node
from gen_robot.ir.ops import OPERATIONS

MEANING = {op: getattr(np, row.meaning) for op, row in OPERATIONS.items()}


def evaluate(
    roots: Sequence[Node], inputs: Mapping[str, np.ndarray], *, single: bool = False
) -> np.ndarray:
    """Return the values of the roots along a last axis; inputs are arrays (..., size).

    All arithmetic is in double precision, or in single: then constants are rounded once.
    """
    precision, dtype = (SINGLE, np.float32) if single else (DOUBLE, np.float64)
    values: dict[int, Any] = {}
    for node in live(roots):
        if node.op == CONST:
            values[node.id] = dtype(precision.rounded(node.number))
        elif node.op == INPUT:
            name, index = node.place
            values[node.id] = np.asarray(inputs[name], dtype=dtype)[..., index]
        else:
            values[node.id] = MEANING[node.op](*(values[a.id] for a in node.arguments))
    shape = np.broadcast_shapes(*(np.shape(a)[:-1] for a in inputs.values()))
    return np.stack([np.broadcast_to(values[r.id], shape) for r in roots], axis=-1)


def evaluate_exactly(roots: Sequence[Node], inputs: Mapping[str, Sequence[Number]]) -> list[Number]:
    """Return the values of the roots at one state, with 60 digits."""
    values: dict[int, Number] = {}
    for node in live(roots):
        if node.op == CONST:
            values[node.id] = node.number
        elif node.op == INPUT:
            name, index = node.place
            values[node.id] = inputs[name][index]
        else:
            values[node.id] = OPERATIONS[node.op].exact(*(values[a.id] for a in node.arguments))
    return [values[root.id] for root in roots]
