"""What drives and brakes a joint, as YAML files give it: rotor and friction."""

from __future__ import annotations

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.readers.yaml_fields import Cursor, Keys, Parameters, entries, nonnegative, number

DRIVE_KEYS = ("rotor", "friction")

_ROTOR = Keys("a rotor", ("inertia",), ("gear_ratio",))
_FRICTION = Keys("friction", (), ("viscous", "coulomb"))


def read_rotor(fields: dict[str, Cursor], parameters: Parameters) -> Number:
    """Return the rotor's inertia as it is felt at the joint."""
    if "rotor" not in fields:
        return ZERO
    rotor = entries(fields["rotor"], _ROTOR)
    inertia = nonnegative(rotor["inertia"], parameters, "a rotor's inertia")
    ratio = number(rotor["gear_ratio"], parameters) if "gear_ratio" in rotor else ONE
    if not ratio:
        raise rotor["gear_ratio"].error("is zero", "turns of the rotor per turn of the joint")
    return ratio * ratio * inertia


def read_friction(fields: dict[str, Cursor], parameters: Parameters) -> tuple[Number, Number]:
    """Return the viscous and the Coulomb friction."""
    given = entries(fields["friction"], _FRICTION) if "friction" in fields else {}
    viscous, coulomb = (
        nonnegative(given[key], parameters, f"{key} friction") if key in given else ZERO
        for key in _FRICTION.optional
    )
    return viscous, coulomb
