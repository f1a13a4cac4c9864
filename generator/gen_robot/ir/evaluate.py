"""The meaning of a graph: evaluate it on arrays of states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gen_robot.ir.graph import (
    ADD,
    CONST,
    COS,
    DIV,
    INPUT,
    MUL,
    NEG,
    SIGN,
    SIN,
    SQRT,
    SUB,
    Node,
    live,
)

_MEANING: dict[str, Callable[..., Any]] = {
    NEG: np.negative,
    ADD: np.add,
    SUB: np.subtract,
    MUL: np.multiply,
    DIV: np.divide,
    SIN: np.sin,
    COS: np.cos,
    SQRT: np.sqrt,
    SIGN: np.sign,
}


def evaluate(
    roots: Sequence[Node], inputs: Mapping[str, np.ndarray], *, single: bool = False
) -> np.ndarray:
    """Return the values of the roots along a last axis; inputs are arrays (..., size).

    All arithmetic is in double precision, or in single: then constants are rounded once.
    """
    dtype = np.float32 if single else np.float64
    values: dict[int, Any] = {}
    for node in live(roots):
        if node.op == CONST:
            number = node.number.to_single() if single else float(node.number)
            values[node.id] = dtype(number)
        elif node.op == INPUT:
            name, index = node.value  # type: ignore[misc]
            values[node.id] = np.asarray(inputs[name], dtype=dtype)[..., index]
        else:
            values[node.id] = _MEANING[node.op](*(values[a.id] for a in node.arguments))
    shape = np.broadcast_shapes(*(np.shape(a)[:-1] for a in inputs.values()))
    return np.stack([np.broadcast_to(values[r.id], shape) for r in roots], axis=-1)
