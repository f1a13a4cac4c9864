"""The coefficients of an explicit Runge-Kutta method, as exact fractions.

Stage i is evaluated at t + c[i] h and y + h (a[i][0] k[0] + a[i][1] k[1] + ...).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property


def fractions(text: str) -> tuple[Fraction, ...]:
    """Read numbers as the papers print them: "1/5 3/10 -56/15"."""
    return tuple(Fraction(word) for word in text.split())


@dataclass(frozen=True)
class Tableau:
    """Hold a Butcher tableau: stages, weights, and those of the embedded method.

    `dense` are the weights of what makes a cubic between the ends of a step a quartic.
    """

    stages: tuple[tuple[Fraction, ...], ...]  # row i has i numbers; the first is empty
    weights: tuple[Fraction, ...]
    embedded: tuple[Fraction, ...] = ()  # empty: no estimate of the error
    dense: tuple[Fraction, ...] = ()

    @cached_property
    def nodes(self) -> tuple[Fraction, ...]:
        """Return where in the step each stage is: c, the sum of its row."""
        return tuple(sum(row, Fraction(0)) for row in self.stages)

    @cached_property
    def errors(self) -> tuple[Fraction, ...]:
        """Return the weights of the estimated error."""
        return tuple(
            b - e for b, e in zip(self.weights, self.embedded, strict=True) if self.embedded
        )

    @property
    def ends_first(self) -> bool:
        """Tell whether the last stage is where the next step begins (first same as last)."""
        return self.stages[-1] == self.weights[:-1] and not self.weights[-1]


def tableau(stages: str, weights: str, embedded: str = "", dense: str = "") -> Tableau:
    """Make one from its rows, separated by semicolons; the empty first row is left out."""
    rows = ((), *(fractions(row) for row in stages.split(";")))
    return Tableau(rows, fractions(weights), fractions(embedded), fractions(dense))
