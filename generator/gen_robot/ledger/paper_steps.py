"""What the papers print beside each step of their algorithms: "8M, 4A", and how often it is done."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.ledger.polynomial import Polynomial, polynomial


@dataclass(frozen=True)
class PrintedStep:
    """Hold the printed count of one equation, and the steps of ours that do the same."""

    kernel: str
    algorithm: str
    where: str
    mul: int  # each time
    add: int
    times: Polynomial  # in the number of joints
    ours: tuple[str, ...]  # by their headings

    def total(self, joints: int) -> tuple[int, int]:
        """Return multiplications and additions for so many joints."""
        times = self.times(joints)
        return self.mul * times, self.add * times


_PAIRS = polynomial("1/2", "-1/2", 0)
_FARTHER_PAIRS = polynomial("1/2", "-3/2", 1)  # not of neighbours
_LINKS, _BUT_ONE, _BUT_TWO = polynomial(1, 0), polynomial(1, -1), polynomial(1, -2)
_ONCE = polynomial(1)

_AXES = ("axes of the joints before it, z_kj and v_kj (steps 2, 3)",)
_COMPOSITES = (
    "its composite seen from the parent (step 1)",
    "composite moments phi_j, psi_j (step 1)",
)
_HESSIAN = ("row of the Hessian, D_jk = z_kj . N_j + v_kj . F_j (step 4)",)
_SPIN = ("angular velocity omega_i and acceleration alpha_i (step 1)",)
_OMEGA = ("Om_i = alpha~ + omega~ omega~",)
_ACCELERATION = ("acceleration A_i of its origin (step 2)",)
_OWN = ("its own force m A + Om l and moment t + l x A (step 3)",)
_PASSED_ON = (
    "seen from its parent",
    "force f_i and moment chi_i through the joint; tau_i (step 4)",
)


def _gah(where: str, mul: int, add: int, times: Polynomial, ours: tuple[str, ...]) -> PrintedStep:
    return PrintedStep("inertia_matrix", "gah", where, mul, add, times, ours)


def _gibbs_appell(
    where: str, mul: int, add: int, times: Polynomial, ours: tuple[str, ...]
) -> PrintedStep:
    return PrintedStep("inverse_dynamics", "gibbs_appell", where, mul, add, times, ours)


PRINTED: tuple[PrintedStep, ...] = (
    _gah("Provenzano et al., eq. 10", 8, 4, _PAIRS, _AXES),
    _gah("Provenzano et al., eq. 11", 0, 3, _FARTHER_PAIRS, _AXES),
    _gah("Provenzano et al., eq. 14", 8, 4, _FARTHER_PAIRS, _AXES),
    _gah("Provenzano et al., eq. 15", 8, 4, _BUT_ONE, _COMPOSITES),
    _gah("Provenzano et al., eq. 16", 0, 3, _BUT_ONE, _COMPOSITES),
    _gah("Provenzano et al., eq. 17", 31, 40, _BUT_TWO, _COMPOSITES),
    _gah("Provenzano et al., eq. 18", 13, 11, _ONCE, _COMPOSITES),
    _gah("Provenzano et al., eq. 20", 7, 6, _PAIRS, _HESSIAN),
    _gibbs_appell("Mata et al. 2002, step 1, omega carried", 8, 4, _LINKS, _SPIN),
    _gibbs_appell("Mata et al. 2002, step 1, omega", 0, 1, _LINKS, _SPIN),
    _gibbs_appell("Mata et al. 2002, step 1, its rate", 10, 7, _LINKS, _SPIN),
    _gibbs_appell("Mata et al. 2002, step 1, Omega", 6, 9, _LINKS, _OMEGA),
    _gibbs_appell("Mata et al. 2002, step 1, of the origin", 17, 13, _LINKS, _ACCELERATION),
    _gibbs_appell("Mata et al. 2002, step 1, of the mass centre", 9, 9, _LINKS, _OWN),
    _gibbs_appell("Mata et al. 2002, step 2, f", 3, 0, _LINKS, _OWN),
    _gibbs_appell("Mata et al. 2002, step 2, t", 15, 15, _LINKS, _OWN),
    _gibbs_appell("Mata et al. 2002, step 3, phi", 8, 7, _LINKS, _PASSED_ON),
    _gibbs_appell("Mata et al. 2002, step 3, chi", 20, 19, _LINKS, _PASSED_ON),
)
"""Their sums are the formulas of `papers.py`, less what the first and last links save."""


def printed_steps(kernel: str, algorithm: str) -> list[PrintedStep]:
    """Return what is printed for the steps of one method."""
    return [s for s in PRINTED if (s.kernel, s.algorithm) == (kernel, algorithm)]
