"""What an example does: which kernels it calls in which order, and what it calls their arrays."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import ZERO, Number
from gen_robot.examples.state import sample_state, with_sines
from gen_robot.kernels.array import Array, Shape
from gen_robot.kernels.dynamics import QDD, TAU
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.model.runtime import inertials


@dataclass(frozen=True)
class Variable:
    """Hold an array of the example's own: its name there, and what it stands for."""

    name: str
    array: Array
    shape: Shape
    values: tuple[Number, ...] = ()  # where it is given, not computed

    @property
    def size(self) -> int:
        count = 1
        for length in self.shape:
            count *= length
        return count

    @property
    def rows(self) -> int:
        return self.shape[0] if len(self.shape) > 1 else 1

    @property
    def columns(self) -> int:
        return self.shape[-1]


@dataclass(frozen=True)
class Call:
    """Hold one call of a kernel."""

    kernel: ScheduledKernel
    inputs: tuple[Variable, ...]
    outputs: tuple[Variable, ...]

    @property
    def name(self) -> str:
        return self.kernel.choice.kernel.name

    @property
    def has_status(self) -> bool:
        return self.kernel.choice.kernel.status


@dataclass(frozen=True)
class Calls:
    """Hold all that an example does."""

    given: tuple[Variable, ...]
    calls: tuple[Call, ...]

    @property
    def computed(self) -> tuple[Variable, ...]:
        return tuple(variable for call in self.calls for variable in call.outputs)

    @property
    def round_trip(self) -> tuple[Variable, Variable] | None:
        """Return the accelerations that went in, and those that came back through torques."""
        given = next((v for v in self.given if v.array == QDD), None)
        back = next((v for v in self.computed if v.array == QDD), None)
        through = any(v.array == TAU for v in self.computed)
        return (given, back) if given and back and through else None


def calls(emission: Emission) -> Calls:
    """Choose the calls: all kernels, but for those that put together what others have given."""
    model, state = emission.model, with_sines(sample_state(emission.model))
    if known_late := inertials(model):
        state[known_late.name] = list(known_late.values)
    # Kernels that take torques come last: those are computed then, if anything computes them.
    ordered = sorted(emission.kernels, key=lambda k: TAU in k.choice.inputs)
    given: dict[Array, Variable] = {}
    computed: dict[Array, Variable] = {}
    made: list[Call] = []
    taken: set[str] = set()

    def variable(array: Array, values: tuple[Number, ...] = ()) -> Variable:
        name, count = array.name, 1
        while name in taken:
            name, count = f"{array.name}{count + 1}", count + 1
        taken.add(name)
        return Variable(name, array, array.shape(model), values)

    for kernel in ordered:
        record = kernel.choice.kernel
        if record.parts and all(array in computed for array in record.outputs):
            continue
        inputs = []
        for array in kernel.choice.inputs:
            if array in computed and array not in given:
                inputs.append(computed[array])
                continue
            if array not in given:
                values = state.get(array.name, [ZERO] * array.size(model))
                given[array] = variable(array, tuple(values))
            inputs.append(given[array])
        outputs = []
        for array in record.outputs:
            outputs.append(variable(array))
            computed.setdefault(array, outputs[-1])
        made.append(Call(kernel, tuple(inputs), tuple(outputs)))
    return Calls(tuple(given.values()), tuple(made))
