"""What can be said of a kernel: proved, sampled, refuted, or not covered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

PROVED, BACKWARDS, SAMPLED, REFUTED, NOT_PROVED, NOT_COVERED, NOT_READ = (
    "proved",
    "proved backwards",
    "sampled",
    "REFUTED",
    "not proved",
    "not covered",
    "not read",
)
WORDS = (PROVED, BACKWARDS, SAMPLED, NOT_COVERED, NOT_READ, NOT_PROVED, REFUTED)
"""From best to worst."""


@dataclass(frozen=True)
class Verdict:
    """Hold the verdict on one kernel in one source, or in several that are the same program."""

    kernel: str
    files: tuple[str, ...]
    word: str
    text: str  # what is proved, or why it is not
    points: Mapping[int, int] = field(default_factory=dict)  # of the grid, by angle
    bounds: Mapping[str, float] = field(
        default_factory=dict
    )  # by array, over its largest coefficient
    elements: Mapping[str, float] = field(default_factory=dict)  # the largest bound of each element
    rounding: Mapping[str, float] = field(
        default_factory=dict
    )  # by element: at run time, in the box
    ulps: float = 0.0  # the worst element's, of its own largest value
    operations: int = 0  # of the program that was read back
