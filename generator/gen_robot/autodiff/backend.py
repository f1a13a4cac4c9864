"""What rules of differentiation are told of the library whose arrays they work on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gen_robot.bindings.manifest import Joint, Kernel

Arrays = Mapping[str, Any]
"""Arrays of one library by the names that kernels have for them."""


@dataclass(frozen=True)
class Backend:
    """Hold a library of arrays, such as jax.numpy, and a robot's kernels as its functions.

    `call` gives a kernel's outputs by name. It takes the inputs that the kernel asks for from those it
    is given, and can itself be differentiated where there is a rule for the kernel.
    """

    arrays: Any
    kernels: Mapping[str, Kernel]
    joints: tuple[Joint, ...]
    nv: int
    reference: str  # in what motions of frames are given
    call: Callable[[str, Arrays], dict[str, Any]]

    def has(self, *kernels: str) -> bool:
        """Tell whether a robot has all of these."""
        return all(kernel in self.kernels for kernel in kernels)

    def sum(self, subscripts: str, *arrays: Any) -> Any:
        """Sum products of arrays as einsum does; leading axes are implied."""
        into, _, out = subscripts.partition("->")
        terms = ",".join(f"...{term}" for term in into.split(","))
        return self.arrays.einsum(f"{terms}->...{out}", *arrays)

    def unit_vectors(self, like: Any) -> Any:
        """Return an array of all directions of velocities, of an array's type."""
        return self.arrays.eye(self.nv, dtype=like.dtype)

    def for_each_direction(self, inputs: Arrays) -> dict[str, Any]:
        """Give states one more axis, the last of the leading ones, for as many directions."""
        return {name: array[..., None, :] for name, array in inputs.items()}
