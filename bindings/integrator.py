"""The compiled integrators of a robot: how they are told what to do, and what they tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gen_robot.bindings.laws import Calling, Function, Law, NativeLaw, packed
from gen_robot.bindings.native import ffi

Reals = NDArray[np.float64]
Told = tuple[float, int, int, int, int]


@dataclass(frozen=True)
class Settings:
    """Say how to integrate; numbers that are not given are 0."""

    method: int  # from 0
    tolerance: float
    step: float
    max_step: float
    slip: float

    @property
    def numbers(self) -> Reals:
        given = (self.tolerance, self.tolerance, self.step, self.max_step, self.slip)
        return np.array(given, np.float64)


class Integrators:
    """Hold the functions of one library, in one language."""

    def __init__(
        self, lang: str, addresses: Mapping[str, int], library: Any, said: Mapping[str, Any]
    ) -> None:
        self.run = RUNS[lang]
        types = self.run.TYPES
        self.functions = {name: ffi.cast(types[name], addresses[name]) for name in types}
        self.memory: Sequence[int] = said["memory"][lang]
        self.feed_forward: bool = said["feed_forward"]
        self._library = library  # which stays open as long as its functions are known


class Run(ABC):
    """Integrate one motion, as many steps at a time as its caller has room for."""

    TYPES: ClassVar[Mapping[str, str]]
    """Functions by what the manifest calls them."""

    def __init__(
        self, own: Integrators, settings: Settings, torque: Law | Function | None, nq: int, nv: int
    ) -> None:
        self._own, self._size = own.functions, 2 + 5 * (nq + nv)
        self._nv, self._settings = nv, settings
        function = torque if torque is not None and not isinstance(torque, Law) else None
        self._calling = Calling(function, nq, nv) if function else None
        self._prepare(own, torque if isinstance(torque, Law) else None)

    def begin(self, t: float, q: Reals, qd: Reals) -> int:
        """Begin at a state."""
        return self._checked(self._begin(t, q, qd))

    def memory(self, steps: int) -> Reals:
        """Return room for so many steps."""
        return np.empty((steps, self._size))

    def record(self, end: float, pieces: Reals) -> tuple[int, int]:
        """Make as many steps as there is room for; return what became of it, and how many."""
        status, made = self._record(end, pieces)
        return self._checked(status), made

    def outputs(self, t: Reals, q: Reals, qd: Reals) -> tuple[Reals, Reals]:
        """Return torques and accelerations at these states."""
        tau, qdd = np.empty((len(t), self._nv)), np.empty((len(t), self._nv))
        arrays = [np.ascontiguousarray(x) for x in (t, q, qd)]
        self._checked(self._outputs(len(t), [doubles(x) for x in (*arrays, tau, qdd)]))
        return tau, qdd

    def _checked(self, status: int) -> int:
        """Raise what the function of torques has raised."""
        if self._calling is not None and self._calling.raised is not None:
            raise self._calling.raised
        return status

    @property
    @abstractmethod
    def told(self) -> Told:
        """Return the time, how many steps were made, rejected, evaluated, and the joint that failed."""

    @abstractmethod
    def _prepare(self, own: Integrators, law: Law | None) -> None: ...

    @abstractmethod
    def _begin(self, t: float, q: Reals, qd: Reals) -> int: ...

    @abstractmethod
    def _record(self, end: float, pieces: Reals) -> tuple[int, int]: ...

    @abstractmethod
    def _outputs(self, count: int, arrays: list[Any]) -> int: ...


class CRun(Run):
    """Call the functions of <name>_simulate.h."""

    TYPES: ClassVar[Mapping[str, str]] = {
        "size": "size_t(*)(void)",
        "set": "void(*)(void *, int, void *, void *, const double *)",
        "begin": "int(*)(void *, double, const double *, const double *)",
        "record": "int(*)(void *, double, size_t, double *, size_t *)",
        "outputs": "int(*)(void *, size_t, const double *, const double *, const double *, double *,"
        " double *)",
        "told": "void(*)(const void *, double *)",
        "follow": "void *",
    }

    def _prepare(self, own: Integrators, law: Law | None) -> None:
        self._simulation = ffi.new("char[]", self._own["size"]())
        self._law = NativeLaw(law, self._nv, own.feed_forward) if law else None
        pointer = context = ffi.NULL
        if self._law:
            pointer, context = self._own["follow"], self._law.struct
        elif self._calling:
            pointer = self._calling.for_c
        numbers = doubles(self._settings.numbers)
        self._own["set"](self._simulation, self._settings.method, pointer, context, numbers)

    def _begin(self, t: float, q: Reals, qd: Reals) -> int:
        return int(self._own["begin"](self._simulation, t, doubles(q), doubles(qd)))

    def _record(self, end: float, pieces: Reals) -> tuple[int, int]:
        made = ffi.new("size_t *")
        room = len(pieces)
        status = self._own["record"](self._simulation, end, room, doubles(pieces), made)
        return status, made[0]

    def _outputs(self, count: int, arrays: list[Any]) -> int:
        return int(self._own["outputs"](self._simulation, count, *arrays))

    @property
    def told(self) -> Told:
        numbers = np.zeros(5)
        self._own["told"](self._simulation, doubles(numbers))
        t, *counts = numbers.tolist()
        steps, rejected, evaluations, joint = map(int, counts)
        return t, steps, rejected, evaluations, joint


class FortranRun(Run):
    """Call the routines of <name>_simulate.f."""

    TYPES: ClassVar[Mapping[str, str]] = {
        "begin": "void(*)(int *, double *, double *, double *, double *, void *, double *, double *,"
        " int *, int *)",
        "record": "void(*)(double *, int *, double *, int *, void *, double *, double *, int *, int *)",
        "outputs": "void(*)(int *, double *, double *, double *, double *, double *, void *, double *,"
        " double *, int *, int *)",
        "zero": "void *",
        "law": "void *",
    }

    def _prepare(self, own: Integrators, law: Law | None) -> None:
        reals, integers = own.memory
        parameters, torque = np.zeros(1), self._own["zero"]
        if law:
            parameters, torque = packed(law, self._nv, own.feed_forward), self._own["law"]
        elif self._calling:
            torque = self._calling.for_fortran
        self._w, self._iw = np.zeros(reals), ffi.new("int[]", integers)
        self._info = ffi.new("int *")
        self._last = (torque, doubles(parameters), doubles(self._w), self._iw, self._info)

    def _begin(self, t: float, q: Reals, qd: Reals) -> int:
        method, numbers = ffi.new("int *", self._settings.method + 1), self._settings.numbers
        state = (ffi.new("double *", t), doubles(q), doubles(qd))
        self._own["begin"](method, doubles(numbers), *state, *self._last)
        return int(self._info[0])

    def _record(self, end: float, pieces: Reals) -> tuple[int, int]:
        room, made = ffi.new("int *", len(pieces)), ffi.new("int *")
        self._own["record"](ffi.new("double *", end), room, doubles(pieces), made, *self._last)
        return int(self._info[0]), made[0]

    def _outputs(self, count: int, arrays: list[Any]) -> int:
        self._own["outputs"](ffi.new("int *", count), *arrays, *self._last)
        return int(self._info[0])

    @property
    def told(self) -> Told:
        steps, rejected, evaluations, joint = self._iw[1:5]
        return float(self._w[0]), steps, rejected, evaluations, joint


RUNS: Mapping[str, type[Run]] = {"c": CRun, "f77": FortranRun}
"""How integrators are called, by language."""


def doubles(array: Reals) -> Any:
    """Return the memory of an array; it must outlive the call."""
    return ffi.from_buffer("double[]", array)
