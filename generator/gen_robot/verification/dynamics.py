"""Kernels of the equations of motion, read off the torques as coefficients of rates and steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gen_robot.algebra.number import ONE, ZERO
from gen_robot.verification.joint_motion import SIGN_OF_RATE, Scalars
from gen_robot.verification.kinematics import MOVING, frame_seen, potential_energy, six
from gen_robot.verification.newton_euler import (
    COULOMB,
    PARAMETERS,
    ROTOR,
    VISCOUS,
    inverse_dynamics,
)
from gen_robot.verification.polynomial import (
    STEP,
    derivative,
    factor,
    times_variable,
    without,
)
from gen_robot.verification.program import Place
from gen_robot.verification.theorem import Case, Found, Theorem

HALF = ONE / 2
_RATES = frozenset({"qd", SIGN_OF_RATE})
ALL_RATES = _RATES | {"qdd"}

INVERSE = "inverse_dynamics"


def torques(case: Case, scalars: Scalars) -> Found:
    return {"tau": inverse_dynamics(case.robot, scalars)}


def _weightless(case: Case, scalars: Scalars) -> Found:
    """Return torques without weight and friction: what inertia alone needs."""
    robot = replace(case.robot, gravity=(ZERO,) * 3, has_friction=False)
    return {"tau": inverse_dynamics(robot, scalars)}


def _under_wrench(case: Case, scalars: Scalars) -> Found:
    seen = frame_seen(case.robot, case.frame, scalars, MOVING)
    tau = inverse_dynamics(case.robot, scalars)
    return {"tau": tau, "v": six(seen, case.reference, MOVING)}


def torque(found: Found, index: int, case: Case) -> Any:
    return without(found["tau"][index], STEP)


def _bias(found: Found, index: int, case: Case) -> Any:
    return without(found["tau"][index], "qdd", STEP)


def _weight(found: Found, index: int, case: Case) -> Any:
    return without(found["tau"][index], "qd", SIGN_OF_RATE, "qdd")


def inertia(found: Found, index: int, case: Case) -> Any:
    """Return an element of M: what the later of two joints takes of the other when it accelerates.

    M is symmetric; of the two, this is what depends on the fewer bodies.
    """
    first, last = sorted(divmod(index, case.count))
    return factor(without(found["tau"][first], STEP), f"qdd[{last}]")


def _accelerated(place: Place, case: Case) -> str:
    return f"qdd[{max(divmod(place[1], case.count))}]"


def _kinetic(found: Found, index: int, case: Case) -> Any:
    """Return half of what accelerations like the velocities would need, times the velocities."""
    total = found["tau"][0].of_terms({})
    for index in range(case.count**2):
        row, column = divmod(index, case.count)
        element = times_variable(inertia(found, index, case), f"qd[{row}]")
        total = total + times_variable(element, f"qd[{column}]")
    return total * total.number(HALF)


def _lifted(found: Found, index: int, case: Case) -> Any:
    """Return torques less what a wrench on a frame does along its Jacobian."""
    torque = found["tau"][index]
    for row, velocity in enumerate(found["v"]):
        torque = torque - times_variable(factor(velocity, f"qd[{index}]"), f"wrench[{row}]")
    return torque


def _christoffel(found: Found, index: int, case: Case) -> Any:
    row, column = divmod(index, case.count)
    changed = derivative(found["tau"][row], f"qd[{column}]")
    return changed * changed.number(HALF)


def _column(found: Found, index: int, case: Case) -> Any:
    row, column = divmod(index, len(case.columns))
    return factor(found["tau"][row], case.columns[column])


def _symbol(found: Found, index: int, case: Case) -> Any:
    """Return half the second derivative by two velocities."""
    row, pair = divmod(index, case.count**2)
    first, second = divmod(pair, case.count)
    return derivative(_christoffel(found, row * case.count + second, case), f"qd[{first}]")


THREE = ("q", "qd", "qdd")

POLYNOMIAL: Mapping[str, Theorem] = {
    "inertia_matrix": Theorem(
        ("q",),
        {"M": inertia},
        _weightless,
        frozenset({"qdd"}),
        frozenset({"qdd"}),
        needs=_accelerated,
    ),
    "bias": Theorem(("q", "qd"), {"h": _bias}, torques, _RATES),
    "inverse_dynamics": Theorem(THREE, {"tau": torque}, torques, ALL_RATES),
    "inertia_and_bias": Theorem(
        ("q", "qd"), {"M": inertia, "h": _bias}, torques, ALL_RATES, frozenset({"qdd"})
    ),
    "gravity": Theorem(("q",), {"g": _weight}, torques, frozenset()),
    "kinetic_energy": Theorem(
        ("q", "qd"), {"e": _kinetic}, _weightless, frozenset({"qdd"}), frozenset({"qdd"})
    ),
    "potential_energy": Theorem(
        ("q",),
        {"e": lambda found, index, case: found["e"][0]},
        lambda case, scalars: {"e": [potential_energy(case.robot, scalars)]},
        frozenset(),
    ),
    "inverse_dynamics_fext": Theorem(
        (*THREE, "fext"), {"tau": torque}, torques, ALL_RATES | {"fext"}
    ),
    "inverse_dynamics_wrench": Theorem(
        (*THREE, "wrench"), {"tau": _lifted}, _under_wrench, ALL_RATES, frozenset({"qd"})
    ),
    "inverse_dynamics_moving_base": Theorem(
        (*THREE, "v0", "a0"),
        {"tau": torque},
        torques,
        ALL_RATES | {"v0", "a0"},
        base_moves=True,
    ),
    "bias_moving_base": Theorem(
        ("q", "qd", "v0", "a0"), {"h": _bias}, torques, _RATES | {"v0", "a0"}, base_moves=True
    ),
    "coriolis_matrix": Theorem(
        ("q", "qd"), {"C": _christoffel}, _weightless, frozenset({"qd"}), frozenset({"qd"})
    ),
    "coriolis_coefficients": Theorem(
        ("q",), {"Dmkj": _symbol}, _weightless, frozenset({"qd"}), frozenset({"qd"})
    ),
    "regressor": Theorem(
        THREE,
        {"Y": _column},
        lambda case, scalars: {"tau": inverse_dynamics(case.robot, scalars, by_parameters=True)},
        frozenset({"qd", "qdd", PARAMETERS}),
        frozenset({PARAMETERS, ROTOR, VISCOUS, COULOMB}),
        needs=lambda place, case: case.columns[place[1] % len(case.columns)],
    ),
}
"""Kernels that are polynomials in rates, loads and the cosines and sines of angles."""


def _of_standard(outputs: Mapping[Place, Any], case: Case) -> dict[Place, Any]:
    """Return Yb times what base parameters are made of: the columns of all standard parameters."""
    wide, many = len(case.combined), len(case.columns)
    result: dict[Place, Any] = {}
    for row in range(case.count):
        for column in range(many):
            total = outputs["Yb", row * wide].of_terms({})
            for k, parts in enumerate(case.combined):
                if column in parts:
                    own = outputs["Yb", row * wide + k]
                    total = total + own * own.number(parts[column], 2.0**-53)
            result["Yb B", row * many + column] = total
    return result


BASE_REGRESSOR = replace(
    POLYNOMIAL["regressor"],
    outputs={"Yb B": _column},
    rows=_of_standard,
    by_harmonics=False,
    arrays=("Yb",),
)
"""Yb beta is tau, whatever the standard parameters are that beta = B pi is made of."""


# The Coriolis matrix of joints whose velocities are no rates of positions ------------------------


def _coriolis_rows(outputs: Mapping[Place, Any], case: Case) -> dict[Place, Any]:
    """Return C qd, and C + C^T, which is the rate of M where Mdot - 2 C is skew."""
    count = case.count
    result: dict[Place, Any] = {}
    for row in range(count):
        total = outputs["C", row * count]
        total = total.of_terms({})
        for column in range(count):
            element = outputs["C", row * count + column]
            total = total + times_variable(element, f"qd[{column}]")
            other = outputs["C", column * count + row]
            result["C + C^T", row * count + column] = element + other
        result["C qd", row] = total
    return result


def _inertia_rate(found: Found, index: int, case: Case) -> Any:
    """Return how fast an element of M changes."""
    row, column = divmod(index, case.count)
    element = factor(found["tau"][row], f"qdd[{column}]")
    total = element.of_terms({})
    for k in range(case.count):
        total = total + times_variable(factor(element, f"{STEP}[{k}]"), f"qd[{k}]")
    return total


CORIOLIS = Theorem(
    ("q", "qd"),
    {
        "C qd": lambda found, index, case: without(found["tau"][index], "qdd", STEP),
        "C + C^T": _inertia_rate,
    },
    _weightless,
    frozenset({"qd", "qdd", STEP}),
    frozenset({"qd", "qdd", STEP}),
    _coriolis_rows,
    arrays=("C",),
)
"""C qd is all of h that depends on velocities, and Mdot - 2 C is skew: what the kernel promises."""
