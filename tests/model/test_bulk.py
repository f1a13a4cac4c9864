"""What a link carries, and how far from it an origin may stand."""

from __future__ import annotations

from gen_robot.algebra.frame import ORIGIN, Z
from gen_robot.algebra.lines import Axis
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import SymMat3, Vec3, square
from gen_robot.description.description import NO_INERTIA
from gen_robot.model.bulk import FAR, Bulk, bulks

NOTHING = Moments(ZERO, ORIGIN, NO_INERTIA)


def point(mass: int, x: int, y: int, z: int) -> Moments:
    place = Vec3(Number(x), Number(y), Number(z))
    return Moments(Number(mass), place * Number(mass), square(place) * Number(mass))


def at(z: Number) -> Vec3:
    return Vec3(ZERO, ZERO, z)


def test_the_polar_moment_adds_up_squared_distances() -> None:
    body = Bulk(point(2, 1, 0, 0) + point(3, 0, 2, 1))
    assert body.polar(ORIGIN) == 2 * 1 + 3 * 5
    assert body.polar(at(ONE)) == 2 * 2 + 3 * 4


def test_a_link_carries_all_that_stands_on_it() -> None:
    bodies = {1: point(1, 0, 0, 0), 2: point(2, 1, 0, 0), 3: point(4, 0, 1, 0), 4: NOTHING}
    found = bulks(bodies, [0, 1, 1, 3])
    assert [found[n].moments.mass for n in (1, 2, 3)] == [7, 2, 4]


def test_what_has_no_mass_counts_as_what_carries_it() -> None:
    found = bulks({1: point(1, 1, 0, 0), 2: NOTHING}, [0, 1])
    assert found[2] == found[1]
    without = bulks({1: NOTHING}, [0])[1]
    assert without.is_far(at(Number(9)), Axis(ORIGIN, Z), at(ONE))


def test_far_is_a_multiple_of_the_least_radius_of_gyration() -> None:
    """A mass at distance 1 from the axis, at height 0: the radius is the distance."""
    body, axis = Bulk(point(3, 1, 0, 0)), Axis(at(Number(70)), Z)
    limit = Number(FAR * FAR - 1).sqrt()
    assert not body.is_far(at(limit * Number("0.999")), axis, ORIGIN)
    assert body.is_far(at(limit * Number("1.001")), axis, ORIGIN)


def test_no_place_is_far_if_the_other_is_farther() -> None:
    body, axis = Bulk(point(3, 1, 0, 0)), Axis(ORIGIN, Z)
    assert not body.is_far(at(Number(50)), axis, at(Number(60)))
    assert body.is_far(at(Number(50)), axis, at(Number(40)))


def test_a_wide_body_allows_more() -> None:
    wide = Moments(Number(3), ORIGIN, SymMat3(Number(300), ZERO, ZERO, ZERO, ZERO, ZERO))
    place = at(Number(3 * FAR))
    assert Bulk(point(3, 1, 0, 0)).is_far(place, Axis(ORIGIN, Z), ORIGIN)
    assert not Bulk(wide).is_far(place, Axis(ORIGIN, Z), ORIGIN)
