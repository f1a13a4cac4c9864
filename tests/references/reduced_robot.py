"""Robots with joints that mimic others, and their equations by Pinocchio.

Pinocchio has all joints move by themselves. With qd = G qd_user and a constant matrix G, the reduced
equations are G^T M G and G^T tau, at the positions that the followers take.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import measure
import moving_base
import pinocchio_robot as pinocchio
from arrays import Array
from gen_robot.algebra.number import Number
from gen_robot.description.description import Description, LinkDescription, Mimic
from gen_robot.description.joint_kinds import ONE_COORDINATE
from random_robots import random_state

MULTIPLIERS = ("1", "-1", "2.5", "-0.4", "1/3")
OFFSETS = ("0", "0.7", "-1.2")


def with_followers(description: Description, seed: int, followers: int) -> Description:
    """Let joints of a robot, drawn at random, follow others, which stand before or after them."""
    rng = np.random.default_rng([seed, 3])
    names = [k.joint.name for k in description.links if k.joint.type in ONE_COORDINATE]
    drawn = [names[k] for k in rng.permutation(len(names))]
    following, leading = drawn[:followers], drawn[followers:]
    assert following and leading, "too few joints of one coordinate"
    mimics = {
        name: Mimic(
            leading[int(rng.integers(len(leading)))],
            _number(MULTIPLIERS[int(rng.integers(len(MULTIPLIERS)))]),
            _number(OFFSETS[int(rng.integers(len(OFFSETS)))]),
        )
        for name in following
    }
    return tied(description, mimics)


def tied(description: Description, mimics: dict[str, Mimic]) -> Description:
    """Return a robot whose joints of these names follow others."""

    def part(link: LinkDescription) -> LinkDescription:
        mimic = mimics.get(link.joint.name)
        return replace(link, joint=replace(link.joint, mimic=mimic))

    return replace(description, links=tuple(part(k) for k in description.links))


def _number(text: str) -> Number:
    over, _, under = text.partition("/")
    return Number(over) / Number(under or "1")


class Reduced:
    """Hold the numbers of a robot with followers at a random state, and the state."""

    def __init__(self, description: Description, seed: int) -> None:
        free = tied(description, {})
        self.free = free
        self.mimics = {k.joint.name: k.joint.mimic for k in description.links if k.joint.mimic}
        self.model = model = pinocchio.pinocchio_model(free)
        q, qd, qdd, _ = random_state(free, seed)
        self.G = G = self._relation()
        own = [name not in self.mimics for name in self._of_velocity()]
        q_user = np.concatenate([q[self._q(n)] for n in self._names() if n not in self.mimics])
        q = self._expanded(q)
        qd, qdd = qd[own], qdd[own]
        rng = np.random.default_rng([seed, 4])
        tau = rng.uniform(-20, 20, G.shape[1])
        moving = sum(k.joint.type != "fixed" for k in free.links)
        fext = rng.uniform(-5, 5, (moving + (free.floating_base is not None), 6))
        self.state = {"q": q_user, "qd": qd, "qdd": qdd, "tau": tau, "fext": fext.ravel()}
        self.state |= moving_base.motion(seed)
        M = self.M = G.T @ pinocchio.mass_matrix(model, q) @ G
        h = G.T @ pinocchio.bias(model, q, G @ qd)
        torques = G.T @ pinocchio.inverse_dynamics(model, q, G @ qd, G @ qdd)
        forces = pinocchio.joint_forces(free, fext)
        pushed = G.T @ pinocchio.inverse_dynamics(model, q, G @ qd, G @ qdd, forces)
        self.scale = float(np.max(np.abs(torques)))
        self.values = {
            ("inertia_matrix", "M"): M,
            ("inertia_and_bias", "M"): M,
            ("bias", "h"): h,
            ("inertia_and_bias", "h"): h,
            ("inverse_dynamics", "tau"): torques,
            ("inverse_dynamics_fext", "tau"): pushed,
            ("gravity", "g"): G.T @ pinocchio.gravity(model, q),
            ("forward_dynamics", "qdd"): np.linalg.solve(M, tau - h),
            ("forward_dynamics_fext", "qdd"): np.linalg.solve(M, tau - h + torques - pushed),
            ("inertia_inverse", "Minv"): np.linalg.inv(M),
            ("kinetic_energy", "e"): np.array([0.5 * qd @ M @ qd]),
            ("potential_energy", "e"): np.array([pinocchio.potential_energy(model, q)]),
        }

        self.floats = free.floating_base is not None
        if not self.floats:
            ridden = self.state | {"q": q, "qd": G @ qd}
            on_base = G.T @ moving_base.torques(free, ridden, G @ qdd)
            h = on_base - M @ qdd
            self.values |= {
                ("inverse_dynamics_moving_base", "tau"): on_base,
                ("bias_moving_base", "h"): h,
                ("forward_dynamics_moving_base", "qdd"): np.linalg.solve(M, tau - h),
            }

    def drag(self) -> Array:
        """Return the friction of all joints as the user's coordinates feel it."""
        links = {k.joint.name: k.joint for k in self.free.links}
        rates = self.G @ self.state["qd"]
        drag = np.zeros(len(rates))
        for k, name in enumerate(self._of_velocity()):
            if name in links:  # the floating base has none
                joint = links[name]
                drag[k] = float(joint.viscous) * rates[k] + float(joint.coulomb) * np.sign(rates[k])
        return np.asarray(self.G.T @ drag)

    def assert_is(self, kernel: str, outputs: dict[str, Array]) -> None:
        """Assert that a kernel's outputs are those of the reduced equations."""
        if self.floats and kernel.endswith("moving_base"):
            return
        for name, value in outputs.items():
            expected = self.values[kernel, name]
            if name in ("qdd", "Minv"):
                measure.assert_solution(value, expected, self.M)
            else:
                measure.assert_same(value, expected, scale=self.scale if name in "hge" else 0.0)

    def _names(self) -> list[str]:
        return list(self.model.names)[1:]  # the first is the universe

    def _of_velocity(self) -> list[str]:
        """Return the joint that each of Pinocchio's velocities belongs to."""
        return [n for n in self._names() for _ in range(self._joint(n).nv)]

    def _joint(self, name: str) -> pinocchio.pin.JointModel:
        return self.model.joints[self.model.getJointId(name)]

    def _q(self, name: str) -> slice:
        joint = self._joint(name)
        return slice(joint.idx_q, joint.idx_q + joint.nq)

    def _relation(self) -> Array:
        """Return G: who moves by himself, and who follows by which factor."""
        n = self.model.nv
        full = np.eye(n)
        for name, mimic in self.mimics.items():
            own, leader = self._joint(name).idx_v, self._joint(mimic.joint).idx_v
            full[own, own], full[own, leader] = 0.0, float(mimic.multiplier)
        return full[:, [name not in self.mimics for name in self._of_velocity()]]

    def _expanded(self, q: Array) -> Array:
        q = q.copy()
        for name, mimic in self.mimics.items():
            lead = q[self._q(mimic.joint)]
            q[self._q(name)] = float(mimic.multiplier) * lead + float(mimic.offset)
        return q
