"""Curves in time, piece by piece polynomials: torques and paths that simulations take."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reals = NDArray[np.float64]

HOLD, LINEAR, CUBIC = "hold", "linear", "cubic"
INTERPOLATIONS = (HOLD, LINEAR, CUBIC)
SPLINE = 5  # the degree of paths through positions alone


@dataclass(frozen=True, eq=False)
class Curve:
    """Hold polynomials one behind the other; before and after them, their ends hold.

    `coefficients` has for each piece, each power of the time since its beginning, and each column a
    number.
    """

    times: Reals  # where pieces begin, and where the last one ends
    coefficients: Reals

    @property
    def columns(self) -> int:
        """How many numbers it gives at a time."""
        return int(self.coefficients.shape[2])

    @property
    def degree(self) -> int:
        """The highest power."""
        return int(self.coefficients.shape[1]) - 1

    def __call__(self, t: ArrayLike, derivative: int = 0) -> Reals:
        """Return its values, or derivatives of them, at these times."""
        wanted = np.asarray(t, np.float64)
        within = np.clip(wanted, self.times[0], self.times[-1])
        last = len(self.times) - 2
        piece = np.clip(np.searchsorted(self.times, within, side="right") - 1, 0, last)
        factors = self.coefficients[piece]
        for _ in range(derivative):
            powers = np.arange(1, factors.shape[-2])
            factors = factors[..., 1:, :] * powers[:, None]
        x = (within - self.times[piece])[..., None]
        value = np.zeros((*wanted.shape, self.columns))
        for power in range(factors.shape[-2] - 1, -1, -1):
            value = value * x + factors[..., power, :]
        if derivative:
            value[within != wanted] = 0.0
        return value


def constant(values: ArrayLike) -> Curve:
    """Return the curve that never changes."""
    return Curve(np.array([0.0, 1.0]), np.asarray(values, np.float64).reshape(1, 1, -1))


def table(times: ArrayLike, values: ArrayLike, interpolation: str = LINEAR) -> Curve:
    """Return a curve through rows of values: each held until the next, joined by lines, or a spline.

    A cubic spline has continuous second derivatives (scipy's, whose ends are not knots).
    """
    t, rows = checked_rows(times, values)
    if interpolation not in INTERPOLATIONS:
        raise ValueError(
            f"interpolation: is {interpolation!r}; give {', '.join(map(repr, INTERPOLATIONS))}"
        )
    if interpolation == CUBIC and len(t) > 2:
        from scipy.interpolate import CubicSpline

        return _from_scipy(CubicSpline(t, rows))
    if interpolation == HOLD:
        # The last value holds from its own time on.
        ends = np.append(t, t[-1] + (t[-1] - t[-2]))
        return Curve(ends, rows[:, None, :])
    slopes = np.diff(rows, axis=0) / np.diff(t)[:, None]
    return Curve(t, np.stack([rows[:-1], slopes], axis=1))


def through(
    times: ArrayLike, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None
) -> Curve:
    """Return a path through positions; with rates and accelerations, of degree 5 between them.

    With rates alone it is of degree 3. With neither, a spline of degree 5 that begins and ends at rest.
    """
    t, rows = checked_rows(times, q)
    given = [rows, *(checked_rows(times, x)[1] for x in (qd, qdd) if x is not None)]
    if len(given) == 1:
        return _spline(t, rows)
    from scipy.interpolate import BPoly, PPoly

    values = np.stack(given, axis=1)
    return _from_scipy(PPoly.from_bernstein_basis(BPoly.from_derivatives(t, values)))


def point_to_point(start: ArrayLike, end: ArrayLike, duration: float, begin: float = 0.0) -> Curve:
    """Return the path of degree 5 between two positions, at rest and without acceleration at both."""
    a, b = np.asarray(start, np.float64), np.asarray(end, np.float64)
    if not 0 < duration < np.inf:
        raise ValueError(f"duration: is {duration!r}; give a number of seconds above zero")
    way, zero = b - a, np.zeros_like(a)
    powers = [a, zero, zero, *(way * c / duration**p for p, c in ((3, 10), (4, -15), (5, 6)))]
    return Curve(np.array([begin, begin + duration]), np.stack(powers)[None])


def checked_rows(times: ArrayLike, values: ArrayLike) -> tuple[Reals, Reals]:
    """Refuse times that do not rise, and numbers that are none."""
    t, rows = np.asarray(times, np.float64), np.asarray(values, np.float64)
    if t.ndim != 1 or rows.ndim != 2 or len(t) != len(rows) or len(t) < 2:
        raise ValueError(
            f"times and values: have the shapes {t.shape} and {rows.shape}; give (N,) and (N, columns)"
            " with N of 2 or more"
        )
    if not np.isfinite(t).all() or not np.isfinite(rows).all():
        raise ValueError("times and values: hold what is no finite number")
    if not (np.diff(t) > 0).all():
        place = int(np.argmin(np.diff(t) > 0)) + 1
        raise ValueError(
            f"times: do not rise at place {place}: {t[place - 1]:g}, then {t[place]:g}"
        )
    return t, rows


def _spline(t: Reals, rows: Reals) -> Curve:
    from scipy.interpolate import make_interp_spline

    at_rest = [(1, np.zeros(rows.shape[1])), (2, np.zeros(rows.shape[1]))]
    spline = make_interp_spline(t, rows, k=SPLINE, bc_type=(at_rest, at_rest))
    # Knots stand many times at the ends.
    knots = np.unique(spline.t)
    powers = [spline.derivative(p)(knots[:-1]) / factorial(p) for p in range(SPLINE + 1)]
    return Curve(knots, np.stack(powers, axis=1))


def _from_scipy(polynomials: Any) -> Curve:
    return Curve(np.asarray(polynomials.x, np.float64), _powers(polynomials.c))


def _powers(c: Any) -> Reals:
    """Return factors with the lowest power first, piece by piece."""
    return np.ascontiguousarray(np.moveaxis(np.asarray(c)[::-1], 0, 1))
