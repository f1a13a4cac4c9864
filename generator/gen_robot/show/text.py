"""A robot on a page of plain text, 100 columns wide, in ASCII."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from gen_robot.algebra.frame import AT_ORIGIN, IDENTITY, Frame, roll_pitch_yaw_of
from gen_robot.errors import listed
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link
from gen_robot.show.sheet import Sheet
from gen_robot.show.spelling import (
    angle,
    degrees,
    is_length,
    plain,
    radians,
    settled,
    vector,
    with_offset,
)
from gen_robot.show.state import coordinate_names
from gen_robot.show.table import WIDTH, table

_KEPT = "\0"
_MASSES = ("link", "mass", "com x", "y", "z", "at q: x", "y", "z")
_INERTIAS = ("link", "xx", "yy", "zz", "xy", "xz", "yz")


def text(sheet: Sheet) -> str:
    """Return the whole page."""
    blocks = (_opening, _joints, _loops, _frames, _masses, _inertias, _position, _remarks)
    pages = [list(block(sheet)) for block in blocks]
    return "\n\n".join("\n".join(lines) for lines in pages if lines) + "\n"


def _opening(sheet: Sheet) -> Iterator[str]:
    model, robot = sheet.placement.model, sheet.description
    n = model.free_nv
    yield f"{robot.name} ({robot.source}): {n} degree{'s' if n > 1 else ''} of freedom"
    q = f", q has {model.free_nq} elements" if model.free_nq != n else ""
    base = "floating" if robot.floating_base else "fixed"
    yield f"  base {base}{q}; gravity {vector(robot.gravity)} m/s^2"
    if fixed := sheet.fixed_links:
        yield from _filled(f"fixed to what carries them: {listed(fixed)}")


def _joints(sheet: Sheet) -> Iterator[str]:
    model = sheet.placement.model
    coordinates = Coordinates(model)
    limits, drive = ("range", "speed", "effort"), ("viscous", "coulomb", "rotor", "spring", "rest")
    headings = ("", "q", "joint", "type", "on", *limits, *drive)
    rows = [
        (
            str(link.number),
            _place(coordinates, link),
            link.joint_name,
            link.joint_type,
            model.link(link.parent).name if link.parent else sheet.description.root_name,
            _range(link),
            plain(link.limits.velocity),
            plain(link.limits.effort),
            *(plain(x) if x else "" for x in (link.viscous, link.coulomb, link.rotor_inertia)),
            *((plain(link.stiffness), plain(link.rest)) if link.stiffness else ("", "")),
        )
        for link in model.links
    ]
    yield "Joints, in the order of q (angles in degrees; speed, effort, friction, rotor in SI units)"
    yield from table(headings, rows, ("q", "type", "range"))


def _place(coordinates: Coordinates, link: Link) -> str:
    """Say where in q a joint's coordinates stand, counted from 0, or which of them it follows."""
    follows = link.following
    if follows:
        factor = "" if follows.multiplier == 1 else f"{plain(follows.multiplier)} * "
        offset = plain(follows.offset) if is_length(link.kind) else radians(follows.offset)
        leader = _place(coordinates, coordinates.model.link(follows.leader))
        return f"= {with_offset(f'{factor}{leader}', offset)}"
    start = coordinates.places(link)[0]
    last = start + link.kind.nq - 1
    return f"[{start}]" if start == last else f"[{start}..{last}]"


def _range(link: Link) -> str:
    lower, upper = link.limits.lower, link.limits.upper
    if lower is None and upper is None:
        return ""
    spelled, unit = (plain, " m") if is_length(link.kind) else (degrees, " deg")
    ends = ["any" if end is None else spelled(end) for end in (lower, upper)]
    return f"{ends[0]} .. {ends[1]}{unit}"


def _loops(sheet: Sheet) -> Iterator[str]:
    """List what ties links together beside the tree of joints."""
    if loops := sheet.description.loops:
        rows = [(each.name, each.type, each.link_a, each.link_b) for each in loops]
        yield "Loops beside the tree, which kernels of loops enforce"
        yield from table(("loop", "type", "link", "link"), rows, ("type",))


def _frames(sheet: Sheet) -> Iterator[str]:
    yield "Canonical frames, in which the kernels compute: turn gamma about z, shift b along z, turn"
    yield "alpha about x, shift a along x, e along y, turn theta about z, shift d along z (m, rad)"
    model = sheet.placement.model
    headings = ("", "link", "after", "gamma", "b", "alpha", "a", "e", "theta", "d")
    serial = model.is_serial
    rows = [_frame_row(link, serial) for link in model.links]
    blank = [all(row[k] == "0" for row in rows) for k in range(len(headings))]
    shown = [["" if empty else cell for empty, cell in zip(blank, r, strict=True)] for r in rows]
    yield from table(headings, shown)
    for number, frame in model.base_frames.items():
        if frame != AT_ORIGIN:
            turned = [angle(settled(x)) for x in roll_pitch_yaw_of(frame.rotation)]
            by = "" if frame.rotation == IDENTITY else f", rpy {', '.join(turned)}"
            yield from _filled(f"{number} starts at {vector(frame.origin, 'm')} of the base{by}")


def _frame_row(link: Link, serial: bool) -> tuple[str, ...]:
    g, q = link.geometry, f"q{link.number}"
    slides = link.kind.has_axis and not link.kind.turns_in_place
    return (
        str(link.number),
        link.name,
        "" if serial else str(link.parent or "base"),
        angle(g.gamma),
        plain(g.b),
        angle(g.alpha),
        plain(g.a),
        plain(g.e),
        with_offset(q, angle(g.theta)) if link.kind.angles else angle(g.theta),
        with_offset(q, plain(g.d)) if slides else plain(g.d),
    )


def _masses(sheet: Sheet) -> Iterator[str]:
    heavy = {name: body for name, body in sheet.bodies.items() if body.mass}
    if not heavy:
        return
    rows = [
        (name, *(plain(settled(x)) for x in (body.mass, *body.com, *sheet.centre(name))))
        for name, body in heavy.items()
    ]
    yield "Masses (kg), and their centres (m) in the file's link frames and, at q, in the base"
    yield from table(_MASSES, rows)
    moving = sheet.placement.mass
    still = f", of which {plain(moving)} kg move" if sheet.base_mass else ""
    yield f"  total mass {plain(moving + sheet.base_mass)} kg{still}"


def _inertias(sheet: Sheet) -> Iterator[str]:
    wide = {name: body.inertia for name, body in sheet.bodies.items() if any(body.inertia)}
    if not wide:
        return
    products = [any(t) for t in zip(*((t.xy, t.xz, t.yz) for t in wide.values()), strict=True)]
    kept = [True] * 3 + products
    rows = [
        (name, *(plain(x) if k else "" for x, k in zip(t, kept, strict=True)))
        for name, t in wide.items()
    ]
    yield "Inertias about the centres of mass (kg m^2), in the axes of the file's link frames"
    yield from table(_INERTIAS, rows)


def _position(sheet: Sheet) -> Iterator[str]:
    model = sheet.placement.model
    names, values = coordinate_names(model), sheet.placement.q
    angular = [
        not is_length(k.kind) and k.kind.nq == 1 for k in model.free_links for _ in range(k.kind.nq)
    ]
    spelled = [
        f"{name} = {angle(x) if turns else plain(x)}"
        for name, x, turns in zip(names, values, angular, strict=True)
    ]
    yield "At q"
    # Blanks inside an item are kept together.
    yield from (
        line.replace(_KEPT, " ")
        for line in _filled(", ".join(item.replace(" ", _KEPT) for item in spelled))
    )
    if sheet.placement.mass:
        yield f"  centre of mass of what moves: {vector(sheet.placement.com, 'm')}"
    yield from _tips(sheet)
    yield from _added_frames(sheet)


def _added_frames(sheet: Sheet) -> Iterator[str]:
    """List the frames that the file has beside those of its links."""
    if sheet.added_frames:
        rows = [(name, on, *_pose(frame)) for name, (on, frame) in sheet.added_frames.items()]
        yield from table(("frame", "on", "x", "y", "z", "roll", "pitch", "yaw"), rows)


def _tips(sheet: Sheet) -> Iterator[str]:
    frames = {tip: sheet.frame(tip) for tip in sheet.tips}
    rows = [(tip, *_pose(frame)) for tip, frame in frames.items()]
    headings = ("tip", "x", "y", "z", "roll", "pitch", "yaw")
    yield from table(headings, rows)
    if len(frames) == 1:
        (frame,) = frames.values()
        r = frame.rotation
        for label, row in zip(("rotation", "", ""), zip(r.x, r.y, r.z, strict=True), strict=True):
            yield f"  {label:8}" + "".join(f"{plain(settled(x)):>12}" for x in row)


def _pose(frame: Frame) -> list[str]:
    angles = roll_pitch_yaw_of(frame.rotation)
    return [*(plain(settled(x)) for x in frame.origin), *(angle(settled(x)) for x in angles)]


def _remarks(sheet: Sheet) -> Iterator[str]:
    for reason in sheet.accepted:
        yield from _filled(f"accepted, though no rigid body has its inertia: {reason}", "")
    for warning in sheet.warnings:
        yield from _filled(f"warning: {warning}", "")


def _filled(words: str, indent: str = "  ") -> list[str]:
    return wrap(words, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
