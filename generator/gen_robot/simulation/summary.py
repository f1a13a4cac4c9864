"""What is said of a simulation when it is done."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from gen_robot.errors import counted
from gen_robot.simulation.job import Simulated
from gen_robot.simulation.names import coordinates


def as_text(made: Simulated) -> str:
    """Say in a few lines what was done, how exact it may be, and where it ended."""
    x, told = made.trajectory, _told(made)
    size = f"{told['step_min']:.4g} to {told['step_max']:.4g} s"
    if np.isclose(told["step_min"], told["step_max"]):
        size = f"{told['step_max']:.6g} s"
    lines = [
        f"{made.robot.name}: {x.steps[-1] - x.steps[0]:g} s by {x.method}, "
        f"{counted(told['steps'], 'step')} of {size}",
        f"  {told['evaluations']} evaluations of forward dynamics, "
        f"{counted(told['rejected'], 'step')} rejected",
    ]
    if x.energy is not None and x.kinetic is not None:
        lines.append(
            f"  energy {x.energy[0]:.6g} J at first, {x.energy[-1]:.6g} J at last; kinetic at most "
            f"{x.kinetic.max():.6g} J"
        )
    if "gap" in told:
        lines.append(f"  gaps of the loops at most {told['gap']:.1e} (m, 1)")
    if "path_error" in told:
        lines.append(f"  off the path by at most {told['path_error']:.3g} (rad, m)")
    wide = max(len(name) for name in told["q"])
    lines += [
        f"  {name:<{wide}}  {value:12.6g}" + (f"  (from {x.q[0, k]:.6g})")
        for k, (name, value) in enumerate(told["q"].items())
    ]
    return "\n".join(lines) + "\n"


def as_json(made: Simulated) -> str:
    """Return the same for programs."""
    return json.dumps(_told(made), indent=2) + "\n"


FORMATS = {"text": as_text, "json": as_json}


def _told(made: Simulated) -> dict[str, Any]:
    x = made.trajectory
    sizes = np.abs(x.step_sizes)
    told: dict[str, Any] = {
        "robot": made.robot.name,
        "method": x.method,
        "duration": float(x.steps[-1] - x.steps[0]),
        "steps": len(sizes),
        "step_min": float(sizes.min()),
        "step_max": float(sizes.max()),
        "rejected": x.rejected,
        "evaluations": x.evaluations,
        "q": dict(zip(coordinates(made.robot), map(float, x.q[-1]), strict=True)),
    }
    if x.energy is not None and x.kinetic is not None:
        told |= {"energy_first": float(x.energy[0]), "energy_last": float(x.energy[-1])}
        told["kinetic_max"] = float(x.kinetic.max())
    if made.robot.loop_names:
        told["gap"] = float(np.abs(made.robot.loop_residual(x.q)).max())
    if made.path is not None:
        told["path_error"] = float(np.abs(x.q - made.path(x.t)).max())
    return told
