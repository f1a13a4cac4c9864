"""What a peer offers that is called from Python: a function, and how arrays are given and taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

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

    def call(self, kernel: str) -> PeerCall | None:
        """Return what computes a kernel, if there is something."""
