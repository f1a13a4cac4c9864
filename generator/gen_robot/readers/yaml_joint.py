"""Joints as YAML files give them: type, place, limits, rotor and friction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gen_robot.algebra.frame import X, Y, Z
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import JointDescription, Limits, Mimic
from gen_robot.description.joint_kind import RATES, JointKind
from gen_robot.description.joint_kinds import KINDS
from gen_robot.description.names import check_part_name
from gen_robot.description.snap import Snapper
from gen_robot.errors import UserError, shown
from gen_robot.readers.checks import crossed
from gen_robot.readers.yaml_drive import DRIVE_KEYS, read_friction, read_rotor
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    checked_name,
    choice,
    entries,
    items,
    named_values,
    nonnegative,
    number,
    text,
)
from gen_robot.readers.yaml_geometry import Convention, Geometry, read_direction
from gen_robot.readers.yaml_joint_keys import keys_of, limits_of
from gen_robot.readers.yaml_tree import MappingNode, SequenceNode

_MIMIC = Keys("a mimic", ("joint",), ("multiplier", "offset"))
_AXES = {"x": X, "y": Y, "z": Z}

# More than a full turn, with room for a 2 pi that was rounded up.
_SUSPICIOUS_ANGLE = Number(7)


def read_joint(
    fields: dict[str, Cursor],
    link: str,
    convention: Convention,
    parameters: Parameters,
    snapper: Snapper,
) -> tuple[JointDescription, tuple[str, ...]]:
    """Return the joint that carries a link, and warnings about it."""
    kind, own = _read_kind(fields["joint"])
    _refuse_what_is_not_its(kind, fields, convention)
    geometry = convention.place(fields, parameters, snapper)
    if not kind.moves:
        geometry = geometry.rigid
    name = checked_name(own["name"], "a name", check_part_name) if "name" in own else link
    viscous, coulomb = read_friction(fields, parameters)
    joint = JointDescription(
        name,
        kind.name,
        geometry.before,
        geometry.axis,
        geometry.after,
        _read_limits(own["limits"], kind, parameters) if "limits" in own else Limits(),
        read_rotor(fields, parameters),
        viscous,
        coulomb,
        _read_mimic(own["mimic"], parameters) if "mimic" in own else None,
    )
    given, warnings = _read_given(kind, own, joint, parameters, snapper)
    return replace(joint, given=given), _angle_warnings(geometry) + warnings


def _read_kind(cursor: Cursor) -> tuple[JointKind, dict[str, Cursor]]:
    """Read `joint: revolute` or `joint: {type: revolute, ...}`, and what the mapping holds."""
    types = tuple(KINDS)
    if not isinstance(cursor.node, MappingNode):
        kind = KINDS[choice(cursor, types)]
        if needs := [key.name for key in kind.keys if key.needed]:
            cure = f"write {{type: {kind.name}, {': ..., '.join(needs)}: ...}}"
            raise cursor.error(f"has no {shown(needs[0])}", cure)
        return kind, {}
    given = named_values(cursor, "a joint")
    if "type" not in given:
        raise cursor.error("has no 'type'", f"a joint needs a type: {', '.join(types)}")
    kind = KINDS[choice(given["type"], types)]
    return kind, entries(cursor, keys_of(kind))


def _refuse_what_is_not_its(
    kind: JointKind, fields: dict[str, Cursor], convention: Convention
) -> None:
    """Refuse what surrounds a joint and does not go with its kind."""
    if not (kind.any_convention or convention.is_free):
        found = f"is {kind.name}, which Denavit-Hartenberg parameters cannot place"
        raise fields["joint"].error(found, "write the file with convention: transform")
    if kind.no_axis and "axis" in fields:
        raise _misplaced(fields["axis"], kind, kind.no_axis)
    for key in DRIVE_KEYS:
        if kind.no_drive and key in fields:
            raise _misplaced(fields[key], kind, kind.no_drive)


def _misplaced(cursor: Cursor, kind: JointKind, reason: str) -> UserError:
    return cursor.error(f"belongs to a {kind.name} joint", f"{reason}: remove it")


def _read_limits(cursor: Cursor, kind: JointKind, parameters: Parameters) -> Limits:
    if not kind.moves:
        raise cursor.error(f"belong to a {kind.name} joint", "it does not move: remove them")
    fields = entries(cursor, limits_of(kind))
    limits = Limits(**{key: number(value, parameters) for key, value in fields.items()})
    for key in RATES:
        if key in fields:
            nonnegative(fields[key], parameters, f"a limit of {key}")
    if fault := crossed(limits):
        raise cursor.error(f"have {fault}", "lower is at most upper")
    return limits


def _read_given(
    kind: JointKind,
    own: dict[str, Cursor],
    joint: JointDescription,
    parameters: Parameters,
    snapper: Snapper,
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the values of the keys that are this kind's own, and warnings about them."""
    values = {
        key.name: _VALUES[key.value](own[key.name], parameters, snapper)
        for key in kind.keys
        if key.name in own
    }
    whole = replace(joint, given=values)
    warnings: list[str] = []
    for key in kind.keys:
        if key.name not in own:
            continue
        if fault := key.fault(values[key.name], whole):
            raise own[key.name].error(*fault)
        if doubt := key.doubt(values[key.name], whole):
            warnings.append(own[key.name].warning(*doubt))
    return values, tuple(warnings)


def _read_angles(cursor: Cursor) -> tuple[Vec3, ...]:
    """Return the axes of three angles one after the other; none for a quaternion."""
    allowed = "quaternion, or the axes of three angles such as [z, y, x], belongs here"
    if not isinstance(cursor.node, SequenceNode):
        if text(cursor, "quaternion, or a list of three axes") != "quaternion":
            raise cursor.error(f"is {shown(text(cursor, 'a word'))}", allowed)
        return ()
    letters = [choice(item, tuple(_AXES)) for item in items(cursor, "a list")]
    if len(letters) != 3:
        raise cursor.error(f"has {len(letters)} items", allowed)
    if letters[1] in (letters[0], letters[2]):
        found = f"turns about {letters[1]} twice in a row"
        raise cursor.error(found, "neighbours differ, as in [z, y, x] or [z, x, z]")
    return tuple(_AXES[letter] for letter in letters)


def _read_mimic(cursor: Cursor, parameters: Parameters) -> Mimic:
    """Return whom a joint follows; whether it can is for others to see."""
    fields = entries(cursor, _MIMIC)
    multiplier = number(fields["multiplier"], parameters) if "multiplier" in fields else ONE
    if not multiplier:
        raise fields["multiplier"].error("is zero", "a joint that does not move is fixed")
    offset = number(fields["offset"], parameters) if "offset" in fields else ZERO
    return Mimic(text(fields["joint"], "a joint's name"), multiplier, offset)


def _angle_warnings(geometry: Geometry) -> tuple[str, ...]:
    return tuple(
        cursor.warning(f"holds {angle} radians", "if degrees are meant, write 90*pi/180")
        for cursor, angle in geometry.angles
        if abs(angle) > _SUSPICIOUS_ANGLE
    )


_VALUES: dict[str, Callable[[Cursor, Parameters, Snapper], Any]] = {
    "number": lambda cursor, parameters, snapper: number(cursor, parameters),
    "direction": read_direction,
    "angles": lambda cursor, parameters, snapper: _read_angles(cursor),
}
"""How the values are read that the keys of a kind of joint ask for."""
