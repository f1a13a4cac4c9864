"""Kernels whose caller has the sines and cosines already: every kernel by its name and _sc."""

from __future__ import annotations

from dataclasses import replace

from gen_robot.algebra.number import ONE
from gen_robot.kernels.array import Array, positions
from gen_robot.kernels.dynamics import Q
from gen_robot.kernels.kernel import Kernel
from gen_robot.model.model import Model

SUFFIX = "_sc"

SINES = Array("sq", "sines of joint positions, read where a joint turns", "1", positions)
COSINES = Array("cq", "cosines of joint positions, read where a joint turns", "1", positions)


def with_sines_given(kernel: Kernel) -> Kernel:
    """Return the form of a kernel that takes sq[i] = sin q[i] and cq[i] = cos q[i] behind q."""
    assert kernel.inputs[0] is Q, f"{kernel.name} does not depend on joint positions"
    return replace(
        kernel,
        name=kernel.name + SUFFIX,
        title=f"{kernel.title}, sines and cosines given",
        inputs=(Q, SINES, COSINES, *kernel.inputs[1:]),
        built_on=kernel.built_on and kernel.built_on + SUFFIX,
        parts=tuple(part + SUFFIX for part in kernel.parts),
        derivatives=(),
        sines_given=True,
        refuses=lambda model, arguments: kernel.refuses(model, arguments) or unequal_turns(model),
    )


def unequal_turns(model: Model) -> str | None:
    """Name a joint that turns further than the one it follows: its sine does not follow simply."""
    for link in model.links:
        tie = link.following
        if tie and link.kind.angles and abs(tie.multiplier) != ONE:
            leader = model.link(tie.leader).joint_name
            return (
                f"{link.joint_name} turns {tie.multiplier.spelled(3)} times as far as {leader},"
                " whose sine and cosine are all that is given"
            )
    return None
