"""The constants of two robots, link by link: geometry, bodies, drives, gravity.

Geometry stands in canonical frames, drawn alike. Bodies stand in the files' link frames where both
files put a link's frame at the same place, else in the canonical ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace

from gen_robot.algebra.frame import AT_ORIGIN, Frame
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import SymMat3, Vec3, complement, square
from gen_robot.comparison.changes import Change
from gen_robot.comparison.drawn_alike import DrawnAlike, Fitted, drawn_alike
from gen_robot.comparison.matching import Match
from gen_robot.model.model import Geometry, Link, Model
from gen_robot.model.standard_parameters import ten_numbers

ANGLES = ("gamma", "alpha", "theta")
ROTOR = "rotor_inertia"
DRIVES = {ROTOR: "kg m^2", "viscous": "N m s", "coulomb": "N m"}
CANONICAL = "canonical"
PLACEMENT, ZERO_AT = "placement", "zero"
"""Groups of geometry: where a link's axis is, and where its coordinate is zero."""

_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_NEAR = Number("1e-9")


@dataclass(frozen=True)
class Group:
    """Hold constants of one link that are exchanged at once; link 0 is the whole robot."""

    link: int
    what: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Recounted:
    """Say how the right robot counts a joint: q of the right is sense (q of the left + zero)."""

    sense: int
    zero: float


@dataclass(frozen=True)
class Pair:
    """Hold two models whose links go together, the right one drawn as the left one is."""

    left: Model
    right: Model
    partners: Mapping[int, int]  # the right one's links by the left one's numbers
    alike: DrawnAlike

    @property
    def recounted(self) -> dict[str, Recounted]:
        """Return, by the left one's names, the joints that the right robot counts otherwise."""
        found = {}
        for number, fitted in self.alike.links.items():
            link = self.left.link(number)
            zero = _zero(link, link.geometry) - _zero(link, fitted.geometry)
            if fitted.sense < 0 or zero:
                found[link.joint_name] = Recounted(fitted.sense, float(zero))
        return found

    @property
    def has_one_tree(self) -> bool:
        """Tell whether the robots have the same joints on the same links."""
        left, right = self.left.links, self.right.links
        return len(left) == len(right) == len(self.partners) and all(
            self.right.link(self.partners[link.number]).kind == link.kind
            and self.partners.get(link.parent, 0)
            == self.right.link(self.partners[link.number]).parent
            for link in left
        )


def paired(left: Model, right: Model, match: Match) -> Pair:
    """Draw the right robot's frames as the left one's."""
    partners = {a.number: b.number for a, b in match.pairs}
    return Pair(left, right, partners, drawn_alike(left, right, partners))


def groups(pair: Pair, friction: bool = False) -> list[Group]:
    """Return all constants that differ; those of friction where it is taken into account."""
    found = []
    drives = DRIVES if friction else {ROTOR: DRIVES[ROTOR]}
    for number, other in pair.partners.items():
        link, fitted = pair.left.link(number), pair.alike.links[number]
        frame, note = _common_frame(link, fitted)
        bodies = [_body(body, frame) for body in (link.body, fitted.body)]
        for what in bodies[0]:
            names = f"{link.name}.{what}"
            changes = tuple(_changes(names, bodies[0][what], bodies[1][what], note))
            found.append(Group(number, what, changes))
        placement = list(_geometry(link, fitted.geometry))
        zero = f"{link.name}.{_zero_name(link)}"
        found.append(Group(number, ZERO_AT, tuple(c for c in placement if c.where == zero)))
        found.append(Group(number, PLACEMENT, tuple(c for c in placement if c.where != zero)))
        right = pair.right.link(other)
        for drive, unit in drives.items():
            a, b = getattr(link, drive), getattr(right, drive)
            change = Change(f"{link.name}.{drive}", float(a), float(b), unit)
            found.append(Group(number, drive, (change,) if a != b else ()))
    for root, up in pair.alike.gravity.items():
        own = pair.left.base_acceleration(pair.left.link(root))
        changes = tuple(_vector("gravity", -own, -up, "m/s^2"))
        if changes:
            found.append(Group(0, "gravity", changes))
            break
    return [group for group in found if group.changes]


def with_group(pair: Pair, group: Group, model: Model) -> Model:
    """Return a robot, the left one at first, with one group of constants of the right one."""
    if not group.link:
        return replace(model, gravity=pair.right.gravity)
    link, fitted = model.link(group.link), pair.alike.links[group.link]
    right = pair.right.link(pair.partners[group.link])
    if group.what in (PLACEMENT, ZERO_AT):
        new = replace(link, geometry=_mixed_geometry(link, fitted.geometry, group.what))
    elif group.what in DRIVES:
        new = replace(link, **{group.what: getattr(right, group.what)})
    else:
        new = replace(link, body=_mixed(link.body, fitted.body, group.what))
    return _with_link(model, new)


def as_left(pair: Pair) -> Model:
    """Return the right robot in frames drawn as the left one's, links numbered as there."""
    links = []
    for link in pair.left.links:
        fitted = pair.alike.links[link.number]
        links.append(
            replace(
                link,
                geometry=fitted.geometry,
                body=fitted.body,
                user_frame=fitted.user_frame,
            )
        )
    return replace(pair.left, links=tuple(links), gravity=pair.right.gravity)


def _zero_name(link: Link) -> str:
    """Name the constant that a joint's coordinate is added to, where there is one."""
    if link.kind.only_slides:
        return "d"
    return "theta" if link.kind.turns_about_z else ""


def _zero(link: Link, geometry: Geometry) -> Number:
    name = _zero_name(link)
    return getattr(geometry, name) if name else ZERO


def _mixed_geometry(link: Link, other: Geometry, what: str) -> Geometry:
    """Return a link's geometry with the zero of another, or with all but its zero."""
    name = _zero_name(link)
    zero = {name: getattr(other, name)} if name else {}
    if what == ZERO_AT:
        return replace(link.geometry, **zero)
    return replace(other, **{name: getattr(link.geometry, name)}) if name else other


def _with_link(model: Model, new: Link) -> Model:
    links = tuple(new if link.number == new.number else link for link in model.links)
    return replace(model, links=links)


def _common_frame(link: Link, fitted: Fitted) -> tuple[Frame, str]:
    own, other = link.user_frame, fitted.user_frame
    apart = [
        abs(a - b)
        for x, y in zip(
            (own.origin, own.rotation.x, own.rotation.y, own.rotation.z),
            (other.origin, other.rotation.x, other.rotation.y, other.rotation.z),
            strict=True,
        )
        for a, b in zip(x, y, strict=True)
    ]
    return (own, "") if all(a < _NEAR for a in apart) else (AT_ORIGIN, CANONICAL)


def _body(body: Moments, frame: Frame) -> dict[str, tuple[Number, ...]]:
    """Return mass, centre of mass and inertia about it, in a frame's axes."""
    mass, x, y, z, *_ = ten_numbers(body, frame)
    com = Vec3(x / mass, y / mass, z / mass) if mass else Vec3(ZERO, ZERO, ZERO)
    central = _about_com(body).rotated(frame.rotation.transposed)
    return {"mass": (mass,), "com": tuple(com), "inertia": tuple(complement(central))}


def _about_com(body: Moments) -> SymMat3:
    if not body.mass:
        return body.second
    return body.second - square(body.first) * (Number(1) / body.mass)


def _mixed(own: Moments, other: Moments, what: str) -> Moments:
    """Return a body with the mass, the centre of mass or the inertia about it of another."""
    source = {name: other if name == what else own for name in ("mass", "com", "inertia")}
    mass = source["mass"].mass
    given = source["com"]
    com = given.first * (Number(1) / given.mass) if given.mass else Vec3(ZERO, ZERO, ZERO)
    central = _about_com(source["inertia"])
    return Moments(mass, com * mass, central + square(com) * mass)


def _changes(
    where: str, left: tuple[Number, ...], right: tuple[Number, ...], note: str
) -> Iterator[Change]:
    if len(left) == 1:
        if left != right:
            yield Change(where, float(left[0]), float(right[0]), "kg")
        return
    names, unit = (("x", "y", "z"), "m") if len(left) == 3 else (_ELEMENTS, "kg m^2")
    unit = f"{unit}, {note}" if note else unit
    for name, a, b in zip(names, left, right, strict=True):
        if a != b:
            yield Change(f"{where}.{name}", float(a), float(b), unit)


def _vector(where: str, left: Vec3, right: Vec3, unit: str) -> Iterator[Change]:
    for name, a, b in zip("xyz", left, right, strict=True):
        if a != b:
            yield Change(f"{where}.{name}", float(a), float(b), unit)


def _geometry(link: Link, other: Geometry) -> Iterator[Change]:
    for each in fields(Geometry):
        a, b = getattr(link.geometry, each.name), getattr(other, each.name)
        if a != b:
            unit = "rad" if each.name in ANGLES else "m"
            yield Change(f"{link.name}.{each.name}", float(a), float(b), unit)
