"""What Pinocchio's and CasADi's functions count, as peer_operations.py found it, beside ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

COUNTS = Path(__file__).resolve().parent / "peer_operations.json"

PINOCCHIO = {
    "placement": "forwardKinematics",
    "jacobian": "computeFrameJacobian",
    "com": "centerOfMass",
    "com_jacobian": "jacobianCenterOfMass",
    "coriolis_matrix": "computeCoriolisMatrix",
    "inverse_dynamics_derivatives": "computeRNEADerivatives",
    "forward_dynamics_derivatives": "computeABADerivatives",
    "regressor": "computeJointTorqueRegressor",
}
"""Which of Pinocchio's functions computes a kernel, or one of a family."""

FORWARD, REVERSE = "CasADi, forward", "CasADi, reverse"

Found = Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]]
"""By robot, kernel and function: how many operations of which kind."""


def kept() -> Found:
    """Return the counts that were kept."""
    found: Found = json.loads(COUNTS.read_text(encoding="utf-8"))
    return found


def spelled(count: Mapping[str, int]) -> str:
    """Return a count as tables have it: multiplications and additions, divisions if there are any."""
    divisions = f" {count['div']} div" if count["div"] else ""
    return f"{count['mul']} + {count['add']}{divisions}"


def table(found: Found) -> str:
    """Return all counts, a column for each robot."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for robot, kernels in found.items():
        for kernel, functions in kernels.items():
            for called, count in functions.items():
                rows.setdefault((kernel, called), {})[robot] = spelled(count)
    lines = [f"| kernel | function | {' | '.join(found)} |", "|---|---|" + "---:|" * len(found)]
    for (kernel, called), cells in rows.items():
        texts = " | ".join(cells.get(robot, "-") for robot in found)
        lines.append(f"| {kernel} | {called} | {texts} |")
    return "\n".join(lines) + "\n"
