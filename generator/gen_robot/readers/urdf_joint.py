"""Joints as URDF files give them: type, axis, limits, friction, mimicry."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from gen_robot.algebra.frame import X, Z
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import JointDescription, Limits, Mimic
from gen_robot.description.joint_kind import BOUNDS, RATES, JointKind
from gen_robot.description.joint_kinds import KINDS
from gen_robot.description.snap import Snapper
from gen_robot.errors import nearest, shown
from gen_robot.readers.checks import checked_direction, crossed
from gen_robot.readers.urdf_body import read_origin
from gen_robot.readers.xml_fields import Cursor

TYPES = {word: kind for kind in KINDS.values() for word in kind.urdf}
"""The kinds of joint by the words of URDF files for them."""

_MIMICS = [word for word, kind in TYPES.items() if kind.has_one_coordinate]


class _Friction(NamedTuple):
    viscous: Number = ZERO
    coulomb: Number = ZERO


def read_joint(
    joint: Cursor, name: str, snapper: Snapper
) -> tuple[JointDescription, tuple[str, ...]]:
    """Return a joint, and warnings about it; whether it can mimic another is for others to see."""
    kind = _read_kind(joint)
    before = read_origin(joint, snapper)
    if not kind.moves:
        # Files leave axes, limits and mimicry behind where a joint was made fixed later.
        return JointDescription(name, kind.name, before), ()
    axis = _read_axis(joint, snapper) if kind.has_axis else Z
    axis_warnings = _other_plane(joint) if kind.moves_in_plane else ()
    limits, limit_warnings = _read_limits(joint, kind)
    friction, friction_warnings = _read_friction(joint)
    mimic = _read_mimic(joint, kind)
    return (
        JointDescription(
            name,
            kind.name,
            before,
            axis,
            limits=limits,
            viscous=friction.viscous,
            coulomb=friction.coulomb,
            mimic=mimic,
        ),
        axis_warnings + limit_warnings + friction_warnings,
    )


def _read_kind(joint: Cursor) -> JointKind:
    word = joint.text("type")
    if word not in TYPES:
        raise joint.at("type").error(f"is {shown(word)}", nearest(word.lower(), tuple(TYPES)))
    return TYPES[word]


def _read_axis(joint: Cursor, snapper: Snapper) -> Vec3:
    """Return the unit vector of the axis; URDF's default is x."""
    axis = joint.child("axis")
    if axis is None or not axis.has("xyz"):
        return X
    drawn, words = axis.vector("xyz")
    return checked_direction(axis.at("xyz"), drawn, words, snapper, 'xyz="0 0 1"')


def _other_plane(joint: Cursor) -> tuple[str, ...]:
    """Warn of a plane other than x-y of the joint's own frame, which planners and Pinocchio take."""
    axis = joint.child("axis")
    if axis is None or not axis.has("xyz"):
        return ()
    normal, words = axis.vector("xyz")
    if not normal.x and not normal.y:
        return ()
    cure = "the joint moves in x and y of its frame, as in Pinocchio; turn that by <origin rpy>"
    return (axis.at("xyz").warning(f"is {shown(' '.join(words))}, not the z axis", cure),)


def _read_limits(joint: Cursor, kind: JointKind) -> tuple[Limits, tuple[str, ...]]:
    limit = joint.child("limit")
    if limit is None or not kind.has_one_coordinate:
        return Limits(), ()
    lower, upper, velocity, effort = (
        limit.limit(key) if limit.has(key) else None for key in BOUNDS + RATES
    )
    velocity, effort = (v if v is None or v >= 0 else None for v in (velocity, effort))
    # Exporters write zeros where they know nothing.
    if not kind.has_bounds or not any((lower, upper)):
        return Limits(None, None, velocity, effort), ()
    # By URDF's rules a bound that is left out is zero; one too far away to be one was written.
    lower = lower if limit.has("lower") else ZERO
    upper = upper if limit.has("upper") else ZERO
    limits = Limits(lower, upper, velocity, effort)
    if fault := crossed(limits):
        warning = limit.warning(f"has {fault}", "neither is used")
        return replace(limits, lower=None, upper=None), (warning,)
    return limits, ()


def _read_friction(joint: Cursor) -> tuple[_Friction, tuple[str, ...]]:
    dynamics = joint.child("dynamics")
    if dynamics is None:
        return _Friction(), ()
    pairs = [(key, dynamics.number(key)) for key in ("damping", "friction") if dynamics.has(key)]
    warnings = tuple(
        dynamics.at(key).warning(f"is {value}", "it drives the joint; used with --friction only")
        for key, value in pairs
        if value < 0
    )
    values = dict(pairs)
    return _Friction(values.get("damping", ZERO), values.get("friction", ZERO)), warnings


def _read_mimic(joint: Cursor, kind: JointKind) -> Mimic | None:
    mimic = joint.child("mimic")
    if mimic is None:
        return None
    if not kind.has_one_coordinate:
        cure = f"only {', '.join(_MIMICS)} joints can mimic others"
        raise mimic.error(f"belongs to a {kind.name} joint", cure)
    multiplier = mimic.number("multiplier") if mimic.has("multiplier") else ONE
    offset = mimic.number("offset") if mimic.has("offset") else ZERO
    return Mimic(mimic.text("joint"), multiplier, offset)
