"""The oracle's robot from a model in canonical frames, each lane as the limb it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from arrays import matrix, tensor, vector
from gen_robot.algebra.frame import Frame
from gen_robot.algebra.lanes import in_lanes
from gen_robot.algebra.number import Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Mat3, SymMat3, Vec3
from gen_robot.model.model import Link, Model
from oracle import robot as oracle

X, Y, Z = np.eye(3)
BASE_JOINTS = ((False, X), (False, Y), (False, Z), (True, X), (True, Y), (True, Z))
"""What moves a floating base in the oracle, which knows no quaternions: slides, then turns."""


def robot(model: Model) -> oracle.Robot:
    """Return the robot that a model stands for, its links in the order of the whole model."""
    made: dict[int, tuple[int, list[oracle.Link]]] = {}
    for link in model.links:
        above = stands_for(model.link(link.parent)) if link.parent else (0,)
        for lane, number in enumerate(stands_for(link)):
            parent = above[lane] if len(above) > 1 else above[0]
            made[number] = parent, list(_links(model, link, lane))
    last, links = {0: -1}, []
    for number, (parent, own) in sorted(made.items()):
        last[number] = last[parent]
        for each in own:
            links.append(replace(each, parent=last[number]))
            last[number] = len(links) - 1
    return oracle.Robot(tuple(links), vector(model.gravity))


def stands_for(link: Link) -> tuple[int, ...]:
    return link.stands_for or (link.number,)


def lane_of(number: Number, lane: int, width: int) -> float:
    return float(in_lanes(number, width)[lane])


def lane_of_vector(v: Vec3, lane: int, width: int) -> Vec3:
    return v.map(lambda x: in_lanes(x, width)[lane])


def lane_of_frame(frame: Frame, lane: int, width: int) -> oracle.Place:
    axes = (frame.rotation.x, frame.rotation.y, frame.rotation.z)
    rotation = Mat3(*(lane_of_vector(axis, lane, width) for axis in axes))
    return oracle.Place(matrix(rotation), vector(lane_of_vector(frame.origin, lane, width)))


def _links(model: Model, link: Link, lane: int) -> Iterator[oracle.Link]:
    """Make one link of the oracle, or the six that stand for a floating one."""
    g = link.geometry
    gamma, b, alpha, a, e, theta, d = (
        lane_of(x, lane, link.width) for x in (g.gamma, g.b, g.alpha, g.a, g.e, g.theta, g.d)
    )
    place = oracle.HERE
    if not link.parent:
        place = lane_of_frame(model.base_frames[link.number], lane, link.width)
    for axis, angle, along in (
        (Z, gamma, Z * b),
        (X, alpha, np.array([a, e, 0.0])),
        (Z, theta, Z * d),
    ):
        place = place.then(oracle.Place(oracle.turn(axis, angle), oracle.turn(axis, angle) @ along))
    rotor, viscous, coulomb, sense = (
        lane_of(x, lane, link.width)
        for x in (link.rotor_inertia, link.viscous, link.coulomb, link.sense)
    )
    body = _body(link.body, lane, link.width)
    if not link.kind.has_axis:
        nothing = oracle.body(0.0, np.zeros(3), np.zeros((3, 3)))
        for revolute, axis in BASE_JOINTS:
            own = body if revolute and axis is Z else nothing
            yield oracle.Link(-1, revolute, place, axis, oracle.HERE, own, 0.0, 0.0, 0.0)
            place = oracle.HERE
        return
    revolute, axis = bool(link.kind.angles), Z * sense
    yield oracle.Link(-1, revolute, place, axis, oracle.HERE, body, rotor, viscous, coulomb)


def _body(body: Moments, lane: int, width: int) -> oracle.Body:
    second = tensor(SymMat3(*(in_lanes(x, width)[lane] for x in body.second)))
    inertia = np.trace(second) * np.eye(3) - second
    return oracle.Body(
        lane_of(body.mass, lane, width), vector(lane_of_vector(body.first, lane, width)), inertia
    )
