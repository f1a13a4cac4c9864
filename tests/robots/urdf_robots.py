"""Real URDF files, as Pinocchio and as this project read them: the same robot twice.

The files come with the packages example-robot-data and rtb-data, if these are installed. Pinocchio
numbers joints depth first, knows a continuous joint by cosine and sine, and lets mimicking joints
move by themselves; a Reference translates states and results by the joints' names.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import numpy as np
import pinocchio as pin

import pinocchio_robot
from arrays import Array
from gen_robot.description.description import FLOATING_BASE, Description, Mimic
from gen_robot.model.model import Model

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


@contextlib.contextmanager
def urdfdom_silenced() -> Iterator[None]:
    """Keep what urdfdom writes about broken files, by itself, off the terminal."""
    sys.stderr.flush()
    saved, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(nowhere)


def pinocchio_from_urdf(path: Path, floating: bool = False) -> pin.Model:
    """Return the model that Pinocchio reads, whose mimicking joints move by themselves."""
    if floating:
        return pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    return pin.buildModelFromUrdf(str(path))


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
        q = v = 0
        for link in self.model.free_links:
            name = ROOT_JOINT if link.joint_name == FLOATING_BASE else link.joint_name
            places[name] = slice(q, q + link.kind.nq), slice(v, v + link.kind.nv)
            q, v = q + link.kind.nq, v + link.kind.nv
        return places

    @cached_property
    def rates(self) -> Array:
        """Return the matrix that turns this project's velocities into Pinocchio's."""
        matrix = np.zeros((self.theirs.nv, self.model.free_nv))
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
            if joint.nq == 2 and joint.nv == 1:  # continuous
                own = np.array([np.cos(own[0]), np.sin(own[0])])
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
        return self.inverse_dynamics(q, qd, np.zeros(self.model.free_nv))

    def forward_dynamics(self, q: Array, qd: Array, tau: Array) -> Array:
        if self.mimics:
            return np.asarray(np.linalg.solve(self.inertia_matrix(q), tau - self.bias(q, qd)))
        found = pinocchio_robot.forward_dynamics(
            self.theirs, self.positions(q), self.rates @ qd, self.rates @ tau
        )
        return np.asarray(self.rates.T @ found)

    def _joints(self) -> list[tuple[str, pin.JointModel]]:
        names, joints = list(self.theirs.names), list(self.theirs.joints)
        return list(zip(names, joints, strict=True))[1:]  # the first is the universe


UNIT_LENGTH = {"planar": 2, "spherical": 4, "floating": 4}
"""How many coordinates, the last of a joint's, have unit length together."""


def random_state(model: Model, rng: np.random.Generator) -> dict[str, Array]:
    """Return a state with all joints well away from zero."""
    q = np.zeros(0)
    for link in model.free_links:
        own = rng.uniform(-2.5, 2.5, link.kind.nq)
        unit = own[-UNIT_LENGTH[link.kind.name] :] if link.kind.name in UNIT_LENGTH else own[:0]
        unit /= np.linalg.norm(unit)
        q = np.append(q, own)
    qd, qdd, tau = rng.uniform(-2, 2, (3, model.free_nv))
    return {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
