"""What stands around every recursion: the user's inputs expanded to all joints, results reduced.

Joints that follow others have no coordinates of their own; friction acts at the joints; a pivot is
tested against what is known of the diagonal when the code is generated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isqrt

from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import Matrix, Scalar, Values
from gen_robot.algorithms.articulated import Pivot
from gen_robot.algorithms.inertia_bounds import pivot_check
from gen_robot.algorithms.joint_terms import no_rates
from gen_robot.algorithms.tape import Tape
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.drives import sense
from gen_robot.model.model import Link, Model
from gen_robot.references import LOCAL_WORLD_ALIGNED

_HALF = ONE / 2


@dataclass(frozen=True)
class Setting:
    """Hold what kernels are traced for, besides the robot."""

    epsilon: Number  # of the precision that they will compute in
    friction: bool = False
    jacobian: str = LOCAL_WORLD_ALIGNED  # in what motions of frames are given: REFERENCES


@dataclass(frozen=True)
class Task:
    """Hold all that a kernel's trace is given: the model, a tape, the inputs as symbols."""

    model: Model  # with symbols where constants are known at run time only
    known: Model  # the same as far as it is known when the code is generated
    t: Tape
    inputs: Mapping[str, Values]
    setting: Setting
    arguments: Mapping[str, str] = field(default_factory=dict)  # of the kernel: which frame, ...
    unladen: Model | None = None  # the model without loads that are added, if it is not as known

    @property
    def epsilon(self) -> Number:
        return self.setting.epsilon

    @cached_property
    def coordinates(self) -> Coordinates:
        return Coordinates(self.model.whole or self.model)

    @property
    def q(self) -> list[Scalar]:
        """Return the positions of all joints."""
        return self.coordinates.positions(self.inputs["q"])

    def rates(self, name: str) -> list[Scalar]:
        """Return an input that is a velocity or acceleration, for all joints."""
        return self.coordinates.rates(self.inputs[name])

    def torques(self, of_all_joints: list[Scalar], qd: Values) -> list[Scalar]:
        """Return the torques on the user's coordinates, with springs; with friction if asked for."""
        of_all_joints = self.stretching(of_all_joints)
        if self.setting.friction:
            of_all_joints = [a + b for a, b in zip(of_all_joints, self._drag(qd), strict=True)]
        return self.coordinates.torques(of_all_joints)

    def stretching(self, torques: list[Scalar]) -> list[Scalar]:
        """Add to the torques of all joints those that hold against springs."""
        if not self.springs:
            return torques
        found = list(torques)
        self.t.step(0, "springs")
        for link, stretched in self.springs:
            found[link.v_index] = found[link.v_index] + stretched * link.stiffness
        return found

    @property
    def springs(self) -> list[tuple[Link, Scalar]]:
        """Return the links with a spring at their joint, and how far it is from rest."""
        return [(k, self.q[k.q_index] - k.rest) for k in self.model.links if k.stiffness]

    @property
    def spring_energy(self) -> Scalar:
        """Return the energy of all springs."""
        parts = (x * x * (link.stiffness * _HALF) for link, x in self.springs)
        return sum(parts, start=ZERO)

    def matrix(self, of_all_joints: Matrix) -> Matrix:
        """Return the inertia matrix of the user's coordinates."""
        return self.coordinates.matrix(of_all_joints)

    def jacobian(self, of_all_joints: Matrix) -> Matrix:
        """Return derivatives of the torques on the user's coordinates by these."""
        return self.coordinates.jacobian(of_all_joints)

    def with_drag(self, by_rates: Matrix) -> Matrix:
        """Add to derivatives of torques by velocities those of friction: Coulomb's has none."""
        if not self.setting.friction:
            return by_rates
        found = [list(row) for row in by_rates]
        for link in self.model.links:
            for k in range(link.v_index, link.v_index + link.kind.nv):
                found[k][k] = found[k][k] + link.viscous
        return found

    def with_springs(self, by_positions: Matrix) -> Matrix:
        """Add to derivatives of torques by positions those of springs."""
        if not self.springs:
            return by_positions
        found = [list(row) for row in by_positions]
        for link, _ in self.springs:
            k = link.v_index
            found[k][k] = found[k][k] + link.stiffness
        return found

    def driving(self, torques: Values, qd: Values) -> Values:
        """Return what is left of the torques to move the robot: springs and friction take a part."""
        if self.springs:
            held = self.stretching(no_rates(self.model))
            torques = [a - b for a, b in zip(torques, held, strict=True)]
        if not self.setting.friction:
            return torques
        return [a - b for a, b in zip(torques, self._drag(qd), strict=True)]

    def accelerating(self, h: Values) -> list[Scalar]:
        """Return what is left of the torques to accelerate the joints."""
        self.t.step(0, "what accelerates the joints: b = tau - h")
        pairs = zip(self.inputs["tau"], h, strict=True)
        return [self.t.scalar("b", k, value=tau - own) for k, (tau, own) in enumerate(pairs, 1)]

    def _drag(self, qd: Values) -> list[Scalar]:
        """Return the friction of all joints."""
        drag = no_rates(self.model)
        for link in self.model.links:
            for k in range(link.v_index, link.v_index + link.kind.nv):
                drag[k] = qd[k] * link.viscous + sense(qd[k]) * link.coulomb
        return drag

    def pivots(self, q: Values) -> Pivot:
        """Return the test of pivots for methods that never form the diagonal.

        Masses that are given at run time count, for the others may be anything; a load only adds.
        """
        return pivot_check(self.unladen or self.known, self.t, q, self.epsilon)


def flat(matrix: Matrix) -> list[Scalar]:
    """Return a matrix by rows."""
    return [x for row in matrix for x in row]


def rows(elements: Values) -> Matrix:
    """Return the square matrix that has these elements, row by row."""
    n = isqrt(len(elements))
    return [list(elements[k : k + n]) for k in range(0, n * n, n)]
