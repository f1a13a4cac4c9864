"""Canonical frames: whatever convention a file uses, algorithms see joint axes along z.

Each link frame is turned about and slid along its joint axis until the transform to its first child
is modified Denavit-Hartenberg; further children take Khalil and Kleinfinger's two more constants. A
link without children takes the frame that costs least to reach. Fixed links are merged into what
carries them. So the number of operations depends on the mechanism, not on how it was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.exact import ZERO, Exact, atan2
from gen_robot.algebra.frame import AT_ORIGIN, Frame, X, turn_z
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import SymMat3, Vec3, outer, second_moments, square
from gen_robot.model.description import BASE, Description, Inertial, LinkDescription
from gen_robot.model.joints import KINDS
from gen_robot.model.lines import (
    Axis,
    across,
    almost_parallel,
    foot,
    frame_of,
    is_zero,
    unit,
)
from gen_robot.model.model import Geometry, Link, Model

_HALF = Exact(1) / 2


@dataclass
class _Body:
    """Hold a moving link at q = 0, in the coordinates of the user's base."""

    number: int
    parent: int
    description: LinkDescription
    axis: Axis
    user_frame: Frame
    moments: Moments


def canonical(description: Description) -> Model:
    """Return the robot in canonical frames."""
    bodies = _place(description)
    frames = _choose_frames(bodies)
    links = []
    base_frames = {}
    for body in bodies:
        frame = frames[body.number]
        if body.parent:
            outer_frame = frames[body.parent]
        else:
            outer_frame = base_frames[body.number] = _base_frame(frame, description.gravity)
        joint = body.description.joint
        kind = KINDS[joint.type]
        links.append(
            Link(
                number=body.number,
                parent=body.parent,
                name=body.description.name,
                joint_name=joint.name,
                joint_type=joint.type,
                kind=kind,
                geometry=geometry(outer_frame, frame),
                body=_seen_from(frame, body.moments),
                q_index=sum(link.kind.nq for link in links),
                v_index=sum(link.kind.nv for link in links),
                limits=joint.limits,
                rotor_inertia=joint.rotor_inertia,
                viscous=joint.viscous,
                coulomb=joint.coulomb,
                user_frame=frame.inverse.then(body.user_frame),
            )
        )
    return Model(
        name=description.name,
        source=description.source,
        links=tuple(links),
        gravity=description.gravity,
        base_frames=base_frames,
    )


def _place(description: Description) -> list[_Body]:
    """Set up the robot at q = 0 and merge fixed links into what carries them."""
    bodies: list[_Body] = []
    carrier = {BASE: 0}
    user_frames = {BASE: AT_ORIGIN}
    for link in description.links:
        joint = link.joint
        joint_frame = user_frames[link.parent].then(joint.before)
        user_frame = user_frames[link.name] = joint_frame.then(joint.after)
        moments = _moments(link.inertial, user_frame)
        parent = carrier[link.parent]
        if joint.type == "fixed":
            carrier[link.name] = parent
            if parent:
                bodies[parent - 1].moments += moments
            continue
        axis = Axis(joint_frame.origin, joint_frame.rotation @ joint.axis)
        bodies.append(_Body(len(bodies) + 1, parent, link, axis, user_frame, moments))
        carrier[link.name] = len(bodies)
    return bodies


def _moments(inertial: Inertial, frame: Frame) -> Moments:
    """Return a body's moments about the origin of the coordinates its frame is given in."""
    com = frame.point(inertial.com)
    about_com: SymMat3 = second_moments(inertial.inertia.rotated(frame.rotation), _HALF)
    return Moments(inertial.mass, com * inertial.mass, about_com + square(com) * inertial.mass)


def _seen_from(frame: Frame, body: Moments) -> Moments:
    """Return the moments about a frame's origin, in its axes."""
    p, back = frame.origin, frame.rotation.transposed
    first = body.first - p * body.mass
    second = body.second - outer(body.first, p) + square(p) * body.mass
    return Moments(body.mass, back @ first, second.rotated(back))


def _choose_frames(bodies: list[_Body]) -> dict[int, Frame]:
    """Choose each link's frame, children before parents."""
    frames: dict[int, Frame] = {}
    for body in reversed(bodies):
        child = next((b for b in bodies if b.parent == body.number), None)
        if child:
            leaf = child.number not in frames
            frames[body.number] = _towards(body, child, None if leaf else frames[child.number])
        elif not body.parent:
            frames[body.number] = _as_drawn(body)
    for body in bodies:
        if body.number not in frames:
            parent = bodies[body.parent - 1]
            frames[body.number] = _behind(parent, frames[parent.number], body)
    return frames


def _towards(body: _Body, child: _Body, child_frame: Frame | None) -> Frame:
    """Return the frame from which a child is reached by alpha, a, theta, d alone."""
    axis, other = body.axis, child.axis
    if almost_parallel(axis, other):
        # No foot of their own: stand level with the child, so that its d vanishes.
        level = child_frame.origin if child_frame else other.nearest(child.user_frame.origin)
        origin = axis.nearest(level)
        normal = across(level - origin, axis.direction)
        if is_zero(normal):
            x = across(child_frame.rotation.x, axis.direction) if child_frame else _drawn_x(body)
            return frame_of(origin, unit(x), axis.direction)
    else:
        origin = foot(axis, other)
        normal = foot(other, axis) - origin
        if is_zero(normal):
            normal = axis.direction.cross(other.direction)
    return frame_of(origin, _as_user_points(unit(normal), body), axis.direction)


def _behind(parent: _Body, parent_frame: Frame, body: _Body) -> Frame:
    """Return the frame of a last link that costs least to reach: theta = 0, and d = 0 if it can be."""
    axis = body.axis
    if almost_parallel(parent.axis, axis):
        origin = axis.nearest(body.user_frame.origin)
        normal = across(origin - parent_frame.origin, parent.axis.direction)
    else:
        origin = foot(axis, parent.axis)
        normal = parent.axis.direction.cross(axis.direction)
    x = unit(normal) if not is_zero(normal) else parent_frame.rotation.x
    if x.dot(parent_frame.rotation.x).sign < 0:
        x = -x
    return frame_of(origin, unit(across(x, axis.direction)), axis.direction)


def _as_drawn(body: _Body) -> Frame:
    """Return the frame nearest to the user's own."""
    origin = body.axis.nearest(body.user_frame.origin)
    return frame_of(origin, _drawn_x(body), body.axis.direction)


def _drawn_x(body: _Body) -> Vec3:
    """Return the user's x axis, or y where that is the joint's, made perpendicular to the joint's."""
    axes = (body.user_frame.rotation.x, body.user_frame.rotation.y)
    candidates = [across(v, body.axis.direction) for v in axes]
    return unit(next(v for v in candidates if not is_zero(v)))


def _as_user_points(x: Vec3, body: _Body) -> Vec3:
    """Choose the sense of a normal that agrees with the user's x axis, else with y."""
    for drawn in (body.user_frame.rotation.x, body.user_frame.rotation.y):
        sign = x.dot(drawn).sign
        if sign:
            return x if sign > 0 else -x
    return x


def _base_frame(frame: Frame, gravity: Vec3) -> Frame:
    """Return a base frame for a root: the link's own at q = 0, turned until gravity has no y."""
    g = frame.rotation.transposed @ gravity
    if g.x and g.y:
        return frame.then(turn_z(atan2(g.y, g.x)))
    return frame


def geometry(outer_frame: Frame, inner: Frame) -> Geometry:
    """Return the constants that lead from one frame to another."""
    relative = outer_frame.inverse.then(inner)
    z, p = relative.rotation.z, relative.origin
    parallel = is_zero(Vec3(z.x, z.y, ZERO))
    normal = Vec3(p.x, p.y, ZERO) if parallel else Vec3(-z.y, z.x, ZERO)
    # The sense of the normal that turns less, so that a frame drawn as modified DH has no gamma.
    flip = normal.x.sign < 0 or (not normal.x and normal.y.sign < 0)
    x = X if is_zero(normal) else unit(-normal if flip else normal)
    y = Vec3(-x.y, x.x, ZERO)
    gamma = atan2(x.y, x.x)
    alpha = atan2(-z.dot(y), z.z)
    across_x = inner.rotation  # the inner axes; x and its quarter turn seen in them give theta
    x_outer = outer_frame.rotation @ x
    theta = atan2(-across_x.y.dot(x_outer), across_x.x.dot(x_outer))
    a, sideways = p.dot(x), p.dot(y)
    sine, cosine = -z.dot(y), z.z
    if parallel:
        return Geometry(gamma, ZERO, alpha, a, ZERO, theta, p.z * cosine)
    if abs(sine) < Exact("1e-3"):
        # Shift beside, then along the outer z: both are short, the common normal may be far away.
        e = cosine * sideways + sine * p.z
        along = cosine * p.z - sine * sideways
        return Geometry(gamma, ZERO, alpha, a, e, theta, along)
    d = -sideways / sine
    return Geometry(gamma, p.z - d * cosine, alpha, a, ZERO, theta, d)
