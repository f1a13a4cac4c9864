"""Mass, centre of mass and inertia of a body, as YAML files give them."""

from __future__ import annotations

from dataclasses import replace

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import SymMat3, complement, square
from gen_robot.description.description import Inertial
from gen_robot.description.plausibility import doubtful, impossible
from gen_robot.errors import shown
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    choice,
    entries,
    number,
    text,
    vector,
)

BODY_KEYS = ("mass", "com", "inertia")

_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_INERTIA = Keys("an inertia", (), (*_ELEMENTS, "about", "accepted"))
_ABOUT = ("com", "origin")
_LONGEST_REASON = 200


def read_inertial(
    body: Cursor, fields: dict[str, Cursor], parameters: Parameters
) -> tuple[Inertial, tuple[str, ...]]:
    """Return a body that can exist, and warnings about what is doubtful in it."""
    mass = number(fields["mass"], parameters) if "mass" in fields else ZERO
    com = vector(fields["com"], parameters) if "com" in fields else ORIGIN
    given = entries(fields["inertia"], _INERTIA) if "inertia" in fields else {}
    inertia = _read_tensor(given, parameters)
    if "about" in given and choice(given["about"], _ABOUT) == "origin":
        inertia = inertia - complement(square(com)) * mass
    inertial = Inertial(mass, com, inertia)
    if fault := impossible(inertial):
        raise fields.get(fault.field, body).error(fault.problem, fault.cure)
    doubts = doubtful(inertial)
    warnings: list[str] = []
    if "accepted" in given:
        inertial = replace(inertial, accepted=_read_reason(given["accepted"]))
        if not any(doubt.field == "inertia" for doubt in doubts):
            found = "accepts nothing", "the inertia is one that a rigid body can have: remove it"
            warnings.append(given["accepted"].warning(*found))
    warnings += [
        fields.get(doubt.field, body).warning(doubt.problem, doubt.cure)
        for doubt in doubts
        if not (doubt.field == "inertia" and inertial.accepted)
    ]
    return inertial, tuple(warnings)


def _read_tensor(given: dict[str, Cursor], parameters: Parameters) -> SymMat3:
    elements = (
        number(given[element], parameters) if element in given else ZERO for element in _ELEMENTS
    )
    return SymMat3(*elements)


def _read_reason(cursor: Cursor) -> str:
    """Return why an inertia that no rigid body has is meant as it stands."""
    reason = " ".join(text(cursor, "the reason, in words").split())
    if not reason.isprintable() or len(reason) > _LONGEST_REASON:
        allowed = f"a reason has at most {_LONGEST_REASON} characters, all of them printable"
        raise cursor.error(f"is {shown(reason)}", allowed)
    return reason
