"""How a simulation may end, in the order of the numbers that generated code returns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Status:
    """Name one end, and say what it means."""

    name: str
    meaning: str


STATUSES = (
    Status("DONE", "all went well"),
    Status("FULL", "there was room for no more steps"),
    Status("STOPPED", "the function of torques said so"),
    Status("SINGULAR", "the inertia matrix is not positive definite"),
    Status("TOO_SMALL", "no step is short enough for the tolerance"),
    Status("NOT_FINITE", "the state grew beyond all numbers"),
    Status("NO_CONVERGENCE", "an implicit step did not converge: take shorter ones"),
    Status("OPEN", "the loops do not close near the state to begin with"),
    Status("WRONG", "a setting is no such thing"),
)
