"""Trace kernels by the algorithms of the table, and choose between them by cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gen_robot.algorithms import (
    DEFAULT_FORMS,
    FORMS,
    KERNELS,
    SHAPES,
    Algorithm,
    Kernel,
    Setting,
)
from gen_robot.ir.graph import Graph
from gen_robot.ir.trace import SingularPivot, Trace
from gen_robot.ir.traced import Traced
from gen_robot.model.model import Model
from gen_robot.passes import optimise


@dataclass(frozen=True)
class Choice:
    """Hold a kernel as it will be generated."""

    kernel: Kernel
    algorithm: str
    variant: str
    form: str
    traced: Traced

    @property
    def description(self) -> str:
        """Say what computes the kernel."""
        if self.variant == self.algorithm:
            return self.algorithm
        return f"{self.algorithm} on {self.variant}"


def sizes(model: Model, array: str) -> tuple[int, ...]:
    """Return the shape of a kernel's array for this robot."""
    return tuple(getattr(model, name) for name in SHAPES[array])


def trace(kernel: Kernel, algorithm: Algorithm, setting: Setting) -> Traced:
    """Run an algorithm on symbols."""
    graph = Graph()
    t = Trace(graph)
    inputs = {name: graph.inputs(name, sizes(setting.model, name)[0]) for name in kernel.inputs}
    try:
        outputs = algorithm(setting, t, inputs)
    except SingularPivot as singular:
        return Traced(graph, {}, singular=singular.joint)
    nodes = {name: [graph.node(x) for x in outputs[name]] for name in kernel.outputs}
    return Traced(graph, nodes, tuple(t.checks))


CLOSE = 1.1
"""What is dearer than the cheapest by this factor before the passes is not cheaper after them."""


@dataclass
class Selection:
    """Choose the cheapest algorithms for one robot; what was traced once is kept."""

    settings: dict[str, Setting]  # by the form of the model; forms that are not there are not tried
    wanted: dict[str, str] = field(default_factory=dict)  # kernel -> algorithm, where not auto
    progress: Callable[[str], None] = lambda text: None
    _raw: dict[tuple[str, str, str], Choice] = field(default_factory=dict)
    _optimised: dict[tuple[str, str, str], Choice] = field(default_factory=dict)

    def choose(self, name: str) -> Choice:
        """Return the kernel by the algorithm asked for, or by the cheapest."""
        kernel = KERNELS[name]
        wanted = self.wanted.get(name, "auto")
        return self.by(kernel, list(kernel.algorithms) if wanted == "auto" else [wanted])

    def by(self, kernel: Kernel, algorithms: list[str]) -> Choice:
        """Return the kernel by the cheapest of these algorithms, after the passes."""
        ways = [(a, form) for a in algorithms for form in self._forms(kernel, a)]
        ways = _closest(ways, lambda way: self._estimate(kernel, *way))
        ways = _closest(ways, lambda way: self._trace(kernel, *way).traced.operations.cost)
        choices = [self._optimise(kernel, *way) for way in ways]
        return min(choices, key=lambda choice: choice.traced.operations.cost)

    def _forms(self, kernel: Kernel, algorithm: str) -> list[str]:
        if kernel.built_on and len(kernel.algorithms[algorithm]) > 1:
            return [self.choose(kernel.built_on).form]
        return [form for form in FORMS.get(algorithm, DEFAULT_FORMS) if form in self.settings]

    def _optimise(self, kernel: Kernel, algorithm: str, form: str) -> Choice:
        key = kernel.name, algorithm, form
        if key not in self._optimised:
            raw = self._trace(kernel, algorithm, form)
            self._optimised[key] = replace(raw, traced=optimise(raw.traced))
        return self._optimised[key]

    def _trace(self, kernel: Kernel, algorithm: str, form: str) -> Choice:
        key = kernel.name, algorithm, form
        if key not in self._raw:
            self.progress(f"{kernel.name} by {algorithm}")
            variants = kernel.algorithms[algorithm]
            # What a solver needs first is a kernel of its own, and chosen as that.
            variant = algorithm if len(variants) == 1 else self.choose(kernel.built_on).algorithm
            traced = trace(kernel, variants[variant], self.settings[form])
            self._raw[key] = Choice(kernel, algorithm, variant, form, traced)
        return self._raw[key]

    def _estimate(self, kernel: Kernel, algorithm: str, form: str) -> int:
        """Add up what the parts of an algorithm cost apart; 0 where it has none."""
        parts = zip(kernel.parts, algorithm.split("+"), strict=False)
        return sum(self._trace(KERNELS[p], a, form).traced.operations.cost for p, a in parts)


def _closest(
    ways: list[tuple[str, str]], cost: Callable[[tuple[str, str]], int]
) -> list[tuple[str, str]]:
    """Return the ways whose cost is close to the least."""
    if len(ways) < 2:
        return ways
    costs = {way: cost(way) for way in ways}
    return [way for way in ways if costs[way] <= CLOSE * min(costs.values())]
