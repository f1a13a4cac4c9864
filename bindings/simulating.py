"""Simulations of a robot: the way from a plan to a trajectory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.integrator import Integrators, Run
from gen_robot.bindings.laws import Function, Law
from gen_robot.bindings.manifest import Manifest
from gen_robot.bindings.manifolds import to_unit_length
from gen_robot.bindings.planning import Plan
from gen_robot.bindings.trajectory import SimulationError, Trajectory, evaluated

Reals = NDArray[np.float64]
Energies = Callable[[Reals, Reals], tuple[Reals | None, Reals | None]]
Progress = Callable[[float], None]

ROOM = 256  # steps that are made before Python hears of interrupts

_DONE, _FULL = "DONE", "FULL"
_ENDS = {
    "STOPPED": "the function of torques stopped it",
    "TOO_SMALL": "no step is short enough for the tolerance; allow a larger one, or look for a jump",
    "NOT_FINITE": "the state grew beyond all numbers; take shorter steps",
    "NO_CONVERGENCE": "an implicit step did not converge; take shorter steps",
    "OPEN": "the loops do not close from here; begin nearer to where they do",
    "WRONG": "a setting is no such thing",
}


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
        pieces, steps, y = self._made(run, plan, progress)
        times = steps if plan.times is None else plan.times
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

    def _made(self, run: Run, plan: Plan, progress: Progress) -> tuple[Reals | None, Reals, Reals]:
        """Return the steps, if they are wanted later, when they began, and the states."""
        size = self.robot.nq + self.robot.nv
        if plan.dense:
            kept = [*self._pieces(run, plan, progress)]
            pieces = kept[0] if len(kept) == 1 else np.concatenate(kept)
            steps = np.append(pieces[:, 0], plan.end)
            return pieces, steps, evaluated(pieces, plan.times_or(steps), size)
        times = plan.times_or(np.empty(0))
        y, starts = np.empty((len(times), size)), []
        sense, missing = np.sign(plan.end - plan.begin), np.ones(len(times), bool)
        # In the same memory again and again: a new page costs as much as a step.
        for pieces in self._pieces(run, plan, progress):
            starts.append(pieces[:, 0].copy())
            last = pieces[-1:].copy()
            here = missing & (sense * times < sense * last[0, :2].sum())
            if here.any():
                y[here] = evaluated(pieces, times[here], size)
                missing &= ~here
        y[missing] = evaluated(last, times[missing], size)
        return None, np.append(np.concatenate(starts), plan.end), y

    def _pieces(self, run: Run, plan: Plan, progress: Progress) -> Iterator[Reals]:
        """Yield the steps, in arrays of their own if they are kept, else always in the same one."""
        left, room = plan.most_steps, ROOM
        memory = run.memory(min(room, left))
        while True:
            status, count = self._filled(run, plan, memory[:left], progress)
            if count:
                yield memory[:count]
            left -= count
            if self._status(status) == _DONE:
                return
            if not left:
                now = run.told[0]
                raise SimulationError(
                    f"simulate: {plan.most_steps} steps led to t = {now:g} s only; allow more by"
                    " most_steps, or a larger tolerance",
                    now,
                )
            if plan.dense:
                room = 2 * room
                memory = run.memory(min(room, left))

    def _filled(self, run: Run, plan: Plan, memory: Reals, progress: Progress) -> tuple[int, int]:
        """Fill an array with steps, some at a time; return what became of it, and how many."""
        made = 0
        while True:
            status, count = run.record(plan.end, memory[made : made + ROOM])
            made += count
            progress(run.told[0])
            if self._status(status) not in (_DONE, _FULL):
                self._refuse(status, run)
            if self._status(status) == _DONE or made == len(memory):
                return status, made

    def _status(self, number: int) -> str:
        return str(self.robot.content["integrators"]["statuses"][number])

    def _refuse(self, number: int, run: Run) -> None:
        status = self._status(number)
        if status == _DONE:
            return
        t, *_, joint = run.told
        reason = _ENDS.get(status) or self.fault(joint)
        raise SimulationError(f"simulate: at t = {t:g} s: {reason}", t)
