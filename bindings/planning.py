"""What may be asked of a simulation, checked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.integrator import Settings
from gen_robot.bindings.manifest import Manifest
from gen_robot.bindings.manifolds import manifold_of

Reals = NDArray[np.float64]

FIXED, CONTROLLED = "rk4", "dopri5"
STEP = 1e-3
MOST_STEPS = 1_000_000
OFF_UNIT = 0.01  # how far a quaternion may be from unit length: 0.707 is as good as sqrt(1/2)


@dataclass(frozen=True)
class Plan:
    """Hold what is simulated, checked."""

    method: str
    settings: Settings
    begin: float
    end: float
    times: Reals | None  # at which states are wanted; None: after each step
    most_steps: int
    dense: bool  # whether states are wanted at other times, later

    def times_or(self, steps: Reals) -> Reals:
        """Return the times at which states are wanted, which by default are these."""
        return steps if self.times is None else self.times


def planned(robot: Manifest, **asked: Any) -> Plan:
    """Check what a caller asks for."""
    duration, begin = _finite("duration", asked["duration"]), _finite("begin", asked["begin"])
    if duration == 0:
        raise ValueError("duration: is 0; give seconds, below zero to run backwards")
    tolerance = _optional("tolerance", asked["tolerance"])
    method, number = _method(robot, asked["method"], tolerance)
    step = _optional("step", asked["step"])
    most = MOST_STEPS if asked["most_steps"] is None else asked["most_steps"]
    if not isinstance(most, int) or most < 1:
        raise ValueError(f"most_steps: is {most!r}; give a whole number from 1 on")
    if not tolerance:
        step = _dividing(abs(duration), step or STEP, most)
    times = _times(asked["times"], asked["every"], begin, duration)
    settings = Settings(
        number,
        tolerance,
        step,
        _optional("max_step", asked["max_step"]),
        _optional("slip", asked["slip"]),
    )
    dense = bool(asked["dense"])
    if times is None and not dense:
        raise ValueError("dense: is False, and no times are asked for; give times or every")
    return Plan(method, settings, begin, begin + duration, times, most, dense)


def _method(robot: Manifest, asked: Any, tolerance: float) -> tuple[str, int]:
    methods = robot.content["integrators"]["methods"]
    names = [each["name"] for each in methods]
    name = asked if asked is not None else CONTROLLED if tolerance else FIXED
    if name not in names:
        close = get_close_matches(str(name), names, n=1, cutoff=0.6)
        cure = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names)}"
        raise ValueError(f"method: is {name!r}; {cure}")
    number = names.index(name)
    if tolerance and not methods[number]["adaptive"]:
        able = ", ".join(each["name"] for each in methods if each["adaptive"])
        raise ValueError(f"tolerance: {name} has steps of one size; leave it out, or take {able}")
    return name, number


def _dividing(duration: float, step: float, most: int) -> float:
    """Return the longest step, not longer than asked for, that divides the time evenly."""
    count = math.ceil(duration / step - 1e-9)
    if count > most:
        raise ValueError(
            f"step: is {step:g}, which makes {count} steps; take longer ones, or allow more than"
            f" {most} by most_steps"
        )
    return duration / max(count, 1)


def _times(times: Any, every: Any, begin: float, duration: float) -> Reals | None:
    if times is not None and every is not None:
        raise ValueError("times and every: are two ways to say the same; give one")
    if every is not None:
        interval = _optional("every", every)
        count = math.floor(abs(duration) / interval + 1e-9)
        if count > MOST_STEPS:
            raise ValueError(f"every: is {interval:g}, which makes {count} rows; give more seconds")
        return begin + math.copysign(interval, duration) * np.arange(count + 1, dtype=np.float64)
    if times is None:
        return None
    array = np.array(times, np.float64)
    first, last = sorted((begin, begin + duration))
    if array.ndim != 1 or not array.size or not ((array >= first) & (array <= last)).all():
        raise ValueError(f"times: give some, each from {first:g} to {last:g}")
    return array


def _finite(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{name}: is {value!r}; give a finite number")
    return number


def _optional(name: str, value: Any) -> float:
    """Read a number above zero; 0 stands for none that is given."""
    if value is None:
        return 0.0
    number = _finite(name, value)
    if number <= 0:
        raise ValueError(f"{name}: is {value!r}; give a number above zero")
    return number


def states_of(robot: Manifest, q: ArrayLike, qd: ArrayLike) -> tuple[Reals, Reals]:
    """Return positions and velocities to begin with: (nq,) and (nv,), or rows of them."""
    pair = []
    for name, value, size in (("q", q, robot.nq), ("qd", qd, robot.nv)):
        array = np.asarray(value, np.float64)
        if array.ndim not in (1, 2) or array.shape[-1] != size:
            raise ValueError(
                f"{name}: its shape is {array.shape}; expected ({size},) or (N, {size})"
            )
        if not np.isfinite(array).all():
            raise ValueError(f"{name}: holds what is no finite number")
        pair.append(array)
    rows = max(array.ndim for array in pair)
    count = max((len(array) for array in pair if array.ndim == rows), default=1)
    shapes = [(count, size) if rows > 1 else (size,) for size in (robot.nq, robot.nv)]
    try:
        q0, qd0 = (np.broadcast_to(a, shape) for a, shape in zip(pair, shapes, strict=True))
    except ValueError:
        raise ValueError("q and qd: have different numbers of rows") from None
    _check_units(robot, q0)
    return np.ascontiguousarray(q0), np.ascontiguousarray(qd0)


def _check_units(robot: Manifest, q: Reals) -> None:
    """Refuse what is no rotation; a typed one may be off by its last digit."""
    for joint in robot.joints:
        if count := manifold_of(joint).unit:
            lengths = np.linalg.norm(q[..., joint.in_q][..., -count:], axis=-1)
            if np.abs(lengths - 1).max() > OFF_UNIT:
                what = "quaternion" if count > 2 else "cosine and sine"
                raise ValueError(f"q: the {what} of {joint.name} must have unit length")
