"""A robot as lines and points in space, in metres: what a drawing of it shows, from any side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import BASE
from gen_robot.description.joint_kinds import kind_of
from gen_robot.show.arrange import Layout, Spot
from gen_robot.show.corners import Path, length
from gen_robot.show.sheet import Sheet

_HALF = 0.04
"""Half the length of a symbol, as a part of the size of a robot with few joints."""

_FEW = 7
_TRIAD = 3.0  # the length of a frame's axes, in half lengths of symbols


@dataclass(frozen=True)
class Joint:
    """Place a joint's symbol: a point on its axis, and the axis' direction."""

    number: int
    kind: str
    at: Vec3
    axis: Vec3
    has_axis: bool


@dataclass(frozen=True)
class Mass:
    """Place the mass of a moving link, with what else is fixed to it."""

    number: int  # the link's
    at: Vec3
    share: float  # of the whole robot's


@dataclass(frozen=True)
class Triad:
    """Place a frame that is drawn by its axes."""

    origin: Vec3
    axes: tuple[Vec3, Vec3, Vec3]


@dataclass(frozen=True)
class Scene:
    """Hold all that is drawn."""

    joints: tuple[Joint, ...]
    paths: tuple[Path, ...]  # links, as lines with corners
    masses: tuple[Mass, ...]
    com: Vec3 | None
    base: Triad
    tips: tuple[Triad, ...]
    gravity: Vec3  # its direction; zero where there is none
    is_grounded: bool
    size: float  # of the robot: the longest side of a box around it
    half: float  # the half length of a joint's symbol

    @property
    def triad(self) -> float:
        """Return the length of a frame's axes."""
        return _TRIAD * self.half

    @property
    def points(self) -> Iterator[Vec3]:
        """Return what a view must show."""
        yield from (joint.at for joint in self.joints)
        yield from (corner for path in self.paths for corner in path)
        yield from (mass.at for mass in self.masses)
        for frame in (self.base, *self.tips):
            yield frame.origin
            yield from (frame.origin + axis * self.triad for axis in frame.axes)


def scene(sheet: Sheet) -> Scene:
    """Return the robot at its position."""
    spots, ends = _spots(sheet), _ends(sheet)
    points = [spot.at for spot in spots.values()] + [*ends.values()]
    size = _extent([*points, _floats(sheet.frame(BASE).origin)])
    gravity = _floats(sheet.description.gravity)
    root = _triad(sheet.frame(BASE))
    up = -_unit(gravity) if any(gravity) else Vec3(0.0, 0.0, 1.0)
    half = _HALF * size * sqrt(min(1.0, _FEW / max(len(spots), 1)))
    layout = Layout(spots, ends, root.origin, up).arranged(half)
    return Scene(
        joints=tuple(
            Joint(number, spot.kind.name, spot.at, spot.axis, spot.kind.has_axis)
            for number, spot in layout.spots.items()
        ),
        paths=(*map(layout.arrival, layout.spots), *map(layout.end, layout.ends)),
        masses=tuple(_masses(sheet)),
        com=_floats(sheet.placement.com) if sheet.placement.mass else None,
        base=root,
        tips=tuple(_triad(sheet.frame(tip)) for tip in sheet.tips),
        gravity=_unit(gravity) if any(gravity) else gravity,
        is_grounded=sheet.description.floating_base is None,
        size=size,
        half=half,
    )


def _spots(sheet: Sheet) -> dict[int, Spot]:
    """Return where each joint's axis passes through the frame that the file gives it."""
    places, model = sheet.placement.model.places, sheet.placement.model
    spots: dict[int, Spot] = {}
    if sheet.description.floating_base is not None:
        frame = sheet.frame(BASE)
        spots[1] = Spot(0, model.link(1).kind, _floats(frame.origin), _floats(frame.rotation.z))
    for link in sheet.description.links:
        kind, joint = kind_of(link.joint), link.joint
        if not kind.moves:
            continue
        before = sheet.frame(link.parent).then(joint.before)
        axis = before.rotation @ joint.axis if kind.has_axis else before.rotation.z
        number = places[link.name].link
        at = before.origin if kind.has_axis else sheet.frame(link.name).origin
        spots[number] = Spot(model.link(number).parent, kind, _floats(at), _floats(axis))
    return spots


def _ends(sheet: Sheet) -> dict[int, Vec3]:
    """Return where each last link ends: at its tip, or at its mass if the tip is at the joint."""
    model, ends = sheet.placement.model, {}
    for tip in sheet.tips:
        number = model.places[tip].link
        ends[number] = _floats(sheet.frame(tip).origin)
        own = model.link(number)
        start = _floats(sheet.placement.canonical[number].then(own.user_frame).origin)
        if length(ends[number] - start) < 1e-9 and own.body.mass:
            ends[number] = _centre(sheet, number)
    return ends


def _masses(sheet: Sheet) -> Iterator[Mass]:
    whole = float(sheet.placement.mass)
    for link in sheet.placement.model.links:
        mass = float(link.body.mass)
        if mass > 0.005 * whole:
            yield Mass(link.number, _centre(sheet, link.number), mass / whole)


def _centre(sheet: Sheet, number: int) -> Vec3:
    """Return the centre of mass of a moving link, with what is fixed to it."""
    frame, body = sheet.placement.canonical[number], sheet.placement.model.link(number).body
    return _floats(frame.point(body.first.map(lambda x: x / body.mass)))


def _triad(frame: Frame) -> Triad:
    r = frame.rotation
    return Triad(_floats(frame.origin), (_floats(r.x), _floats(r.y), _floats(r.z)))


def _extent(points: list[Vec3]) -> float:
    sides = [max(c) - min(c) for c in zip(*points, strict=True)]
    return max(sides) or 1.0


def _floats(v: Vec3) -> Vec3:
    return v.map(float)


def _unit(v: Vec3) -> Vec3:
    return v * (1 / length(v))
