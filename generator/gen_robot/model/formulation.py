"""Formulations of a model: the same equations of motion, written in other bodies and frames.

Which masses a link is given, and whether its frame turns with it, changes no joint torque but what it
costs to compute one. A method says which formulations it may use; none chooses one by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from gen_robot.model.hold import hold_parallel
from gen_robot.model.model import Model
from gen_robot.model.regroup import lump_masses, regroup


class Bodies(Enum):
    """Say where mass is: where the file puts it, or moved to where it costs less."""

    AS_GIVEN = "as given"
    LUMPED = "lumped"  # masses given to the parents, as points on the joint axes
    REGROUPED = "regrouped"  # all that the joints cannot move given to the parents


class Frames(Enum):
    """Say whether each frame turns with its link, or is held back between parallel axes."""

    ATTACHED = "attached"
    HELD = "held"


MOVED = (Bodies.LUMPED, Bodies.REGROUPED)


@dataclass(frozen=True)
class Formulation:
    """Name one formulation; printed as "regrouped" or "regrouped, frames held"."""

    bodies: Bodies
    frames: Frames

    def __str__(self) -> str:
        held = ", frames held" if self.frames is Frames.HELD else ""
        return f"{self.bodies.value}{held}"


PLAIN = Formulation(Bodies.AS_GIVEN, Frames.ATTACHED)
"""What suits every method."""

_MOVE = {Bodies.LUMPED: lump_masses, Bodies.REGROUPED: regroup}

Formulations = dict[Formulation, Model]


def formulations(model: Model, moved: Bodies) -> Formulations:
    """Return a model in the formulations that methods may be traced on, those that differ.

    `moved` is how masses are moved wherever they may be. Bodies as given come with regrouped ones
    beside them, for wrenches of which only the joint torques matter.
    """
    light = regroup(model)
    given = replace(
        model,
        links=tuple(
            replace(link, torque_body=other.body)
            for link, other in zip(model.links, light.links, strict=True)
        ),
    )
    found = {PLAIN: given, Formulation(moved, Frames.ATTACHED): _MOVE[moved](model)}
    held = {Formulation(f.bodies, Frames.HELD): hold_parallel(m) for f, m in found.items()}
    return found | (held if any(link.turned for m in held.values() for link in m.links) else {})
