"""The spaces that joint positions live in.

Manifests call them by name, and the Python bindings keep for each name how to step along a velocity
and how to draw a position.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Manifold:
    """Describe a space of positions; where it is flat, there are as many as velocities."""

    name: str
    neutral: tuple[int, ...] = ()  # the position at rest; empty: a zero per velocity
    unit: int = 0  # how many of the coordinates, the last ones, have unit length together


ADDITIVE = Manifold("additive")
"""Positions add up: angles, and what goes with them."""

LINE = Manifold("line")
"""Positions add up, and are lengths."""

PLANE = Manifold("plane", (0, 0, 1, 0), 2)
"""x, y, cosine, sine."""

ROTATION = Manifold("rotation", (0, 0, 0, 1), 4)
"""A quaternion x, y, z, w."""

RIGID = Manifold("rigid", (0, 0, 0, 0, 0, 0, 1), 4)
"""x, y, z, and a quaternion x, y, z, w."""
