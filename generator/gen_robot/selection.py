"""Tape kernels by the algorithms of the table, and choose between them by cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from gen_robot.algorithms import (
    COVERS,
    DEFAULT_FORMS,
    DOMINATED,
    FORMS,
    KERNELS,
    LONG,
    NOT_ON_LONG_CHAINS,
    SHAPES,
    Kernel,
    Setting,
    Tracer,
)
from gen_robot.algorithms.tape import SingularPivot, Tape
from gen_robot.errors import UserError
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.model.model import Model
from gen_robot.model.payload import load_moments
from gen_robot.passes import optimise


@dataclass(frozen=True)
class Choice:
    """Hold a kernel as it will be generated."""

    kernel: Kernel
    algorithm: str
    variant: str
    form: str
    traced: KernelGraph
    loaded: bool = False

    @property
    def inputs(self) -> tuple[str, ...]:
        """Return what the kernel reads, the load at run time included."""
        return self.kernel.inputs + ((PAYLOAD,) if self.loaded else ())

    @property
    def description(self) -> str:
        """Say what computes the kernel."""
        if self.variant == self.algorithm:
            return self.algorithm
        return f"{self.algorithm} on {self.variant}"


def sizes(model: Model, array: str) -> tuple[int, ...]:
    """Return the shape of a kernel's array for this robot."""
    return SHAPES[array](model)


def trace(kernel: Kernel, algorithm: Tracer, setting: Setting) -> KernelGraph:
    """Run an algorithm on symbols."""
    graph = Graph()
    t = Tape(graph)
    inputs = {name: graph.inputs(name, sizes(setting.model, name)[0]) for name in kernel.inputs}
    if place := setting.model.payload:
        t.step(place.link, "the load, from the user's link frame to the link's own")
        load = load_moments(place, graph.inputs(PAYLOAD, sizes(setting.model, PAYLOAD)[0]))
        t.loads[place.link] = t.moments("pl", "pS", place.link, value=load)
    try:
        outputs = algorithm(setting, t, inputs)
    except SingularPivot as singular:
        return KernelGraph(graph, {}, singular=singular.joint)
    nodes = {name: [graph.node(x) for x in outputs[name]] for name in kernel.outputs}
    return KernelGraph(graph, nodes, tuple(t.checks))


PAYLOAD = "payload"

CLOSE, NEAR = 1.1, 40
"""What is dearer than the cheapest by more, before the passes, is not the cheapest after them."""


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
        if wanted == "auto":
            return self.by(kernel, self._candidates(kernel))
        if reason := self.not_covered(wanted):
            others = [a for a in kernel.algorithms if not self.not_covered(a)]
            cure = f"use {', '.join(others)}" if others else "leave this kernel out"
            raise UserError(f"--algorithm {name}={wanted}", reason, cure)
        return self.by(kernel, [wanted])

    def not_covered(self, algorithm: str) -> str | None:
        """Say why an algorithm does not cover this robot, or None."""
        model = next(iter(self.settings.values())).model
        reasons = (COVERS[a](model) for a in algorithm.split("+") if a in COVERS)
        return next((reason for reason in reasons if reason), None)

    def impossible(self, name: str) -> str | None:
        """Say why no algorithm of a kernel covers this robot, or None."""
        reasons = [self.not_covered(algorithm) for algorithm in KERNELS[name].algorithms]
        return reasons[0] if all(reasons) else None

    def _candidates(self, kernel: Kernel) -> list[str]:
        model = next(iter(self.settings.values())).model
        names = [a for a in kernel.algorithms if not self.not_covered(a)]
        if reason := self.impossible(kernel.name):
            raise UserError(f"--kernels {kernel.name}", reason, "leave this kernel out")
        names = [a for a in names if DOMINATED.get(a) not in names]
        if model.nv <= LONG:
            return names
        quick = [a for a in names if not set(a.split("+")) & set(NOT_ON_LONG_CHAINS)]
        return quick or names

    def by(self, kernel: Kernel, algorithms: list[str]) -> Choice:
        """Return the kernel by the cheapest of these algorithms, after the passes."""
        ways = [(a, form) for a in algorithms for form in self._forms(kernel, a)]
        near = _closest(ways, lambda way: self._estimate(kernel, *way))
        # The parts of one method share more than an estimate of each can tell.
        ways = [way for way in ways if way in near or len(set(way[0].split("+"))) == 1]
        ways = _closest(ways, lambda way: self._trace(kernel, *way).traced.operations.cost)
        choices = [self._optimise(kernel, *way) for way in ways]
        return min(choices, key=lambda choice: choice.traced.operations.cost)

    def _forms(self, kernel: Kernel, algorithm: str) -> list[str]:
        if kernel.built_on and len(kernel.algorithms[algorithm]) > 1:
            return [self.choose(kernel.built_on).form]
        parts = [FORMS.get(part, DEFAULT_FORMS) for part in algorithm.split("+")]
        forms = kernel.forms or [form for form in parts[0] if all(form in p for p in parts)]
        # Methods that want different forms meet on the plain one, which suits all.
        return [form for form in forms if form in self.settings] or ["plain"]

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
            loaded = self.settings[form].model.payload is not None
            self._raw[key] = Choice(kernel, algorithm, variant, form, traced, loaded)
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
    return [way for way in ways if costs[way] <= CLOSE * min(costs.values()) + NEAR]
