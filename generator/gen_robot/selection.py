"""Trace kernels by the algorithms of the table, and choose between them by cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gen_robot.algorithms import KERNELS, SHAPES, Algorithm, Kernel, Setting
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
    """Choose the cheapest algorithms for one setting; what was traced once is kept."""

    setting: Setting
    wanted: dict[str, str] = field(default_factory=dict)  # kernel -> algorithm, where not auto
    progress: Callable[[str], None] = lambda text: None
    _raw: dict[tuple[str, str], Choice] = field(default_factory=dict)
    _optimised: dict[tuple[str, str], Choice] = field(default_factory=dict)

    def choose(self, name: str) -> Choice:
        """Return the kernel by the algorithm asked for, or by the cheapest."""
        kernel = KERNELS[name]
        wanted = self.wanted.get(name, "auto")
        if wanted != "auto":
            return self.by(kernel, wanted)
        names = _closest(list(kernel.algorithms), lambda a: self._estimate(kernel, a))
        names = _closest(names, lambda a: self._trace(kernel, a).traced.operations.cost)
        return min((self.by(kernel, n) for n in names), key=lambda c: c.traced.operations.cost)

    def by(self, kernel: Kernel, algorithm: str) -> Choice:
        """Return the kernel by one algorithm, after the passes."""
        key = kernel.name, algorithm
        if key not in self._optimised:
            raw = self._trace(kernel, algorithm)
            self._optimised[key] = replace(raw, traced=optimise(raw.traced))
        return self._optimised[key]

    def _trace(self, kernel: Kernel, algorithm: str) -> Choice:
        key = kernel.name, algorithm
        if key not in self._raw:
            self.progress(f"{kernel.name} by {algorithm}")
            variants = kernel.algorithms[algorithm]
            # What a solver needs first is a kernel of its own, and chosen as that.
            variant = self.choose(kernel.built_on).algorithm if kernel.built_on else algorithm
            traced = trace(kernel, variants[variant], self.setting)
            self._raw[key] = Choice(kernel, algorithm, variant, traced)
        return self._raw[key]

    def _estimate(self, kernel: Kernel, algorithm: str) -> int:
        """Add up what the parts of an algorithm cost apart; 0 where it has none."""
        parts = zip(kernel.parts, algorithm.split("+"), strict=False)
        return sum(self._trace(KERNELS[p], a).traced.operations.cost for p, a in parts)


def _closest(names: list[str], cost: Callable[[str], int]) -> list[str]:
    """Return the names whose cost is close to the least."""
    if len(names) < 2:
        return names
    costs = {name: cost(name) for name in names}
    return [name for name in names if costs[name] <= CLOSE * min(costs.values())]
