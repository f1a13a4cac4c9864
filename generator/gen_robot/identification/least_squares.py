"""Parameters from measured torques: weighted linear least squares on stacked regressors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.errors import UserError, listed

Array = NDArray[np.float64]

INDEPENDENT = 1e-10
"""Least singular value, as a share of the largest, of columns of unit length that are told apart."""

_TOUCHES = 1e-6
"""How much of a column there is in a combination that vanishes, at least."""


class Indistinct(UserError):
    """Say which columns measured states do not tell apart: no parameters follow from them."""

    def __init__(self, still: list[str], groups: list[list[str]]) -> None:
        self.still = still  # their columns are zero in all states
        self.groups = groups  # within each, columns add up to nothing
        told = [f"these columns are zero in all states: {listed(still, 12)}"] if still else []
        if groups:
            within = [f"({listed(group, 6)})" for group in groups]
            told.append(f"these cannot be told apart: {listed(within, 8)}")
        super().__init__(
            "identify()",
            "; ".join(told),
            "move all joints, together and at changing speeds; base_regressor leaves out what no"
            " motion tells apart",
        )


@dataclass(frozen=True)
class Fit:
    """Hold what least squares give."""

    parameters: Array
    covariance: Array
    residuals: Array  # torques measured less torques fitted, a row a state
    weights: Array  # by which the rows of each joint were multiplied
    condition: float  # of the stacked regressor, its columns scaled to unit length
    freedom: int  # equations beyond the number of parameters


def fitted(Y: Array, tau: Array, weights: Array, names: tuple[str, ...]) -> Fit:
    """Fit parameters to torques (states, joints); the regressor is (states, joints, parameters)."""
    count = Y.shape[-1]
    rows = (Y * weights[:, None]).reshape(-1, count)
    measured = (tau * weights).ravel()
    if len(rows) <= count:
        raise UserError(
            "identify()",
            f"{len(rows)} equations for {count} parameters",
            "give more states, a few times as many equations as parameters",
        )
    lengths = np.linalg.norm(rows, axis=0)
    scale = np.where(lengths > 0, lengths, 1.0)
    U, s, Vt = np.linalg.svd(rows / scale, full_matrices=False)
    _check_rank(s, Vt, lengths, names)
    parameters = (Vt.T @ ((U.T @ measured) / s)) / scale
    residuals = tau - Y @ parameters
    freedom = len(rows) - count
    variance = float(np.sum((residuals * weights) ** 2)) / freedom
    root = (Vt.T / s) / scale[:, None]
    return Fit(
        parameters, variance * root @ root.T, residuals, weights, float(s[0] / s[-1]), freedom
    )


def _check_rank(s: Array, Vt: Array, lengths: Array, names: tuple[str, ...]) -> None:
    """Refuse columns that are zero, or of which combinations are."""
    null = Vt[s <= INDEPENDENT * s[0]]
    if not len(null):
        return
    still = lengths <= INDEPENDENT * lengths.max()
    # The projector on what vanishes couples exactly the columns that vanish together.
    couples = np.abs(null.T @ null) > _TOUCHES
    groups = []
    left = [k for k in range(len(names)) if couples[k, k] and not still[k]]
    while left:
        group = {left[0]}
        while more := {k for j in group for k in left if couples[j, k]} - group:
            group |= more
        groups.append([names[k] for k in sorted(group)])
        left = [k for k in left if k not in group]
    raise Indistinct([names[k] for k in np.flatnonzero(still)], groups)


def as_weights(weights: ArrayLike | None, joints: int) -> Array:
    """Return one positive weight a joint."""
    given = np.ones(joints) if weights is None else np.asarray(weights, dtype=np.float64)
    if given.shape != (joints,) or not np.all(given > 0) or not np.all(np.isfinite(given)):
        raise UserError(
            "identify()",
            "weights are not one positive number a joint",
            f"give {joints}, such as 1/sigma of each joint's noise, or 'residuals'",
        )
    return given


def as_equations(Y: ArrayLike, tau: ArrayLike) -> tuple[Array, Array]:
    """Return a regressor (states, joints, parameters) and torques (states, joints)."""
    regressor, torques = _finite("Y", Y), _finite("tau", tau)
    if regressor.ndim < 2 or torques.shape != regressor.shape[:-1]:
        raise UserError(
            "identify()",
            f"Y has the shape {regressor.shape}, tau {torques.shape}",
            "Y is (..., joints, parameters) as base_regressor gives it, tau (..., joints)",
        )
    joints, parameters = regressor.shape[-2:]
    return regressor.reshape(-1, joints, parameters), torques.reshape(-1, joints)


def _finite(name: str, values: ArrayLike) -> Array:
    array: NDArray[Any] = np.asarray(values)
    if not np.issubdtype(array.dtype, np.floating) and not np.issubdtype(array.dtype, np.integer):
        raise UserError("identify()", f"{name} is of type {array.dtype}", "give real numbers")
    if not np.all(np.isfinite(array)):
        raise UserError("identify()", f"{name} holds numbers that are not finite", "leave them out")
    return array.astype(np.float64)


Weights = ArrayLike | Literal["residuals"] | None
