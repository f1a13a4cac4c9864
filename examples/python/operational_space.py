"""Hold the flange of an arm on a circle in space by operational-space control.

    python operational_space.py                    one round of the circle, a second, by a PUMA 560
    python operational_space.py --robot arm.urdf --frame tool0

The controller asks for an acceleration of the frame, and for the torques that give it (Khatib 1987):

    F = Lambda (a - Jdot qd),    Lambda = (J M^-1 J^T)^-1,    tau = J^T F + h

All that it needs of the robot - M, h, J, Jdot qd and where the frame is - is one call of one kernel,
which computes once what these have in common. Generated forward dynamics stand in for the robot.
"""

from __future__ import annotations

import argparse

import numpy as np

import gen_robot

STEP = 1e-3  # seconds from one command to the next
STIFFNESS, DAMPING = 400.0, 40.0  # of the error, 1/s^2 and 1/s: critically damped
RADIUS = 0.1


class Circle:
    """Lead a frame round a circle in the base's x-y plane, from where it stands, without turning."""

    def __init__(self, start: np.ndarray) -> None:
        self.start = start

    def at(self, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return placement, velocity and acceleration at a time from 0 to 1: at rest at both ends."""
        phase, rate, change = _from_rest_to_rest(t)
        c, s = np.cos(phase), np.sin(phase)
        T, v, a = self.start.copy(), np.zeros(6), np.zeros(6)
        T[:2, 3] += RADIUS * np.array([c - 1, s])
        v[:2] = RADIUS * rate * np.array([-s, c])
        a[:2] = RADIUS * (change * np.array([-s, c]) - rate**2 * np.array([c, s]))
        return T, v, a


def _from_rest_to_rest(t: float) -> tuple[float, float, float]:
    """Return an angle that goes round once, its rate and that of its rate."""
    round_ = 2 * np.pi
    return (
        round_ * (10 * t**3 - 15 * t**4 + 6 * t**5),
        round_ * (30 * t**2 - 60 * t**3 + 30 * t**4),
        round_ * (60 * t - 180 * t**2 + 120 * t**3),
    )


def error(wanted: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return how far a placement is from another: a shift, then a turn, in the base's axes."""
    shift = wanted[:3, 3] - found[:3, 3]
    turn = 0.5 * np.cross(found[:3, :3].T, wanted[:3, :3].T).sum(axis=0)
    return np.concatenate([shift, turn])


def torques(robot: gen_robot.Library, q: np.ndarray, qd: np.ndarray, circle: Circle, t: float):
    """Return the command for one step, and how far the frame is from the circle."""
    M, h, J, drift, T = robot.together(q, qd)
    wanted, v, a = circle.at(t)
    off = error(wanted, T)
    command = a + DAMPING * (v - J @ qd) + STIFFNESS * off
    force = np.linalg.solve(J @ np.linalg.solve(M, J.T), command - drift)
    return J.T @ force + h, off


def run(
    robot: gen_robot.Library, q: np.ndarray, seconds: float = 1.0, step: float = STEP
) -> np.ndarray:
    """Return how far the frame was from its path, step by step."""
    q, qd = np.array(q, dtype=float), np.zeros(robot.nv)
    circle = Circle(robot.together(q, qd)[-1])
    errors = []
    for k in range(round(seconds / step)):
        tau, off = torques(robot, q, qd, circle, k * step)
        qd = qd + step * robot.forward_dynamics(q, qd, tau)
        q = robot.integrate(q, step * qd)
        errors.append(off)
    return np.array(errors)


def loaded(file: str, frame: str) -> gen_robot.Library:
    """Return a robot with the kernel that the controller calls."""
    terms = ["M", "h", *(f"{kernel}_{frame}" for kernel in ("jacobian", "drift", "placement"))]
    return gen_robot.load(file, frames=[frame], kernels=["forward_dynamics"], together=terms)


def main() -> None:
    """Read the options, go round once, and print how well that went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--robot", default="puma560", help="a robot's file, or one that ships")
    parser.add_argument("--frame", default="link6", help="the link, or frame, to lead")
    options = parser.parse_args()
    robot = loaded(options.robot, options.frame)
    # Away from stretched arms and aligned axes, where no force in some direction can be exerted.
    start = robot.neutral() + np.resize([0.3, -0.6, 0.9, 0.4, 0.7, -0.2], robot.nq)
    errors = np.abs(run(robot, start))
    print(f"farthest from the circle: {1e3 * errors[:, :3].max():.3f} mm")
    print(f"most turned: {errors[:, 3:].max():.1e} rad")


if __name__ == "__main__":
    main()
