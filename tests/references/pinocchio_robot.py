"""A Description as a Pinocchio model: the reference that shares no line with this project.

Joints are added in the order of the description's moving links, so q, qd and tau have one order on
both sides. A floating base comes first, with Pinocchio's own coordinates. Friction is left out.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from arrays import Array, matrix, tensor, vector
from gen_robot.algebra.frame import Frame
from gen_robot.description.description import BASE, Description, Inertial, JointDescription

_UNIVERSE = 0

_JOINTS = {
    "revolute": pin.JointModelRevoluteUnaligned,
    "continuous": pin.JointModelRevoluteUnaligned,
    "prismatic": pin.JointModelPrismaticUnaligned,
}
_FREE_JOINTS = {
    "planar": pin.JointModelPlanar,
    "spherical": pin.JointModelSpherical,
    "floating": pin.JointModelFreeFlyer,
}


def pinocchio_model(description: Description) -> pin.Model:
    """Build the model; fixed links become part of the link that carries them."""
    model = pin.Model()
    model.name = description.name
    model.gravity = pin.Motion(vector(description.gravity), np.zeros(3))
    carrier = {BASE: (_UNIVERSE, pin.SE3.Identity())}  # each link's joint, and its place there
    if description.floating_base is not None:
        joint = model.addJoint(_UNIVERSE, pin.JointModelFreeFlyer(), pin.SE3.Identity(), BASE)
        model.appendBodyToJoint(joint, _inertia(description.floating_base), pin.SE3.Identity())
        carrier[BASE] = (joint, pin.SE3.Identity())
    rotors = np.zeros(model.nv).tolist()
    for link in description.links:
        joint, place = carrier[link.parent]
        place = place * _se3(link.joint.before)
        if link.joint.type != "fixed":
            joint = model.addJoint(joint, _joint(link.joint), place, link.joint.name)
            own = model.joints[joint].nv
            rotors += [float(link.joint.rotor_inertia)] * own
            place = pin.SE3.Identity()
        place = place * _se3(link.joint.after)
        model.appendBodyToJoint(joint, _inertia(link.inertial), place)
        carrier[link.name] = (joint, place)
    model.armature = np.array(rotors)
    return model


def _joint(joint: JointDescription) -> pin.JointModel:
    axis = vector(joint.axis)
    match joint.type:
        case "helical":
            return pin.JointModelHelicalUnaligned(axis, float(joint.given["pitch"]))
        case "universal":
            return pin.JointModelUniversal(axis, vector(joint.given["second_axis"]))
        case "cylindrical":
            both = pin.JointModelComposite(pin.JointModelRevoluteUnaligned(axis))
            both.addJoint(pin.JointModelPrismaticUnaligned(axis), pin.SE3.Identity())
            return both
    if joint.type in _FREE_JOINTS:
        return _FREE_JOINTS[joint.type]()
    return _JOINTS[joint.type](axis)


def _se3(frame: Frame) -> pin.SE3:
    return pin.SE3(matrix(frame.rotation), vector(frame.origin))


def _inertia(body: Inertial) -> pin.Inertia:
    return pin.Inertia(float(body.mass), vector(body.com), tensor(body.inertia))


def joint_forces(description: Description, fext: Array) -> pin.StdVec_Force:
    """Return Pinocchio's external forces for wrenches on the moving links.

    Each row of fext is a force, then its moment about the link's origin, in the link's own frame; a
    floating base has the first row.
    """
    places = [link.joint.after for link in description.links if link.joint.type != "fixed"]
    placed = [_se3(place) for place in places]
    if description.floating_base is not None:
        placed.insert(0, pin.SE3.Identity())
    forces = pin.StdVec_Force()
    forces.append(pin.Force.Zero())  # on the universe
    for place, wrench in zip(placed, fext, strict=True):
        forces.append(place.act(pin.Force(wrench)))
    return forces


def mass_matrix(model: pin.Model, q: Array) -> Array:
    """Return M(q), rotors included: its columns are the torques of unit accelerations."""
    # pin.crba and pin.computeMinverse want the joints of each subtree in one run, depth first, and
    # return wrong numbers without a word if they are not; pin.rnea and pin.aba take any order.
    weightless = model.copy()
    weightless.gravity = pin.Motion.Zero()
    data, at_rest = weightless.createData(), np.zeros(model.nv)
    columns = [pin.rnea(weightless, data, q, at_rest, unit).copy() for unit in np.eye(model.nv)]
    return np.column_stack(columns)


def inverse_dynamics(
    model: pin.Model, q: Array, qd: Array, qdd: Array, forces: pin.StdVec_Force | None = None
) -> Array:
    arguments = () if forces is None else (forces,)
    return pin.rnea(model, model.createData(), q, qd, qdd, *arguments).copy()


def bias(model: pin.Model, q: Array, qd: Array) -> Array:
    return inverse_dynamics(model, q, qd, np.zeros(model.nv))


def gravity(model: pin.Model, q: Array) -> Array:
    return pin.computeGeneralizedGravity(model, model.createData(), q).copy()


def forward_dynamics(
    model: pin.Model, q: Array, qd: Array, tau: Array, forces: pin.StdVec_Force | None = None
) -> Array:
    arguments = () if forces is None else (forces,)
    return pin.aba(model, model.createData(), q, qd, tau, *arguments).copy()


def kinetic_energy(model: pin.Model, q: Array, qd: Array) -> float:
    """Return 1/2 qd.M.qd."""
    # Pinocchio 4.1 counts the rotors of some joint models and forgets those of others.
    bodies = model.copy()
    bodies.armature = np.zeros(model.nv)
    energy = pin.computeKineticEnergy(bodies, bodies.createData(), q, qd)
    return float(energy + 0.5 * model.armature @ qd**2)


def potential_energy(model: pin.Model, q: Array) -> float:
    """Return the energy against gravity of the moving links, from the base's origin."""
    return float(pin.computePotentialEnergy(model, model.createData(), q))
