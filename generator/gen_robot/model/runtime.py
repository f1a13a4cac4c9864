"""Inertial parameters that are known at run time only: masses, centres of mass, inertias of links.

They are the numbers of the robot's file, in the frames of its links; what is fixed to a moving link is
part of that link's body, and its numbers still are its own. A body's moments are put together from them
when the trace begins, and masses are moved by symbols then.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gen_robot.algebra.frame import ORIGIN, Frame
from gen_robot.algebra.number import ONE, ZERO, Number, negligible
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Mat3, Scalar
from gen_robot.description.description import NO_INERTIA, Description, Inertial
from gen_robot.errors import UserError, listed, nearest, shown
from gen_robot.model.body_numbers import NAMES, UNITS, moments_of, numbers_of
from gen_robot.model.model import Model, Notes, Parameter, Place

ALL = "all"
"""Asks for all parameters of all links that have any."""

PARTS = {
    **{name: (place,) for place, name in enumerate(NAMES)},
    "com": (1, 2, 3),
    "inertia": tuple(range(4, 10)),
}
"""What may follow a link's name and a dot, and which of the ten numbers it means."""

NOTHING = Moments(ZERO, ORIGIN, NO_INERTIA)


@dataclass(frozen=True)
class Part:
    """Hold a described link that moves: its numbers, and where its frame is on the moving link."""

    name: str
    numbers: tuple[Number, ...]
    place: Place

    def moments(self, numbers: Sequence[Scalar]) -> Moments:
        return moments_of(numbers, _settled(self.place.frame))


@dataclass(frozen=True)
class Inertials(Parameter):
    """Take some of the numbers of some links from the user, in the order of `chosen`."""

    parts: tuple[Part, ...]  # all of the moving links whose numbers are taken
    chosen: tuple[tuple[str, int], ...]  # a link, and which of its ten numbers
    name = "parameters"
    meaning = "inertial parameters, in the order of the manifest"
    unit = "kg, m, kg m^2"
    step = "its moments, from what is given in the user's frames"

    @property
    def size(self) -> int:  # type: ignore[override]
        return len(self.chosen)

    @property
    def links(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(part.place.link for part in self.parts))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{link}.{NAMES[which]}" for link, which in self.chosen)

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(UNITS[which] for _, which in self.chosen)

    @property
    def values(self) -> tuple[Number, ...]:
        """Return the numbers of the robot's file."""
        own = {part.name: part.numbers for part in self.parts}
        return tuple(own[link][which] for link, which in self.chosen)

    def enter(self, model: Model, values: Sequence[Scalar], notes: Notes) -> Model:
        """Return the model with the bodies that the user's numbers give."""
        given = dict(zip(self.chosen, values, strict=True))
        links = list(model.links)
        for number in self.links:
            notes.step(number, self.step)
            body = notes.moments("l", "S", number, value=self._body(number, given))
            place = links.index(model.link(number))
            links[place] = replace(links[place], body=body)
        return replace(model, links=tuple(links))

    def _body(self, number: int, given: dict[tuple[str, int], Scalar]) -> Moments:
        """Return the moments of a moving link: of all its parts, those first that are known."""
        known, others = NOTHING, NOTHING
        for part in self.parts:
            if part.place.link != number:
                continue
            numbers: list[Scalar] = [
                given.get((part.name, which), own) for which, own in enumerate(part.numbers)
            ]
            if all(isinstance(x, Number) for x in numbers):
                known += part.moments(numbers)
            else:
                others += part.moments(numbers)
        return others + _cleaned(known)


def inertials(model: Model) -> Inertials | None:
    """Return the inertial parameters of a robot that are known at run time only, if there are any."""
    return next((p for p in model.parameters if isinstance(p, Inertials)), None)


def with_runtime(model: Model, description: Description, asked: Sequence[str]) -> Model:
    """Return the model with these parameters known at run time only, besides those that are already."""
    if not asked:
        return model
    parts = {part.name: part for part in _parts(model, description)}
    chosen = dict.fromkeys(each for text in asked for each in _numbers(text, parts, model))
    links = {parts[name].place.link for name, _ in chosen}
    taken = tuple(part for part in parts.values() if part.place.link in links)
    return replace(model, parameters=(Inertials(taken, tuple(chosen)), *model.parameters))


def _parts(model: Model, description: Description) -> Iterator[Part]:
    """Yield the described links that move, as parts of the moving links' bodies."""
    bodies: dict[str, Inertial] = {}
    if description.floating_base is not None:
        bodies[description.root_name] = description.floating_base
    bodies |= {link.name: link.inertial for link in description.links}
    for name, body in bodies.items():
        if model.places[name].link:
            yield Part(name, numbers_of(body), model.places[name])


def _numbers(text: str, parts: Mapping[str, Part], model: Model) -> list[tuple[str, int]]:
    """Return the numbers that one word of --runtime asks for."""
    if text == ALL:
        return [(p.name, k) for p in parts.values() if any(p.numbers) for k in range(len(NAMES))]
    link, numbers = _apart(text, model.places)
    if link in parts:
        return [(link, which) for which in numbers]
    if link in model.places:
        cure = f"name a link that does: {listed([*parts])}"
        raise UserError("--runtime", f"is {shown(text)}, and {shown(link)} never moves", cure)
    known = [ALL, *parts, *(f"{name}.{what}" for name in parts for what in PARTS)]
    raise UserError("--runtime", f"is {shown(text)}, which is no parameter", nearest(text, known))


def _apart(text: str, links: Container[str]) -> tuple[str, tuple[int, ...]]:
    """Return the link that a parameter is of, and which of its numbers; links' names may have dots."""
    if text in links:
        return text, tuple(range(len(NAMES)))
    for what, numbers in PARTS.items():
        if text.endswith(f".{what}"):
            return text.removesuffix(f".{what}"), numbers
    return "", ()


def _settled(frame: Frame) -> Frame:
    """Take for zero what small tilts leave of sums that cancel: a symbol times 1e-60 is not a term."""
    r = frame.rotation
    axes = (axis.map(lambda x: _without_trace(x, ONE)) for axis in (r.x, r.y, r.z))
    size = max(abs(x) for x in frame.origin) + 1
    return Frame(Mat3(*axes), frame.origin.map(lambda x: _without_trace(x, size)))


def _cleaned(body: Moments) -> Moments:
    """Do the same with moments that are known."""
    mass = abs(body.mass)
    first = max(abs(x) for x in body.first) + mass
    second = max(abs(x) for x in body.second) + first
    return Moments(
        body.mass,
        body.first.map(lambda x: _without_trace(x, first)),
        body.second.map(lambda x: _without_trace(x, second)),
    )


def _without_trace(x: Number, size: Number) -> Number:
    return ZERO if negligible(x, size) else x
