"""Loops of a model: which links they tie together, and the two ways to where their ends meet.

Everything is relative to the last link that both ways have in common, so neither the base nor joints
before the loop enter. What is asked of the ends is expressed in the frame of the first joint of one
way: where a loop lies in a plane, one of that frame's axes is normal to it however the robot was
drawn, and conditions that hold at every state show as exact zeros.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gen_robot.algebra.frame import AT_ORIGIN, Frame, turn_z
from gen_robot.algebra.number import ONE, PI, ZERO, Number, atan2, negligible
from gen_robot.description.description import Description
from gen_robot.description.loop_kinds import LOOP_KINDS, LoopKind
from gen_robot.description.split import split
from gen_robot.model.canonical import geometry
from gen_robot.model.hold import hold_parallel
from gen_robot.model.model import Geometry, Link, Model, Place
from gen_robot.model.placement import reached
from gen_robot.model.pose import fixed_pose

NOISE = Number("1e-7")
"""What files leave of zeros and right angles between the two ways; in rad, or of the loop's size."""


@dataclass(frozen=True)
class Loop:
    """Hold a loop by its ends; numbers are those of moving links, 0 is the base."""

    name: str
    kind: LoopKind
    a: int
    b: int
    at_a: Frame  # in the canonical frame of link a
    at_b: Frame
    common: int  # the last link that both ways have in common


@dataclass(frozen=True)
class Closing:
    """Hold what a robot's file says of its loops; joints are given by places among the velocities."""

    loops: tuple[Loop, ...]
    independent: tuple[int, ...] = ()
    actuated: tuple[int, ...] = ()


@dataclass(frozen=True)
class Side:
    """Hold one way from what both have in common to an end: its links, and the end on the last.

    Without links, the end is in the frame that all is expressed in.
    """

    links: tuple[Link, ...]
    end: Frame


@dataclass(frozen=True)
class Sides:
    """Hold both ways, and what was taken as exact between them."""

    a: Side
    b: Side
    snaps: tuple[str, ...] = ()


def with_loops(model: Model, description: Description) -> Model:
    """Return a model as `canonical` gives it with the loops that its description has."""
    if not description.loops:
        return model
    loops = []
    for loop in description.loops:
        a, b = model.places[loop.link_a], model.places[loop.link_b]
        at_a, at_b = a.frame.then(loop.at_a), b.frame.then(loop.at_b)
        common = _common(model, a, b)
        loops.append(Loop(loop.name, LOOP_KINDS[loop.type], a.link, b.link, at_a, at_b, common))
    places = _velocities(model, description)
    independent, actuated = (
        tuple(k for name in names for k in places.get(name, ()))
        for names in (description.independent, description.actuated)
    )
    if independent and description.floating_base is not None:
        # Nothing tells where a robot flies but its base.
        independent = (*range(model.links[0].kind.nv), *independent)
    return replace(model, closing=Closing(tuple(loops), independent, actuated))


def _common(model: Model, a: Place, b: Place) -> int:
    path_a = [link.number for link in model.path(a.link)]
    shared = [link.number for link in model.path(b.link) if link.number in path_a]
    return shared[-1] if shared else 0


def _velocities(model: Model, description: Description) -> Mapping[str, Sequence[int]]:
    """Return by joint of the description its places among the user's velocities."""
    starts: dict[str, list[int]] = {}
    start = 0
    for link in model.free_links:
        starts[link.joint_name] = [*range(start, start + link.kind.nv)]
        start += link.kind.nv
    return {
        link.joint.name: [k for part in split(link) for k in starts.get(part.joint.name, ())]
        for link in description.links
    }


def sides(model: Model, loop: Loop) -> Sides:
    """Return the two ways of a loop, in the frames that the model's formulation has."""
    links_a, links_b = (_beyond(model, loop.common, end) for end in (loop.a, loop.b))
    first, frame_of_all = (links_a or links_b)[0], reference(model, loop)
    held = any(link.turned for link in model.links)
    found: list[Side] = []
    snaps: list[str] = []
    for links, end in ((links_a, loop.at_a), (links_b, loop.at_b)):
        # Without links it is on the link that both ways begin at, or on the base, as that frame is.
        frame, notes = _cleaned_frame(end if links else frame_of_all.inverse.then(end))
        snaps += notes
        if not links:
            found.append(Side((), frame))
            continue
        g = Geometry(theta=first.geometry.theta)
        if links[0] is not first:
            g, notes = _leading(frame_of_all.inverse.then(_at_zero(model, links[0])), links[0])
            snaps += notes
        own = [replace(links[0], parent=0, geometry=g, turned=None, lead=None)]
        own += [replace(link, turned=None, lead=None) for link in links[1:]]
        alone = replace(model, links=tuple(own))
        found.append(Side((hold_parallel(alone) if held else alone).links, frame))
    return Sides(found[0], found[1], tuple(f"loop {loop.name}: {note}" for note in snaps))


def reference(model: Model, loop: Loop) -> Frame:
    """Return the frame that all is expressed in, in that of the link that both ways begin at."""
    first = (_beyond(model, loop.common, loop.a) or _beyond(model, loop.common, loop.b))[0]
    # Before the joint's turn, so that angles are those of the tree.
    return _at_zero(model, first).then(turn_z(-first.geometry.theta))


def _beyond(model: Model, common: int, number: int) -> list[Link]:
    """Return the links of a way after what both have in common."""
    path = model.path(number)
    numbers = [link.number for link in path]
    return path[numbers.index(common) + 1 :] if common else path


def _at_zero(model: Model, link: Link) -> Frame:
    """Return a link's frame with its joint at zero, in its parent's frame or in the user's base."""
    frame = reached(fixed_pose(link))
    return frame if link.parent else model.base_frames[link.number].then(frame)


def _leading(relative: Frame, link: Link) -> tuple[Geometry, list[str]]:
    """Return the constants that lead to a link at zero, without the noise of its file."""
    relative, notes = _cleaned_frame(relative)
    z, p = relative.rotation.z, relative.origin
    if z.x or z.y:
        g = geometry(AT_ORIGIN, relative)
        if abs(g.theta - link.geometry.theta) < NOISE:
            g = replace(g, theta=link.geometry.theta)
        return g, notes
    # Beside each other: one shift, and the turn of the joint itself.
    sign = z.z  # 1 or -1
    x = relative.rotation.x
    theta = atan2(x.y * sign, x.x)
    if abs(theta - link.geometry.theta) < NOISE:
        theta = link.geometry.theta
    alpha = ZERO if sign > 0 else PI
    return Geometry(alpha=alpha, a=p.x, e=p.y * sign, theta=theta, d=p.z * sign), notes


def _cleaned_frame(frame: Frame) -> tuple[Frame, list[str]]:
    """Take as exact what is almost so: axes that are parallel or normal to others, zero shifts."""
    size = max(abs(x) for x in frame.origin) + ONE
    notes = []
    origin = frame.origin.map(lambda x: ZERO if abs(x) < NOISE * size else x)
    moved = max(abs(x - y) for x, y in zip(origin, frame.origin, strict=True))
    if not negligible(moved, size):
        notes.append(f"{moved.spelled(2)} m between its two ways is taken as zero")
    z = frame.rotation.z.map(_near)
    if z.dot(z) != ONE or z == frame.rotation.z:
        return Frame(frame.rotation, origin), notes
    # z is one of the axes now; x stays normal to it.
    x = frame.rotation.x - z * frame.rotation.x.dot(z)
    x = x.map(_near) if x.map(_near).dot(x.map(_near)) == ONE else x
    x = x.map(lambda c: c / x.dot(x).sqrt())
    tilt = max(abs(c - d) for c, d in zip(z, frame.rotation.z, strict=True))
    if not negligible(tilt, ONE):
        notes.append(f"an angle of {tilt.spelled(2)} rad between its two ways is taken as zero")
    return Frame(type(frame.rotation)(x, z.cross(x), z), origin), notes


def _near(x: Number) -> Number:
    """Return 0, 1 or -1 for what is almost so."""
    for exact in (ZERO, ONE, -ONE):
        if abs(x - exact) < NOISE:
            return exact
    return x


def joint_names(model: Model, places: Sequence[int]) -> list[str]:
    """Return the joints that velocities belong to, each once."""
    owners = [link.joint_name for link in model.free_links for _ in range(link.kind.nv)]
    return list(dict.fromkeys(owners[k] for k in places))
