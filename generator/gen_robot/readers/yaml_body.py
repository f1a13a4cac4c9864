"""Mass, centre of mass and inertia of a body, as YAML files give them."""

from __future__ import annotations

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.vectors import SymMat3, complement, square
from gen_robot.description.description import NO_INERTIA, Inertial
from gen_robot.description.plausibility import doubtful, impossible
from gen_robot.readers.yaml_fields import Cursor, Keys, Parameters, choice, entries, number, vector

BODY_KEYS = ("mass", "com", "inertia")

_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_INERTIA = Keys("an inertia", (), (*_ELEMENTS, "about"))
_ABOUT = ("com", "origin")


def read_inertial(
    body: Cursor, fields: dict[str, Cursor], parameters: Parameters
) -> tuple[Inertial, tuple[str, ...]]:
    """Return a body that can exist, and warnings about what is doubtful in it."""
    mass = number(fields["mass"], parameters) if "mass" in fields else ZERO
    com = vector(fields["com"], parameters) if "com" in fields else ORIGIN
    inertia, about = NO_INERTIA, "com"
    if "inertia" in fields:
        inertia, about = _read_inertia(fields["inertia"], parameters)
    if about == "origin":
        inertia = inertia - complement(square(com)) * mass
    inertial = Inertial(mass, com, inertia)
    if fault := impossible(inertial):
        raise fields.get(fault.field, body).error(fault.problem, fault.cure)
    return inertial, tuple(
        fields.get(doubt.field, body).warning(doubt.problem, doubt.cure)
        for doubt in doubtful(inertial)
    )


def _read_inertia(cursor: Cursor, parameters: Parameters) -> tuple[SymMat3, str]:
    """Return a tensor and the point about which it is given."""
    fields = entries(cursor, _INERTIA)
    about = choice(fields["about"], _ABOUT) if "about" in fields else "com"
    elements = (
        number(fields[element], parameters) if element in fields else ZERO for element in _ELEMENTS
    )
    return SymMat3(*elements), about
