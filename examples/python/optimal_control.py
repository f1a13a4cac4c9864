"""Move an arm from rest to rest with the least torques, by ipopt with exact derivatives.

    python examples/python/optimal_control.py [ROBOT] [--steps 30] [--seconds 0.8]

Needs CasADi: pip install "gen-robot[casadi]". Accelerations are constant between the points of a grid,
so positions and velocities follow from them by linear equations; torques are inverse dynamics of the
robot, a compiled kernel that CasADi calls, with its Jacobian and the Hessian of any weighted sum.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

import gen_robot.casadi

ROBOT = "puma560"


@dataclass(frozen=True)
class Motion:
    """Hold a solution: a column for each point of the grid, and what ipopt tells of its work."""

    cost: float
    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray
    stats: dict[str, Any]


def solved(torques: Any, steps: int = 30, seconds: float = 0.8, bound: float = 0.9) -> Motion:
    """Return the motion from zero to a position of all joints that needs the least torques.

    `torques` is a function of CasADi of q, qd and qdd. No torque exceeds `bound` times the largest
    that its joint needs on a cubic from rest to rest.
    """
    n, h = torques.size1_in(0), seconds / steps
    goal = np.linspace(1.0, 0.5, n)
    q, qd = (ca.MX.sym(name, n, steps + 1) for name in ("q", "qd"))
    qdd = ca.MX.sym("qdd", n, steps)
    tau = _torques(torques, q, qd, qdd)
    held = ca.veccat(
        *(q[:, 0], qd[:, 0], q[:, steps] - goal, qd[:, steps]),
        qd[:, 1:] - qd[:, :-1] - h * qdd,
        q[:, 1:] - q[:, :-1] - h * qd[:, :-1] - h * h / 2 * qdd,
    )
    guess = _polynomial(goal, steps, seconds)
    limits = bound * np.abs(_torques(torques, *guess).full()).max(axis=1)
    problem = {
        "x": ca.veccat(q, qd, qdd),
        "f": h * ca.sumsqr(tau / ca.repmat(limits, 1, steps)),
        "g": ca.veccat(held, tau),
    }
    quiet = {"print_time": False, "ipopt": {"print_level": 0, "sb": "yes"}}
    solver = ca.nlpsol("solver", "ipopt", problem, quiet)
    width = np.concatenate([np.zeros(held.numel()), np.tile(limits, steps)])
    start = np.concatenate([x.ravel(order="F") for x in guess])
    found = solver(x0=start, lbg=-width, ubg=width)
    unpacked = ca.Function("unpacked", [problem["x"]], [q, qd, tau])(found["x"])
    return Motion(float(found["f"]), *(each.full() for each in unpacked), solver.stats())


def _polynomial(goal: np.ndarray, steps: int, seconds: float) -> tuple[np.ndarray, ...]:
    """Return the cubic from rest to rest: positions, velocities, and accelerations of the steps."""
    s = np.linspace(0, 1, steps + 1)
    middle = (s[1:] + s[:-1]) / 2
    position, velocity = 3 * s**2 - 2 * s**3, (6 * s - 6 * s**2) / seconds
    acceleration = (6 - 12 * middle) / seconds**2
    return tuple(np.outer(goal, each) for each in (position, velocity, acceleration))


def _torques(torques: Any, q: Any, qd: Any, qdd: Any) -> Any:
    """Return the torques in the middle of each step; one call for all of them."""
    middle = [(x[:, 1:] + x[:, :-1]) / 2 for x in (q, qd)]
    return torques.map(qdd.shape[1])(*middle, qdd)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("robot", nargs="?", default=ROBOT)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=0.8)
    asked = parser.parse_args()
    torques = gen_robot.casadi.external(asked.robot, "inverse_dynamics")
    motion = solved(torques, asked.steps, asked.seconds)
    print(f"{motion.stats['return_status']} after {motion.stats['iter_count']} iterations")
    print(f"cost {motion.cost:.6g}; seconds in Hessians {motion.stats['t_proc_nlp_hess_l']:.3f}")
    with np.printoptions(precision=3, suppress=True, linewidth=100):
        print("largest torques", np.abs(motion.tau).max(axis=1))
        print("ends at", motion.q[:, -1])


if __name__ == "__main__":
    main()
