"""A kernel as it will be generated."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels.array import Array
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.kernel import Kernel


@dataclass(frozen=True)
class Choice:
    """Hold a kernel, the way that was taken to it, and the graph that this gave."""

    kernel: Kernel
    way: AnyWay
    graph: KernelGraph
    known_late: tuple[Array, ...] = ()  # inputs with what is known at run time only

    @property
    def inputs(self) -> tuple[Array, ...]:
        """Return what the kernel reads, with what is known at run time only."""
        return self.kernel.inputs + self.known_late

    @property
    def outputs(self) -> tuple[Array, ...]:
        return self.kernel.outputs

    @property
    def arrays(self) -> tuple[Array, ...]:
        return self.inputs + self.outputs
