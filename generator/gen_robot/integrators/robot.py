"""What the integrators of a robot are written from, whatever the language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.number import ZERO, Number
from gen_robot.errors import UserError
from gen_robot.integrators.methods import METHODS, Kind, Method
from gen_robot.integrators.moving import rates_of_positions, unit_parts
from gen_robot.ir.routine import Routine
from gen_robot.kernels.dynamics import QD, QDD, TAU, Q
from gen_robot.languages.emission import Emission
from gen_robot.model.coordinates import Coordinates

OPTION = "--integrators"
DYNAMICS, INVERSE = "forward_dynamics", "inverse_dynamics"
"""The kernel that is integrated, and the one that torques of a path are computed by."""

SLIP = Number("0.001")
"""rad/s or m/s: where Coulomb friction turns over, if nothing else is said."""

BETA, SAFETY = Number("0.04"), Number("0.9")
"""Of the control of steps: how much the last error counts, how far to stay below what is allowed."""

MOST_TURNS = 100
"""Repetitions that an implicit step may take."""


@dataclass(frozen=True)
class Simulated:
    """Hold a robot whose integrators are written."""

    emission: Emission
    has_friction: bool  # whether its kernels have it

    @cached_property
    def moving(self) -> Routine:
        """Return the routine of positions' rates."""
        return rates_of_positions(self.emission.model)

    @cached_property
    def units(self) -> list[tuple[int, int]]:
        """Return where in q numbers have unit length together."""
        return unit_parts(self.emission.model)

    @property
    def single(self) -> list[tuple[int, int]]:
        """Return where in q and qd the coordinates of joints are that have one of each."""
        coordinates = Coordinates(self.emission.model)
        links = self.emission.model.free_links
        return [coordinates.places(link) for link in links if link.kind.nq == link.kind.nv == 1]

    @property
    def friction(self) -> list[tuple[int, Number]]:
        """Return the Coulomb friction that the kernels have, by velocities; followers' included."""
        if not self.has_friction:
            return []
        model = self.emission.model
        coordinates, forces = Coordinates(model), [ZERO] * model.free_nv
        for link in model.links:
            if link.coulomb:
                leader = model.link(link.following.leader) if link.following else link
                factor = abs(link.following.multiplier) if link.following else Number(1)
                place = coordinates.places(leader)[1]
                forces[place] = forces[place] + factor * link.coulomb
        return [(place, force) for place, force in enumerate(forces) if force]

    @property
    def has_inverse_dynamics(self) -> bool:
        """Tell whether torques of a path can be computed: positions add up, and there is a kernel."""
        names = {k.choice.kernel.name for k in self.emission.kernels}
        return INVERSE in names and self.emission.model.free_nq == self.emission.model.free_nv

    @property
    def stages(self) -> int:
        """Return the rates that there must be room for."""
        explicit = (len(m.tableau.stages) for m in METHODS.values() if m.tableau)
        return max(*explicit, *(len(m.history) for m in METHODS.values()))


def of_kind(kind: Kind) -> list[Method]:
    """Return the methods of one kind."""
    return [method for method in METHODS.values() if method.kind is kind]


def simulated(emission: Emission, has_friction: bool) -> Simulated:
    """Refuse what there are no integrators for."""
    kernels = {k.choice.kernel.name: k for k in emission.kernels}
    if DYNAMICS not in kernels:
        cure = f"add {DYNAMICS} to --kernels"
        raise UserError(OPTION, f"are around the kernel {DYNAMICS}, which is not asked for", cure)
    if emission.precision != "double":
        raise UserError(OPTION, "compute in double precision", "leave out --precision")
    known = (Q, QD, TAU, QDD)
    late = [array.name for array in kernels[DYNAMICS].choice.inputs if array not in known]
    if late:
        problem = f"know no {' and '.join(late)}, which kernels are given at run time"
        raise UserError(OPTION, problem, "leave out --payload and --runtime")
    return Simulated(emission, has_friction)
