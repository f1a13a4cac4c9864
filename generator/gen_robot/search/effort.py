"""How hard a search tries: by what it may take, never by the clock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """Name an effort, and say what it buys."""

    name: str
    meaning: str


FAST = Effort("fast", "what is known to be good, without a search")
NORMAL = Effort("normal", "a search for the structure of the equations, within seconds")
HIGH = Effort("high", "the same, then exact rewriting, move by move, within minutes")

EFFORTS = {effort.name: effort for effort in (FAST, NORMAL, HIGH)}

MOVES = 20_000
"""How many moves of rewriting a kernel is given where nobody says."""

TRIAL = 500
"""How many moves show which of several ways is worth all of them."""

TOLD = 20
"""How often is told how many moves are done."""
