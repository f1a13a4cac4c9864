"""One kernel that computes what several do, and shares what they have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gen_robot.errors import UserError, listed, nearest, shown
from gen_robot.kernels.array import Array
from gen_robot.kernels.dynamics import FEXT, QD, QDD, TAU, Q
from gen_robot.kernels.kernel import Kernel
from gen_robot.model.model import Model

TOGETHER = "together"

_ORDER = [array.name for array in (Q, QD, QDD, TAU, FEXT)]
"""Of inputs; others come behind, as they are met."""


def together(names: Sequence[str], known: Mapping[str, Kernel]) -> Kernel:
    """Return the kernel that --together asks for, by kernels' names or by those of their outputs."""
    short = aliases(known)
    for name in names:
        if name not in known and name not in short:
            cure = nearest(name, (*short, *known))
            raise UserError("--together", f"is {shown(name)}, which is no kernel", cure)
    # What is asked for by both of its names is one.
    asked = dict.fromkeys(name if name in known else short[name] for name in names)
    return joined([known[name] for name in asked])


def aliases(known: Mapping[str, Kernel]) -> dict[str, str]:
    """Return the arrays by which kernels may be asked for: those that one kernel gives, and alone.

    Kernels that take more than coordinates do not count: tau is that without external wrenches.
    """
    plain = [k for k in known.values() if len(k.outputs) == 1 and {*k.inputs} <= {Q, QD, QDD, TAU}]
    given = Counter(kernel.outputs[0].name for kernel in plain)
    found = {kernel.outputs[0].name: kernel.name for kernel in plain}
    return {array: name for array, name in found.items() if given[array] == 1}


def joined(members: Sequence[Kernel]) -> Kernel:
    """Return a kernel of all inputs of some kernels, and all their outputs in this order."""
    inputs = {array.name: array for member in members for array in member.inputs}
    rank = {name: place for place, name in enumerate([*_ORDER, *inputs])}
    return Kernel(
        TOGETHER,
        f"results of {listed([member.name for member in members], most=len(members))} at once",
        tuple(sorted(inputs.values(), key=lambda array: rank[array.name])),
        tuple(_outputs(members, inputs)),
        (),
        status=any(member.status for member in members),
        refuses=lambda model, _: _refusal(members, model),
        mass_free=all(member.mass_free for member in members),
        members=tuple(members),
    )


def _outputs(members: Sequence[Kernel], inputs: Mapping[str, Array]) -> Iterator[Array]:
    """Yield the arrays of all members; those that would have one name are told apart."""
    names = [*inputs, *(array.name for member in members for array in member.outputs)]
    taken = Counter(map(str.lower, names))  # some languages know no capitals
    for member in members:
        for array in member.outputs:
            apart = f"_{member.word or member.name}" if taken[array.name.lower()] > 1 else ""
            yield replace(array, name=array.name + apart)


def _refusal(members: Sequence[Kernel], model: Model) -> str | None:
    """Say why one of the members does not exist for a robot."""
    return next((reason for member in members if (reason := member.refusal(model))), None)
