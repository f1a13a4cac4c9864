"""What a difference does to numbers: M, g and tau of both sides at the same random states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gen_robot.algebra.precision import PRECISIONS
from gen_robot.bindings.manifest import Joint
from gen_robot.comparison.constants import Recounted
from gen_robot.comparison.evaluation import Reals, outputs
from gen_robot.comparison.side import Side
from gen_robot.comparison.states import ALIKE, EMPTY, State, states
from gen_robot.kernels.dynamics import (
    GRAVITY,
    INERTIA_AND_BIAS,
    INERTIA_MATRIX,
    INVERSE_DYNAMICS,
)

QUANTITIES = {
    "M": (INERTIA_MATRIX.name, INERTIA_AND_BIAS.name),
    "g": (GRAVITY.name,),
    "tau": (INVERSE_DYNAMICS.name,),
}
"""What is compared, and the kernels that give it, the first that both sides have."""

ROUNDING = 1 << 12
"""So many units of rounding may come from the order of operations alone."""

_LEFT_OVER = 64


@dataclass(frozen=True)
class Effect:
    """Hold how far a quantity changes: each joint's row, against the largest value there."""

    quantity: str
    joints: tuple[tuple[str, float], ...]  # by the left side's name
    rounding: float  # below it, a change is what another order of operations gives

    @property
    def largest(self) -> float:
        return max((change for _, change in self.joints), default=0.0)

    @property
    def joint(self) -> str:
        """Return where the change is largest."""
        return max(self.joints, key=lambda pair: pair[1], default=("", 0.0))[0]

    @property
    def is_rounding(self) -> bool:
        return self.largest <= self.rounding


def effects(
    a: Side,
    b: Side,
    pairs: Sequence[tuple[Joint, Joint]],
    recounted: Mapping[str, Recounted] = EMPTY,
) -> list[Effect]:
    """Return the effect on all quantities that both sides compute, on the joints that both have."""
    if not pairs:
        return []
    given = states(pairs, (a.manifest, b.manifest), recounted)
    found = []
    for quantity, givers in QUANTITIES.items():
        giver = next((k for k in givers if k in a.sources and k in b.sources), None)
        if giver is None or not (_takes_states(a, giver) and _takes_states(b, giver)):
            continue
        values = [_values(side, giver, quantity, given[k]) for k, side in enumerate((a, b))]
        rows = _shared(values, (a, b), pairs, recounted)
        unit = max(float(PRECISIONS[side.manifest.precision].epsilon) for side in (a, b))
        found.append(Effect(quantity, _changes(pairs, rows, unit), ROUNDING * unit))
    return found


def _takes_states(side: Side, kernel: str) -> bool:
    """Tell whether a kernel needs nothing but the state."""
    return {each.name for each in side.kernels[kernel].inputs} <= {"q", "qd", "qdd"}


def _values(side: Side, kernel: str, output: str, state: State) -> Reals:
    """Return an output at each state."""
    names = side.arrays(kernel)
    entry = side.kernels[kernel]
    inputs = {names[each.name]: state[each.name] for each in entry.inputs}
    sizes = {names[each.name]: int(np.prod(each.shape)) for each in entry.outputs}
    found = outputs(side.sources[kernel], inputs, sizes, f"{side.title}: {side.file}")
    shape = next(each.shape for each in entry.outputs if each.name == output)
    return found[names[output]].reshape(len(state["q"]), *shape)


def _shared(
    values: Sequence[Reals],
    sides: tuple[Side, Side],
    pairs: Sequence[tuple[Joint, Joint]],
    recounted: Mapping[str, Recounted],
) -> list[Reals]:
    """Return the elements of the joints that both sides have, in one order and sense."""
    found = []
    is_matrix = values[0].ndim == 3
    for k, own in enumerate(values):
        places = [i for pair in pairs for i in range(sides[k].manifest.nv)[pair[k].in_qd]]
        counts = [recounted.get(pair[0].name, ALIKE) if k else ALIKE for pair in pairs]
        signs = np.repeat([count.sense for count in counts], [pair[k].nv for pair in pairs])
        rows = np.moveaxis(np.moveaxis(own[:, places], 1, -1) * signs, -1, 1)
        found.append(rows[:, :, places] * signs if is_matrix else rows)
    return found


def _changes(
    pairs: Sequence[tuple[Joint, Joint]], values: Sequence[Reals], unit: float
) -> tuple[tuple[str, float], ...]:
    """Return the largest change in each joint's rows."""
    relative = row_changes(values[0], values[1], unit)
    found, start = [], 0
    for left, _ in pairs:
        found.append((left.name, float(relative[start : start + left.nv].max())))
        start += left.nv
    return tuple(found)


def row_changes(a: Reals, b: Reals, unit: float) -> Reals:
    """Return the largest change in each row, relative to the largest value there on either side.

    Arrays hold states, rows, and perhaps columns; `unit` is that of rounding.
    """
    others = tuple(axis for axis in range(a.ndim) if axis != 1)
    change = np.abs(a - b).max(axis=others)
    scale = np.maximum(np.abs(a), np.abs(b)).max(axis=others)
    # A row of zeros may hold what is left of larger numbers that cancel.
    counts = change > _LEFT_OVER * unit * scale.max(initial=0.0)
    return np.divide(change, scale, out=np.zeros_like(change), where=counts)
