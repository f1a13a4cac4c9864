"""Rigid-body dynamics by MuJoCo, with nothing but bodies, joints, springs and gravity in its models.

A state is MuJoCo's own, drawn at random; what MuJoCo computes there is told in the coordinates of this
project, by matrices of its own: the velocities of a free body in the body's axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from arrays import Array

FREE, BALL = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)

_OFF = ("CONSTRAINT", "EQUALITY", "FRICTIONLOSS", "LIMIT", "CONTACT", "DAMPER")
_OFF += ("ACTUATION",)


def silence() -> None:
    """Keep MuJoCo from writing a file of warnings into the working directory."""
    config = mujoco.MjLogConfig.get()
    config.logto_file = config.logto_console = False
    config.set()


silence()


def bare(model: mujoco.MjModel) -> mujoco.MjModel:
    """Take out of a model what readers of MJCF files warn of; actuators' inertia stays."""
    for name in _OFF:
        model.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{name}"))
    model.opt.density = model.opt.viscosity = 0.0
    model.body_gravcomp[:] = 0.0
    model.tendon_armature[:] = model.tendon_stiffness[:] = model.tendon_stiffnesspoly[:] = 0.0
    model.jnt_stiffnesspoly[:] = 0.0
    model.jnt_stiffness[np.isin(model.jnt_type, (FREE, BALL))] = 0.0
    for elastic in (model.flex_stiffness, model.flex_edgestiffness, model.flex_bending):
        elastic[:] = 0.0
    for joint in np.flatnonzero(model.jnt_type == FREE):
        first = model.jnt_dofadr[joint]
        model.dof_armature[first : first + 6] = 0.0
    return model


@dataclass(frozen=True)
class MujocoState:
    """Hold one state of a model, and what MuJoCo finds there, in the coordinates of this project."""

    model: mujoco.MjModel
    qpos: Array
    qvel: Array
    qfrc: Array

    @cached_property
    def data(self) -> mujoco.MjData:
        data = mujoco.MjData(self.model)
        data.qpos, data.qvel, data.qfrc_applied = self.qpos, self.qvel, self.qfrc
        mujoco.mj_forward(self.model, data)
        return data

    @cached_property
    def turns(self) -> Array:
        """Return the matrix that makes MuJoCo's velocities of ours."""
        matrix = np.eye(self.model.nv)
        for joint in np.flatnonzero(self.model.jnt_type == FREE):
            q, v = self.model.jnt_qposadr[joint], self.model.jnt_dofadr[joint]
            rotation = np.zeros(9)
            mujoco.mju_quat2Mat(rotation, self.qpos[q + 3 : q + 7])
            matrix[v : v + 3, v : v + 3] = rotation.reshape(3, 3)
        return matrix

    @property
    def kernel_inputs(self) -> dict[str, Array]:
        """Return the state as kernels take it."""
        q = self.qpos.copy()
        for joint in range(self.model.njnt):
            kind, k = self.model.jnt_type[joint], self.model.jnt_qposadr[joint]
            k += 3 if kind == FREE else 0
            if kind in (FREE, BALL):
                q[k : k + 4] = np.roll(q[k : k + 4], -1)
        return {"q": q, "qd": self.turns.T @ self.qvel, "tau": self.turns.T @ self.qfrc}

    @property
    def inertia_matrix(self) -> Array:
        full = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, full)
        return self.turns.T @ full @ self.turns

    @property
    def bias(self) -> Array:
        """Return the forces that keep our velocities, which turn with free bodies, as they are."""
        full = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, full)
        return self.turns.T @ (
            self.data.qfrc_bias - self.data.qfrc_spring + full @ self.turns @ self.carried
        )

    @property
    def forward_dynamics(self) -> Array:
        assert (self.data.qfrc_passive == self.data.qfrc_spring).all()
        return self.turns.T @ self.data.qacc - self.carried

    @property
    def carried(self) -> Array:
        """Return omega x v of free bodies."""
        qd, found = self.turns.T @ self.qvel, np.zeros(self.model.nv)
        for joint in np.flatnonzero(self.model.jnt_type == FREE):
            v = self.model.jnt_dofadr[joint]
            found[v : v + 3] = np.cross(qd[v + 3 : v + 6], qd[v : v + 3])
        return found


def random_state(model: mujoco.MjModel, rng: np.random.Generator) -> MujocoState:
    """Return a state with all joints well away from zero."""
    qpos = rng.uniform(-2.5, 2.5, model.nq)
    mujoco.mj_normalizeQuat(model, qpos)
    return MujocoState(model, qpos, *rng.uniform(-2, 2, (2, model.nv)))
