"""What was measured, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gen_robot.bench.measure import Times

FLOPS = ("mul", "add", "div", "sqrt")
"""What counts as a floating-point operation; a sine with its cosine is not counted at all."""

ONE, MANY = "c", "c_batch"
OUT, NEW, ARRAYS = "python_out", "python", "python_batch"
"""How a kernel of ours is called: in C and from Python, for one state and for many."""


@dataclass(frozen=True)
class Peak:
    """Hold what the machine can do at most, in operations a nanosecond, multiply-adds as two."""

    scalar: float
    vector: float
    lanes: int

    def as_dict(self) -> dict[str, float]:
        return {
            "scalar_flop_per_ns": self.scalar,
            "vector_flop_per_ns": self.vector,
            "vector_lanes": self.lanes,
        }


@dataclass(frozen=True)
class Trigonometry:
    """Hold what sines and cosines take of a kernel's time, and how that was found."""

    angles: int
    ns: float
    how: str


@dataclass(frozen=True)
class PeerTimes:
    """Hold a peer's times for one kernel; `beside` is the way of ours that it is compared with."""

    name: str
    called: str
    times: Times
    beside: str
    variants: Mapping[str, float] = field(
        default_factory=dict
    )  # low percentiles of all that were tried


@dataclass(frozen=True)
class KernelTimes:
    """Hold one kernel by one way."""

    kernel: str
    way: str
    auto: bool
    operations: Mapping[str, int]
    times: Mapping[str, Times]
    trigonometry: Trigonometry | None = None
    peers: tuple[PeerTimes, ...] = ()

    @property
    def flop(self) -> int:
        return sum(self.operations.get(name, 0) for name in FLOPS)

    def rate(self, how: str) -> float | None:
        """Return operations a nanosecond."""
        return self.flop / self.times[how].low if how in self.times else None

    @property
    def share_of_trigonometry(self) -> float | None:
        one = self.trigonometry
        return one.ns / self.times[ONE].low if one else None

    def ratio(self, peer: PeerTimes) -> float:
        """Return how many times longer a peer takes."""
        return peer.times.low / self.times[peer.beside].low


@dataclass(frozen=True)
class RobotTimes:
    """Hold all that was measured of one robot."""

    robot: str
    source: str
    nv: int
    precision: str
    trig: str
    march: str
    flags: Mapping[str, str]
    batch: int  # states of a batch
    peak: Peak
    kernels: tuple[KernelTimes, ...]
    not_timed: tuple[str, ...] = ()  # ways that there are not for this robot, and why
    missing: tuple[str, ...] = ()  # peers that could not be asked, and why


@dataclass(frozen=True)
class Report:
    """Hold one run."""

    machine: Mapping[str, object]
    states: int
    passes: int
    seed: int
    robots: tuple[RobotTimes, ...]
