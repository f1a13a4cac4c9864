"""The meaning of a routine: run it on arrays of states, as any language's compiler would."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from gen_robot.algebra.precision import DOUBLE
from gen_robot.ir.evaluate import MEANING
from gen_robot.ir.halving import halved
from gen_robot.ir.node import ADD
from gen_robot.ir.routine import (
    Apply,
    Element,
    Expression,
    Gather,
    Guard,
    LaneSum,
    Let,
    Literal,
    Literals,
    Routine,
    Statement,
    Store,
    Temporary,
)

Lanes = list[Any]
"""A value: for each lane an array over the states."""


def run(
    routine: Routine, inputs: Mapping[str, np.ndarray]
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return the outputs, elements along a last axis, and each state's status; arrays are (..., size).

    The status is 0, or the joint of the first guard that does not hold: then the outputs are NaN.
    """
    shape = np.broadcast_shapes(*(np.shape(a)[:-1] for a in inputs.values()))
    state = _Run(inputs, np.full(shape, routine.singular))
    for let in routine.opening:
        state.obey(let)
    crossing = dict(state.values)
    for block in routine.blocks:
        # A block knows what it says that it is given, and hands on what it says, nothing else.
        state.values = {t: crossing[t] for t in block.live_in}
        for statement in block.statements:
            state.obey(statement)
        crossing |= {t: state.values[t] for t in block.live_out}
    fails = state.status != 0
    outputs = {
        array: np.stack(
            [np.where(fails, np.nan, np.broadcast_to(stored[i], shape)) for i in sorted(stored)],
            axis=-1,
        )
        for array, stored in state.stored.items()
    }
    return outputs, state.status


class _Run:
    """Hold the values and outputs so far."""

    def __init__(self, inputs: Mapping[str, np.ndarray], status: np.ndarray) -> None:
        self.inputs = {name: np.asarray(a, dtype=np.float64) for name, a in inputs.items()}
        self.values: dict[Temporary, Lanes] = {}
        self.stored: defaultdict[str, dict[int, Any]] = defaultdict(dict)
        self.status = status

    def obey(self, statement: Statement) -> None:
        match statement:
            case Let(target, value):
                self.values[target] = self.value(value)
            case Store(array, index, value, lane):
                lanes = self.value(value)
                self.stored[array][index] = lanes[lane if len(lanes) > 1 else 0]
            case Guard(joints, pivot, limit):
                pairs = _beside([self.value(pivot), self.value(limit)])
                for joint, (above, least) in zip(joints, pairs, strict=True):
                    fails = ~(above > least) & (self.status == 0)
                    self.status = np.where(fails, joint, self.status)

    def value(self, expression: Expression) -> Lanes:
        match expression:
            case Temporary():
                return self.values[expression]
            case Element(array, index):
                return [self.inputs[array][..., index]]
            case Gather(array, indices):
                return [self.inputs[array][..., index] for index in indices]
            case Literal(value):
                return [np.float64(DOUBLE.rounded(value))]
            case Literals(values):
                return [np.float64(DOUBLE.rounded(value)) for value in values]
            case Apply(op, arguments):
                return [MEANING[op](*a) for a in _beside([self.value(x) for x in arguments])]
            case LaneSum(value):
                return [halved(self.value(value), MEANING[ADD])]


def _beside(values: list[Lanes]) -> list[tuple[Any, ...]]:
    """Return, for each lane, what stands in it; a scalar stands in all."""
    wide = max(len(lanes) for lanes in values)
    return list(zip(*(lanes * wide if len(lanes) == 1 else lanes for lanes in values), strict=True))
