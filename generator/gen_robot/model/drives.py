"""What a drive adds to the torque at its joint, linear in its parameters: rotor and friction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Scalar
from gen_robot.model.model import Link


@dataclass(frozen=True)
class Drive:
    """Describe one parameter of drives: its number in a robot's file, what a unit of it adds."""

    name: str  # with the joint's number behind it, of a regressor's column
    meaning: str
    of: Callable[[Link], Number]
    adds: Callable[[Scalar, Scalar], Scalar]  # from the joint's velocity and acceleration


ROTOR = Drive("Ia", "inertia of the rotor", lambda link: link.rotor_inertia, lambda v, a: a)
VISCOUS = Drive("fv", "viscous friction", lambda link: link.viscous, lambda v, a: v)
COULOMB = Drive("fc", "Coulomb friction", lambda link: link.coulomb, lambda v, a: sense(v))

DRIVES = {drive.name: drive for drive in (ROTOR, VISCOUS, COULOMB)}


def sense(rate: Scalar) -> Scalar:
    """Return the sign of a rate; a rate that is always zero has none."""
    return Number(rate.sign) if isinstance(rate, Number) else rate.signum()
