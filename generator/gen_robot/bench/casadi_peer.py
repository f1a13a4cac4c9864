"""Functions that CasADi wrote, compiled: `int f(arg, res, iw, w, mem)`, sizes from `f_work`."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gen_robot.bench.harness import Arguments, Array, Harness, Routine
from gen_robot.errors import UserError


@dataclass(frozen=True)
class Order:
    """Say where each of our coordinates stands in a peer's order."""

    name: str
    q: Array  # the peer's q is ours[q]
    v: Array

    @property
    def back(self) -> Array:
        return np.argsort(self.v)


class CasadiFunction:
    """Call one compiled function on states in its own order of joints."""

    def __init__(self, harness: Harness, library: Path, name: str, out: Array) -> None:
        self._harness, self._name, self._out = harness, name, out
        try:
            self._routine = Routine.of(library, name)
            self._opened = self._routine.library
            sizes = [ctypes.c_longlong() for _ in range(4)]
            self._opened[f"{name}_work"](*map(ctypes.byref, sizes))
            self.inputs = self._integer("n_in")
            rows, columns, self._rows, self._columns = self._pattern()
        except AttributeError as error:
            problem = f"has no function '{name}' as CasADi writes it: {error}"
            raise UserError(f"{name}.c", problem, "name the file after its function") from None
        if rows * columns > out.size:
            raise UserError(f"{name}.c", f"gives {rows} x {columns} numbers", "is it this robot's?")
        self._shape = (rows, columns)
        lengths = [max(1, size.value) for size in sizes]
        kinds = (np.uintp, np.uintp, np.int64, np.float64)
        self._work = [np.zeros(n, kind) for n, kind in zip(lengths, kinds, strict=True)]

    def run(self, arguments: Arguments, count: int, out: Array | None = None) -> float:
        """Return nanoseconds for so many states, all of which are kept if `out` has a row for each."""
        place = self._out if out is None else out
        return self._harness.casadi(self._routine, arguments, count, place, self._work)

    @property
    def numbers(self) -> int:
        """Return how many numbers a state's result has."""
        return len(self._rows)

    def arguments(self, inputs: Sequence[Array], order: Order) -> Arguments:
        """Bring a kernel's inputs into this function's order; what it has beyond them is not read."""
        q, *rest = inputs
        given = [q[:, order.q], *(each[:, order.v] for each in rest)]
        given += [given[-1]] * (self.inputs - len(given))
        own = [np.ascontiguousarray(each) for each in given[: self.inputs]]
        return Arguments(own, (), one_place=True)

    def results(self, order: Order, wanted: Sequence[Array]) -> list[tuple[Array, ...]]:
        """Return what the last state gave, in our order; more than one reading if there are several.

        Where several matrices are wanted, they stand side by side.
        """
        value = np.zeros(self._shape)
        value[self._rows, self._columns] = self._out[: len(self._rows)]
        n = len(order.v)
        back = np.ix_(order.back, order.back)
        if len(wanted) > 1:
            parts = np.hsplit(value, len(wanted)) if self._shape == (n, n * len(wanted)) else []
            return [tuple(part[back] for part in parts)]
        if wanted[0].ndim != 2:
            return [(value[order.back, 0],)] if self._shape == (n, 1) else []
        if wanted[0].shape != (n, n):
            return [(value[:, order.back],)] if self._shape == wanted[0].shape else []
        return [(whole[back],) for whole in _matrices(value, n)]

    def _integer(self, name: str) -> int:
        function = self._opened[f"{self._name}_{name}"]
        function.restype = ctypes.c_longlong
        return int(function())

    def _pattern(self) -> tuple[int, int, Array, Array]:
        """Return the result's size, and the row and column of each number: compressed columns."""
        function = self._opened[f"{self._name}_sparsity_out"]
        function.restype = ctypes.POINTER(ctypes.c_longlong)
        words = function(ctypes.c_longlong(0))
        rows, columns = words[0], words[1]
        if words[2] == 1:  # dense
            every = np.arange(rows * columns)
            return rows, columns, every % rows, every // rows
        starts = [words[2 + k] for k in range(columns + 1)]
        found = [words[3 + columns + k] for k in range(starts[-1])]
        return rows, columns, np.array(found), np.repeat(np.arange(columns), np.diff(starts))


def _matrices(value: Array, n: int) -> list[Array]:
    """Return the symmetric matrices that numbers may stand for: a triangle, by rows or by columns."""
    if value.shape == (n * (n + 1) // 2, 1):
        flat = value[:, 0]
        upper = np.zeros((2, n, n))
        upper[0][np.triu_indices(n)] = flat
        upper[1].T[np.tril_indices(n)] = flat
        return [each + np.triu(each, 1).T for each in upper]
    if value.shape != (n, n):
        return []
    return [value if np.any(np.tril(value, -1)) else value + np.triu(value, 1).T]
