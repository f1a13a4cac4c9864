"""Mata et al. 2002, section 5.1: Fig. 2 and Table 5, with what explains the printed numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "stability"))

import base_coordinates
from accelerations import ANGLES, STEP, Method, accelerations

Array = NDArray[np.float64]
SHIFTS = np.arange(0, STEP, STEP / 40)
"""Degrees by which all positions are moved: the errors are those of rounding, and depend on them."""

JOINT = 1  # the second


@dataclass(frozen=True)
class Column:
    """Hold what Table 5 prints for a method, and how we compute it: single, then double."""

    name: str
    printed: tuple[float, float]  # max, average
    way: str
    single: Callable[[Array], Array]
    double: Callable[[Array], Array]


def _generated(method: Method, precision: str) -> Callable[[Array], Array]:
    return lambda angles: accelerations(method, precision, angles=angles)


def _column(name: str, printed: tuple[float, float], pair: str) -> Column:
    method = Method("gauss_jordan", f"{pair}+gibbs_appell")
    way = f"gauss_jordan on {pair}"
    return Column(name, printed, way, _generated(method, "single"), _generated(method, "double"))


COLUMNS = (
    Column(
        "ABA",
        (0.497600, 0.013240),
        "articulated bodies in base coordinates",
        lambda angles: base_coordinates.accelerations(angles, np.float32).astype(np.float64),
        lambda angles: np.asarray(base_coordinates.accelerations(angles, np.float64)),
    ),
    _column("CRBA", (1.292200, 0.2750630), "walker_orin"),
    _column("GA", (0.5340020, 0.0087611), "gah"),
)


@dataclass(frozen=True)
class Differences:
    """Hold qdd_2 on the paper's positions, and the spread of its errors over shifted ones."""

    column: Column
    single: Array
    double: Array
    largest: Array  # of each shift
    signed: Array  # the size of the mean

    @property
    def error(self) -> Array:
        return self.single - self.double


def differences(column: Column) -> Differences:
    """Compute a column of Table 5."""
    every = (ANGLES + SHIFTS[:, None]).ravel()
    single, double = (
        f(every)[:, JOINT].reshape(len(SHIFTS), -1) for f in (column.single, column.double)
    )
    error = single - double
    return Differences(
        column, single[0], double[0], np.abs(error).max(axis=1), np.abs(error.mean(axis=1))
    )


def between(values: Array) -> str:
    """Give what lies between five and ninety-five per cent."""
    low, high = np.percentile(values, [5, 95])
    return f"{low:.2g} to {high:.2g}"
