"""One external wrench, at a frame, in the axes of reference."""

from __future__ import annotations

from gen_robot.algebra.pose import Note, Pose, Shift, Wrench
from gen_robot.algebra.vectors import Values, Vec3
from gen_robot.algorithms.external import External
from gen_robot.algorithms.joint_terms import posed
from gen_robot.algorithms.reference import End, Reference
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Model, Place
from gen_robot.model.pose import turn


def at_frame(
    model: Model, t: Tape, q: Values, place: Place, reference: Reference, wrench: Values
) -> External:
    """Return the wrench on the link that carries a frame, from six numbers: force and moment.

    The moment is about the point of reference, and both are in the axes of reference. On a base that
    stands still there is none.
    """
    fx, fy, fz, nx, ny, nz = wrench
    given = Wrench(Vec3(fx, fy, fz), Vec3(nx, ny, nz))
    own: Wrench | None = None
    if place.link:
        known = _from_base if reference.axes is End.BASE else _from_frame
        found = known(model, t, q, place, reference, given)
        own = t.wrench("fx", "nx", place.link, value=found)
    return lambda link: own if link.number == place.link else None


def _from_frame(
    model: Model, t: Tape, q: Values, place: Place, reference: Reference, given: Wrench
) -> Wrench:
    """Bring a wrench from the frame's origin and axes to the link's."""
    link, frame = model.link(place.link), place.frame
    t.step(link.number, "external wrench, from the frame to the link that carries it")
    force = frame.rotation @ given.force
    found = Wrench(force, frame.rotation @ given.moment + frame.origin.cross(force))
    return Pose((turn(link.turned, q),)).up_wrench(found) if link.turned else found


def _from_base(
    model: Model, t: Tape, q: Values, place: Place, reference: Reference, given: Wrench
) -> Wrench:
    """Bring a wrench from the axes of the base to those of the link that carries the frame."""
    path = model.path(place.link)
    at_base = reference.point is End.BASE
    base = model.base_frames[path[0].number]
    moment = given.moment - base.origin.cross(given.force) if at_base else given.moment
    inward = base.rotation.transposed
    found = Wrench(inward @ given.force, inward @ moment)
    for link in path:
        pose = posed(t, link, q)
        t.step(link.number, "external wrench, in its axes")
        found = _down(pose, found, at_base, t.way("fx", "nx", links=(link.number,)))
    if at_base:
        return found
    last, origin = path[-1], place.frame.origin
    if last.turned:
        origin = turn(last.turned, q).up(origin)
    return Wrench(found.force, found.moment + origin.cross(found.force))


def _down(pose: Pose, wrench: Wrench, shifts: bool, note: Note) -> Wrench:
    """Turn a wrench to the child's axes; where shifts count, give it about the child's origin."""
    force, moment = wrench.force, wrench.moment
    for i, step in enumerate(pose.steps, 1):
        if not isinstance(step, Shift):
            force, moment = step.down(force), step.down(moment)
        elif shifts:
            moment = moment - step.by.cross(force)
        note(i, Wrench(force, moment))
    return Wrench(force, moment)
