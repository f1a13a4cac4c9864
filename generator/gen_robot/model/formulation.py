"""Formulations of a model: the same equations of motion, written in other bodies and frames.

Which masses a link is given, and whether its frame turns with it, changes no joint torque but what it
costs to compute one. A method says which formulations it may use; none chooses one by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import product

from gen_robot.model.hold import hold_parallel
from gen_robot.model.limbs import with_lanes
from gen_robot.model.model import Model
from gen_robot.model.redraw import redrawn
from gen_robot.model.regroup import lump_masses, regroup, regroup_by
from gen_robot.model.structure import PLAIN_STRUCTURE, Structure


class Bodies(Enum):
    """Say where mass is: where the file puts it, or moved to where it costs less."""

    AS_GIVEN = "as given"
    LUMPED = "lumped"  # masses given to the parents, as points on the joint axes
    REGROUPED = "regrouped"  # all that the joints cannot move given to the parents


class Frames(Enum):
    """Say whether each frame turns with its link, or is held back between parallel axes."""

    ATTACHED = "attached"
    HELD = "held"


class Limbs(Enum):
    """Say whether congruent limbs are computed one by one, or as lanes of one."""

    APART = "apart"
    LANES = "as lanes"


MOVED = (Bodies.LUMPED, Bodies.REGROUPED)


@dataclass(frozen=True)
class Formulation:
    """Name one formulation; printed as "regrouped" or "regrouped, frames held, limbs as lanes"."""

    bodies: Bodies
    frames: Frames
    limbs: Limbs = Limbs.APART
    structure: Structure = PLAIN_STRUCTURE

    @property
    def has_lanes(self) -> bool:
        return self.limbs is Limbs.LANES

    def __str__(self) -> str:
        held = ", frames held" if self.frames is Frames.HELD else ""
        lanes = f", limbs {self.limbs.value}" if self.has_lanes else ""
        return "; ".join([f"{self.bodies.value}{held}{lanes}", *self.structure.told])


PLAIN = Formulation(Bodies.AS_GIVEN, Frames.ATTACHED)
"""What suits every method."""

Formulations = dict[Formulation, Model]


def formulated(model: Model, formulation: Formulation) -> Model:
    """Return a model as `canonical` gives it in a formulation; its constants may be symbols."""
    structure = formulation.structure
    model = _MOVE[formulation.bodies](redrawn(model, structure), structure)
    model = replace(model, meetings=structure.meetings)
    if formulation.has_lanes:
        model = with_lanes(model)
    return hold_parallel(model) if formulation.frames is Frames.HELD else model


def formulations(
    model: Model, moved: Bodies, limbs: tuple[Limbs, ...] = tuple(Limbs)
) -> Formulations:
    """Return a model in the formulations that methods may be traced on, those that differ.

    `moved` is how masses are moved wherever they may be, `limbs` how they may be taken.
    """
    rows = hold_parallel(model)
    frames = tuple(Frames) if any(link.turned for link in rows.links) else (Frames.ATTACHED,)
    limbs = limbs if with_lanes(model).whole else (Limbs.APART,)
    every = product(limbs, frames, (Bodies.AS_GIVEN, moved))
    wanted = [Formulation(bodies, frame, limb) for limb, frame, bodies in every]
    return {formulation: formulated(model, formulation) for formulation in wanted}


def _as_given(model: Model, structure: Structure) -> Model:
    """Give each body a regrouped one beside it, for wrenches of which only joint torques matter."""
    light = regroup_by(model, structure.gauge) if structure.gauge else regroup(model)
    return _with_torque_bodies(model, light)


def _regrouped(model: Model, structure: Structure) -> Model:
    """Move masses; where a gauge asks for it, torques are computed from other bodies."""
    moved = regroup(model)
    if not structure.gauge:
        return moved
    return _with_torque_bodies(moved, regroup_by(model, structure.gauge))


def _with_torque_bodies(model: Model, light: Model) -> Model:
    pairs = zip(model.links, light.links, strict=True)
    return replace(model, links=tuple(replace(a, torque_body=b.body) for a, b in pairs))


def _lumped(model: Model, structure: Structure) -> Model:
    return lump_masses(model)


_MOVE = {Bodies.AS_GIVEN: _as_given, Bodies.LUMPED: _lumped, Bodies.REGROUPED: _regrouped}
