"""The equations of a robot with closed loops, as its solvers are given them.

    M qdd = b + K^T lambda        K qdd = c

b is what accelerates the joints, lambda what closes the loops. c holds k, and what brings back a state
that has drifted apart: k - 2 alpha K qd - beta^2 phi (Baumgarte).
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Matrix, Scalar
from gen_robot.algorithms.closed import Closed
from gen_robot.algorithms.symbols import Symbols


@dataclass(frozen=True)
class System:
    """Hold the equations, in the user's velocities; the conditions are those that are kept."""

    M: Matrix
    b: list[Scalar]
    K: Matrix
    c: list[Scalar]
    closed: Closed
    sides: tuple[
        tuple[frozenset[int], ...], ...
    ]  # of each loop: the velocities of each of its ways
    epsilon: Number

    @property
    def size(self) -> int:
        """Return the number of velocities."""
        return len(self.M)


SYSTEM = (
    Symbols({"b": "what accelerates"}, "joint {0}, tau - h", parts=False),
    Symbols({"c": "what condition"}, "{0} asks of the accelerations, K qdd", parts=False),
    Symbols({"qdd": "acceleration"}, "of joint {0}", parts=False),
    Symbols({"lambda": "force"}, "of condition {0}", parts=False),
)
"""What the equations and their solution are called."""
