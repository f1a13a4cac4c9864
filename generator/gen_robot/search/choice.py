"""A kernel as it will be generated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels.array import Array, Shape
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.kernel import Kernel
from gen_robot.model.model import Model, Parameter


@dataclass(frozen=True)
class Choice:
    """Hold a kernel, the way that was taken to it, and the graph that this gave."""

    kernel: Kernel
    way: AnyWay
    graph: KernelGraph
    parameters: tuple[Parameter, ...] = ()

    @property
    def inputs(self) -> tuple[Array, ...]:
        """Return what the kernel reads, with what is known at run time only."""
        return self.kernel.inputs + tuple(_array(p) for p in self.parameters)

    @property
    def outputs(self) -> tuple[Array, ...]:
        return self.kernel.outputs

    @property
    def arrays(self) -> tuple[Array, ...]:
        return self.inputs + self.outputs


def _array(parameter: Parameter) -> Array:
    shape = partial(_length, parameter.size)
    return Array(parameter.name, parameter.meaning, parameter.unit, shape)


def _length(size: int, model: Model) -> Shape:
    return (size,)
