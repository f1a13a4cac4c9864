"""Random states, and the memory that results are written to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gen_robot.bench.harness import Array
from gen_robot.bench.subject import Subject
from gen_robot.kernels.sines import COSINES, SINES

LINE = 64
"""Bytes of a cache line: where the memory for results begins."""

MOST_MEMORY = 1 << 28
"""Bytes that the inputs and outputs of one kernel's batch may take."""


@dataclass(frozen=True)
class States:
    """Hold every input of a robot's kernels for as many states as a batch has."""

    inputs: Mapping[str, Array]
    count: int

    def of(self, kernel: Mapping[str, Any]) -> list[Array]:
        """Return a kernel's inputs."""
        return [self.inputs[name] for name in kernel["inputs"]]

    def each(self, kernel: Mapping[str, Any], count: int) -> list[tuple[Array, ...]]:
        """Return the first states one by one, in memory of their own."""
        arrays = self.of(kernel)
        return [tuple(array[k].copy() for array in arrays) for k in range(count)]


def random_states(subjects: Sequence[Subject], count: int, seed: int) -> States:
    """Draw states within the joints' limits; what has none is uniform in [-1, 1]."""
    library = subjects[0].library
    rng = np.random.default_rng(seed)
    kernels = [each for one in subjects for each in one.manifest["kernels"].values()]
    count = min(count, *(MOST_MEMORY // _bytes(each, library.dtype) for each in kernels))
    inputs = dict(zip(("q", "qd", "qdd"), library.random_state(rng, count), strict=True))
    # Kernels that are given sines and cosines get those of the angles.
    inputs |= {SINES.name: np.sin(inputs["q"]), COSINES.name: np.cos(inputs["q"])}
    for kernel in kernels:
        for name in kernel["inputs"]:
            if name not in inputs:
                shape = (count, *kernel["shapes"][name])
                inputs[name] = rng.uniform(-1.0, 1.0, shape).astype(library.dtype)
    return States(inputs, count)


def _bytes(kernel: Mapping[str, Any], real: np.dtype[Any]) -> int:
    arrays = (kernel["shapes"][name] for name in kernel["inputs"] + kernel["outputs"])
    return real.itemsize * sum(math.prod(shape) for shape in arrays)


class Room:
    """Give every contender the same memory for its results, so that nobody has a better place."""

    def __init__(self, subjects: Sequence[Subject]) -> None:
        real = subjects[0].library.dtype
        kernels = [each for one in subjects for each in one.manifest["kernels"].values()]
        per_line = LINE // real.itemsize
        # Each output begins a line; peers may fill a whole square matrix of doubles.
        most = max(
            sum(math.prod(each["shapes"][name]) + per_line for name in each["outputs"])
            for each in kernels
        )
        angles = max(each["operations"].get("sincos", 0) for each in kernels)
        square = 2 * subjects[0].library.nv ** 2
        raw = np.zeros(max(most, square, 2 * angles) + per_line, real)
        self.whole: Array = raw[(-raw.ctypes.data // real.itemsize) % per_line :]
        self._per_line = per_line

    def of(self, kernel: Mapping[str, Any]) -> list[Array]:
        """Return a place for each output of one state."""
        places, start = [], 0
        for name in kernel["outputs"]:
            shape = kernel["shapes"][name]
            size = math.prod(shape)
            places.append(self.whole[start : start + size].reshape(shape))
            start += -(-size // self._per_line) * self._per_line
        return places
