"""The compiled loops of harness.c, and the machine's peak by them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bench.compiled import shared_library
from gen_robot.errors import UserError

Array = NDArray[Any]

# Loops of peaks must stay as they are written: scalar chains are not to become vectors.
FLAGS = (
    "-std=gnu99",
    "-O2",
    "-march=native",
    "-ffp-contract=fast",
    "-fno-math-errno",
    "-fno-tree-vectorize",
    "-fno-tree-slp-vectorize",
)

MOST_ARGUMENTS = 10  # as many as harness.c spells out
CHAINS, PEAK_STEPS = 12, 10_000
FLOP = 2  # of a multiplication with its addition
WIDTHS = {"bench_peak_16": 16, "bench_peak_32": 32, "bench_peak_64": 64}  # bytes


@dataclass(frozen=True)
class Routine:
    """Name a compiled function, with the library that keeps it in memory."""

    library: ctypes.CDLL
    address: int

    @classmethod
    def of(cls, library: Path, symbol: str) -> Routine:
        opened = ctypes.CDLL(str(library))
        function = getattr(opened, symbol)
        address = ctypes.cast(function, ctypes.c_void_p).value
        assert address
        return cls(opened, address)


class Harness:
    """Time loops over states in C; every method returns nanoseconds for all states together."""

    def __init__(self, compiler: Sequence[str], real: np.dtype[Any]) -> None:
        """Compile the loops for this machine and this precision."""
        name = "float" if real.itemsize == 4 else "double"
        with as_file(files("gen_robot.bench") / "harness.c") as source:
            path = shared_library(source, [*compiler, *FLAGS, f"-DREAL={name}"])
        self._library = ctypes.CDLL(str(path))
        self._real = real
        self._number = ctypes.c_float if real.itemsize == 4 else ctypes.c_double
        for each in ("single", "batch", "casadi", "sincos", "peak_scalar"):
            getattr(self._library, f"bench_{each}").restype = ctypes.c_double

    def single(self, routine: Routine, arrays: Arguments, count: int, status: bool) -> float:
        """Call a kernel for each state."""
        failed = ctypes.c_int()
        call = (len(arrays.base), arrays.base, arrays.stride, ctypes.c_ssize_t(count), int(status))
        taken = self._library.bench_single(
            ctypes.c_void_p(routine.address), *call, ctypes.byref(failed)
        )
        _refuse_failed(failed.value)
        return float(taken)

    def batch(self, routine: Routine, arrays: Arguments, count: int, status: bool) -> float:
        """Call a kernel once for all states."""
        failed = ctypes.c_int()
        call = (len(arrays.base), arrays.base, ctypes.c_ssize_t(count), int(status))
        taken = self._library.bench_batch(
            ctypes.c_void_p(routine.address), *call, ctypes.byref(failed)
        )
        _refuse_failed(failed.value)
        return float(taken)

    def casadi(
        self, routine: Routine, arrays: Arguments, count: int, out: Array, work: Sequence[Array]
    ) -> float:
        """Call a function of CasADi's for each state; `work` is its arg, res, iw and w.

        Where `out` has two axes, each state's result goes to a row of it.
        """
        step = ctypes.c_ssize_t(out.shape[1] if out.ndim == 2 else 0)
        arg, res, iw, w = (_address(each) for each in work)
        call = (len(arrays.base), arrays.base, arrays.stride, ctypes.c_ssize_t(count))
        return float(
            self._library.bench_casadi(
                ctypes.c_void_p(routine.address), *call, arg, res, _address(out), step, iw, w
            )
        )

    def sincos(self, angles: Array, per_state: int, count: int, out: Array) -> float:
        """Take sines and cosines of so many angles a state, by the C library."""
        size = (ctypes.c_ssize_t(angles.size), per_state, ctypes.c_ssize_t(count))
        return float(self._library.bench_sincos(_address(angles), *size, _address(out)))

    def peak(self, name: str, lanes: int) -> float:
        """Return nanoseconds for one operation in a loop of nothing but multiply-adds."""
        function = getattr(self._library, name)
        function.restype = ctypes.c_double
        result = self._number()
        taken = function(ctypes.c_ssize_t(PEAK_STEPS), self._number(1.0), ctypes.byref(result))
        return float(taken) / (PEAK_STEPS * CHAINS * FLOP * lanes)

    def vectors(self) -> dict[str, int]:
        """Return the loops of vector peaks, with the lanes that each has."""
        return {
            name: width // self._real.itemsize
            for name, width in WIDTHS.items()
            if hasattr(self._library, name)
        }


class Arguments:
    """Hold arrays as the loops take them: addresses, and bytes from one state to the next."""

    def __init__(self, inputs: Sequence[Array], outputs: Sequence[Array], *, one_place: bool):
        """Inputs have a first axis of states; outputs, too, unless all states write to one place."""
        arrays = [*inputs, *outputs]
        if len(arrays) > MOST_ARGUMENTS:
            raise ValueError(f"{len(arrays)} arguments; harness.c spells out {MOST_ARGUMENTS}")
        self.kept = arrays
        self.base = (ctypes.c_void_p * len(arrays))(*(each.ctypes.data for each in arrays))
        strides = [each.strides[0] for each in inputs]
        strides += [0 if one_place else each.strides[0] for each in outputs]
        self.stride = (ctypes.c_ssize_t * len(arrays))(*strides)


def _address(array: Array) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _refuse_failed(failed: int) -> None:
    if failed:
        problem = "reports a pivot that is not positive at a random state"
        raise UserError("bench", f"a kernel {problem}", "the robot's masses are at fault")
