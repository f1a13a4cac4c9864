"""The table of what derivative_speed.py measured, and its place in docs/performance.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from speed_tables import LOW, Tables, Told, as_table, title_of

FAMILIES = ("placement", "jacobian")
KERNELS = (
    *FAMILIES,
    "coriolis_matrix",
    "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
    "regressor",
)

WHEEL, NATIVE, CASADI = "Pinocchio's wheel", "Pinocchio for this processor", "CasADi"
ASKED: Mapping[tuple[str, str], float] = {
    ("inverse_dynamics_derivatives", WHEEL): 14,
    ("inverse_dynamics_derivatives", NATIVE): 7,
    ("inverse_dynamics_derivatives", CASADI): 1.8,
    ("coriolis_matrix", WHEEL): 9,
    ("jacobian", WHEEL): 8,
    ("regressor", WHEEL): 30,
}
"""How many times faster a kernel is to be at least."""


def derivatives(told: Told) -> str:
    """Return nanoseconds of one state in C, and how many times longer others take."""
    rows = []
    for robot in told["robots"]:
        for kernel in robot["kernels"]:
            ours = kernel["times"]["c"][LOW]
            batch = kernel["times"].get("c_batch", {}).get(LOW)
            family = _family(kernel["kernel"])
            rows.append(
                [
                    title_of(robot),
                    family,
                    f"{ours:.0f}",
                    f"{batch:.0f}" if batch else "-",
                    *(_beside(ns, ours) for ns in _others(kernel).values()),
                ]
            )
    heads = ["ns, one state in C", "", "gen-robot", "many states"]
    return as_table([*heads, WHEEL, NATIVE, CASADI], rows)


def _family(kernel: str) -> str:
    return next((name for name in FAMILIES if kernel.startswith(f"{name}_")), kernel)


def _others(kernel: Mapping[str, Any]) -> dict[str, float | None]:
    """Return the others' nanoseconds: Pinocchio as it was compiled by either, CasADi's best."""
    tried = kernel["peers"].get("Pinocchio, C++", {}).get("variants_p10_ns", {})
    of = {
        word: [ns for title, ns in tried.items() if title.startswith(word)]
        for word in ("wheel", "native")
    }
    casadi = kernel["peers"].get("CasADi", {}).get(LOW)
    return {
        WHEEL: min(of["wheel"], default=None),
        NATIVE: min(of["native"], default=None),
        CASADI: casadi,
    }


def _beside(ns: float | None, ours: float) -> str:
    return f"{ns:.0f} (**{ns / ours:.1f}x**)" if ns else "-"


def held(told: Told) -> str:
    """Say of every ratio that is asked for whether it was found."""
    lines = []
    for robot in told["robots"]:
        for kernel in robot["kernels"]:
            family, ours = _family(kernel["kernel"]), kernel["times"]["c"][LOW]
            for who, ns in _others(kernel).items():
                asked = ASKED.get((family, who))
                if asked and ns:
                    verdict = "held" if ns / ours >= asked else "MISSED"
                    lines.append(
                        f"{verdict}: {title_of(robot)}, {family}: {ns / ours:.1f} times faster than "
                        f"{who}, {asked:g} asked"
                    )
    return "\n".join(lines)


TABLES: Tables = {"derivatives": derivatives}
