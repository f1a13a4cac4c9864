"""A robot's constants as symbols: masses, inertias, lengths, gravity.

Symbols are in the canonical frames of the links, where algorithms see the robot: masses m1, centres of
mass c1x, inertias about them I1xx, lengths a2 and d2 of the Denavit-Hartenberg table. A constant that
is zero stays zero, so that formulas keep to the kind of robot that the file describes; angles between
axes stay numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Scalar, SymMat3, Vec3, second_moments, square
from gen_robot.model.model import Link, Model, Notes, Parameter

Take = Callable[[str, Number], Scalar]
"""Returns what stands for a constant, from its symbol's name and its value."""

_AXES = ("x", "y", "z")
_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_LENGTHS = ("b", "a", "e", "d")


@dataclass(frozen=True)
class Constants(Parameter):
    """Put symbols in the place of a model's constants of some groups."""

    groups: tuple[str, ...]
    values: Mapping[str, Number]  # by the symbols' names, in order
    links: tuple[int, ...]
    name = "constants"
    meaning = unit = ""
    step = "constants that are symbols"

    @property
    def size(self) -> int:  # type: ignore[override]
        return len(self.values)

    def enter(self, model: Model, values: Sequence[Scalar], notes: Notes) -> Model:
        given = dict(zip(self.values, values, strict=True))
        return _replaced(model, self.groups, lambda name, value: given[name])


def with_constants(model: Model, groups: Sequence[str]) -> Model:
    """Return the model with a parameter that holds the constants of these groups as symbols."""
    found: dict[str, Number] = {}

    def take(name: str, value: Number) -> Number:
        found[name] = value
        return value

    _replaced(model, groups, take)
    constants = Constants(tuple(groups), found, tuple(link.number for link in model.links))
    return replace(model, parameters=(*model.parameters, constants)) if found else model


def _replaced(model: Model, groups: Sequence[str], take: Take) -> Model:
    """Return the model with what `take` gives in place of constants that are not zero."""

    def symbol(name: str, value: Number) -> Scalar:
        return take(name, value) if value else value

    for group in groups:
        model = GROUPS[group](model, symbol)
    return model


def _by_link(change: Callable[[Link, Take], dict[str, Any]]) -> Callable[[Model, Take], Model]:
    def changed(model: Model, take: Take) -> Model:
        return replace(model, links=tuple(replace(k, **change(k, take)) for k in model.links))

    return changed


def _bodies(link: Link, take: Take) -> dict[str, Any]:
    i, body = link.number, link.body
    centre = body.first * (ONE / body.mass) if body.mass else Vec3(ZERO, ZERO, ZERO)
    about_centre = body.second + square(centre) * -body.mass
    mass = take(f"m{i}", body.mass)
    c = Vec3(*_named(f"c{i}", _AXES, centre, take))
    inertia = SymMat3(*_named(f"I{i}", _ELEMENTS, _inertia(about_centre), take))
    second = second_moments(inertia, ONE / 2) + square(c) * mass
    return {"body": Moments(mass, c * mass, second)}


def _lengths(link: Link, take: Take) -> dict[str, Any]:
    lengths = {k: take(f"{k}{link.number}", getattr(link.geometry, k)) for k in _LENGTHS}
    return {"geometry": replace(link.geometry, **lengths)}


def _drives(link: Link, take: Take) -> dict[str, Any]:
    i = link.number
    return {
        "rotor_inertia": take(f"J{i}", link.rotor_inertia),
        "viscous": take(f"Fv{i}", link.viscous),
        "coulomb": take(f"Fc{i}", link.coulomb),
    }


def _gravity(model: Model, take: Take) -> Model:
    """Name the one component that there mostly is after nothing but its size."""
    components = [g for g in model.gravity if g]
    if len(components) > 1:
        return replace(model, gravity=Vec3(*_named("g", _AXES, model.gravity, take)))
    along = (take("g", abs(g)) * g.sign if g else ZERO for g in model.gravity)
    return replace(model, gravity=Vec3(*along))


def _named(
    symbol: str, parts: Sequence[str], values: Vec3 | SymMat3, take: Take
) -> Iterator[Scalar]:
    for part, value in zip(parts, values, strict=True):
        yield take(symbol + part, value)


def _inertia(s: SymMat3) -> SymMat3:
    """Return the tensor of inertia, tr(S) 1 - S."""
    return SymMat3(s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz)


GROUPS: dict[str, Callable[[Model, Take], Model]] = {
    "inertias": _by_link(_bodies),
    "lengths": _by_link(_lengths),
    "drives": _by_link(_drives),
    "gravity": _gravity,
}
"""Constants that may be symbols: masses with their centres and inertias, lengths, motors, gravity."""
