"""Kernels of a robot on symbols: the ways to compute them, their graphs, their values; no compiler.

Tests know of methods, formulations and choices through this module alone. Models and graphs are
made once per run, for many tests ask for the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from arrays import Array
from gen_robot.description.description import Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import KERNELS
from gen_robot.kernels import way as kernel_ways
from gen_robot.kernels.array import Array as KernelArray
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.kernels.trace import trace
from gen_robot.long_work import room_for
from gen_robot.model.formulation import (
    MOVED,
    PLAIN,
    Bodies,
    Formulation,
    Formulations,
    Frames,
    formulations,
)
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.passes import optimise
from gen_robot.pipeline import modelled, searched
from gen_robot.search.effort import NORMAL
from gen_robot.search.weighing import TIME

LUMPED = Formulation(Bodies.LUMPED, Frames.ATTACHED)
REGROUPED = Formulation(Bodies.REGROUPED, Frames.ATTACHED)
HELD = Formulation(Bodies.REGROUPED, Frames.HELD)
PLAIN_HELD = Formulation(Bodies.AS_GIVEN, Frames.HELD)
EVERY = (PLAIN, LUMPED, REGROUPED, HELD, PLAIN_HELD)

PREFERRED = ("crba", "crba+gibbs_appell")
"""What solvers are given where tests try one basis only."""

TOGETHER = ("crba+gibbs_appell", "lin+lin")
"""Of the many pairs, those that tests try everywhere."""

State = Mapping[str, Array]


@dataclass(frozen=True)
class Way:
    """Name a kernel and a way to it, as it is printed."""

    kernel: str
    name: str

    @property
    def all(self) -> list[kernel_ways.Way]:
        """Return the way on each formulation that it may be traced on."""
        every = kernel_ways.ways(KERNELS[self.kernel], EVERY)
        return [each for each in every if str(each) == self.name]

    @property
    def methods(self) -> set[str]:
        """Return the methods that compute the kernel, without what a solver is given."""
        first = self.all[0]
        return {first.solver.name} if first.solver else {method.name for method in first.parts}

    def __str__(self) -> str:
        return f"{self.kernel}-{self.name}"


def way(kernel: str, algorithm: str) -> Way:
    """Return the way to compute a kernel by an algorithm; solvers stand on crba and gibbs_appell."""
    every = kernel_ways.ways(KERNELS[kernel], [PLAIN])
    found = [each for each in every if algorithm in (each.algorithm, str(each))]
    preferred = [each for each in found if each.basis in PREFERRED]
    return Way(kernel, str((preferred or found)[0]))


def ways(kernel: str) -> list[Way]:
    """Return the ways to compute a kernel; of those put together from others, two."""
    together = len(KERNELS[kernel].routes[0].parts) > 1 and not KERNELS[kernel].built_on
    algorithms = kernel_ways.algorithms(KERNELS[kernel])
    return [way(kernel, a) for a in algorithms if not together or a in TOGETHER]


WAYS = [each for name, kernel in KERNELS.items() if kernel.group == DYNAMICS for each in ways(name)]
"""Of the equations of motion; kernels of other groups have tests of their own."""


def covers(model: Model, way: Way) -> bool:
    """Tell whether a way covers a robot."""
    return way.all[0].not_covered(model) is None


@cache
def _formulated(description: Description, payload: str | None) -> Formulations:
    model = modelled(description, Options(payload=payload))
    found: Formulations = {}
    for moved in MOVED:
        found |= formulations(model, moved)
    # Formulations that are equal are one object, so that each is traced once.
    for formulation, other in found.items():
        found[formulation] = next(m for m in found.values() if m == other)
    return found


def model_of(
    description: Description, formulation: Formulation = REGROUPED, payload: str | None = None
) -> Model:
    """Return a formulation of a robot's model; without parallel axes no frame is held."""
    found = _formulated(description, payload)
    return found.get(formulation) or found[Formulation(formulation.bodies, Frames.ATTACHED)]


def models_for(description: Description, way: Way, payload: str | None = None) -> list[Model]:
    """Return the different models that a way to a kernel may be traced on, if it covers the robot."""
    models = [model_of(description, each.formulation, payload) for each in way.all]
    return [model for model in {id(m): m for m in models}.values() if covers(model, way)]


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
    one = way.all[0]
    return _graph(_Same(model), _OneFunction(way.kernel, one.functions, one), friction, passes)


@dataclass(frozen=True)
class _OneFunction:
    """Stand for all ways to a kernel that are one function under several names."""

    kernel: str
    functions: tuple[object, ...]
    way: kernel_ways.Way = field(compare=False)


# Graphs are large, and a test asks for its own again and again rather than for those of others.
@lru_cache(maxsize=100)
def _graph(same: _Same, one: _OneFunction, friction: bool, passes: bool) -> KernelGraph:
    with room_for(len(same.model.links)):
        if passes:
            return optimise(_graph(same, one, friction, False))
        setting = Options(friction=friction).setting
        models = {one.way.formulation: same.model}
        return trace(KERNELS[one.kernel], one.way, models, setting)


def inputs_of(model: Model, kernel: str) -> tuple[str, ...]:
    """Return the names of what a kernel reads, what is known at run time only included."""
    own = tuple(array.name for array in KERNELS[kernel].inputs)
    return own + tuple(parameter.name for parameter in model.parameters)


def shape_of(model: Model, array: str) -> tuple[int, ...]:
    """Return the shape of one of the kernels' arrays."""
    sizes = {parameter.name: (parameter.size,) for parameter in model.parameters}
    return sizes[array] if array in sizes else ARRAYS[array].shape(model)


ARRAYS: dict[str, KernelArray] = {a.name: a for k in KERNELS.values() for a in k.inputs + k.outputs}


def evaluated(model: Model, way: Way, state: State, *, friction: bool = False) -> dict[str, Array]:
    """Return a kernel's outputs after all passes, at a state or at many."""
    return _outputs(model, way.kernel, graph_of(model, way, friction=friction), state)


def graph_values(
    model: Model, kernel: str, graph: KernelGraph, state: State
) -> tuple[int, dict[str, Array]]:
    """Return what a kernel returns and its outputs; there are none where a pivot is too small."""
    status = _status(model, kernel, graph, state)
    return status, {} if status else _outputs(model, kernel, graph, state)


def _status(model: Model, kernel: str, graph: KernelGraph, state: State) -> int:
    if graph.singular:
        return graph.singular
    inputs = {name: state[name] for name in inputs_of(model, kernel)}
    for guard in graph.guards:
        for lane, joint in enumerate(guard.joints):
            number = graph.graph.const(lane)
            sides = [graph.graph.lane(side, number) for side in (guard.pivot, guard.limit)]
            pivot, limit = evaluate(sides, inputs)
            if not pivot > limit:
                return joint
    return 0


def _outputs(model: Model, kernel: str, graph: KernelGraph, state: State) -> dict[str, Array]:
    inputs = {name: state[name] for name in inputs_of(model, kernel)}
    values = {name: evaluate(nodes, inputs) for name, nodes in graph.outputs.items()}
    return {name: v.reshape(*v.shape[:-1], *shape_of(model, name)) for name, v in values.items()}


class Generated:
    """Evaluate a robot's kernels as they are generated: chosen by cost, regrouped, after all passes.

    Their graphs are evaluated, so nothing needs to be compiled.
    """

    def __init__(self, model: Model, optimise_for: str = TIME, effort: str = NORMAL.name) -> None:
        self.model = model
        self._search = searched(model, Options(optimise_for=optimise_for, effort=effort))

    def __call__(self, kernel: str, state: State) -> Array:
        """Return a kernel's first output in a state."""
        outputs = _outputs(self.model, kernel, self._graph(kernel), state)
        return outputs[KERNELS[kernel].outputs[0].name]

    def outputs(self, kernel: str, state: State) -> dict[str, Array]:
        """Return all of a kernel's outputs in a state."""
        return _outputs(self.model, kernel, self._graph(kernel), state)

    def status(self, kernel: str, state: State) -> int:
        """Return what a kernel that checks its pivots returns in a state."""
        return _status(self.model, kernel, self._graph(kernel), state)

    def cost(self, kernel: str) -> int:
        """Return what a kernel costs as it is chosen."""
        return self._graph(kernel).operations.cost

    def costs(self, kernel: str) -> dict[str, int]:
        """Return what a kernel costs by each of the algorithms that cover the robot."""
        search, row = self._search, KERNELS[kernel]
        return {
            a: search.best(row, search.asked(row, a)).graph.operations.cost
            for a in kernel_ways.algorithms(row)
            if not search.refusal(row, a)
        }

    def _graph(self, kernel: str) -> KernelGraph:
        with room_for(len(self.model.links)):
            return self._search.choose(KERNELS[kernel]).graph
