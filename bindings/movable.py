"""The part of a robot's library that simulates it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.configurations import neutral
from gen_robot.bindings.manifest import Kernel, Manifest
from gen_robot.bindings.native import Symbols, address
from gen_robot.bindings.threads import thread_count

if TYPE_CHECKING:  # what only simulations need is imported by the first
    from gen_robot.bindings.curves import Curve
    from gen_robot.bindings.laws import Function, Law
    from gen_robot.bindings.simulating import Progress, Simulator
    from gen_robot.bindings.trajectory import Trajectory

Array = NDArray[Any]


class Movable:
    """Simulate a robot whose library was built with integrators; Library is one."""

    _manifest: Manifest
    _source: tuple[Path, Path, str]
    _symbols: Mapping[str, Symbols]
    _bound: Mapping[str, Kernel]

    @property
    def integrators(self) -> tuple[str, ...]:
        """The integrators that simulate() may use; none without load(..., integrators=True)."""
        said = self._manifest.content.get("integrators", {"methods": ()})
        return tuple(method["name"] for method in said["methods"])

    def simulate(
        self,
        duration: float,
        q: ArrayLike | None = None,
        qd: ArrayLike | None = None,
        *,
        torque: Law | Curve | Function | ArrayLike | None = None,
        method: str | None = None,
        step: float | None = None,
        tolerance: float | None = None,
        max_step: float | None = None,
        times: ArrayLike | None = None,
        every: float | None = None,
        begin: float = 0.0,
        slip: float | None = None,
        threads: int | str | None = None,
        most_steps: int | None = None,
        dense: bool = True,
        progress: Progress = lambda t: None,
    ) -> Trajectory | list[Trajectory]:
        """Return the motion from a state, by generated code; without one, from rest in neutral().

        A robot with loops begins with them closed, as near as can be, and keeps them closed.
        Without `tolerance`, steps have one size, `step` (0.001 s), and `method` is rk4 if none is
        given; with it, dopri5 chooses them, not above `max_step`. A `duration` below zero runs
        backwards. `torque` is a Law, a Curve of torques, nv numbers that stay, or a function of t, q
        and qd, which is called back from C; None is no torque. States are given at `times`, or `every`
        so many seconds, by default after each step; with `dense=False` at no others, later, which saves
        memory and time. `slip` is the speed at which Coulomb friction
        turns over. Rows of q or qd are states that each begin a motion: then a list is returned,
        computed by `threads`, which are free of Python's lock unless torque is a function.
        """
        from gen_robot.bindings.laws import as_law
        from gen_robot.bindings.planning import planned, states_of

        said = self._manifest.content.get("integrators", {})
        if self._source[2] not in said.get("symbols", {}):
            raise AttributeError(
                "this robot was generated without integrators; gen_robot.load(..., integrators=True)"
                " makes them, or gen-robot ... --integrators"
            )
        simulator = self._simulator
        plan = planned(
            self._manifest,
            duration=duration,
            method=method,
            step=step,
            tolerance=tolerance,
            max_step=max_step,
            times=times,
            every=every,
            begin=begin,
            slip=slip,
            most_steps=most_steps,
            dense=dense,
        )
        starts = states_of(
            self._manifest,
            self._resting() if q is None else q,
            np.zeros(self._manifest.nv) if qd is None else qd,
        )
        law = as_law(torque, self._manifest.nv)
        if starts[0].ndim == 1:
            return simulator.run(plan, *starts, law, progress)
        count = thread_count(threads)
        return simulator.run_many(plan, [*zip(*starts, strict=True)], law, count, progress)

    @cached_property
    def _simulator(self) -> Simulator:
        from gen_robot.bindings.integrator import Integrators
        from gen_robot.bindings.simulating import Simulator

        lang, said = self._source[2], self._manifest.content["integrators"]
        library = next(iter(self._symbols.values())).library
        places = {word: address(library, symbol) for word, symbol in said["symbols"][lang].items()}
        own = Integrators(lang, places, library, said)
        fault = self._loop_fault_of if self._manifest.loops else self._fault_of
        return Simulator(self._manifest, own, self._energies, fault)

    def _fault_of(self, status: int) -> str:
        raise NotImplementedError

    def _loop_fault_of(self, status: int) -> str:
        raise NotImplementedError

    def _resting(self) -> Array:
        """Return where motions begin that are told no other place."""
        if self._manifest.closed_configuration:
            return np.array(self._manifest.closed_configuration)
        return neutral(self._manifest, np.dtype(np.float64))

    def _energies(self, q: Array, qd: Array) -> tuple[Array | None, Array | None]:
        states = {"kinetic_energy": (q, qd), "potential_energy": (q,)}
        kinetic, potential = (
            getattr(self, name)(*state) if name in self._bound else None
            for name, state in states.items()
        )
        return kinetic, potential
