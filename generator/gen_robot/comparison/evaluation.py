"""What a kernel's statements give at many states: their meaning, read from the emitted text.

Expressions of C and FORTRAN are expressions of Python once their numbers are respelled, so Python's
own parser takes them apart. Nothing is executed: what is none of a few operations is refused.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.comparison.source import KernelSource
from gen_robot.errors import UserError, shown

Reals = NDArray[np.float64]

_EXPONENT = re.compile(r"(?<=[\d.])[dD](?=[+-]?\d)")
_SINGLE = re.compile(r"(?<![\w.])(\d+\.?\d*(?:e[+-]?\d+)?)f(?!\w)")
_KEYWORD = re.compile(r"\blambda\b")
LONGEST = 10_000
"""Characters of an expression; emitted ones have a few hundred at most."""

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
}
_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    **{word: np.sin for word in ("sin", "sinf", "SIN", "DSIN")},
    **{word: np.cos for word in ("cos", "cosf", "COS", "DCOS")},
    **{word: np.sqrt for word in ("sqrt", "sqrtf", "SQRT", "DSQRT")},
    **{word: np.sign for word in ("sign_of", "SIGN")},
}


def outputs(
    kernel: KernelSource, inputs: Mapping[str, Reals], sizes: Mapping[str, int], place: str
) -> dict[str, Reals]:
    """Return a kernel's outputs at states along the first axis; `sizes` are those of the outputs.

    Arrays go by the names that the source gives them. `place` is where it stands, for messages.
    """
    count = len(next(iter(inputs.values())))
    values: dict[str, Any] = {}
    found = {name: np.zeros((count, size)) for name, size in sizes.items()}
    with np.errstate(all="ignore"):
        for statement in kernel.statements:
            if statement.joint:
                continue
            try:
                value = _value(_tree(statement.value), values, inputs)
                if statement.array:
                    found[statement.array][:, statement.index] = value
                else:
                    values[statement.target] = value
            except (KeyError, IndexError, ValueError, SyntaxError, RecursionError, MemoryError):
                problem = f"has a statement that gen-robot did not write: {shown(statement.text)}"
                raise UserError(place, problem, "generate it again") from None
    return found


def _tree(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise ValueError(text)
    text = _SINGLE.sub(r"\1", _EXPONENT.sub("e", _KEYWORD.sub("lambda_", text)))
    return ast.parse(text, mode="eval").body


def _value(tree: ast.expr, values: Mapping[str, Any], inputs: Mapping[str, Reals]) -> Any:
    match tree:
        case ast.Constant(float() | int() as number):
            return np.float64(number)
        case ast.Name(name):
            return values[name]
        case ast.Subscript(ast.Name(array), ast.Constant(int() as index)):
            return inputs[array.removesuffix("_")][:, index]
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            return _BINARY[type(op)](_value(left, values, inputs), _value(right, values, inputs))
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand, values, inputs)
        case ast.Call(ast.Name(name), [argument]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_value(argument, values, inputs))
        case ast.Call(ast.Name(array), [ast.Constant(int() as place)]):
            return inputs[array][:, place - 1]
    raise ValueError(ast.dump(tree))
