"""Run a way on symbols: the arrow from a model to a kernel's graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gen_robot.algorithms.tape import SingularPivot, Tape
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.lanes import gathered, scattered
from gen_robot.kernels.task import Setting, Task
from gen_robot.kernels.way import Way
from gen_robot.model.formulation import PLAIN, Formulation, Formulations, formulated
from gen_robot.model.lane_places import lane_places
from gen_robot.model.model import Model, Parameter


def trace(kernel: Kernel, way: AnyWay, formulations: Formulations, setting: Setting) -> KernelGraph:
    """Return a kernel's graph; of the formulations, the way's own must be there.

    With parameters that replace constants, the plain one must be there, too.
    """
    pairs = list(zip(kernel.each, way.each, strict=True))
    graph, found = _side_by_side(pairs, formulations, setting)
    for each in found:
        if each.singular:
            return each
    values = (
        each.outputs[a.name] for m, each in zip(kernel.each, found, strict=True) for a in m.outputs
    )
    outputs = dict(zip((array.name for array in kernel.outputs), values, strict=True))
    # Two members may ask the same of one pivot.
    guards = dict.fromkeys(guard for each in found for guard in each.guards)
    return KernelGraph(graph, outputs, tuple(guards))


def trace_beside(
    pairs: Sequence[tuple[Kernel, Way]], formulations: Formulations, setting: Setting
) -> KernelGraph:
    """Return several kernels in one graph, with an output for all that must be computed for each."""
    graph, found = _side_by_side(pairs, formulations, setting)
    return KernelGraph(graph, {str(place): each.roots for place, each in enumerate(found)})


def trace_on_top(
    kernel: Kernel, way: Way, given: KernelGraph, known: Model, setting: Setting
) -> KernelGraph:
    """Return a kernel's graph with its solver on top of what it is given: another kernel's graph.

    That one goes on as this one's.
    """
    t = Tape(given.graph)
    inputs = {a.name: given.graph.inputs(a.name, a.size(known)) for a in kernel.inputs}
    task = Task(known, known, t, inputs, setting, kernel.arguments)
    assert way.route.on_top and way.solver, "only solvers are put on top"
    try:
        outputs = way.route.on_top(task, way.solver, {n: [*x] for n, x in given.outputs.items()})
    except SingularPivot as singular:
        return KernelGraph(given.graph, {}, singular=singular.joint)
    nodes = {name: [given.graph.node(x) for x in values] for name, values in outputs.items()}
    return KernelGraph(given.graph, nodes, tuple(t.guards))


def _side_by_side(
    pairs: Sequence[tuple[Kernel, Way]], formulations: Formulations, setting: Setting
) -> tuple[Graph, list[KernelGraph]]:
    graph = Graph()
    return graph, [_traced(graph, kernel, way, formulations, setting) for kernel, way in pairs]


def _traced(
    graph: Graph, kernel: Kernel, way: Way, formulations: Formulations, setting: Setting
) -> KernelGraph:
    """Run one way on symbols of a graph."""
    known = formulations[way.formulation]
    places = lane_places(known)
    t = Tape(graph, places)
    inputs = {a.name: gathered(graph, a, a.size(known), places) for a in kernel.inputs}
    unladen, symbolic = _with_symbols(t, formulations, way.formulation)
    task = Task(symbolic, known, t, inputs, setting, kernel.arguments, unladen)
    try:
        outputs = way.route.trace(task, way.methods)
    except SingularPivot as singular:
        return KernelGraph(graph, {}, singular=singular.joint)
    nodes = {a.name: scattered(graph, a, outputs[a.name], places) for a in kernel.outputs}
    return KernelGraph(graph, nodes, tuple(t.guards))


def _with_symbols(
    t: Tape, formulations: Formulations, formulation: Formulation
) -> tuple[Model, Model]:
    """Return the model with symbols for what is known at run time only, before what is added and after.

    What replaces constants enters before masses are moved by them, so these moves become part of the
    kernel; what only adds a body enters after, which costs less.
    """
    model = formulations[formulation]
    added = [parameter for parameter in model.parameters if parameter.is_added]
    replacing = [parameter for parameter in model.parameters if not parameter.is_added]
    if replacing:
        plain = _entered(t, formulations[PLAIN], replacing)
        t.step(0, "masses, moved to where they cost least")
        # What goes with bodies as they were is made anew.
        links = tuple(replace(link, torque_body=None) for link in plain.links)
        model = formulated(replace(plain, links=links), formulation)
    return model, _entered(t, model, added)


def _entered(t: Tape, model: Model, parameters: Sequence[Parameter]) -> Model:
    for parameter in parameters:
        values = t.graph.inputs(parameter.name, parameter.size)
        model = parameter.enter(model, values, t)
    return model
