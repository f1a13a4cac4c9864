"""From what was asked to the law that C computes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.curves import CUBIC, INTERPOLATIONS, Curve, constant, table, through
from gen_robot.bindings.curves import point_to_point as between
from gen_robot.bindings.laws import Law
from gen_robot.bindings.library import Library
from gen_robot.errors import UserError, nearest, shown
from gen_robot.simulation.asked import BOTH, FOLLOWING, PD, Torques, gains, numbers
from gen_robot.simulation.names import coordinates, velocities
from gen_robot.simulation.tables import read_table

Reals = NDArray[np.float64]

KP, KD = 100.0, 20.0
"""Gains of a law that is given none."""

SAMPLES = 2001
"""Times at which a path is held against the limits of the joints."""


def path_of(robot: Library, asked: Torques, start: Reals | None, duration: float) -> Curve | None:
    """Return the path that the joints should follow, if there is one."""
    if asked.path is None and asked.to is None:
        return None
    if robot.nq != robot.nv:
        problem = "is for joints of one coordinate each"
        raise UserError("--path" if asked.path else "--to", problem, "give a file of torques")
    names = coordinates(robot)
    if asked.to is not None:
        at = robot.neutral() if start is None else start
        curve = between(at, numbers("--to", asked.to, names), asked.within or duration)
        return _within_limits(robot, "--to", curve)
    assert asked.path is not None
    n = robot.nq
    found = read_table(asked.path, (n, 2 * n, 3 * n), names, "positions (rates, accelerations)")
    found.covering(0.0, duration)
    _want_scipy("--path")
    curve = through(found.times, *np.split(found.values, found.values.shape[1] // n, axis=1))
    return _within_limits(robot, asked.path, curve)


def law_of(
    robot: Library, asked: Torques, path: Curve | None, start: Reals, duration: float
) -> Law | None:
    """Return the law of torques; None is no torque at all."""
    names = velocities(robot)
    limit = robot.limits.effort if asked.limited else None
    if limit is not None and np.isinf(limit).all():
        raise UserError("--limit", "finds no joint with a limit of effort", "leave it out")
    if asked.is_file:
        found = read_table(asked.law, (robot.nv,), names, "torques").covering(0.0, duration)
        if asked.interpolation not in INTERPOLATIONS:
            cure = nearest(asked.interpolation, INTERPOLATIONS)
            raise UserError("--interpolation", f"is {shown(asked.interpolation)}", cure)
        if asked.interpolation == CUBIC:
            _want_scipy("--interpolation cubic")
        return Law(table(found.times, found.values, asked.interpolation), limit=limit)
    if asked.law not in (PD, *FOLLOWING):
        return None
    kp = kd = None
    if asked.law in FOLLOWING and robot.loop_names:
        cure = "take --torque pd, or a file of torques"
        raise UserError(f"--torque {asked.law}", "is for robots without loops", cure)
    if asked.law in (PD, BOTH):
        kp, kd = (
            _driven(robot, gains(option, given, names) if given is not None else [usual])
            for option, given, usual in (("--kp", asked.kp, KP), ("--kd", asked.kd, KD))
        )
    held = path if path is not None else constant(_held(robot, start))
    return Law(None, held, kp, kd, asked.law in FOLLOWING, limit)


def _driven(robot: Library, given: list[float]) -> Reals:
    """Return gains by velocities; of a robot with loops, only actuated joints have any."""
    values = np.array(np.broadcast_to(given, robot.nv), np.float64)
    if robot.loop_names:
        values[[k for k in range(robot.nv) if k not in robot.actuated]] = 0.0
    return values


def _held(robot: Library, start: Reals) -> Reals:
    """Return the position to hold, by velocities; joints of several coordinates are left alone."""
    position = np.zeros(robot.nv)
    for joint in robot.joints:
        if joint.nq == joint.nv == 1:
            position[joint.index_v] = start[joint.index]
    return position


def _within_limits(robot: Library, place: str, curve: Curve) -> Curve:
    """Refuse a path that joints cannot follow."""
    t = np.linspace(curve.times[0], curve.times[-1], SAMPLES)
    q = curve(t)
    outside = (q < robot.limits.lower - 1e-9) | (q > robot.limits.upper + 1e-9)
    if outside.any():
        row, k = (int(x[0]) for x in np.nonzero(outside))
        name = coordinates(robot)[k]
        low, high = robot.limits.lower[k], robot.limits.upper[k]
        raise UserError(
            place,
            f"leads {name} to {q[row, k]:.6g} at {t[row]:.4g} s, outside its limits, {low:.6g} to"
            f" {high:.6g}",
            "choose another path",
        )
    return curve


def _want_scipy(place: str) -> None:
    try:
        import scipy.interpolate  # noqa: F401
    except ImportError:
        cure = "pip install 'gen-robot[simulate]'"
        raise UserError(place, "wants scipy, which is not installed", cure) from None
