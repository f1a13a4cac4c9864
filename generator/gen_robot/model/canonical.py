"""Canonical frames: whatever convention a file uses, algorithms see joint axes along z.

Each link frame is turned about and slid along its joint axis until the transform to its first child
is modified Denavit-Hartenberg; further children take Khalil and Kleinfinger's two more constants. A
link without children takes the frame that costs least to reach. Fixed links are merged into what
carries them. So the number of operations depends on the mechanism, not on how it was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace

from gen_robot.algebra.frame import AT_ORIGIN, IDENTITY, ORIGIN, Frame, X, Z, turn_z
from gen_robot.algebra.lines import ALMOST_PARALLEL, Axis, is_zero, unit
from gen_robot.algebra.number import ONE, ZERO, Number, atan2, negligible
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import SymMat3, Vec3, second_moments, square
from gen_robot.description.description import (
    BASE,
    FLOATING_BASE,
    Description,
    FrameDescription,
    Inertial,
    JointDescription,
    LinkDescription,
    Mimic,
)
from gen_robot.description.joint_kind import JointKind
from gen_robot.description.joint_kinds import FLOATING, kind_of
from gen_robot.description.split import split_joints
from gen_robot.model.bulk import FAR
from gen_robot.model.frames import Drawn, choose_frames
from gen_robot.model.model import Following, Geometry, Link, Model, Place

_HALF = Number(1) / 2


@dataclass
class _Body:
    """Hold a moving link at q = 0, in the coordinates of the user's base."""

    number: int
    parent: int
    description: LinkDescription
    kind: JointKind
    axis: Axis
    user_frame: Frame
    parts: list[tuple[Inertial, Frame]]  # the link, and those that are fixed to it


def canonical(description: Description) -> Model:
    """Return the robot in canonical frames."""
    description = split_joints(description)
    bodies, drawn = _place(description)
    # Any point of the robot: its base may be too far off to tell how large it is.
    within = Frame(IDENTITY, bodies[0].user_frame.origin if bodies else ORIGIN)
    seen = [_moments_about(within, b.parts) for b in bodies]
    frames = choose_frames(
        [
            Drawn(b.parent, b.kind, b.axis, b.user_frame, m)
            for b, m in zip(bodies, seen, strict=True)
        ],
        within.origin,
    )
    links: list[Link] = []
    base_frames = {}
    for body in bodies:
        frame = frames[body.number]
        if body.parent:
            outer_frame = frames[body.parent]
        else:
            outer_frame = base_frames[body.number] = _base_frame(body, frame, description.gravity)
        joint = body.description.joint
        links.append(
            Link(
                number=body.number,
                parent=body.parent,
                name=body.description.name,
                joint_name=joint.name,
                kind=body.kind,
                geometry=geometry(outer_frame, frame),
                body=_moments_about(frame, body.parts),
                q_index=sum(link.kind.nq for link in links),
                v_index=sum(link.kind.nv for link in links),
                limits=joint.limits,
                rotor_inertia=joint.rotor_inertia,
                viscous=joint.viscous,
                coulomb=joint.coulomb,
                following=_following(joint.mimic, bodies),
                user_frame=frame.inverse.then(body.user_frame),
                stiffness=joint.stiffness,
                rest=joint.rest,
            )
        )
    places = {
        name: Place(number, frames[number].inverse.then(frame) if number else frame, name)
        for name, (number, frame) in drawn.items()
    }
    return Model(
        name=description.name,
        source=description.source,
        links=tuple(_without_traces(links)),
        gravity=description.gravity,
        base_frames=base_frames,
        places=places,
        frames=_wanted_frames(description, places),
    )


def _wanted_frames(description: Description, places: dict[str, Place]) -> dict[str, Place]:
    """Return the tips that move, and the frames that the user added: what kernels are made for."""
    tips = [tip for tip in description.tips if places[tip].link]
    found = {tip: places[tip] for tip in tips}
    for frame in description.frames:
        if frame.link in places and frame.unasked:
            found[frame.name] = placed(frame, places)
    return found


def placed(frame: FrameDescription, places: Mapping[str, Place]) -> Place:
    """Return where a frame is that moves with a link."""
    carrier = places[frame.link]
    return replace(carrier, frame=carrier.frame.then(frame.origin))


def _without_traces(links: list[Link]) -> list[Link]:
    """Take for zero what small tilts leave of sums that cancel: 1e-60 kg m is not a moment.

    A sum whose terms are small themselves does not notice it; the size of the whole robot does.
    """
    mass = max((abs(k.body.mass) for k in links), default=ZERO)
    moment = max((abs(x) for k in links for x in k.body.first), default=ZERO)
    inertia = max((abs(x) for k in links for x in k.body.second), default=ZERO)
    geometries = [astuple(k.geometry) for k in links]
    size = max((abs(x) for g in geometries for x in g), default=ZERO) + 1

    return [
        replace(
            link,
            geometry=Geometry(*(_cleaned(x, size) for x in geometry)),
            body=Moments(
                _cleaned(link.body.mass, mass),
                link.body.first.map(lambda x: _cleaned(x, moment + mass)),
                link.body.second.map(lambda x: _cleaned(x, inertia + moment + mass)),
            ),
        )
        for link, geometry in zip(links, geometries, strict=True)
    ]


def _cleaned(x: Number, largest: Number) -> Number:
    return ZERO if negligible(x, largest) else x


def _following(mimic: Mimic | None, bodies: list[_Body]) -> Following | None:
    if mimic is None:
        return None
    leader = next(b.number for b in bodies if b.description.joint.name == mimic.joint)
    return Following(leader, mimic.multiplier, mimic.offset)


def _place(description: Description) -> tuple[list[_Body], dict[str, tuple[int, Frame]]]:
    """Set up the robot at q = 0 and merge fixed links into what carries them.

    Return the moving bodies, and of every described link the body that carries it and its frame.
    """
    bodies: list[_Body] = []
    carrier = {BASE: 0, description.root_name: 0}
    user_frames = dict.fromkeys(carrier, AT_ORIGIN)
    free_base = _free_base(description)
    for link in (*free_base, *description.links):
        joint = link.joint
        joint_frame = user_frames[link.parent].then(joint.before)
        user_frame = user_frames[link.name] = joint_frame.then(joint.after)
        part = (link.inertial, user_frame)
        parent = carrier[link.parent]
        kind = kind_of(joint)
        if not kind.moves:
            carrier[link.name] = parent
            if parent:
                bodies[parent - 1].parts.append(part)
            continue
        direction = joint.axis if kind.has_axis else Z
        axis = Axis(joint_frame.origin, joint_frame.rotation @ direction)
        bodies.append(_Body(len(bodies) + 1, parent, link, kind, axis, user_frame, [part]))
        carrier[link.name] = len(bodies)
        if link in free_base:
            # From here on the base is this body; the world has no name of its own.
            carrier[BASE] = len(bodies)
    return bodies, {name: (number, user_frames[name]) for name, number in carrier.items()}


def _free_base(description: Description) -> tuple[LinkDescription, ...]:
    """Return the base as a link that flies freely, if it does."""
    if description.floating_base is None:
        return ()
    joint = JointDescription(FLOATING_BASE, FLOATING.name)
    return (LinkDescription(description.root_name, BASE, joint, description.floating_base),)


def _moments_about(frame: Frame, parts: list[tuple[Inertial, Frame]]) -> Moments:
    """Return the moments of a body's parts about a frame's origin, in its axes.

    Not by way of the base, from which a robot may stand so far off that no digit of it is left.
    """
    first, *others = (_moments(inertial, frame.inverse.then(own)) for inertial, own in parts)
    return sum(others, first)


def _moments(inertial: Inertial, frame: Frame) -> Moments:
    """Return a body's moments about the origin of the coordinates its frame is given in."""
    com = frame.point(inertial.com)
    about_com: SymMat3 = second_moments(inertial.inertia.rotated(frame.rotation), _HALF)
    return Moments(inertial.mass, com * inertial.mass, about_com + square(com) * inertial.mass)


def _base_frame(body: _Body, frame: Frame, gravity: Vec3) -> Frame:
    """Return a base frame for a root: the link's own at q = 0, turned until gravity has no y."""
    if not body.kind.has_axis:
        return frame
    g = frame.rotation.transposed @ gravity
    if g.x and g.y:
        return frame.then(turn_z(atan2(g.y, g.x)))
    return frame


def geometry(outer_frame: Frame, inner: Frame) -> Geometry:
    """Return the constants that lead from one frame to another."""
    relative = outer_frame.inverse.then(inner)
    z, p = relative.rotation.z.map(lambda x: _cleaned(x, ONE)), relative.origin
    parallel = is_zero(Vec3(z.x, z.y, ZERO))
    normal = Vec3(p.x, p.y, ZERO) if parallel else Vec3(-z.y, z.x, ZERO)
    # The sense of the normal that turns less, so that a frame drawn as modified DH has no gamma.
    flip = normal.x.sign < 0 or (not normal.x and normal.y.sign < 0)
    x = X if is_zero(normal) else unit(-normal if flip else normal)
    y = Vec3(-x.y, x.x, ZERO)
    gamma = atan2(x.y, x.x)
    alpha = atan2(-z.dot(y), z.z)
    x_outer = outer_frame.rotation @ x
    theta = atan2(-inner.rotation.y.dot(x_outer), inner.rotation.x.dot(x_outer))
    a, sideways = p.dot(x), p.dot(y)
    sine, cosine = -z.dot(y), z.z
    if parallel:
        return Geometry(gamma, ZERO, alpha, a, ZERO, theta, p.z * cosine)
    d = -sideways / sine
    b = p.z - d * cosine
    if abs(sine) < ALMOST_PARALLEL or d * d + b * b > p.dot(p) * (FAR * FAR):
        # Shift beside, then along the inner z: both are short, the common normal may be far away.
        e = cosine * sideways + sine * p.z
        along = cosine * p.z - sine * sideways
        return Geometry(gamma, ZERO, alpha, a, e, theta, along)
    return Geometry(gamma, b, alpha, a, ZERO, theta, d)
