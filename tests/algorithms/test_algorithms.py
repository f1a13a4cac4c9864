"""Every kernel by every algorithm agrees with Pinocchio, on shipped and on random robots."""

from __future__ import annotations

import numpy as np
import pytest

import measure
import moving_base
import pinocchio_robot as pinocchio
from gen_robot.description.description import Description
from random_robots import general_robot, random_robot, random_state
from shipped_robots import ROBOTS, described
from traced_kernels import WAYS, evaluated, models_for

JOINTS = ("helical", "cylindrical", "universal", "planar", "spherical", "floating")


class Reference:
    """Hold Pinocchio's numbers of a robot at a random state, and the state."""

    def __init__(self, description: Description, seed: int) -> None:
        self.model = pinocchio.pinocchio_model(description)
        q, qd, qdd, tau = random_state(description, seed)
        moving = sum(k.joint.type != "fixed" for k in description.links)
        moving += sum(k.joint.type == "universal" for k in description.links)
        rows = moving + (description.floating_base is not None)
        fext = np.random.default_rng(seed).uniform(-5, 5, (rows, 6))
        self.state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau, "fext": fext.ravel()}
        self.state |= moving_base.motion(seed)
        self.floats = description.floating_base is not None
        self.M = pinocchio.mass_matrix(self.model, q)
        torques = pinocchio.inverse_dynamics(self.model, q, qd, qdd)
        # What gravity alone asks for may vanish: it is measured against all torques.
        self.scale = float(np.max(np.abs(torques)))
        self.values = {
            ("inertia_matrix", "M"): self.M,
            ("inertia_and_bias", "M"): self.M,
            ("bias", "h"): pinocchio.bias(self.model, q, qd),
            ("inertia_and_bias", "h"): pinocchio.bias(self.model, q, qd),
            ("inverse_dynamics", "tau"): torques,
            ("gravity", "g"): pinocchio.gravity(self.model, q),
            ("forward_dynamics", "qdd"): pinocchio.forward_dynamics(self.model, q, qd, tau),
            ("inertia_inverse", "Minv"): np.linalg.inv(self.M),
            ("kinetic_energy", "e"): np.array([0.5 * qd @ self.M @ qd]),
            ("potential_energy", "e"): np.array([pinocchio.potential_energy(self.model, q)]),
        }
        if description.floating_base is None:
            self.values |= moving_base.values(description, self.state, self.M)
        # A universal joint is two links here and one joint there: wrenches on the first have no place.
        self.left_out: tuple[str, ...] = ()
        if any(k.joint.type == "universal" for k in description.links):
            self.left_out = ("inverse_dynamics_fext", "forward_dynamics_fext")
        else:
            forces = pinocchio.joint_forces(description, fext)
            self.values |= {
                ("inverse_dynamics_fext", "tau"): pinocchio.inverse_dynamics(
                    self.model, q, qd, qdd, forces
                ),
                ("forward_dynamics_fext", "qdd"): pinocchio.forward_dynamics(
                    self.model, q, qd, tau, forces
                ),
            }

    def assert_is(self, kernel: str, outputs: dict[str, np.ndarray]) -> None:
        """Assert that a kernel's outputs are Pinocchio's."""
        if kernel == "udut":
            U, D = outputs["U"], outputs["D"]
            measure.assert_solution(U @ np.diag(D) @ U.T, self.M, self.M)
            assert np.array_equal(U, np.triu(U))
            assert np.array_equal(np.diag(U), np.ones(len(D)))
            return
        if kernel == "udut_inverse":
            V, D = outputs["Uinv"], outputs["D"]
            measure.assert_solution(V.T @ np.diag(1 / D) @ V, np.linalg.inv(self.M), self.M)
            assert np.array_equal(V, np.triu(V))
            assert np.array_equal(np.diag(V), np.ones(len(D)))
            return
        if kernel in self.left_out or (self.floats and kernel.endswith("moving_base")):
            return
        for name, value in outputs.items():
            expected = self.values[kernel, name]
            if name in ("qdd", "Minv"):
                measure.assert_solution(value, expected, self.M)
            else:
                measure.assert_same(value, expected, scale=self.scale if name in "hge" else 0.0)


def agrees(description: Description, seed: int) -> None:
    """Assert that every algorithm, on every formulation of the model, gives Pinocchio's numbers."""
    reference = Reference(description, seed)
    for way in WAYS:
        for model in models_for(description, way):
            reference.assert_is(way.kernel, evaluated(model, way, reference.state))


@pytest.mark.parametrize("robot", ROBOTS)
def test_shipped_robots_agree_with_pinocchio(robot: str) -> None:
    agrees(described(robot), 1)


@pytest.mark.parametrize("joints", range(1, 7))
@pytest.mark.parametrize("branched", [False, True], ids=["serial", "branched"])
def test_random_robots_agree_with_pinocchio(joints: int, branched: bool) -> None:
    convention = ("transform", "modified_dh", "standard_dh")[joints % 3]
    seed = joints + 100 * branched
    description = random_robot(
        seed, joints, prismatic=0.35, branched=branched, fixed=0.2, convention=convention
    )
    agrees(description, seed)


def test_the_general_robot_agrees_with_pinocchio() -> None:
    agrees(general_robot(6), 6)


@pytest.mark.parametrize("kind", JOINTS)
@pytest.mark.parametrize("floating", [False, True], ids=["fixed base", "floating base"])
def test_every_kind_of_joint_agrees_with_pinocchio(kind: str, floating: bool) -> None:
    # On the ground a chain, else a tree: what floats is a tree's first link.
    agrees(random_robot(0, 3 + floating, branched=floating, kinds=(kind,), floating=floating), 0)


def test_all_kinds_of_joint_together_agree_with_pinocchio() -> None:
    agrees(random_robot(3, 6, branched=True, kinds=JOINTS, floating=True), 3)
