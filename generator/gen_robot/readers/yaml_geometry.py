"""How each convention places a link: Denavit-Hartenberg of two sorts, or a free transform."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gen_robot.algebra.frame import (
    AT_ORIGIN,
    ORIGIN,
    Frame,
    Z,
    roll_pitch_yaw,
    shift,
    turn_x,
    turn_z,
)
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.snap import Snapper
from gen_robot.readers.checks import checked_direction
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    as_written,
    entries,
    items,
    number,
    vector,
)

_DH = Keys("a row of Denavit-Hartenberg parameters", (), ("alpha", "a", "d", "theta"))
_ORIGIN = Keys("an origin", (), ("xyz", "rpy"))


@dataclass(frozen=True)
class Geometry:
    """Hold the frames before and after a joint's motion, its axis, and the angles as written."""

    before: Frame
    after: Frame = AT_ORIGIN
    axis: Vec3 = Z
    angles: tuple[tuple[Cursor, Number], ...] = ()

    @property
    def rigid(self) -> Geometry:
        """Put all of it before a joint that does not move."""
        return Geometry(self.before.then(self.after), angles=self.angles)


@dataclass(frozen=True)
class Convention:
    """State the keys of a link that place it, and how."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    is_free: bool  # joint frames and axes are drawn at will
    place: Callable[[dict[str, Cursor], Parameters, Snapper], Geometry]


@dataclass(frozen=True)
class _Row:
    alpha: Number
    a: Number
    d: Number
    theta: Number
    angles: tuple[tuple[Cursor, Number], ...]


def _row(fields: dict[str, Cursor], parameters: Parameters, snapper: Snapper) -> _Row:
    given = entries(fields["dh"], _DH)
    values = {key: number(cursor, parameters) for key, cursor in given.items()}
    for key in ("alpha", "theta"):
        if key in given:
            cursor = given[key]
            values[key] = snapper.angle(cursor.place, as_written(cursor), values[key])
    angles = tuple((given[key], values[key]) for key in ("alpha", "theta") if key in given)
    alpha, a, d, theta = (values.get(key, ZERO) for key in _DH.optional)
    return _Row(alpha, a, d, theta, angles)


def _modified_dh(fields: dict[str, Cursor], parameters: Parameters, snapper: Snapper) -> Geometry:
    """Place a link as Craig does: its frame stands at its near end, on the joint's own axis."""
    row = _row(fields, parameters, snapper)
    across = turn_x(row.alpha).then(shift(row.a, ZERO, ZERO))
    return Geometry(across.then(_along_axis(row)), angles=row.angles)


def _standard_dh(fields: dict[str, Cursor], parameters: Parameters, snapper: Snapper) -> Geometry:
    """Place a link as Denavit, Hartenberg and Paul do: its frame stands at its far end."""
    row = _row(fields, parameters, snapper)
    across = shift(row.a, ZERO, ZERO).then(turn_x(row.alpha))
    return Geometry(_along_axis(row), across, angles=row.angles)


def _along_axis(row: _Row) -> Frame:
    """Turn by theta and shift by d, one of which is the joint's zero offset."""
    return turn_z(row.theta).then(shift(ZERO, ZERO, row.d))


def _transform(fields: dict[str, Cursor], parameters: Parameters, snapper: Snapper) -> Geometry:
    """Place a link as URDF does."""
    place = read_origin(fields, parameters, snapper)
    axis = read_direction(fields["axis"], parameters, snapper) if "axis" in fields else Z
    return replace(place, axis=axis)


def read_origin(fields: dict[str, Cursor], parameters: Parameters, snapper: Snapper) -> Geometry:
    """Return the place that a mapping's origin gives; without one, where the parent's frame is."""
    given = entries(fields["origin"], _ORIGIN) if "origin" in fields else {}
    xyz = vector(given["xyz"], parameters) if "xyz" in given else ORIGIN
    rpy = _angles(given["rpy"], parameters, snapper) if "rpy" in given else ORIGIN
    angles = tuple((given["rpy"], angle) for angle in rpy) if "rpy" in given else ()
    return Geometry(shift(*xyz).then(roll_pitch_yaw(*rpy)), angles=angles)


def _angles(cursor: Cursor, parameters: Parameters, snapper: Snapper) -> Vec3:
    drawn = zip(items(cursor, "angles"), vector(cursor, parameters), strict=True)
    return Vec3(*(snapper.angle(angle.place, as_written(angle), value) for angle, value in drawn))


def read_direction(cursor: Cursor, parameters: Parameters, snapper: Snapper) -> Vec3:
    """Return the unit vector along an axis."""
    axis = vector(cursor, parameters)
    written = tuple(as_written(coordinate) for coordinate in items(cursor, "coordinates"))
    return checked_direction(cursor, axis, written, snapper, "[0, 0, 1]")


CONVENTIONS = {
    "modified_dh": Convention(("dh",), (), False, _modified_dh),
    "standard_dh": Convention(("dh",), (), False, _standard_dh),
    "transform": Convention((), ("origin", "axis"), True, _transform),
}
