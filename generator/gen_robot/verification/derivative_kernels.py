"""Kernels of derivatives: the torques of the reference differentiated, exactly.

By positions, by steps in the directions of the velocities: that is the tangent space, whatever the
kind of joint.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gen_robot.verification.dynamics import ALL_RATES, THREE, inertia, torque, torques
from gen_robot.verification.polynomial import (
    STEP,
    STEP_BEFORE,
    derivative,
    factor,
    times_variable,
    without,
)
from gen_robot.verification.program import Place
from gen_robot.verification.theorem import Case, Found, Reading, Theorem

_RUNNING = ALL_RATES | {STEP}


def _by_positions(found: Found, index: int, case: Case) -> Any:
    row, column = divmod(index, case.count)
    return factor(found["tau"][row], f"{STEP}[{column}]")


def _by_velocities(found: Found, index: int, case: Case) -> Any:
    row, column = divmod(index, case.count)
    return derivative(without(found["tau"][row], STEP), f"qd[{column}]")


def _weighted(reading: Reading, power: int = 1) -> Reading:
    """Return the sum of a reading over torques, each times its weight; `power` is of n columns."""

    def summed(found: Found, index: int, case: Case) -> Any:
        total = found["tau"][0].of_terms({})
        for row in range(case.count):
            element = reading(found, row * case.count**power + index, case)
            total = total + times_variable(element, f"lambda[{row}]")
        return total

    return summed


def _twice_by_positions(found: Found, index: int, case: Case) -> Any:
    row, pair = divmod(index, case.count**2)
    first, second = divmod(pair, case.count)
    once = factor(found["tau"][row], f"{STEP}[{first}]")
    return factor(once, f"{STEP_BEFORE}[{second}]")


def _by_velocity_and_position(found: Found, index: int, case: Case) -> Any:
    row, pair = divmod(index, case.count**2)
    first, second = divmod(pair, case.count)
    once = factor(without(found["tau"][row], STEP_BEFORE), f"{STEP}[{second}]")
    return derivative(once, f"qd[{first}]")


def _twice_by_velocities(found: Found, index: int, case: Case) -> Any:
    row, pair = divmod(index, case.count**2)
    first, second = divmod(pair, case.count)
    once = derivative(without(found["tau"][row], STEP, STEP_BEFORE), f"qd[{first}]")
    return derivative(once, f"qd[{second}]")


def _by_acceleration_and_position(found: Found, index: int, case: Case) -> Any:
    row, pair = divmod(index, case.count**2)
    first, second = divmod(pair, case.count)
    once = factor(without(found["tau"][row], STEP_BEFORE), f"{STEP}[{second}]")
    return factor(once, f"qdd[{first}]")


def _step_of(place: Place, case: Case) -> str:
    array, index = place
    return f"{STEP}[{index % case.count}]" if array == "dtau_dq" else ""


DERIVATIVES: Mapping[str, Theorem] = {
    "inverse_dynamics_derivatives": Theorem(
        THREE,
        {"tau": torque, "M": inertia, "dtau_dq": _by_positions, "dtau_dqd": _by_velocities},
        torques,
        _RUNNING,
        frozenset({"qd", "qdd", STEP}),
        needs=_step_of,
    ),
    "inverse_dynamics_adjoint": Theorem(
        (*THREE, "lambda"),
        {
            "gq": _weighted(_by_positions),
            "gqd": _weighted(_by_velocities),
            "gqdd": _weighted(inertia),
        },
        torques,
        _RUNNING,
        frozenset({"qd", "qdd", STEP}),
    ),
    "inverse_dynamics_hessian": Theorem(
        (*THREE, "lambda"),
        {
            "Hqq": _weighted(_twice_by_positions, 2),
            "Hqdq": _weighted(_by_velocity_and_position, 2),
            "Hqdqd": _weighted(_twice_by_velocities, 2),
            "Hqddq": _weighted(_by_acceleration_and_position, 2),
        },
        torques,
        _RUNNING | {STEP_BEFORE},
        frozenset({"qd", "qdd", STEP, STEP_BEFORE}),
    ),
}
