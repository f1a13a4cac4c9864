"""What a kernel has to give, as elements of what the equations give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gen_robot.verification.joint_motion import Scalars
from gen_robot.verification.program import Place
from gen_robot.verification.robot import Robot
from gen_robot.verification.signature import Signature
from gen_robot.verification.vectors import Pose


@dataclass(frozen=True)
class Condition:
    """Hold one condition of a loop: the frames that meet, and what of them it is about."""

    word: str  # x, y, z of the gap; or a product such as z.x of axes of both, or gap.x
    ends: tuple[tuple[int, Pose], tuple[int, Pose]]
    start: tuple[int, Pose]  # the link that the ends are seen from
    rotation: tuple[tuple[float, ...], ...]  # there, of the axes that gaps are given in


@dataclass(frozen=True)
class Case:
    """Hold a robot, and what a kernel was made for."""

    robot: Robot
    frame: tuple[int, Pose] | None = None
    reference: str = ""  # in which axes motions of a frame are given
    columns: tuple[str, ...] = ()  # variables that a regressor's columns belong to
    conditions: tuple[Condition, ...] = ()  # of loops
    combined: tuple[Mapping[int, float], ...] = ()  # base parameters as sums of these

    @property
    def count(self) -> int:
        return self.robot.velocities


Found = Mapping[str, Sequence[Any]]
Equations = Callable[[Case, Scalars], Found]
Reading = Callable[[Found, int, Case], Any]
"""Gives one element of an array from what the equations gave, and the element's index."""


@dataclass(frozen=True)
class Theorem:
    """Say what a kernel takes and gives."""

    inputs: tuple[str, ...]
    outputs: Mapping[str, Reading]
    equations: Equations
    kept: frozenset[str]  # arrays that the equations depend on, beside q
    apart: frozenset[str] = frozenset()  # those of them that readings look for
    rows: Callable[[Mapping[Place, Any], Case], dict[Place, Any]] | None = None
    """Makes of a kernel's outputs what the theorem is about, where that is not they themselves."""

    needs: Callable[[Place, Case], str] | None = None
    """Tells the one variable, of arrays of such, that an output looks for; nothing if none."""

    by_harmonics: bool = True  # whether each harmonic of the difference is looked at by itself
    arrays: tuple[str, ...] = ()  # that the kernel gives, where the theorem is about others
    base_moves: bool = False

    @property
    def gives(self) -> tuple[str, ...]:
        """Return the arrays that the kernel gives."""
        return self.arrays or tuple(self.outputs)

    def wanted(self, places: Sequence[Place], found: Found, case: Case) -> dict[Place, Any]:
        """Return what the elements of arrays have to be."""
        return {(array, index): self.outputs[array](found, index, case) for array, index in places}


ALWAYS = frozenset({"payload", "parameters"})
"""Arrays that every kernel may depend on: what of the bodies is known at run time only."""

_SQUARE = (
    *("M", "Minv", "C", "U", "Uinv", "dtau_dq", "dtau_dqd", "dqdd_dq", "dqdd_dqd"),
    *("Hqq", "Hqdq", "Hqdqd", "Hqddq"),
)
_SHAPES: Mapping[str, tuple[str | int, ...]] = {
    "q": ("nq",),
    "sq": ("nq",),
    "cq": ("nq",),
    "fext": ("wrenches",),
    "wrench": (6,),
    "v0": (6,),
    "a0": (6,),
    "payload": (10,),
    "e": (1,),
    "T": (4, 4),
    "v": (6,),
    "a": (6,),
    "J": (6, "n"),
    "Phi": (6, 6),
    "L": (6, 6),
    "c": (3,),
    "Jc": (3, "n"),
    "Y": ("n", "columns"),
    "Yb": ("n", "base"),
    "Dmkj": ("n", "pairs"),
    "phi": ("conditions",),
    "kb": ("conditions",),
    "K": ("conditions", "n"),
    **{name: ("n", "n") for name in _SQUARE},
}


def has_other_arrays(
    signature: Signature,
    inputs: Sequence[str],
    outputs: Sequence[str],
    case: Case,
    positions: int,
) -> bool:
    """Tell whether a kernel's arrays are not those that are asked for."""
    sizes = {
        "n": case.count,
        "nq": positions,
        "wrenches": 6 * len(case.robot.wrenches),
        "columns": len(case.columns),
        "base": len(case.combined),
        "pairs": case.count**2,
        "conditions": len(case.conditions),
    }
    taken = [a for a in signature.inputs if a.name not in ("sq", "cq", "payload", "prepared")]
    if [a.name for a in taken] != list(inputs):
        return True
    if [a.name for a in signature.outputs] != list(outputs):
        return True
    for array in signature.arrays:
        lengths = _SHAPES.get(array.name, ("n",))
        expected = tuple(sizes[k] if isinstance(k, str) else k for k in lengths)
        if array.name != "prepared" and array.shape != expected:
            return True
    return False
