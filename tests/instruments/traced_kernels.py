"""Kernels of a robot on symbols: the ways to compute them, their graphs, their values; no compiler.

Tests know of methods, forms and choices through this module alone. Models and graphs are made once
per run, for many tests ask for the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from arrays import Array
from gen_robot.algorithms import COVERS, DEFAULT_FORMS, FORMS, KERNELS, Setting
from gen_robot.description.description import Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.model.canonical import canonical
from gen_robot.model.hold import hold_parallel
from gen_robot.model.model import Model
from gen_robot.model.payload import with_payload
from gen_robot.model.regroup import lump_masses, regroup
from gen_robot.options import PRECISIONS, Options
from gen_robot.passes import optimise
from gen_robot.pipeline import collector_at_rest, settings
from gen_robot.selection import PAYLOAD, Selection, sizes, trace

MODELS: dict[str, Callable[[Model], Model]] = {
    "plain": lambda m: m,
    "lumped": lump_masses,
    "regrouped": regroup,
    "held": lambda m: hold_parallel(regroup(m)),
    "plain held": hold_parallel,
}
"""The forms of a model; with and without regrouping both are what the table calls attached."""

State = Mapping[str, Array]


@dataclass(frozen=True)
class Way:
    """Name a kernel, the algorithm that computes it, and what that stands on."""

    kernel: str
    algorithm: str
    variant: str

    @property
    def methods(self) -> set[str]:
        """Return the methods that the algorithm is put together from."""
        return set(self.algorithm.split("+"))

    @property
    def forms(self) -> list[str]:
        """Return the forms of a model that the way may be traced on."""
        allowed = KERNELS[self.kernel].forms or FORMS.get(self.algorithm, DEFAULT_FORMS)
        spelled = {"attached": ["lumped", "regrouped"]}
        return [form for each in allowed for form in spelled.get(each, [each])]

    def __str__(self) -> str:
        return f"{self.kernel}-{self.algorithm}-{self.variant}"


def way(kernel: str, algorithm: str) -> Way:
    """Return the way to compute a kernel by an algorithm; solvers stand on crba and gibbs_appell."""
    variants = KERNELS[kernel].algorithms[algorithm]
    preferred = [v for v in variants if v in ("crba", "crba+gibbs_appell")]
    return Way(kernel, algorithm, (preferred or list(variants))[0])


def ways(kernel: str) -> list[Way]:
    """Return the ways to compute a kernel; of those put together from others, two."""
    algorithms = KERNELS[kernel].algorithms
    together = ("crba+gibbs_appell", "lin+lin")
    return [way(kernel, a) for a in algorithms if "+" not in a or a in together]


WAYS = [each for kernel in KERNELS for each in ways(kernel)]


def covers(model: Model, way: Way) -> bool:
    """Tell whether a way covers a robot."""
    return not any(part in COVERS and COVERS[part](model) for part in way.methods)


@cache
def _canonical(description: Description, payload: str | None) -> Model:
    model = canonical(description)
    return model if payload is None else with_payload(model, payload)


@cache
def model_of(
    description: Description, form: str = "regrouped", payload: str | None = None
) -> Model:
    """Return a form of a robot's model; forms that are equal are one object."""
    model = MODELS[form](_canonical(description, payload))
    for other in MODELS:
        if other == form:
            return model
        if model == (same := model_of(description, other, payload)):
            return same
    raise KeyError(form)


def models_for(description: Description, way: Way, payload: str | None = None) -> list[Model]:
    """Return the different forms of a robot's model that a way may be traced on, if it covers it."""
    models = {id(m): m for f in way.forms for m in [model_of(description, f, payload)]}
    return [model for model in models.values() if covers(model, way)]


class _Same:
    """Stand for a model where a key is wanted: models are compared by their identity."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def __hash__(self) -> int:
        return id(self.model)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.model is other.model


def graph_of(model: Model, way: Way, *, friction: bool = False, passes: bool = True) -> KernelGraph:
    """Return a kernel's graph, after all passes or before them."""
    return _graph(_Same(model), way, friction, passes)


# Graphs are large, and a test asks for its own again and again rather than for those of others.
@lru_cache(maxsize=100)
def _graph(same: _Same, way: Way, friction: bool, passes: bool) -> KernelGraph:
    with collector_at_rest():
        if passes:
            return optimise(_graph(same, way, friction, False))
        kernel = KERNELS[way.kernel]
        setting = Setting(same.model, PRECISIONS["double"], friction)
        return trace(kernel, kernel.algorithms[way.algorithm][way.variant], setting)


def inputs_of(model: Model, kernel: str) -> tuple[str, ...]:
    """Return the names of what a kernel reads, a load at run time included."""
    return KERNELS[kernel].inputs + ((PAYLOAD,) if model.payload else ())


def shape_of(model: Model, array: str) -> tuple[int, ...]:
    """Return the shape of one of the kernels' arrays."""
    return sizes(model, array)


def evaluated(model: Model, way: Way, state: State, *, friction: bool = False) -> dict[str, Array]:
    """Return a kernel's outputs after all passes, at a state or at many."""
    return _outputs(model, way.kernel, graph_of(model, way, friction=friction), state)


def _outputs(model: Model, kernel: str, graph: KernelGraph, state: State) -> dict[str, Array]:
    inputs = {name: state[name] for name in inputs_of(model, kernel)}
    values = {name: evaluate(nodes, inputs) for name, nodes in graph.outputs.items()}
    return {name: v.reshape(*v.shape[:-1], *sizes(model, name)) for name, v in values.items()}


class Generated:
    """Evaluate a robot's kernels as they are generated: chosen by cost, regrouped, after all passes.

    Their graphs are evaluated, so nothing needs to be compiled.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._selection = Selection(settings(model, Options()))

    def __call__(self, kernel: str, state: State) -> Array:
        """Return a kernel's first output in a state."""
        outputs = _outputs(self.model, kernel, self._graph(kernel), state)
        return outputs[KERNELS[kernel].outputs[0]]

    def status(self, kernel: str, state: State) -> int:
        """Return what a kernel that checks its pivots returns in a state."""
        graph = self._graph(kernel)
        if graph.singular:
            return graph.singular
        inputs = {name: state[name] for name in inputs_of(self.model, kernel)}
        for check in graph.checks:
            pivot, limit = evaluate([check.pivot, check.limit], inputs)
            if not pivot > limit:
                return check.joint
        return 0

    def cost(self, kernel: str) -> int:
        """Return what a kernel costs as it is chosen."""
        return self._graph(kernel).operations.cost

    def costs(self, kernel: str) -> dict[str, int]:
        """Return what a kernel costs by each of the algorithms that cover the robot."""
        selection, row = self._selection, KERNELS[kernel]
        covering = [a for a in row.algorithms if not selection.not_covered(a)]
        return {a: selection.by(row, [a]).traced.operations.cost for a in covering}

    def _graph(self, kernel: str) -> KernelGraph:
        with collector_at_rest():
            return self._selection.choose(kernel).traced
