"""Graphs of kernels as CasADi's expressions."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import casadi

from gen_robot.delivery.asked import asked
from gen_robot.errors import UserError
from gen_robot.ir.graph import live
from gen_robot.ir.node import ADD, CONST, COS, DIV, INPUT, MUL, NEG, SIGN, SIN, SQRT, SUB, Node
from gen_robot.kernels import named
from gen_robot.kernels.array import Array
from gen_robot.long_work import room_for
from gen_robot.model.model import Model
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search.weighing import OPERATIONS

MEANING: dict[str, Callable[..., Any]] = {
    NEG: operator.neg,
    ADD: operator.add,
    SUB: operator.sub,
    MUL: operator.mul,
    DIV: operator.truediv,
    SQRT: casadi.sqrt,
    SIN: casadi.sin,
    COS: casadi.cos,
    SIGN: casadi.sign,
}


def function(
    robot: str | os.PathLike[str], kernel: str = "inverse_dynamics", **options: Any
) -> casadi.Function:
    """Return a kernel as a function of CasADi's SX, by the fewest operations that are known.

    Options are load()'s, as far as they change what is computed. Tests of pivots are left out.
    """
    wanted = replace(asked(**options).options(), optimise_for=OPERATIONS)
    place = robot if isinstance(robot, str) else Path(robot)
    description = read(place, snap=wanted.snap, edits=wanted.edits)
    with room_for(len(description.links)):
        model = modelled(description, wanted)
        (record,) = named("kernel", [kernel], model)
        choice = searched(model, wanted).choose(record)
    if choice.graph.singular:
        problem = f"divides by zero at every state, by its pivot {choice.graph.singular}"
        raise UserError(kernel, problem)
    inputs = {a.name: casadi.SX.sym(a.name, a.size(model)) for a in choice.inputs}
    outputs = choice.graph.outputs
    values = iter(_values([node for nodes in outputs.values() for node in nodes], inputs))
    given = {name: [next(values) for _ in nodes] for name, nodes in outputs.items()}
    results = [_shaped(array, model, given[array.name]) for array in choice.outputs]
    names = [array.name for array in choice.outputs]
    return casadi.Function(kernel, [*inputs.values()], results, [*inputs], names)


def _values(roots: Sequence[Node], inputs: Mapping[str, Any]) -> list[Any]:
    values: dict[int, Any] = {}
    for node in live(roots):
        if node.op == CONST:
            values[node.id] = casadi.SX(float(node.number))
        elif node.op == INPUT:
            name, index = node.place
            values[node.id] = inputs[name][index]
        else:
            values[node.id] = MEANING[node.op](*(values[a.id] for a in node.arguments))
    return [values[root.id] for root in roots]


def _shaped(array: Array, model: Model, elements: list[Any]) -> Any:
    """Return an output as CasADi has it: a column, or a matrix by columns; zeros are not stored."""
    rows, *columns = array.shape(model)
    if not columns:
        return casadi.vertcat(*elements)
    return casadi.sparsify(casadi.reshape(casadi.vertcat(*elements), columns[0], rows).T)
