"""The meaning of a graph: evaluate it on arrays of states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gen_robot.algebra.lanes import in_lanes
from gen_robot.algebra.precision import DOUBLE, SINGLE
from gen_robot.ir.graph import live
from gen_robot.ir.halving import halved
from gen_robot.ir.node import ADD, CONST, INPUT, LANE, LANE_SUM, Node
from gen_robot.ir.ops import OPERATIONS

MEANING = {op: getattr(np, row.meaning) for op, row in OPERATIONS.items()}


def evaluate(
    roots: Sequence[Node], inputs: Mapping[str, np.ndarray], *, single: bool = False
) -> np.ndarray:
    """Return the values of the roots along a last axis; inputs are arrays (..., size).

    All arithmetic is in double precision, or in single: then constants are rounded once.
    """
    precision, dtype = (SINGLE, np.float32) if single else (DOUBLE, np.float64)
    values: dict[int, Any] = {}  # with the lanes along a last axis
    for node in live(roots):
        if node.op == CONST:
            own = in_lanes(node.number, node.width)
            values[node.id] = np.array([precision.rounded(x) for x in own], dtype=dtype)
        elif node.op == INPUT:
            name, index = node.place
            places = [index] if isinstance(index, int) else list(index)
            values[node.id] = np.asarray(inputs[name], dtype=dtype)[..., places]
        elif node.op == LANE_SUM:
            values[node.id] = halved(_apart(values[node.arguments[0].id]), MEANING[ADD])
        elif node.op == LANE:
            x, number = node.arguments
            values[node.id] = _apart(values[x.id])[int(float(number.number))]
        else:
            values[node.id] = MEANING[node.op](*(values[a.id] for a in node.arguments))
    shape = np.broadcast_shapes(*(np.shape(a)[:-1] for a in inputs.values()))
    assert all(root.width == 1 for root in roots), "of lanes, ask for one"
    return np.stack([np.broadcast_to(values[r.id][..., 0], shape) for r in roots], axis=-1)


def _apart(value: np.ndarray) -> list[np.ndarray]:
    """Return the lanes of a value, each as a value of one lane."""
    return [value[..., k : k + 1] for k in range(value.shape[-1])]
