"""Run a way on symbols: the arrow from a model to a kernel's graph."""

from __future__ import annotations

from gen_robot.algorithms.tape import SingularPivot, Tape
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.task import Setting, Task
from gen_robot.kernels.way import Way
from gen_robot.model.model import Model


def trace(kernel: Kernel, way: Way, model: Model, setting: Setting) -> KernelGraph:
    """Return a kernel's graph; the model is that of the way's formulation."""
    graph = Graph()
    t = Tape(graph)
    inputs = {a.name: graph.inputs(a.name, a.size(model)) for a in kernel.inputs}
    symbolic = model
    for parameter in model.parameters:
        t.step(parameter.link, parameter.step)
        values = graph.inputs(parameter.name, parameter.size)
        symbolic = parameter.enter(symbolic, values, t.moments)
    task = Task(symbolic, model, t, inputs, setting, kernel.arguments)
    try:
        outputs = way.route.trace(task, way.methods)
    except SingularPivot as singular:
        return KernelGraph(graph, {}, singular=singular.joint)
    nodes = {a.name: [graph.node(x) for x in outputs[a.name]] for a in kernel.outputs}
    return KernelGraph(graph, nodes, tuple(t.checks))
