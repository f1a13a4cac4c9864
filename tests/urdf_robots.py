"""Real URDF files, as Pinocchio and as this project read them: the same robot twice.

The files come with the packages example-robot-data and rtb-data, if these are installed. Pinocchio
numbers joints depth first, knows a continuous joint by cosine and sine, and lets mimicking joints
move by themselves; a Reference translates states and results by the joints' names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import numpy as np
import pinocchio as pin

import pinocchio_robot
from arrays import Array
from gen_robot.algorithms import KERNELS, Setting
from gen_robot.ir.evaluate import evaluate
from gen_robot.model.description import Description, Mimic
from gen_robot.model.model import Model
from gen_robot.options import PRECISIONS
from gen_robot.selection import trace

PACKAGES = ("example-robot-data", "rtb-data")
ROOT_JOINT = "root_joint"
"""Pinocchio's name for the joint of a floating base."""


def urdf_files() -> dict[str, Path]:
    """Return the URDF files of the installed packages by short names that tell them apart."""
    found: list[Path] = []
    for package in PACKAGES:
        try:
            listed = files(package) or []
        except PackageNotFoundError:
            continue
        found += [Path(str(f.locate())).resolve() for f in listed if f.suffix == ".urdf"]
    stems = [path.stem for path in found]
    return {
        path.stem if stems.count(path.stem) == 1 else f"{path.parts[-3]}/{path.stem}": path
        for path in sorted(found)
    }


def pinocchio_from_urdf(path: Path, floating: bool = False) -> pin.Model:
    """Return the model that Pinocchio reads, whose mimicking joints move by themselves."""
    if floating:
        return pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    return pin.buildModelFromUrdf(str(path))


DEGREES_OF_FREEDOM = {
    "revolute": 1,
    "continuous": 1,
    "prismatic": 1,
    "planar": 3,
    "spherical": 3,
    "floating": 6,
}


def degrees_of_freedom(description: Description) -> int:
    """Return how many velocities a robot has: joints that follow others have none of their own."""
    joints = [link.joint for link in description.links if link.joint.type != "fixed"]
    own = sum(DEGREES_OF_FREEDOM[joint.type] for joint in joints if joint.mimic is None)
    return own + (6 if description.floating_base is not None else 0)


@dataclass(frozen=True)
class Reference:
    """Answer in the order and coordinates of this project's model what Pinocchio computes."""

    theirs: pin.Model
    model: Model
    description: Description

    @cached_property
    def mimics(self) -> dict[str, Mimic]:
        links = self.description.links
        return {k.joint.name: k.joint.mimic for k in links if k.joint.mimic is not None}

    @cached_property
    def places(self) -> dict[str, tuple[slice, slice]]:
        """Return where each joint's positions and velocities stand in this project's vectors."""
        places: dict[str, tuple[slice, slice]] = {}
        for link in self.model.links:
            # The joint of a floating base is in no file.
            name = link.joint_name if self.theirs.existJointName(link.joint_name) else ROOT_JOINT
            q, v = link.q_index, link.v_index
            places[name] = slice(q, q + link.kind.nq), slice(v, v + link.kind.nv)
        return places

    @cached_property
    def rates(self) -> Array:
        """Return the matrix that turns this project's velocities into Pinocchio's."""
        matrix = np.zeros((self.theirs.nv, self.model.nv))
        for name, joint in self._joints():
            mimic = self.mimics.get(name)
            _, v = self.places[mimic.joint if mimic else name]
            rows = slice(joint.idx_v, joint.idx_v + joint.nv)
            matrix[rows, v] = np.eye(joint.nv) * (float(mimic.multiplier) if mimic else 1.0)
        return matrix

    def positions(self, q: Array) -> Array:
        """Return a position as Pinocchio writes it."""
        result = np.zeros(self.theirs.nq)
        for name, joint in self._joints():
            mimic = self.mimics.get(name)
            own = np.asarray(q)[self.places[mimic.joint if mimic else name][0]]
            if mimic:
                own = float(mimic.multiplier) * own + float(mimic.offset)
            if joint.nq == len(own) + 1:  # continuous or planar: the angle comes last
                own = np.array([*own[:-1], np.cos(own[-1]), np.sin(own[-1])])
            result[joint.idx_q : joint.idx_q + joint.nq] = own
        return result

    def inertia_matrix(self, q: Array) -> Array:
        full = pinocchio_robot.mass_matrix(self.theirs, self.positions(q))
        return np.asarray(self.rates.T @ full @ self.rates)

    def inverse_dynamics(self, q: Array, qd: Array, qdd: Array) -> Array:
        # The relation between the velocities is constant: accelerations obey it, too.
        rates = self.rates
        tau = pinocchio_robot.inverse_dynamics(
            self.theirs, self.positions(q), rates @ qd, rates @ qdd
        )
        return np.asarray(rates.T @ tau)

    def bias(self, q: Array, qd: Array) -> Array:
        return self.inverse_dynamics(q, qd, np.zeros(self.model.nv))

    def forward_dynamics(self, q: Array, qd: Array, tau: Array) -> Array:
        if self.mimics:
            return np.linalg.solve(self.inertia_matrix(q), tau - self.bias(q, qd))
        back = self.rates.T
        found = pinocchio_robot.forward_dynamics(
            self.theirs, self.positions(q), self.rates @ qd, self.rates @ tau
        )
        return np.asarray(back @ found)

    def _joints(self) -> list[tuple[str, pin.JointModel]]:
        names, joints = list(self.theirs.names), list(self.theirs.joints)
        return list(zip(names, joints, strict=True))[1:]  # the first is the universe


def random_state(reference: Reference, rng: np.random.Generator) -> dict[str, Array]:
    """Return a state with all joints well away from zero; quaternions are of unit length."""
    model = reference.model
    q = rng.uniform(-2.5, 2.5, model.nq)
    for name, (place, _) in reference.places.items():
        joint = reference.theirs.joints[reference.theirs.getJointId(name)]
        if joint.nq - joint.nv == 1 and joint.nv in (3, 6) and len(q[place]) == joint.nq:
            quaternion = q[place][-4:]
            q[place][-4:] = quaternion / np.linalg.norm(quaternion)
    qd, qdd, tau = rng.uniform(-2, 2, (3, model.nv))
    return {"q": q, "qd": qd, "qdd": qdd, "tau": tau}


def kernel(
    model: Model, name: str, state: Mapping[str, Array], algorithm: str, variant: str = ""
) -> Array:
    """Return what a kernel's graph gives in a state, without compiling it."""
    chosen = KERNELS[name]
    setting = Setting(model, PRECISIONS["double"])
    traced = trace(chosen, chosen.algorithms[algorithm][variant or algorithm], setting)
    (output,) = chosen.outputs
    values = evaluate(traced.outputs[output], {key: state[key] for key in chosen.inputs})
    return values.reshape(model.nv, model.nv) if output == "M" else values
