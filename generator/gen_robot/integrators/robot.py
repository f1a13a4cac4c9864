"""What the integrators of a robot are written from, whatever the language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.number import ZERO, Number
from gen_robot.errors import UserError
from gen_robot.integrators.methods import METHODS, Kind, Method
from gen_robot.integrators.moving import rates_of_positions, unit_parts
from gen_robot.ir.routine import Routine
from gen_robot.kernels.array import Array
from gen_robot.kernels.dynamics import QD, TAU, Q
from gen_robot.kernels.loop_arrays import GAINS, LAMBDA
from gen_robot.languages.emission import Emission
from gen_robot.model.coordinates import Coordinates

OPTION = "--integrators"
INVERSE = "inverse_dynamics"
"""The kernel that torques of a path are computed by."""


@dataclass(frozen=True)
class Dynamics:
    """Name the kernel that is integrated, and the one that brings states back to closed loops."""

    kernel: str
    projection: str = ""
    inputs: tuple[Array, ...] = (Q, QD, TAU)


TREE = Dynamics("forward_dynamics")
CLOSED = Dynamics("loop_forward_dynamics", "loop_project", (Q, QD, TAU, GAINS))

FARTHEST = Number("0.1")
"""rad or m: how far a state to begin with may be moved to close the loops."""

MOST_CLOSING = 20
"""Projections that may close the loops of a state."""

LITTLE = Number("1e-7")
"""rad or m: a projection that moves a state less was the last, after a step."""

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
    dynamics: Dynamics = TREE

    @property
    def conditions(self) -> int:
        """Return how many forces close the loops."""
        return LAMBDA.size(self.emission.model) if self.dynamics.projection else 0

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
        is_flat = self.emission.model.free_nq == self.emission.model.free_nv
        return INVERSE in names and is_flat and not self.dynamics.projection

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
    dynamics = CLOSED if emission.model.closing else TREE
    for name in (dynamics.kernel, dynamics.projection):
        if name and name not in kernels:
            problem = f"are around the kernel {name}, which is not asked for"
            raise UserError(OPTION, problem, f"add {name} to --kernels")
    if emission.precision != "double":
        raise UserError(OPTION, "compute in double precision", "leave out --precision")
    inputs = kernels[dynamics.kernel].choice.inputs
    late = [array.name for array in inputs if array not in dynamics.inputs]
    if late:
        problem = f"know no {' and '.join(late)}, which kernels are given at run time"
        raise UserError(OPTION, problem, "leave out --payload and --runtime")
    return Simulated(emission, has_friction, dynamics)
