"""Spatial vectors (Featherstone & Orin 2000): angular part first, all in link coordinates."""

from __future__ import annotations

import numpy as np

from arrays import Array
from oracle.robot import Body, Link, Place, skew


def motion_down(place: Place) -> Array:
    """Return X^M, which turns a parent's motion vectors into those of the frame placed in it.

    Its transpose is X^F, which turns the frame's force vectors into its parent's.
    """
    E = place.R.T
    return np.block([[E, np.zeros((3, 3))], [-E @ skew(place.p), E]])


def joint_motion(link: Link) -> Array:
    """Return h, the motion of a link under a unit joint velocity."""
    if link.revolute:
        return np.concatenate([link.z, np.cross(link.on_axis, link.z)])
    return np.concatenate([np.zeros(3), link.z])


def inertia(body: Body) -> Array:
    """Return the 6x6 inertia about the link's origin."""
    return np.block([[body.H, skew(body.mr)], [skew(body.mr).T, body.m * np.eye(3)]])


def cross_motion(v: Array) -> Array:
    """Return the matrix of v x for motion vectors."""
    w = skew(v[:3])
    return np.block([[w, np.zeros((3, 3))], [skew(v[3:]), w]])


def cross_force(v: Array) -> Array:
    """Return the matrix of v x for force vectors."""
    return -cross_motion(v).T


def wrench(row: Array) -> Array:
    """Return the force vector of a wrench as users write it: force, then moment."""
    return np.concatenate([row[3:], row[:3]])
