"""Trace kernels by the algorithms of the table, and choose between them by cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

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
    return optimise(Traced(graph, nodes, tuple(t.checks)))


@dataclass
class Selection:
    """Choose the cheapest algorithms for one setting; what was traced once is kept."""

    setting: Setting
    wanted: dict[str, str] = field(default_factory=dict)  # kernel -> algorithm, where not auto
    progress: Callable[[str], None] = lambda text: None
    _choices: dict[tuple[str, str], Choice] = field(default_factory=dict)

    def choose(self, name: str) -> Choice:
        """Return the kernel by the algorithm asked for, or by the cheapest."""
        kernel = KERNELS[name]
        wanted = self.wanted.get(name, "auto")
        names = kernel.algorithms if wanted == "auto" else (wanted,)
        return min((self.by(kernel, n) for n in names), key=lambda c: c.traced.operations.cost)

    def by(self, kernel: Kernel, algorithm: str) -> Choice:
        """Return the kernel by one algorithm."""
        key = kernel.name, algorithm
        if key not in self._choices:
            self.progress(f"{kernel.name} by {algorithm}")
            variants = kernel.algorithms[algorithm]
            # What a solver needs first is a kernel of its own, and chosen as that.
            variant = next(iter(variants))
            if len(variants) > 1:
                variant = self.choose(kernel.built_on).algorithm
            traced = trace(kernel, variants[variant], self.setting)
            self._choices[key] = Choice(kernel, algorithm, variant, traced)
        return self._choices[key]
