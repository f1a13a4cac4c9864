"""A robot whose kernels are formulas, made when they are asked for."""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import sympy

from gen_robot.errors import UserError, nearest, shown
from gen_robot.formulas.constants import Constants
from gen_robot.formulas.exact import exact
from gen_robot.formulas.expressions import Symbols, expressions
from gen_robot.formulas.harmonics import normal_forms
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import Node
from gen_robot.kernels import instances
from gen_robot.kernels.array import Array
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import Way, ways
from gen_robot.long_work import room_for
from gen_robot.model.formulation import PLAIN, Limbs, formulations
from gen_robot.model.model import Model
from gen_robot.options import Options

Form = Callable[[Sequence[Node], Symbols], list[sympy.Expr]]
"""How graphs become expressions."""

_LATEX = {"qd": r"\dot{{q}}_{{{}}}", "qdd": r"\ddot{{q}}_{{{}}}", "tau": r"\tau_{{{}}}"}
"""How elements of arrays are written in papers, where sympy would not know."""

_CONSTANT = re.compile(r"([A-Za-z])(\w+)")
"""A letter, and what stands below it."""


class SymbolicRobot:
    """Give a robot's kernels as sympy's formulas: `robot.inertia_matrix`, `robot.bias`.

    A kernel is a Matrix, a number's formula where it gives one number, and a tuple of them, by name,
    where it gives several. `q`, `qd` and all other inputs are columns of the symbols that formulas are
    in; `simplified` is the same robot with formulas as sums of harmonics. `values` has the numbers of
    constants that are symbols.
    """

    def __init__(self, model: Model, options: Options, form: Form = expressions) -> None:
        self._model, self._options, self._form = model, options, form
        self._kernels = instances(model)
        self._known: dict[str, dict[str, list[sympy.Expr]]] = {}

    @property
    def name(self) -> str:
        """The robot's name."""
        return self._model.name

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of the kernels, each an attribute."""
        return tuple(self._kernels)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints' names, in the order of q."""
        return tuple(link.joint_name for link in self._model.free_links)

    @cached_property
    def simplified(self) -> SymbolicRobot:
        """The same robot, each formula a sum of sines and cosines of sums of angles.

        Of all ways to write what is not divided by anything, this is the only one of its kind, so
        equal formulas are equal expressions. It may take long for more than a few joints.
        """
        return SymbolicRobot(self._model, self._options, normal_forms)

    @cached_property
    def values(self) -> dict[sympy.Symbol, sympy.Expr]:
        """What the symbols of constants stand for in the robot's file, for `subs`."""
        found: dict[sympy.Symbol, sympy.Expr] = {}
        for parameter in self._model.parameters:
            if isinstance(parameter, Constants):
                numbers = parameter.values.values()
                pairs = zip(self._symbols[parameter.name], numbers, strict=True)
                found |= {symbol: exact(number) for symbol, number in pairs}
        return found

    @cached_property
    def latex_names(self) -> dict[sympy.Symbol, str]:
        """How papers write the symbols: `sympy.latex(formula, symbol_names=robot.latex_names)`."""
        found = {
            symbol: form.format(k + 1)
            for array, form in _LATEX.items()
            for k, symbol in enumerate(self._symbols.get(array, ()))
        }
        parts = {symbol: _CONSTANT.fullmatch(symbol.name) for symbol in self.values}
        return found | {s: f"{part[1]}_{{{part[2]}}}" for s, part in parts.items() if part}

    def inputs(self, kernel: str) -> tuple[sympy.Matrix, ...]:
        """Return the symbols of a kernel's inputs in order, as `sympy.lambdify` takes them."""
        return tuple(self._column(array.name) for array in self._kernel(kernel).inputs)

    def __getattr__(self, name: str) -> Any:
        """Return a kernel's formulas, or the symbols of an input."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._symbols:
            return self._column(name)
        if name not in self._kernels:
            cure = nearest(name, (*self._kernels, *self._symbols))
            raise AttributeError(f"{self.name} has no kernel {shown(name)}; {cure}")
        return self._shaped(self._kernels[name], self._formulas(name))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._kernels, *self._symbols]

    def __repr__(self) -> str:
        return f"<{self.name}: formulas of {len(self._kernels)} kernels>"

    # Symbols --------------------------------------------------------------------------------------

    @cached_property
    def _symbols(self) -> dict[str, list[sympy.Symbol]]:
        arrays = {a.name: a for kernel in self._kernels.values() for a in kernel.inputs}
        found = {
            name: [*map(sympy.Symbol, _numbers(name, array.size(self._model)))]
            for name, array in arrays.items()
        }
        for parameter in self._model.parameters:
            names = _numbers(parameter.name, parameter.size)
            if isinstance(parameter, Constants):
                names = [*parameter.values]
            found[parameter.name] = [*map(sympy.Symbol, names)]
        return found

    def _column(self, array: str) -> sympy.Matrix:
        return sympy.Matrix(self._symbols[array])

    # Formulas -------------------------------------------------------------------------------------

    def _kernel(self, name: str) -> Kernel:
        if name not in self._kernels:
            raise UserError("kernel", f"is {shown(name)}", nearest(name, tuple(self._kernels)))
        return self._kernels[name]

    def _formulas(self, name: str) -> dict[str, list[sympy.Expr]]:
        if name not in self._known:
            with room_for(len(self._model.links)):
                graph = self._traced(self._kernel(name))
                flat = [node for nodes in graph.outputs.values() for node in nodes]
                formulas = iter(self._form(flat, self._symbols))
            found = {a: [next(formulas) for _ in nodes] for a, nodes in graph.outputs.items()}
            self._known[name] = found
        return self._known[name]

    def _traced(self, kernel: Kernel) -> KernelGraph:
        formulated = formulations(self._model, self._options.bodies, (Limbs.APART,))
        way = self._way(kernel, ways(kernel, formulated))
        graph = trace(kernel, way, formulated, self._options.setting)
        if graph.singular:
            problem = f"divides by zero at every state, by its pivot {graph.singular}"
            raise UserError(kernel.name, problem)
        return graph

    def _way(self, kernel: Kernel, every: Sequence[Way]) -> Way:
        """Return the first way that covers the robot, on bodies as given if there is one."""
        if reason := kernel.refusal(self._model):
            raise UserError(kernel.name, reason)
        covering = [way for way in every if way.not_covered(self._model) is None]
        if not covering:
            raise UserError(kernel.name, every[0].not_covered(self._model) or "has no method")
        return next((way for way in covering if way.formulation == PLAIN), covering[0])

    def _shaped(self, kernel: Kernel, formulas: dict[str, list[sympy.Expr]]) -> Any:
        shaped = [self._of_shape(array, formulas[array.name]) for array in kernel.outputs]
        if len(shaped) == 1:
            return shaped[0]
        return namedtuple(kernel.name, [array.name for array in kernel.outputs])(*shaped)

    def _of_shape(self, array: Array, elements: list[sympy.Expr]) -> sympy.Matrix | sympy.Expr:
        if array.is_scalar:
            return elements[0]
        rows, *columns = array.shape(self._model)
        return sympy.Matrix(rows, columns[0] if columns else 1, elements)


def _numbers(name: str, size: int) -> list[str]:
    return [f"{name}{k + 1}" for k in range(size)]
