"""What the loops of a robot come to: conditions worth keeping, coordinates that tell all others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from gen_robot.errors import UserError
from gen_robot.model.model import Model

NO_LOOPS = "the robot has no loops"

REDUNDANT = "follows from the others wherever the loops are closed"

Pivots = tuple[tuple[int, int], ...]
"""Rows and columns, in the order of elimination."""


@dataclass(frozen=True)
class Condition:
    """Name a condition by its loop, from 0, and by the loop's own word for it."""

    loop: int
    word: str
    label: str  # of both, for people


@dataclass(frozen=True)
class Closed:
    """Hold what the loops of a robot come to."""

    rows: tuple[Condition, ...]  # those that are kept
    dropped: tuple[tuple[Condition, str], ...]  # the others, and why
    independent: tuple[int, ...]  # places among the user's velocities
    actuated: tuple[int, ...]
    pivots: Pivots  # of K's columns of dependent joints
    passive: Pivots  # of K's columns of joints that nothing drives
    undriven: str  # why torques do not follow from accelerations; empty: they do
    scale: float  # of K: a power of two that its pivots are held against
    sample: tuple[float, ...]  # near a closed configuration
    notes: tuple[str, ...]

    @property
    def dependent(self) -> tuple[int, ...]:
        """Return the other places among the velocities, in the order of elimination."""
        return tuple(column for _, column in self.pivots)

    @property
    def redundant(self) -> list[tuple[int, str]]:
        """Return the conditions that are dropped though they do not hold at every state."""
        return [(row.loop, row.word) for row, why in self.dropped if why == REDUNDANT]

    @property
    def words(self) -> list[tuple[int, str]]:
        return [(row.loop, row.word) for row in self.rows]


def closed(model: Model) -> Closed:
    """Return what a robot's loops come to; raise if they cannot close."""
    return _found(_Mechanism(model))


def fault(model: Model) -> str | None:
    """Say why a robot has no kernels of loops; None: it has."""
    if model.closing is None:
        return NO_LOOPS
    try:
        closed(model)
    except UserError as error:
        return str(error)
    return None


class _Mechanism:
    """Stand for all formulations of a robot's loops: masses and held frames do not matter."""

    def __init__(self, model: Model) -> None:
        whole = model.whole or model
        links = tuple(replace(link, turned=None, lead=None) for link in whole.links)
        self.model = replace(whole, links=links, parameters=())
        frames = tuple(sorted(whole.base_frames.items(), key=lambda item: item[0]))
        self.key = (
            tuple((k.parent, k.kind, k.geometry, k.limits, k.following) for k in links),
            frames,
            whole.closing,
            whole.source,
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Mechanism) and self.key == other.key


@lru_cache(maxsize=32)
def _found(mechanism: _Mechanism) -> Closed:
    # On demand: who asks for help, or for a tree, has no use for NumPy.
    from gen_robot.algorithms.closed_search import found

    return found(mechanism.model)
