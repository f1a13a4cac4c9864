"""One link of several lanes for links that fit each other: their constants side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, replace

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.lanes import lanes
from gen_robot.algebra.number import ONE, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Mat3, SymMat3, Vec3
from gen_robot.description.description import Limits
from gen_robot.model.congruence import Fit, is_level
from gen_robot.model.half_turns import in_one_turn
from gen_robot.model.model import Geometry, Link


def merged(fitted: Sequence[Fit]) -> Link:
    """Return one link for those that fit each other, numbered and placed as the first of them."""
    links = [_turned(fit) for fit in fitted]
    first = links[0]
    torque_bodies = [k.torque_body for k in links if k.torque_body]
    return replace(
        first,
        name=", ".join(k.name for k in links),
        joint_name=", ".join(k.joint_name for k in links),
        geometry=_geometry([fit.geometry for fit in fitted]),
        body=_body([k.body for k in links]),
        torque_body=_body(torque_bodies) if torque_bodies else None,
        limits=_limits([k.limits for k in links]),
        rotor_inertia=lanes(k.rotor_inertia for k in links),
        viscous=lanes(k.viscous for k in links),
        coulomb=lanes(k.coulomb for k in links),
        stiffness=lanes(k.stiffness for k in links),
        rest=lanes(k.rest for k in links),
        user_frame=_frame([k.user_frame for k in links]),
        stands_for=tuple(k.number for k in links),
        sense=lanes(k.sense for k in links),
    )


def _turned(fit: Fit) -> Link:
    """Return a link in its frame turned by half."""
    link, turn = fit.link, fit.turn
    limits = link.limits
    if turn.z < 0:
        limits = replace(limits, lower=_minus(limits.upper), upper=_minus(limits.lower))
    return replace(
        link,
        body=turn.body(link.body),
        torque_body=turn.body(link.torque_body) if link.torque_body else None,
        limits=limits,
        user_frame=turn.frame.then(link.user_frame),
        rest=link.rest * turn.z,
        sense=ONE * turn.z,
    )


def merged_base_frame(base_frames: Mapping[int, Frame], fitted: Sequence[Fit]) -> Frame:
    """Return one base frame for roots that fit each other."""
    return _frame([base_frames[fit.link.number].then(fit.parent_turn.frame) for fit in fitted])


def _geometry(each: Sequence[Geometry]) -> Geometry:
    """Return one link's constants; parallel axes are reached in one turn if it is not the same."""
    if any(g.gamma != each[0].gamma for g in each) and all(is_level(g) for g in each):
        each = [in_one_turn(g) for g in each]
    return Geometry(*_side_by_side(astuple(g) for g in each))


def _body(each: Sequence[Moments]) -> Moments:
    return Moments(
        lanes(b.mass for b in each),
        Vec3(*_side_by_side(b.first for b in each)),
        SymMat3(*_side_by_side(b.second for b in each)),
    )


def _frame(each: Sequence[Frame]) -> Frame:
    axes = [
        [f.rotation.x for f in each],
        [f.rotation.y for f in each],
        [f.rotation.z for f in each],
    ]
    rotation = Mat3(*(Vec3(*_side_by_side(axis)) for axis in axes))
    return Frame(rotation, Vec3(*_side_by_side(f.origin for f in each)))


def _side_by_side(each: Iterable[Iterable[Number]]) -> list[Number]:
    """Return the components of vectors, lane by lane."""
    return [lanes(values) for values in zip(*each, strict=True)]


def _limits(each: Sequence[Limits]) -> Limits:
    """Return what no lane exceeds."""
    return Limits(
        _outermost(min, [k.lower for k in each]),
        _outermost(max, [k.upper for k in each]),
        _outermost(max, [k.velocity for k in each]),
        _outermost(max, [k.effort for k in each]),
    )


def _outermost(
    choose: Callable[[Iterable[Number]], Number], each: Sequence[Number | None]
) -> Number | None:
    known = [x for x in each if x is not None]
    return choose(known) if len(known) == len(each) else None


def _minus(x: Number | None) -> Number | None:
    return None if x is None else -x
