"""C that calls a robot's kernels with CasADi's memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gen_robot.ir.node import CONST
from gen_robot.kernels.array import Array
from gen_robot.kernels.groups import KINEMATICS
from gen_robot.languages import c
from gen_robot.languages.casadi_ports import Pattern, Port, row_major
from gen_robot.languages.emission import Emission, ScheduledKernel

ZEROS = "zeros"


class Robot:
    """Know a robot's kernels: the patterns of what they give, and how they are called."""

    def __init__(self, emission: Emission) -> None:
        self.emission = emission
        self.kernels = {k.choice.kernel.name: k for k in emission.kernels}

    @property
    def is_flat(self) -> bool:
        """Tell whether kernels of derivatives are complete: by positions, and by all inputs."""
        model = self.emission.model
        return model.free_nq == model.free_nv and not model.parameters

    def is_of_frame(self, kernel: str) -> bool:
        return self.kernels[kernel].choice.kernel.group == KINEMATICS

    def has(self, *kernels: str) -> bool:
        return all(name in self.kernels for name in kernels)

    def inputs(self, kernel: str) -> tuple[Port, ...]:
        return tuple(
            Port(a.name, Pattern.dense(*self._size(a))) for a in self.kernels[kernel].choice.inputs
        )

    def outputs(self, kernel: str) -> tuple[Port, ...]:
        scheduled = self.kernels[kernel]
        return tuple(Port(a.name, self._pattern(scheduled, a)) for a in scheduled.choice.outputs)

    def pattern(self, kernel: str, output: str) -> Pattern:
        return next(port.pattern for port in self.outputs(kernel) if port.name == output)

    def is_straight(self, kernel: str, output: str) -> bool:
        """Tell whether an output is as CasADi wants it: dense, and alike by rows and by columns."""
        pattern = self.pattern(kernel, output)
        nodes = self.kernels[kernel].choice.graph.outputs.get(output, [])
        if not pattern.is_dense or not nodes:
            return False
        turned = [nodes[i] for i in row_major(pattern)]
        return all(a is b for a, b in zip(nodes, turned, strict=True))

    def call(self, kernel: str, arguments: Sequence[str]) -> str:
        """Return a call as an expression: its value is the status of kernels that have one."""
        return f"{c.symbol(self.emission, kernel)}({', '.join(arguments)})"

    def has_status(self, kernel: str) -> bool:
        return self.kernels[kernel].choice.kernel.status

    def _pattern(self, scheduled: ScheduledKernel, array: Array) -> Pattern:
        """Return which elements of an output are not zero at every state."""
        rows, columns = self._size(array)
        nodes = scheduled.choice.graph.outputs.get(array.name)
        if nodes is None or columns == 1:  # none if it fails at every state; vectors are full
            return Pattern.dense(rows, columns)
        kept = (k for k, node in enumerate(nodes) if node.op != CONST or node.number)
        return Pattern(rows, columns, frozenset(divmod(k, columns) for k in kept))

    def _size(self, array: Array) -> tuple[int, int]:
        rows, *columns = array.shape(self.emission.model)
        return rows, columns[0] if columns else 1


class Body:
    """Collect the statements of a function, and what it needs room for."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.lines: list[str] = []
        self.work = 0

    def given(self, ports: Sequence[Port]) -> None:
        """Read the inputs, in the order of CasADi's, but those that hold nothing."""
        for k, port in enumerate(ports):
            if port.pattern.places:
                self.lines.append(f"const double *const {port.name} = {self.reading(k)};")

    @staticmethod
    def reading(number: int) -> str:
        """Return what reads an input: CasADi gives no memory for zeros."""
        return f"GIVEN(arg[{number}])"

    def room(self, name: str, size: int) -> str:
        """Make room for an array."""
        self.lines.append(f"double *const {name} = w + {self.work};")
        self.work += size
        return name

    def run(
        self,
        kernel: str,
        inputs: Sequence[str],
        straight: Mapping[str, int] | None = None,
        wanted_for: Sequence[int] = (),
    ) -> None:
        """Call a kernel, if it is wanted for one of some results.

        Outputs in `straight` go to that result, if it is wanted, the others to room.
        """
        for port in self.robot.outputs(kernel):
            size = port.pattern.size
            if straight and port.name in straight:
                result = f"res[{straight[port.name]}]"
                room = f"{result} ? {result} : w + {self.work}"
                self.lines.append(f"double *const {port.name} = {room};")
                self.work += size
            else:
                self.room(port.name, size)
        outputs = [port.name for port in self.robot.outputs(kernel)]
        call = self.robot.call(kernel, [*inputs, *outputs])
        wanted = " || ".join(f"res[{k}]" for k in wanted_for)
        if self.robot.has_status(kernel):
            self.lines += [f"if ({call} != 0) {{", "    return 1;", "}"]
        elif wanted:
            self.lines += [f"if ({wanted}) {{", f"    {call};", "}"]
        else:
            self.lines.append(f"{call};")

    def take(self, result: int, array: str, places: Sequence[int]) -> None:
        """Copy elements of a full matrix to a result, if it is wanted."""
        numbers = ", ".join(map(str, places))
        self.lines += [
            f"if (res[{result}]) {{",
            f"    static const int places[] = {{{numbers}}};",
            f"    take(res[{result}], {array}, places, {len(places)});",
            "}",
        ]
