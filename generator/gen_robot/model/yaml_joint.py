"""Joints as YAML files give them: type, name, limits, rotor and friction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gen_robot.algebra.exact import ONE, ZERO, Exact
from gen_robot.model.description import JointDescription, Limits
from gen_robot.model.names import check_part_name
from gen_robot.model.snap import Snapper
from gen_robot.model.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    checked_name,
    choice,
    entries,
    nonnegative,
    number,
)
from gen_robot.model.yaml_geometry import Convention, Geometry
from gen_robot.model.yaml_tree import MappingNode

DRIVE_KEYS = ("rotor", "friction")

_JOINT = Keys("a joint", ("type",), ("name", "limits"))
_ROTOR = Keys("a rotor", ("inertia",), ("gear_ratio",))
_FRICTION = Keys("friction", (), ("viscous", "coulomb"))

# More than a full turn, with room for a 2 pi that was rounded up.
_SUSPICIOUS_ANGLE = Exact(7)


@dataclass(frozen=True)
class JointType:
    """State which limits a type of joint may have, and whether it moves at all."""

    limits: tuple[str, ...] = ()
    moves: bool = True


JOINT_TYPES = {
    "revolute": JointType(("lower", "upper", "velocity", "effort")),
    "continuous": JointType(("velocity", "effort")),
    "prismatic": JointType(("lower", "upper", "velocity", "effort")),
    "fixed": JointType(moves=False),
}


class _Kind(NamedTuple):
    """Hold what the entry `joint` says by itself."""

    type: str
    name: str
    limits: Limits = Limits()


def read_joint(
    fields: dict[str, Cursor],
    link: str,
    convention: Convention,
    parameters: Parameters,
    snapper: Snapper,
) -> tuple[JointDescription, tuple[str, ...]]:
    """Return the joint that carries a link, and warnings about it."""
    kind = _read_kind(fields["joint"], link, parameters)
    geometry = convention.place(fields, parameters, snapper)
    if not JOINT_TYPES[kind.type].moves:
        _refuse_drive(fields, kind.type)
        geometry = geometry.rigid
    viscous, coulomb = _read_friction(fields, parameters)
    joint = JointDescription(
        kind.name,
        kind.type,
        geometry.before,
        geometry.axis,
        geometry.after,
        kind.limits,
        _read_rotor(fields, parameters),
        viscous,
        coulomb,
    )
    return joint, _angle_warnings(geometry)


def _read_kind(cursor: Cursor, link: str, parameters: Parameters) -> _Kind:
    """Read `joint: revolute` or `joint: {type: revolute, ...}`; its name defaults to the link's."""
    types = tuple(JOINT_TYPES)
    if not isinstance(cursor.node, MappingNode):
        return _Kind(choice(cursor, types), link)
    fields = entries(cursor, _JOINT)
    kind = choice(fields["type"], types)
    name = checked_name(fields["name"], "a name", check_part_name) if "name" in fields else link
    if "limits" not in fields:
        return _Kind(kind, name)
    if not JOINT_TYPES[kind].moves:
        raise fields["limits"].error(f"belong to a {kind} joint", "it does not move: remove them")
    return _Kind(kind, name, _read_limits(fields["limits"], kind, parameters))


def _read_limits(cursor: Cursor, kind: str, parameters: Parameters) -> Limits:
    allowed = JOINT_TYPES[kind].limits
    elsewhere = {bound: f"a {kind} joint has none" for bound in ("lower", "upper")}
    fields = entries(cursor, Keys(f"the limits of a {kind} joint", (), allowed, elsewhere))
    limits = Limits(**{key: number(value, parameters) for key, value in fields.items()})
    for key in ("velocity", "effort"):
        if key in fields:
            nonnegative(fields[key], parameters, f"a limit of {key}")
    if limits.lower is not None and limits.upper is not None and limits.lower > limits.upper:
        raise cursor.error(
            f"have lower {limits.lower} above upper {limits.upper}", "lower is at most upper"
        )
    return limits


def _refuse_drive(fields: dict[str, Cursor], kind: str) -> None:
    for key in DRIVE_KEYS:
        if key in fields:
            raise fields[key].error(f"belongs to a {kind} joint", "it does not move: remove it")


def _read_rotor(fields: dict[str, Cursor], parameters: Parameters) -> Exact:
    """Return the rotor's inertia as it is felt at the joint."""
    if "rotor" not in fields:
        return ZERO
    rotor = entries(fields["rotor"], _ROTOR)
    inertia = nonnegative(rotor["inertia"], parameters, "a rotor's inertia")
    ratio = number(rotor["gear_ratio"], parameters) if "gear_ratio" in rotor else ONE
    if not ratio:
        raise rotor["gear_ratio"].error("is zero", "turns of the rotor per turn of the joint")
    return ratio * ratio * inertia


def _read_friction(fields: dict[str, Cursor], parameters: Parameters) -> tuple[Exact, Exact]:
    given = entries(fields["friction"], _FRICTION) if "friction" in fields else {}
    viscous, coulomb = (
        nonnegative(given[key], parameters, f"{key} friction") if key in given else ZERO
        for key in _FRICTION.optional
    )
    return viscous, coulomb


def _angle_warnings(geometry: Geometry) -> tuple[str, ...]:
    return tuple(
        cursor.warning(f"holds {angle} radians", "if degrees are meant, write 90*pi/180")
        for cursor, angle in geometry.angles
        if abs(angle) > _SUSPICIOUS_ANGLE
    )
