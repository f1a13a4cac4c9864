"""Derivatives of any kernel for CasADi, by differentiating its graph.

Derivatives are by the elements of the inputs, whatever they are: quaternions, loads. Nonzeros are
computed in the order in which CasADi wants them, straight into its memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gen_robot.ir.differentiate import Mode, differentiate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import CONST, Node
from gen_robot.ir.schedule import schedule
from gen_robot.languages.casadi_calls import Body, Robot
from gen_robot.languages.casadi_ports import Function, Named, Pattern, Port, named
from gen_robot.passes import optimise
from gen_robot.passes.rebuild import rebuild
from gen_robot.passes.take_lanes_apart import take_lanes_apart
from gen_robot.printers.c import CPrinter

MODES = (Mode.FORWARD, Mode.CROSS_COUNTRY)
"""Those that win Jacobians; whichever takes fewer operations is taken."""

LONGEST = 10_000
"""Operations of a function, beyond which compilers take minutes over it."""

SHARE = 3
"""A kernel's derivatives take at least so many times its operations: what cannot fit is not tried."""

Variables = dict[str, list[tuple[int, Node]]]
"""By the name of an input: its elements, by their places in a full matrix by columns."""


def differentiated(robot: Robot, each: Named) -> Iterator[Function]:
    """Yield jac_, adj1_ and jac_adj1_ of a kernel; none of one that fails at every state.

    What would be too long for a compiler is left out; adj1_ and jac_adj1_ go together.
    """
    graph = robot.kernels[each.kernel].choice.graph
    if graph.singular or SHARE * graph.operations.cost > LONGEST:
        return
    graph = take_lanes_apart(graph)
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    unread = named("out", outputs, empty=True)
    given = (*inputs, *unread)
    title = f"derivatives of {each.title}"
    jacobian = min((_jacobian(graph, inputs, outputs, mode) for mode in MODES), key=_cost)
    if _cost(jacobian) > LONGEST:
        return
    yield _function(f"jac_{each.name}", title, given, jacobian)

    given = (*inputs, *unread, *named("adj", outputs))
    adjoint = _Gradient(graph, inputs, outputs)
    second = adjoint.second(given)
    if _cost(second) > LONGEST:
        return
    title = f"weights times derivatives of {each.title}"
    yield _function(f"adj1_{each.name}", title, given, adjoint.first)
    by = (*given, *named("out", named("adj", inputs), empty=True))
    title = f"second derivatives of weighted {each.title}"
    yield _function(f"jac_adj1_{each.name}", title, by, second)


class _Result:
    """Hold a graph whose outputs are the nonzeros of results, and the results' ports."""

    def __init__(self, graph: KernelGraph, ports: Sequence[Port]) -> None:
        self.graph, self.ports = optimise(graph), tuple(ports)


def _cost(result: _Result) -> int:
    return result.graph.operations.cost


def _jacobian(
    graph: KernelGraph, inputs: Sequence[Port], outputs: Sequence[Port], mode: Mode
) -> _Result:
    own = rebuild(graph)
    variables = _variables(own, inputs)
    values = {port.name: _by_columns(port, own.outputs[port.name]) for port in outputs}
    return _blocks(own, values, outputs, variables, inputs, mode)


class _Gradient:
    """Hold the gradient of an output's elements, each times its weight."""

    def __init__(self, graph: KernelGraph, inputs: Sequence[Port], outputs: Sequence[Port]) -> None:
        self._own, self._inputs = rebuild(graph), inputs
        weights = _variables(self._own, named("adj", outputs))
        total = self._own.graph.const(0)
        for port in outputs:
            elements = dict(_by_columns(port, self._own.outputs[port.name]))
            for place, weight in weights[f"adj_{port.name}"]:
                total = total + weight * elements[place]
        self._variables = _variables(self._own, inputs)
        by = [node for nodes in self._variables.values() for _, node in nodes]
        (row,) = differentiate([total], by, Mode.TURNS_REVERSE)
        rest = iter(row)
        self._rows = {
            f"adj_{name}": [(place, next(rest)) for place, _ in nodes]
            for name, nodes in self._variables.items()
        }
        self._variables |= weights

    @property
    def first(self) -> _Result:
        nodes = {name: [node for _, node in row] for name, row in self._rows.items()}
        graph = KernelGraph(self._own.graph, nodes, self._own.guards)
        return _Result(rebuild(graph), named("adj", self._inputs))

    def second(self, by: Sequence[Port]) -> _Result:
        """Return the derivatives of the gradient by everything that it is given."""
        ports = named("adj", self._inputs)
        return _blocks(self._own, self._rows, ports, self._variables, by, Mode.FORWARD)


def _variables(graph: KernelGraph, ports: Sequence[Port]) -> Variables:
    """Return the elements of inputs; CasADi counts nonzeros by columns."""
    return {
        port.name: [
            (column * port.pattern.rows + row, graph.graph.input(port.name, k))
            for k, (row, column) in enumerate(port.pattern.in_order)
        ]
        for port in ports
    }


def _by_columns(port: Port, nodes: Sequence[Node]) -> list[tuple[int, Node]]:
    """Return the elements of an output by columns, each with its place."""
    rows, columns = port.pattern.rows, port.pattern.columns
    return [(k * rows + i, nodes[i * columns + k]) for k in range(columns) for i in range(rows)]


def _blocks(
    own: KernelGraph,
    values: dict[str, list[tuple[int, Node]]],
    of: Sequence[Port],
    variables: Variables,
    by: Sequence[Port],
    mode: Mode,
) -> _Result:
    """Return all derivatives of values by variables, a block for each pair of ports."""
    every = [node for port in of for _, node in values[port.name]]
    along = [node for port in by for _, node in variables.get(port.name, ())]
    rows = iter(differentiate(every, along, mode))
    outputs: dict[str, list[Node]] = {}
    ports = []
    for a in of:
        lines = [(place, iter(next(rows))) for place, _ in values[a.name]]
        for b in by:
            found = [
                (column, row, next(line))
                for row, line in lines
                for column, _ in variables.get(b.name, ())
            ]
            kept = sorted(
                (column, row, node)
                for column, row, node in found
                if node.op != CONST or node.number
            )
            name = f"jac_{a.name}_{b.name}"
            outputs[name] = [node for _, _, node in kept]
            places = frozenset((row, column) for column, row, _ in kept)
            ports.append(Port(name, Pattern(a.pattern.size, b.pattern.size, places)))
    graph = KernelGraph(own.graph, outputs, own.guards)
    return _Result(rebuild(graph), ports)


def _function(name: str, title: str, given: Sequence[Port], result: _Result) -> Function:
    """Write a graph down as the body of a function, into the results that are wanted."""
    routine = schedule(result.graph)
    lines = [
        f"const double *const {port.name} = {Body.reading(k)};"
        for k, port in enumerate(given)
        if port.name in routine.inputs_used
    ]
    work = 0
    for k, port in enumerate(result.ports):
        if port.pattern.places:
            lines.append(f"double *const {port.name} = res[{k}] ? res[{k}] : w + {work};")
            work += len(port.pattern.places)
    body = [line.removeprefix("    ") for line in CPrinter().body(routine)]
    return Function(name, title, tuple(given), result.ports, work, (*lines, *body))
