"""Number angles behind rounded ones: pi/2 where a file says 1.5708.

A rotation by 1.5708 leaves a cosine of -3.7e-6 behind, which costs as many operations as any other
number. So an angle in plain decimals becomes the multiple of pi/12 next to it

* if that is within 2e-5 rad: five decimals, rounded or cut off (1.5708, 3.14159, 1.57079), and what
  binary arithmetic leaves of a zero (6.1e-17, 7.5e-9);
* if that is within 1e-4 rad and the file gives four decimals (3.1415).

Angles that were measured (3.14148426, 5.4949E-05) are further off or have more digits: they stay, as
do 1.57 and 3.14. A direction snaps likewise: components within 2e-5 of zero vanish, and one that lies
in a coordinate plane has an angle there. Lengths, masses and expressions such as pi/2 never change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd

from gen_robot.algebra.frame import roll_pitch_yaw, roll_pitch_yaw_of
from gen_robot.algebra.lines import length, unit
from gen_robot.algebra.number import PI, ZERO, Number, atan2
from gen_robot.algebra.vectors import Mat3, Vec3
from gen_robot.description.decimals import decimal_places

TOLERANCE = Number("2e-5")
"""What an angle may be off, in radians, to be taken for the exact one."""

CUT_TOLERANCE = Number("1e-4")
"""What it may be off if it was cut at the fourth decimal."""

_CUT_PLACES = 4
_DIGITS = 17
_PARTS = 12
_STEP = PI / _PARTS
_TURN = 2 * _PARTS  # a full turn, beyond which nobody means an exact angle


@dataclass(frozen=True)
class Snap:
    """Record that an exact value stands for what was written."""

    place: str
    written: str
    exact: str
    moved: Number  # in radians

    def __str__(self) -> str:
        return f"{self.place}: {self.written} is taken as {self.exact}"


@dataclass
class Snapper:
    """Snap the angles and directions of one file, and keep a record."""

    enabled: bool = True
    rounding: Number = ZERO  # what the file's own numbers were rounded by on their way here
    snaps: list[Snap] = field(default_factory=list)
    misses: list[Snap] = field(default_factory=list)  # rounded too early to be taken as exact

    def angle(self, place: str, written: str, value: Number) -> Number:
        """Return the exact angle that a decimal stands for, or the decimal itself."""
        places = decimal_places(written)
        twelfths = _nearest(value)
        if places is None or twelfths is None:
            return value
        exact = _STEP * twelfths
        snap = Snap(place, written.strip(), spell(twelfths), abs(value - exact))
        if snap.moved <= self.rounding:
            return exact
        if not self.enabled:
            return value
        if snap.moved < (CUT_TOLERANCE if places == _CUT_PLACES else TOLERANCE):
            self.snaps.append(snap)
            return exact
        if twelfths % 6 == 0 and 2 <= places <= 3 and snap.moved * 10**places < 1:
            self.misses.append(snap)
        return value

    def direction(self, place: str, written: tuple[str, ...], value: Vec3) -> Vec3:
        """Return the exact unit vector that three decimals stand for, or that of the decimals."""
        drawn = unit(value)
        if any(decimal_places(text) is None for text in written):
            return drawn
        exact, spelled = _exact_direction(drawn)
        moved = length(exact - drawn)
        if moved <= self.rounding:
            return exact
        if not self.enabled:
            return drawn
        text = " ".join(part.strip() for part in written)
        self.snaps.append(Snap(place, text, spelled, moved))
        return exact

    def rotation(self, place: str, value: Mat3) -> Mat3:
        """Return the rotation by exact angles that one in numbers stands for, or that itself.

        Its angles are those about the fixed axes x, y, z.
        """
        if not self.enabled and not self.rounding:
            return value
        x, y, z = value.x, value.y, value.z
        upright = (x.x * x.x + x.y * x.y).sqrt()
        angles: tuple[Number, ...] = roll_pitch_yaw_of(value)
        if upright <= (TOLERANCE if self.enabled else self.rounding):
            # Roll and yaw are one turn, of which what rounding left says nothing.
            angles = (atan2(-z.y, y.y), angles[1], ZERO)
        exact = (self.angle(place, angle.spelled(_DIGITS), angle) for angle in angles)
        return roll_pitch_yaw(*exact).rotation

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say which angles were rounded too early."""
        if not self.misses:
            return ()
        miss, more = self.misses[0], len(self.misses) - 1
        return (
            f"{miss.place}: {miss.written} is taken as written, not as {miss.exact}"
            + (f"; so are {more} more angles of two or three decimals" if more else "")
            + "; give five decimals where an exact angle is meant",
        )


def spell(twelfths: int) -> str:
    """Write a multiple of pi/12 as a fraction of pi."""
    if not twelfths:
        return "0"
    shared = gcd(twelfths, _PARTS)
    over, under = abs(twelfths) // shared, _PARTS // shared
    sign = "-" if twelfths < 0 else ""
    return f"{sign}{f'{over}*' if over > 1 else ''}pi{f'/{under}' if under > 1 else ''}"


def _nearest(value: Number) -> int | None:
    """Return the nearest multiple of pi/12, up to a full turn."""
    if abs(value) > _STEP * (_TURN + 1):
        return None
    twelfths = round(float(value / _STEP))
    return twelfths if abs(twelfths) <= _TURN else None


def _exact_direction(drawn: Vec3) -> tuple[Vec3, str]:
    """Return the exact unit vector beside one, and its spelling."""
    exact = unit(drawn.map(lambda c: ZERO if abs(c) < TOLERANCE else c))
    spelled = [str(c) if c else "0" for c in exact]
    across = [i for i, c in enumerate(exact) if c]
    if len(across) == 2:
        first, second = across
        coordinates = list(exact)
        angle = atan2(coordinates[second], coordinates[first])
        twelfths = _nearest(angle)
        if twelfths is not None and abs(angle - _STEP * twelfths) < TOLERANCE:
            coordinates[first], coordinates[second] = (_STEP * twelfths).cos_sin()
            spelled[first], spelled[second] = f"cos({spell(twelfths)})", f"sin({spell(twelfths)})"
            exact = Vec3(*coordinates)
    return exact, " ".join(spelled)
