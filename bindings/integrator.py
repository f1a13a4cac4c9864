"""The compiled integrators of a robot: how C is told what to do, and what it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.laws import Calling, Function, Law, NativeLaw
from gen_robot.bindings.native import ffi

Reals = NDArray[np.float64]

_TYPES = {
    "size": "size_t(*)(void)",
    "set": "void(*)(void *, int, void *, void *, const double *)",
    "begin": "int(*)(void *, double, const double *, const double *)",
    "record": "int(*)(void *, double, size_t, double *, size_t *)",
    "outputs": "int(*)(void *, size_t, const double *, const double *, const double *, double *,"
    " double *)",
    "told": "void(*)(const void *, double *)",
    "follow": "void *",
}
"""The functions of <name>_simulate.h, by what the manifest calls them."""

_TOLD = 5


@dataclass(frozen=True)
class Settings:
    """Say how to integrate; numbers that are not given are 0."""

    method: int
    tolerance: float
    step: float
    max_step: float
    slip: float

    @property
    def numbers(self) -> Reals:
        given = (self.tolerance, self.tolerance, self.step, self.max_step, self.slip)
        return np.array(given, np.float64)


class Integrators:
    """Hold the functions of one library."""

    def __init__(self, addresses: Mapping[str, int], library: Any, feed_forward: bool) -> None:
        self.functions = {name: ffi.cast(_TYPES[name], addresses[name]) for name in _TYPES}
        self.feed_forward = feed_forward
        self._library = library  # which stays open as long as its functions are known


class Run:
    """Integrate one motion, as many steps at a time as its caller has room for."""

    def __init__(
        self, own: Integrators, settings: Settings, torque: Law | Function | None, nq: int, nv: int
    ) -> None:
        self._own, self._size = own.functions, 2 + 5 * (nq + nv)
        self._nv = nv
        self._simulation = ffi.new("char[]", self._own["size"]())
        self._calling = self._law = None
        pointer = context = ffi.NULL
        if isinstance(torque, Law):
            self._law = NativeLaw(torque, nv, own.feed_forward)
            pointer, context = self._own["follow"], self._law.struct
        elif torque is not None:
            self._calling = Calling(torque, nq, nv)
            pointer = self._calling.pointer
        self._own["set"](
            self._simulation, settings.method, pointer, context, _doubles(settings.numbers)
        )

    def begin(self, t: float, q: Reals, qd: Reals) -> int:
        """Begin at a state."""
        return self._checked(self._own["begin"](self._simulation, t, _doubles(q), _doubles(qd)))

    def record(self, end: float, room: int) -> tuple[int, Reals]:
        """Make so many steps at most; return what became of it, and the steps."""
        pieces, made = np.empty((room, self._size)), ffi.new("size_t *")
        status = self._own["record"](self._simulation, end, room, _doubles(pieces), made)
        return self._checked(status), pieces[: made[0]]

    def outputs(self, t: Reals, q: Reals, qd: Reals) -> tuple[Reals, Reals]:
        """Return torques and accelerations at these states."""
        tau, qdd = np.empty((len(t), self._nv)), np.empty((len(t), self._nv))
        t, q, qd = (np.ascontiguousarray(x) for x in (t, q, qd))
        arrays = (_doubles(x) for x in (t, q, qd, tau, qdd))
        self._checked(self._own["outputs"](self._simulation, len(t), *arrays))
        return tau, qdd

    @property
    def told(self) -> tuple[float, int, int, int, int]:
        """Return the time, how many steps were made, rejected, evaluated, and the joint that failed."""
        numbers = np.zeros(_TOLD)
        self._own["told"](self._simulation, _doubles(numbers))
        t, *counts = numbers.tolist()
        steps, rejected, evaluations, joint = map(int, counts)
        return t, steps, rejected, evaluations, joint

    def _checked(self, status: int) -> int:
        """Raise what the function of torques has raised."""
        if self._calling is not None and self._calling.raised is not None:
            raise self._calling.raised
        return status


def _doubles(array: Reals) -> Any:
    return ffi.from_buffer("double[]", array) if array.size else ffi.NULL
