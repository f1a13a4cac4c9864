"""The PUMA that follows a straight path open-loop, by one method of forward dynamics.

Torques are those of inverse dynamics on the planned path, computed anew at every evaluation. The arm is
unstable without feedback, so what one step of the integrator loses grows with time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from straight_path import JointMotion, Line

import gen_robot
from gen_robot.bindings import Library
from gen_robot.readers.robot_files import shipped_text

Array = NDArray[np.float64]

ROBOT, TOOL = "puma560", "link6"
INTERVAL = 0.1
TOLERANCE = 1e-6
KERNELS = (
    "forward_dynamics",
    "inverse_dynamics",
    "placement",
    "jacobian",
    "drift",
    "velocity",
    "acceleration",
)

PROVENZANO = Line((0.60, 0.175, 0.250), (0.244, 0.527, 0.250), (45, 60, 90))
"""Provenzano et al., section 4."""
MATA = Line((0.50, 0.00, 0.05), (0.62, 0.30, 0.11), (0, 90, 180))
"""Mata et al. 2002, section 5.2."""

PRINTED_TABLE_2 = {
    "CRBM": (2.24416e-3, 1.98474e-4, 1.48353e-3, 1.01924e-4, 1.96068e-2, 1.73333e-3),
    "ABM": (2.24506e-3, 1.98552e-4, 1.48402e-3, 1.01960e-4, 1.96293e-2, 1.73432e-3),
    "GAH": (2.24446e-3, 1.98500e-4, 1.48370e-3, 1.01937e-4, 1.96184e-2, 1.73377e-3),
}
"""Provenzano et al., Table 2: max and mean of position (m), velocity (m/s), acceleration (m/s^2)."""

PRINTED_TIMES = {"CRBM": 0.57, "ABM": 0.65, "GAH": 0.56}
"""The same table, in seconds, on a Pentium II of 400 MHz."""

PROVENZANO_START = np.array(
    [0.04126344, 0.32103137, 0.19738022, 1.09044075, 0.72274387, 1.03862579]
)
"""Of the eight sets of angles that reach the start, the one that fits the printed errors best."""

MATA_STARTS = {
    name: np.radians(degrees)
    for name, degrees in {
        "elbow as in Provenzano et al.": (-17.5, 50.5, -20.0, 20.1, 61.0, 170.0),
        "turned round, elbow up": (-162.5, -117.5, -20.0, 23.1, 49.9, -15.4),
        "turned round, elbow down": (-162.5, 129.5, -154.6, -19.2, -66.1, 8.0),
        "elbow the other way": (-17.5, -62.5, -154.6, -21.5, -54.8, -167.2),
    }.items()
}

METHODS = {
    "CRBM": "gauss_jordan on walker_orin+gibbs_appell",
    "ABM": "aba",
    "GAH": "gauss_jordan on gah+gibbs_appell",
    "GAH, Cholesky": "cholesky on gah+gibbs_appell",
    "CRBA, LDL^T": "ldlt on crba+gibbs_appell",
    "UDU^T": "udut",
}
"""The papers' methods, as they name them, and others; by our names."""


@dataclass(frozen=True)
class Followed:
    """Hold what was planned and what became of it, at the instants."""

    t: Array
    planned: tuple[Array, Array, Array]  # q, qd, qdd
    moved: tuple[Array, Array, Array]
    evaluations: int
    rejected: int

    def joint_errors(self) -> tuple[Array, Array, Array]:
        """Return the sizes of the differences of q, qd and qdd."""
        q, qd, qdd = (np.abs(a - b) for a, b in zip(self.moved, self.planned, strict=True))
        return q, qd, qdd


def options(way: str) -> dict[str, Any]:
    """Return what the PUMA is generated with: a method of forward dynamics, and the integrators."""
    return {
        "algorithms": {"forward_dynamics": way},
        "kernels": KERNELS,
        "frames": (TOOL,),
        "integrators": True,
    }


def built(way: str, robot: str = ROBOT) -> Library:
    """Return the PUMA with a method of forward dynamics."""
    return gen_robot.load(robot, **options(way))


def built_without_motors(way: str, folder: Path) -> Library:
    """Return the PUMA without its motors' inertias."""
    lines = shipped_text(ROBOT).splitlines()
    kept = [line for line in lines if not line.strip().startswith("rotor:")]
    path = folder / f"{ROBOT}.yaml"
    path.write_text("\n".join([*kept, ""]), encoding="utf-8")
    return built(way, str(path))


TORQUES: dict[str, Callable[[JointMotion, Library, float], Array]] = {
    "at every evaluation": lambda motion, robot, t: robot.inverse_dynamics(*motion.at(t)),
    "held for 0.1 s": lambda motion, robot, t: _at_instants(motion, robot, t, 0.0),
    "linear over 0.1 s": lambda motion, robot, t: _at_instants(motion, robot, t, 1.0),
}
"""How torques may be given between the instants."""


def _at_instants(motion: JointMotion, robot: Library, t: float, slope: float) -> Array:
    """Return torques from those at the instants before and behind a time."""
    count = round(motion.line.duration / INTERVAL)
    k = min(int(t / INTERVAL + 1e-9), count - 1)
    first, second = (robot.inverse_dynamics(*motion.at(i * INTERVAL)) for i in (k, k + 1))
    return np.asarray(first + (second - first) * slope * (t / INTERVAL - k))


def follow(
    robot: Library,
    motion: JointMotion,
    method: str = "fehlberg4",
    duration: float | None = None,
    step: float = INTERVAL,
    torques: str = "at every evaluation",
    tolerance: float | None = None,
) -> Followed:
    """Return how the robot moves under the torques of its plan, at instants 0.1 s apart."""
    duration = duration or motion.line.duration

    def torque(t: float, q: Array, qd: Array) -> Array:
        return TORQUES[torques](motion, robot, t)

    start, rate, _ = motion.at(0.0)
    instants = np.arange(round(duration / INTERVAL) + 1) * INTERVAL
    made = robot.simulate(
        duration,
        start,
        rate,
        torque=torque,
        method=method,
        step=step,
        tolerance=tolerance,
        max_step=step if tolerance else None,
        times=instants,
    )
    planned = [motion.at(float(t)) for t in instants]
    q, qd, qdd = (np.array(values) for values in zip(*planned, strict=True))
    return Followed(
        instants, (q, qd, qdd), (made.q, made.qd, made.qdd), made.evaluations, made.rejected
    )


def tool_motion(robot: Library, states: Sequence[Array]) -> tuple[Array, Array, Array]:
    """Return position, velocity and acceleration of the tool's origin at states."""
    tool = robot.frame(TOOL)
    q, qd, qdd = states
    return (
        tool.placement(q)[:, :3, 3],
        tool.velocity(q, qd)[:, :3],
        tool.acceleration(q, qd, qdd)[:, :3],
    )


def table_2(robot: Library, followed: Followed) -> Array:
    """Return max and mean of the differences of lengths: of position, velocity and acceleration."""
    planned, moved = (tool_motion(robot, each) for each in (followed.planned, followed.moved))
    found = []
    for p, m in zip(planned, moved, strict=True):
        size = np.abs(np.linalg.norm(m, axis=1) - np.linalg.norm(p, axis=1))
        found += [size.max(), size.mean()]
    return np.array(found)
