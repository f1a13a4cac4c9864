"""How many digits kernels keep, beside textbook recursions in the frames that the user drew."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import measure
from gen_robot.description.description import Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import KERNELS
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.search.search import Search
from textbook import Textbook
from textbook_links import EXACT, Scalars, exactly
from urdf_robots import random_state

DTYPES: dict[str, np.dtype[Any]] = {
    "double": np.dtype(np.float64),
    "single": np.dtype(np.float32),
}
INPUTS = {
    "inertia_matrix": ("q",),
    "bias": ("q", "qd"),
    "inverse_dynamics": ("q", "qd", "qdd"),
    "forward_dynamics": ("q", "qd", "tau"),
}
"""The kernels that are measured, and what they read."""


@dataclass(frozen=True)
class Accuracy:
    """Hold a kernel's errors at some states, in units of rounding, and the textbook's at the same.

    Not-a-number stands for states that the kernel takes for singular.
    """

    generated: Scalars
    textbook: Scalars

    @property
    def ratio(self) -> float:
        """Return the typical factor between the two; an error below one rounding is none."""
        known = ~np.isnan(self.generated)
        pair = self.generated[known], self.textbook[known]
        ours, theirs = (np.log(np.maximum(errors, 1)).mean() for errors in pair)
        return float(np.exp(ours - theirs))

    @property
    def worst(self) -> float:
        """Return the factor between the largest errors."""
        return float(np.nanmax(self.generated) / max(np.max(self.textbook), 1))

    @property
    def alarms(self) -> int:
        """Return how many states are taken for singular ones."""
        return int(np.isnan(self.generated).sum())


class Measured:
    """Measure one robot at random states, whose floats are single ones: no input is rounded."""

    def __init__(self, description: Description, states: int, seed: int, **algorithms: str) -> None:
        self.description = description
        self._algorithms = algorithms  # by kernel, where not auto
        self.model = modelled(description, Options())
        rng = np.random.default_rng(seed)
        drawn = [random_state(self.model, rng) for _ in range(states)]
        self.states = [{name: x.astype(np.float32) for name, x in s.items()} for s in drawn]
        self._searches: dict[str, Search] = {}

    def accuracy(self, kernel: str, precision: str) -> Accuracy:
        return Accuracy(self._generated(kernel, precision), self._textbook(kernel, precision))

    def graph(self, kernel: str, precision: str) -> KernelGraph:
        """Return a kernel as it would be generated."""
        if precision not in self._searches:
            options = Options(precision=precision, algorithms=self._algorithms)
            self._searches[precision] = searched(self.model, options)
        with room_for(len(self.model.links)):
            return self._searches[precision].choose(KERNELS[kernel]).graph

    @cached_property
    def exact(self) -> dict[str, list[Scalars]]:
        """Return each kernel's output at all states, from 60 digits."""
        found: dict[str, list[Scalars]] = {kernel: [] for kernel in INPUTS}
        for state in self.states:
            outputs = Textbook(self.description, EXACT).all(
                **{name: exactly(x) for name, x in state.items()}
            )
            for kernel, value in outputs.items():
                found[kernel].append(value.astype(float))
        return found

    @cached_property
    def _books(self) -> dict[str, dict[str, Scalars]]:
        books = {}
        for precision, dtype in DTYPES.items():
            book = Textbook(self.description, dtype)
            outputs = [
                book.all(**{name: x.astype(dtype) for name, x in state.items()})
                for state in self.states
            ]
            books[precision] = {
                kernel: self._errors(kernel, precision, [each[kernel] for each in outputs])
                for kernel in INPUTS
            }
        return books

    def _textbook(self, kernel: str, precision: str) -> Scalars:
        return self._books[precision][kernel]

    def _generated(self, kernel: str, precision: str) -> Scalars:
        return self.errors_of(self.graph(kernel, precision), kernel, precision)

    def errors_of(self, graph: KernelGraph, kernel: str, precision: str) -> Scalars:
        """Return the errors of a kernel's graph at all states, in units of rounding."""
        single = precision == "single"
        ((_, outputs),) = graph.outputs.items()
        inputs = {n: np.stack([s[n] for s in self.states]) for n in INPUTS[kernel]}
        found = evaluate(outputs, inputs, single=single)
        for guard in graph.guards:
            pivot, limit = evaluate([guard.pivot, guard.limit], inputs, single=single).T
            found[~(pivot > limit)] = np.nan
        return self._errors(kernel, precision, list(found))

    def _errors(self, kernel: str, precision: str, found: list[Scalars]) -> Scalars:
        rounding = float(np.finfo(DTYPES[precision]).eps) / 2
        pairs = zip(found, self.exact[kernel], strict=True)
        return np.array([measure.error(x.reshape(ref.shape), ref) for x, ref in pairs]) / rounding
