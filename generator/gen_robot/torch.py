"""A robot's kernels as functions of PyTorch tensors, which autograd differentiates.

`wrap(robot)` is all there is. Tensors are handed to the kernels as NumPy arrays of the same memory;
derivatives come from other kernels, by the rules of `autodiff`.
"""

from __future__ import annotations

from typing import Any, Literal

try:
    import torch
except ImportError as error:
    raise ImportError('gen_robot.torch needs PyTorch: pip install "gen-robot[torch]"') from error

from gen_robot.autodiff.backend import Arrays
from gen_robot.autodiff.derivative import derivative_of
from gen_robot.autodiff.functions import Functions as Named
from gen_robot.autodiff.signature import broadcast, leading_of
from gen_robot.bindings import Library
from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.bindings.threads import thread_count

__all__ = ["Functions", "wrap"]

PLACE = "gen_robot.torch"
TYPES = {"float64": torch.float64, "float32": torch.float32}


def wrap(robot: Library, *, threads: int | Literal["all"] | None = None) -> Functions:
    """Return a robot's kernels as functions of tensors, which autograd differentiates.

    Tensors have to be of the robot's type and in the processor's memory. States that fail give NaN.
    `threads` deals many states to so many threads.
    """
    return Functions(robot, thread_count(threads))


class Functions(Named):
    """Hold a robot's kernels: `functions.inverse_dynamics(q, qd, qdd)`, as of the robot itself."""

    def __init__(self, robot: Library, threads: int) -> None:
        super().__init__(robot, torch, PLACE)
        self._threads = threads
        self._type = TYPES[robot.dtype.name]

    def _call(self, name: str, inputs: Arrays) -> dict[str, Any]:
        kernel = self._kernel(name)
        tensors = [_checked(inputs[each.name], each, self._type) for each in kernel.inputs]
        shapes = [leading_of(t.shape, e) for t, e in zip(tensors, kernel.inputs, strict=True)]
        leading = broadcast(shapes, kernel)
        full = [
            tensor.reshape(*shape, *argument.forms[0]).expand(*leading, *argument.forms[0])
            for tensor, shape, argument in zip(tensors, shapes, kernel.inputs, strict=True)
        ]
        outputs = _Call.apply(self, kernel, *full)
        return {each.name: out for each, out in zip(kernel.outputs, outputs, strict=True)}

    def _computed(self, kernel: Kernel, tensors: tuple[Any, ...]) -> tuple[Any, ...]:
        """Call a kernel on the memory of tensors."""
        options: dict[str, Any] = {"threads": self._threads}
        if kernel.status:
            options["check"] = False
        arrays = (tensor.detach().numpy() for tensor in tensors)
        outputs = getattr(self._robot, kernel.name)(*arrays, **options)
        outputs = outputs if len(kernel.outputs) > 1 else (outputs,)
        return tuple(torch.as_tensor(output, dtype=self._type) for output in outputs)


class _Call(torch.autograd.Function):
    """One call of a kernel, with its derivative either way."""

    @staticmethod
    def forward(functions: Functions, kernel: Kernel, *tensors: Any) -> tuple[Any, ...]:
        return functions._computed(kernel, tensors)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: tuple[Any, ...]) -> None:
        ctx.functions, ctx.kernel, *tensors = inputs
        ctx.save_for_backward(*tensors)
        ctx.save_for_forward(*tensors)
        ctx.shapes = [each.shape for each in output]
        ctx.set_materialize_grads(False)

    @staticmethod
    def backward(ctx: Any, *bars: Any) -> tuple[Any, ...]:
        kernel: Kernel = ctx.kernel
        names = [each.name for each in kernel.inputs]
        needed = zip(names, ctx.needs_input_grad[2:], strict=True)
        given = {
            each.name: bar
            for each, bar in zip(kernel.outputs, bars, strict=True)
            if bar is not None
        }
        derivative = derivative_of(ctx.functions._backend, kernel, PLACE)
        inputs = dict(zip(names, ctx.saved_tensors, strict=True))
        found = derivative.pull(inputs, given, tuple(name for name, wanted in needed if wanted))
        return None, None, *(found.get(name) for name in names)

    @staticmethod
    def jvp(ctx: Any, _functions: Any, _kernel: Any, *tangents: Any) -> tuple[Any, ...]:
        kernel: Kernel = ctx.kernel
        names = [each.name for each in kernel.inputs]
        moving = {n: t for n, t in zip(names, tangents, strict=True) if t is not None}
        derivative = derivative_of(ctx.functions._backend, kernel, PLACE)
        inputs = dict(zip(names, ctx.saved_tensors, strict=True))
        changes = derivative.push(inputs, moving)
        still = (torch.zeros(shape, dtype=ctx.functions._type) for shape in ctx.shapes)
        return tuple(
            changes.get(each.name, zero) for each, zero in zip(kernel.outputs, still, strict=True)
        )

    @staticmethod
    def vmap(
        info: Any, in_dims: tuple[int | None, ...], functions: Any, kernel: Any, *tensors: Any
    ) -> tuple[Any, Any]:
        """Take the mapped axis as one more of the leading ones."""
        moved = [
            tensor.expand(info.batch_size, *tensor.shape) if dim is None else tensor.movedim(dim, 0)
            for tensor, dim in zip(tensors, in_dims[2:], strict=True)
        ]
        return _Call.apply(functions, kernel, *moved), (0,) * len(kernel.outputs)


def _checked(value: Any, argument: Argument, wanted: Any) -> Any:
    """Take a tensor as it is: what would have to be converted is the caller's to convert."""
    tensor = value if isinstance(value, torch.Tensor) else torch.as_tensor(value, dtype=wanted)
    if tensor.dtype != wanted:
        cure = f"{argument.name}.to({wanted}), or load(..., precision=...) as the tensors are"
        raise TypeError(f"{argument.name}: is of {tensor.dtype}, the robot of {wanted}: {cure}")
    if tensor.device.type != "cpu":
        cure = f"{argument.name}.cpu()"
        raise TypeError(f"{argument.name}: is on {tensor.device}, kernels run on the cpu: {cure}")
    return tensor
