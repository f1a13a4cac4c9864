"""A robot for programs: what the tables say, in SI units and radians."""

from __future__ import annotations

import json
from typing import Any

from gen_robot.algebra.frame import Frame, roll_pitch_yaw_of
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import LoopDescription
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link
from gen_robot.show.sheet import Sheet


def as_json(sheet: Sheet) -> str:
    """Return the text of one object."""
    robot, placement = sheet.description, sheet.placement
    content = {
        "name": robot.name,
        "source": robot.source,
        "nq": placement.model.free_nq,
        "nv": placement.model.free_nv,
        "base": "floating" if robot.floating_base else "fixed",
        "gravity": _vector(robot.gravity),
        "joints": [_joint(sheet, link) for link in placement.model.links],
        "links": [_body(sheet, name) for name in sheet.bodies],
        "mass": {"moving": float(placement.mass), "base": float(sheet.base_mass)},
        "q": [float(x) for x in placement.q],
        "com": _vector(placement.com),
        "frames": [
            {"name": name, "link": on, **_pose(frame)}
            for name, (on, frame) in sheet.added_frames.items()
        ],
        "loops": [_loop(each) for each in robot.loops],
        "tips": [{"link": tip, **_pose(sheet.frame(tip))} for tip in sheet.tips],
        "accepted": sheet.accepted,
        "warnings": sheet.warnings,
    }
    return json.dumps(content, indent=2) + "\n"


def _loop(loop: LoopDescription) -> dict[str, Any]:
    return {
        "name": loop.name,
        "type": loop.type,
        "link_a": loop.link_a,
        "at_a": _pose(loop.at_a),
        "link_b": loop.link_b,
        "at_b": _pose(loop.at_b),
    }


def _joint(sheet: Sheet, link: Link) -> dict[str, Any]:
    model, limits, follows = sheet.placement.model, link.limits, link.following
    return {
        "name": link.joint_name,
        "type": link.joint_type,
        "index": None if follows else Coordinates(model).places(link)[0],
        "nq": 0 if follows else link.kind.nq,
        "link": link.name,
        "parent": model.link(link.parent).name if link.parent else sheet.description.root_name,
        "limits": {
            "lower": _maybe(limits.lower),
            "upper": _maybe(limits.upper),
            "velocity": _maybe(limits.velocity),
            "effort": _maybe(limits.effort),
        },
        "mimic": follows
        and {
            "joint": model.link(follows.leader).joint_name,
            "multiplier": float(follows.multiplier),
            "offset": float(follows.offset),
        },
        "friction": {"viscous": float(link.viscous), "coulomb": float(link.coulomb)},
        "spring": {"stiffness": float(link.stiffness), "rest": float(link.rest)},
        "rotor_inertia": float(link.rotor_inertia),
        "canonical": {name: float(x) for name, x in vars(link.geometry).items()},
    }


def _body(sheet: Sheet, name: str) -> dict[str, Any]:
    body = sheet.bodies[name]
    elements = ("xx", "yy", "zz", "xy", "xz", "yz")
    return {
        "name": name,
        "mass": float(body.mass),
        "com": _vector(body.com),
        "inertia": {e: float(x) for e, x in zip(elements, body.inertia, strict=True)},
        **_pose(sheet.frame(name)),
    }


def _pose(frame: Frame) -> dict[str, Any]:
    """Give a frame in the base's: origin, angles, and the rotation matrix by rows."""
    r = frame.rotation
    return {
        "position": _vector(frame.origin),
        "rpy": [float(x) for x in roll_pitch_yaw_of(r)],
        "rotation": [[float(x) for x in row] for row in zip(r.x, r.y, r.z, strict=True)],
    }


def _vector(v: Vec3) -> list[float]:
    return [float(x) for x in v]


def _maybe(value: Number | None) -> float | None:
    return None if value is None else float(value)
