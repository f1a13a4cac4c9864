"""What each kernel has to give, read off the torques as coefficients of accelerations and rates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gen_robot.verification.program import Place
from gen_robot.verification.tensors import Value, constant

Reading = Callable[[Sequence[Value], int], Value]
"""Gives one element of an array from all torques and the element's index."""


def _without(torque: Value, *arrays: str) -> Value:
    begins = tuple(f"{array}[" for array in arrays)
    terms = {m: t for m, t in torque.terms.items() if not any(v.startswith(begins) for v in m)}
    return Value(terms, torque.joined)


def _factor(torque: Value, variable: str) -> Value:
    """Return what a variable is multiplied by; torques are linear in it."""
    terms = {
        tuple(v for v in m if v != variable): t for m, t in torque.terms.items() if variable in m
    }
    return Value(terms, torque.joined)


def _inertia(torques: Sequence[Value], index: int) -> Value:
    row, column = divmod(index, len(torques))
    return _factor(torques[row], f"qdd[{column}]")


def _kinetic(torques: Sequence[Value], index: int) -> Value:
    """Return half of what accelerations like the velocities would need, times the velocities."""
    total = Value({}, torques[0].joined)
    for row, torque in enumerate(torques):
        for monomial, tensors in torque.terms.items():
            turned = [f"qd{v.removeprefix('qdd')}" if v.startswith("qdd[") else v for v in monomial]
            key = tuple(sorted((*turned, f"qd[{row}]")))
            total = total + Value({key: tensors}, torque.joined)
    return total * constant(0.5, total.joined)


READINGS: Mapping[str, Reading] = {
    "M": _inertia,
    "h": lambda torques, index: _without(torques[index], "qdd"),
    "g": lambda torques, index: _without(torques[index], "qd", "qdd"),
    "tau": lambda torques, index: torques[index],
    "e": _kinetic,
}
"""By the array's name."""


@dataclass(frozen=True)
class Covered:
    """Say what a kernel takes and gives, and which variables of the torques it has to do with."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rates: frozenset[str]
    with_gravity: bool = True


POLYNOMIAL: Mapping[str, Covered] = {
    "inertia_matrix": Covered(("q",), ("M",), frozenset({"qdd"}), with_gravity=False),
    "bias": Covered(("q", "qd"), ("h",), frozenset({"qd"})),
    "inverse_dynamics": Covered(("q", "qd", "qdd"), ("tau",), frozenset({"qd", "qdd"})),
    "inertia_and_bias": Covered(("q", "qd"), ("M", "h"), frozenset({"qd", "qdd"})),
    "gravity": Covered(("q",), ("g",), frozenset()),
    "kinetic_energy": Covered(("q", "qd"), ("e",), frozenset({"qdd"}), with_gravity=False),
}
"""Kernels that are polynomials in q, qd, qdd and the cosines and sines of angles."""

FORWARD = "forward_dynamics"


def wanted(places: Sequence[Place], torques: Sequence[Value]) -> dict[Place, Value]:
    """Return what the elements of arrays have to be."""
    return {(array, index): READINGS[array](torques, index) for array, index in places}
