"""Simulations of a robot: what may be asked for, and the way from there to a trajectory."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.integrator import Integrators, Run, Settings
from gen_robot.bindings.laws import Function, Law
from gen_robot.bindings.manifest import Manifest
from gen_robot.bindings.manifolds import to_unit_length
from gen_robot.bindings.trajectory import SimulationError, Trajectory, evaluated

Reals = NDArray[np.float64]
Energies = Callable[[Reals, Reals], tuple[Reals | None, Reals | None]]
Progress = Callable[[float], None]

FIXED, CONTROLLED = "rk4", "dopri5"
STEP = 1e-3
MOST_STEPS = 1_000_000
ROOM = 1024  # steps that C makes before Python hears of interrupts

_DONE, _FULL = "DONE", "FULL"
_ENDS = {
    "STOPPED": "the function of torques stopped it",
    "TOO_SMALL": "no step is short enough for the tolerance; allow a larger one, or look for a jump",
    "NOT_FINITE": "the state grew beyond all numbers; take shorter steps",
    "NO_CONVERGENCE": "an implicit step did not converge; take shorter steps",
    "WRONG": "a setting is no such thing",
}


@dataclass(frozen=True)
class Plan:
    """Hold what is simulated, checked."""

    method: str
    settings: Settings
    begin: float
    end: float
    times: Reals | None  # at which states are wanted; None: after each step
    most_steps: int


def planned(robot: Manifest, **asked: Any) -> Plan:
    """Check what a caller asks for."""
    duration, begin = _finite("duration", asked["duration"]), _finite("begin", asked["begin"])
    if duration == 0:
        raise ValueError("duration: is 0; give seconds, below zero to run backwards")
    tolerance = _optional("tolerance", asked["tolerance"])
    method, number = _method(robot, asked["method"], tolerance)
    step = _optional("step", asked["step"])
    most = asked["most_steps"]
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
    return Plan(method, settings, begin, begin + duration, times, most)


@dataclass(frozen=True)
class Simulator:
    """Simulate one robot."""

    robot: Manifest
    integrators: Integrators
    energies: Energies
    fault: Callable[[int], str]  # what a status of forward dynamics means

    def run(
        self, plan: Plan, q: Reals, qd: Reals, torque: Law | Function | None, progress: Progress
    ) -> Trajectory:
        """Return the motion from a state."""
        nq, nv = self.robot.nq, self.robot.nv
        run = self.integrators.run(self.integrators, plan.settings, torque, nq, nv)
        self._refuse(run.begin(plan.begin, q, qd), run)
        pieces = np.concatenate([*self._pieces(run, plan, progress)])
        steps = np.append(pieces[:, 0], plan.end)
        times = steps if plan.times is None else plan.times
        y = evaluated(pieces, times, nq + nv)
        own_q = to_unit_length(self.robot.joints, y[:, :nq])
        own_qd = np.ascontiguousarray(y[:, nq:])
        tau, qdd = run.outputs(times, own_q, own_qd)
        _, _, rejected, evaluations, _ = run.told
        return Trajectory(
            times,
            own_q,
            own_qd,
            qdd,
            tau,
            *self.energies(own_q, own_qd),
            steps,
            plan.method,
            evaluations,
            rejected,
            pieces,
            lambda q: to_unit_length(self.robot.joints, q),
        )

    def run_many(
        self,
        plan: Plan,
        states: list[tuple[Reals, Reals]],
        torque: Law | Function | None,
        threads: int,
        progress: Progress,
    ) -> list[Trajectory]:
        """Return the motions from several states, computed by so many threads."""

        def one(state: tuple[Reals, Reals]) -> Trajectory:
            return self.run(plan, *state, torque, lambda t: None)

        made = []
        with ThreadPoolExecutor(min(threads, len(states)) or 1) as pool:
            for count, trajectory in enumerate(pool.map(one, states), 1):
                made.append(trajectory)
                progress(plan.begin + (plan.end - plan.begin) * count / len(states))
        return made

    def _pieces(self, run: Run, plan: Plan, progress: Progress) -> Iterator[Reals]:
        left = plan.most_steps
        while True:
            status, pieces = run.record(plan.end, min(ROOM, left))
            yield pieces
            left -= len(pieces)
            now = run.told[0]
            progress(now)
            if self._status(status) == _DONE:
                return
            if self._status(status) != _FULL:
                self._refuse(status, run)
            if not left:
                raise SimulationError(
                    f"simulate: {plan.most_steps} steps led to t = {now:g} s only; allow more by"
                    " most_steps, or a larger tolerance",
                    now,
                )

    def _status(self, number: int) -> str:
        return str(self.robot.content["integrators"]["statuses"][number])

    def _refuse(self, number: int, run: Run) -> None:
        status = self._status(number)
        if status == _DONE:
            return
        t, *_, joint = run.told
        reason = _ENDS.get(status) or self.fault(joint)
        raise SimulationError(f"simulate: at t = {t:g} s: {reason}", t)


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
    return np.ascontiguousarray(q0), np.ascontiguousarray(qd0)
