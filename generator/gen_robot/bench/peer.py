"""What a peer offers that is called from Python: a function, and how arrays are given and taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from numpy.typing import NDArray

from gen_robot.bench.measure import Contender

if TYPE_CHECKING:
    from gen_robot.bench.ours import Timed

Array = NDArray[Any]


@dataclass(frozen=True)
class PeerCall:
    """Compute what a kernel does; only `function` is timed."""

    called: str  # what it is called where it comes from
    function: Callable[..., Any]
    arguments: Callable[[tuple[Array, ...]], tuple[Any, ...]]  # of one state, from the kernel's
    results: Callable[[Any], tuple[Array, ...]]  # as the kernel has them


class Peer(Protocol):
    """Name somebody else's library, set up for one robot."""

    name: str
    version: str

    def call(self, kernel: str, frame: str = "", reference: str = "") -> PeerCall | None:
        """Return what computes a kernel, if there is something.

        Of a family, that is the kernel for one frame, its motions given in a reference.
        """


@dataclass(frozen=True)
class Entrant:
    """Hold one compiled function of a peer: its passes, and what it gives for one of the states."""

    contender: Contender
    result: Callable[[int], tuple[Array, ...]]


class CompiledPeer(Protocol):
    """Name somebody else's compiled library, set up for one robot."""

    name: str

    def entrants(self, timed: Timed) -> dict[str, Entrant]:
        """Return all that computes a kernel, by titles; the fastest counts."""
