"""A load that is known at run time only: ten numbers on one link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gen_robot.algebra.vectors import Scalar
from gen_robot.errors import UserError, listed, nearest, shown
from gen_robot.model.body_numbers import moments_of
from gen_robot.model.model import Model, Notes, Parameter, Place


@dataclass(frozen=True)
class Payload(Parameter):
    """Put a load on a described link: its numbers are in that link's own frame."""

    place: Place
    name = "payload"
    size = 10
    meaning = "load: mass, centre of mass x y z, inertia about it xx xy xz yy yz zz"
    unit = "kg, m, kg m^2"
    step = "the load, from the user's link frame to the link's own"
    is_added = True

    @property
    def links(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.place.link,)

    def enter(self, model: Model, values: Sequence[Scalar], notes: Notes) -> Model:
        """Return the model with the load in its link's body."""
        notes.step(self.place.link, self.step)
        load = notes.moments(
            "pl", "pS", self.place.link, value=moments_of(values, self.place.frame)
        )
        links = list(model.links)
        carrier = model.link(self.place.link)
        light = carrier.torque_body
        links[links.index(carrier)] = replace(
            carrier, body=carrier.body + load, torque_body=light + load if light else None
        )
        return replace(model, links=tuple(links))


def with_payload(model: Model, link: str) -> Model:
    """Return the model with a load on a link: one that moves, or is fixed to one that does."""
    moving = [name for name, place in model.places.items() if place.link]
    if link not in model.places:
        raise UserError("--payload", f"is {shown(link)}, which is no link", nearest(link, moving))
    if link not in moving:
        cure = f"name a link that does: {listed(moving)}"
        raise UserError("--payload", f"is {shown(link)}, which never moves", cure)
    return replace(model, parameters=(*model.parameters, Payload(model.places[link])))
