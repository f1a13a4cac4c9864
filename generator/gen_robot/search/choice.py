"""A kernel as it will be generated."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import is_zero
from gen_robot.kernels.array import Array
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.kernel import Kernel
from gen_robot.model.model import Model


@dataclass(frozen=True)
class Choice:
    """Hold a kernel, the way that was taken to it, and the graph that this gave."""

    kernel: Kernel
    way: AnyWay
    graph: KernelGraph
    known_late: tuple[Array, ...] = ()  # inputs with what is known at run time only
    beside: KernelGraph | None = None  # what its digits were held against, if not itself

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

    def sparsity(self, model: Model) -> dict[str, list[str]]:
        """Draw the matrices that have elements which are zero at every state, a text a row.

        A dot is such a zero, an x is any other element.
        """
        found: dict[str, list[str]] = {}
        for array in self.outputs:
            shape, nodes = array.shape(model), self.graph.outputs.get(array.name, [])
            drawn = "".join("." if is_zero(node) else "x" for node in nodes)
            if len(shape) == 2 and "." in drawn:
                width = shape[1]
                found[array.name] = [drawn[k : k + width] for k in range(0, len(drawn), width)]
        return found
