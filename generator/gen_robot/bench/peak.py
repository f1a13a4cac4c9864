"""The machine's peak, measured in the same run: nothing but multiply-adds on registers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gen_robot.bench.harness import Harness
from gen_robot.bench.measure import Contender, interleaved
from gen_robot.bench.times import Peak

SCALAR = "bench_peak_scalar"
PASSES = 60


def peak_of(compiler: Sequence[str], real: np.dtype[Any]) -> Peak:
    """Measure operations a nanosecond, of scalars and of the best vectors."""
    harness = Harness(compiler, real)
    lanes = {SCALAR: 1, **harness.vectors()}
    contenders = {
        name: Contender(lambda count, name=name: harness.peak(name, lanes[name]), 1, whole=True)  # type: ignore[misc]
        for name in lanes
    }
    times = interleaved(contenders, PASSES)
    best = min(lanes, key=lambda name: times[name].low)
    return Peak(1.0 / times[SCALAR].low, 1.0 / times[best].low, lanes[best])
