"""One simulation from the command line: load the robot, choose the law, run."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.curves import Curve
from gen_robot.bindings.library import Library
from gen_robot.bindings.trajectory import SimulationError, Trajectory
from gen_robot.delivery.library import load
from gen_robot.description.edit import AS_WRITTEN, Edits
from gen_robot.errors import RobotWarning, UserError
from gen_robot.readers.robot_files import read
from gen_robot.simulation.asked import Torques, numbers
from gen_robot.simulation.laws import law_of, path_of
from gen_robot.simulation.names import coordinates, velocities

Reals = NDArray[np.float64]

TREE = ("forward_dynamics", "inverse_dynamics")
CLOSED = ("loop_forward_dynamics", "loop_project", "loop_residual")
"""Kernels that are integrated, of trees and of robots with closed loops, and what laws ask for."""

BESIDE = ("kinetic_energy", "potential_energy", "placement")
"""Those that energies and pictures want."""


@dataclass(frozen=True)
class Job:
    """Hold what is simulated."""

    duration: float
    q: str | None
    qd: str | None
    torques: Torques
    settings: Mapping[str, Any]  # of Library.simulate


@dataclass(frozen=True)
class Simulated:
    """Hold a robot, its motion, and the path that it should have followed."""

    robot: Library
    trajectory: Trajectory
    path: Curve | None


def loaded(robot: str, options: Mapping[str, Any], edits: Edits = AS_WRITTEN) -> Library:
    """Return the robot with its integrators; what is to be warned of stays in its `warnings`."""
    description = read(robot, snap=options.get("snap", True), edits=edits)
    dynamics = CLOSED if description.loops else TREE
    changes = {each.name: getattr(edits, each.name) for each in fields(edits)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RobotWarning)
        return load(robot, kernels=(*dynamics, *BESIDE), integrators=True, **changes, **options)


def simulated(robot: Library, job: Job, progress: Callable[[float], None]) -> Simulated:
    """Run the simulation; what the user can put right is a UserError."""
    start = np.array(numbers("--q", job.q, coordinates(robot))) if job.q is not None else None
    path = path_of(robot, job.torques, start, job.duration)
    if start is None:
        start = path(0.0) if path is not None else _resting(robot)
    if job.qd is not None:
        rates = np.array(numbers("--qd", job.qd, velocities(robot)))
    else:
        rates = path(0.0, 1) if path is not None else np.zeros(robot.nv)
    law = law_of(robot, job.torques, path, start, job.duration)
    try:
        made = robot.simulate(
            job.duration, start, rates, torque=law, progress=progress, **job.settings
        )
    except SimulationError as error:
        raise UserError("", str(error)) from None
    except UserError:
        raise
    except ValueError as error:
        raise UserError("", f"--{str(error).replace('_', '-', 1)}") from None
    assert isinstance(made, Trajectory)
    return Simulated(robot, made, path)


def _resting(robot: Library) -> Reals:
    """Return the neutral position, moved as far as loops, or the joints' limits, ask for."""
    if robot.loop_names:
        return np.array(robot.manifest["closed_configuration"])
    return np.clip(robot.neutral(), robot.limits.lower, robot.limits.upper)
