"""A base that is moved, as Pinocchio sees it: a free joint whose motion is given, without mass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

import pinocchio_robot as pinocchio
from arrays import Array
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.description.description import NO_INERTIA, Description, Inertial

NOTHING = Inertial(ZERO, ORIGIN, NO_INERTIA)


def motion(seed: int) -> dict[str, Array]:
    """Return a motion of a base."""
    v0, a0 = np.random.default_rng([seed, 7]).uniform(-3, 3, (2, 6))
    return {"v0": v0, "a0": a0}


def torques(description: Description, state: Mapping[str, Array], qdd: Array) -> Array:
    """Return what the joints need; its accelerations are spatial, ours those of points."""
    model = pinocchio.pinocchio_model(replace(description, floating_base=NOTHING))
    v0, a0 = state["v0"], state["a0"].copy()
    a0[:3] -= np.cross(v0[3:], v0[:3])
    q = np.concatenate([[0, 0, 0, 0, 0, 0, 1], state["q"]])
    rates = np.concatenate([v0, state["qd"]]), np.concatenate([a0, qdd])
    return np.asarray(pinocchio.inverse_dynamics(model, q, *rates)[6:])


def values(
    description: Description, state: Mapping[str, Array], M: Array
) -> dict[tuple[str, str], Array]:
    """Return what the kernels of a moving base give, by kernel and output."""
    h = torques(description, state, np.zeros_like(state["qdd"]))
    return {
        ("inverse_dynamics_moving_base", "tau"): torques(description, state, state["qdd"]),
        ("bias_moving_base", "h"): h,
        ("forward_dynamics_moving_base", "qdd"): np.linalg.solve(M, state["tau"] - h),
    }
