"""A number, or a few, that the two sides have otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """Hold a quantity of both sides; None where a side has none."""

    where: str
    left: float | str | None
    right: float | str | None
    unit: str = ""

    @property
    def delta(self) -> float | None:
        """Return by how much it changes."""
        if isinstance(self.left, float) and isinstance(self.right, float):
            return self.right - self.left
        return None

    @property
    def relative(self) -> float | None:
        """Return by what part of the left side it changes; None from zero."""
        delta = self.delta
        return None if delta is None or not self.left else delta / abs(float(self.left))
