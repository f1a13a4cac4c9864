"""A robot drawn at random, as a table of links: whatever YAML or URDF can say, of any size."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

URDF_KINDS = ("revolute", "continuous", "prismatic", "planar", "floating")
YAML_KINDS = (*URDF_KINDS, "helical", "cylindrical", "universal", "spherical", "gimbal")
ONE_COORDINATE = ("revolute", "continuous", "prismatic", "helical")
WITHOUT_ROTOR = ("planar", "floating", "cylindrical")

Vector = tuple[str, str, str]
ZERO: Vector = ("0", "0", "0")


@dataclass(frozen=True)
class Body:
    """Hold a link's mass and inertia as texts; xx yy zz xy xz yz about the centre of mass."""

    mass: str
    com: Vector
    inertia: tuple[str, ...]


@dataclass(frozen=True)
class Link:
    """Hold a link and its joint as texts."""

    name: str
    parent: str
    kind: str
    xyz: Vector
    rpy: Vector
    axis: Vector
    body: Body | None
    rotor: str = ""
    friction: tuple[str, str] | None = None
    mimic: tuple[str, str, str] | None = None  # leader, multiplier, offset
    pitch: str = ""
    second_axis: Vector = ZERO


@dataclass(frozen=True)
class Drawn:
    """Hold a robot; a base that floats has a body."""

    name: str
    gravity: Vector
    base: Body | None
    links: tuple[Link, ...]


def drawn(draw: Random, number: int, *, urdf: bool) -> Drawn:
    """Return a robot of one to six moving links."""
    length = draw.choice([1, 1, 1, 1, 1e-3, 1e3, 1e-6, 1e5])
    mass = draw.choice([1, 1, 1, 1, 1e-6, 1e6])
    few = draw.sample(YAML_KINDS, 2)
    kinds = URDF_KINDS if urdf else ("revolute", "prismatic", *few)
    branched = draw.random() < 0.4
    links: list[Link] = []
    for k in range(draw.choice([1, 2, 2, 3, 3, 4, 5, 6])):
        kind = draw.choice(["revolute", "revolute", "prismatic", *kinds])
        parent = draw.choice(["base", *(each.name for each in links)]) if branched else _last(links)
        links.append(_link(draw, f"link{k + 1}", parent, kind, links, length, mass))
        if draw.random() < 0.2:
            links.append(
                _link(draw, f"flange{k + 1}", f"link{k + 1}", "fixed", links, length, mass)
            )
    gravity = ("0", "0", "-9.81") if draw.random() < 0.7 or urdf else _vector(draw, 9)
    base = None if urdf or draw.random() < 0.7 else _body(draw, length, mass)
    return Drawn(f"random{number}", gravity, base, tuple(links))


def _last(links: list[Link]) -> str:
    return links[-1].name if links else "base"


def _link(
    draw: Random, name: str, parent: str, kind: str, before: list[Link], length: float, mass: float
) -> Link:
    empty = draw.random() < 0.12
    body = None if empty or (kind == "fixed" and draw.random() < 0.5) else _body(draw, length, mass)
    xyz = ZERO if draw.random() < 0.2 else _vector(draw, length)
    moves = kind != "fixed"
    leaders = [each.name for each in before if each.kind in ONE_COORDINATE and not each.mimic]
    mimic = None
    if kind in ONE_COORDINATE and leaders and draw.random() < 0.12:
        mimic = (draw.choice(leaders), _number(draw, 2), draw.choice(["0", "0.3", "-1"]))
    return Link(
        name,
        parent,
        kind,
        xyz,
        _turn(draw),
        _axis(draw),
        body,
        f"{draw.uniform(0.01, 1) * mass * length**2:.6g}"
        if moves and kind not in WITHOUT_ROTOR and draw.random() < 0.3
        else "",
        (f"{draw.uniform(0, 1):.3g}", f"{draw.uniform(0, 1):.3g}")
        if moves and kind not in WITHOUT_ROTOR and draw.random() < 0.3
        else None,
        mimic,
        _number(draw, length),
        draw.choice([("0", "1", "0.5"), ("0.3", "-1", "0.2")]),
    )


def _body(draw: Random, length: float, mass: float) -> Body:
    """Draw a body that exists: moments of 6 to 10 units with products below half a unit."""
    unit = mass * length**2 * draw.choice([2e-3, 1e-2, 5e-2])
    moments = [f"{unit * draw.uniform(6, 10):.6g}" for _ in range(3)]
    full = draw.random() < 0.7
    products = [f"{unit * draw.uniform(-0.5, 0.5):.5g}" if full else "0" for _ in range(3)]
    com = ZERO if draw.random() < 0.1 else _vector(draw, 0.2 * length)
    return Body(f"{mass * draw.uniform(0.1, 5):.6g}", com, (*moments, *products))


def _number(draw: Random, largest: float) -> str:
    return f"{largest * draw.uniform(0.05, 1) * draw.choice([1, -1]):.{draw.choice([3, 6, 15])}g}"


def _vector(draw: Random, largest: float) -> Vector:
    return (_number(draw, largest), _number(draw, largest), _number(draw, largest))


def _turn(draw: Random) -> Vector:
    """Draw roll, pitch and yaw: none, quarter turns, generic, or almost none."""
    match draw.randrange(5):
        case 0:
            return ZERO
        case 1:
            quarters = ("0", "1.5707963267948966", "-1.5707963267948966", "3.141592653589793")
            return (draw.choice(quarters), draw.choice(quarters[:3]), draw.choice(quarters))
        case 2:
            tilt = f"{draw.uniform(1, 9):.3g}e-{draw.randint(2, 12)}"
            return (tilt, "0", "0") if draw.random() < 0.5 else ("0", tilt, "0.3")
        case _:
            return _vector(draw, 3)


def _axis(draw: Random) -> Vector:
    simple: list[Vector] = [("0", "0", "1"), ("0", "1", "0"), ("1", "0", "0"), ("0", "0", "-1")]
    return draw.choice(simple) if draw.random() < 0.6 else _vector(draw, 1)
