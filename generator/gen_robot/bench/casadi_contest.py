"""Functions of CasADi's as contenders: every file by every compiler, the best of them kept."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from pathlib import Path

import numpy as np

from gen_robot.bench.agreement import allowed, demand, difference
from gen_robot.bench.casadi_files import SIDE_BY_SIDE, Variant
from gen_robot.bench.casadi_peer import CasadiFunction, Order
from gen_robot.bench.compiled import shared_library
from gen_robot.bench.harness import Array, Harness
from gen_robot.bench.measure import Contender
from gen_robot.bench.ours import Timed

NAME, LOOP = "CasADi", "CasADi, all states"
"""A function on states that stay in the cache, and on all states of a batch, every result kept."""


@dataclass(frozen=True)
class Compiled:
    """Hold a function as one compiler made it."""

    title: str
    function: str
    library: Path


def compile_all(
    files: Mapping[str, Sequence[Path]], variants: Sequence[Variant]
) -> dict[str, list[Compiled]]:
    """Compile every file in every way, by as many processes at once as there are cores."""
    jobs = [
        (kernel, path, each)
        for kernel, paths in files.items()
        for path in paths
        for each in variants
    ]
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        libraries = pool.map(lambda job: shared_library(job[1], job[2].command), jobs)
        made: dict[str, list[Compiled]] = {}
        for (kernel, path, variant), library in zip(jobs, libraries, strict=True):
            title = f"{path.name}: {variant.title}"
            made.setdefault(kernel, []).append(Compiled(title, path.stem, library))
    return made


def entrants(
    compiled: Sequence[Compiled],
    timed: Timed,
    harness: Harness,
    out: Array,
    orders: Sequence[Order],
    place: str,
    sample: int,
) -> dict[str, Agreed]:
    """Return what agrees with our kernel on a sample of states; all of them must, in one order."""
    inputs = [each[: len(timed.singles)] for each in timed.inputs()]
    agreed: dict[str, Agreed] = {}
    for each in compiled:
        function = CasadiFunction(harness, each.library, each.function, out)
        worst = {order.name: 0.0 for order in orders}
        for order in orders:
            for k in range(sample):
                function.run(function.arguments([a[k : k + 1] for a in inputs], order), 1)
                wanted = _asked_of(timed, k)
                readings = function.results(order, wanted)
                found = (difference(one, wanted) for one in readings)
                worst[order.name] = max(worst[order.name], min(found, default=inf))
        best = min(orders, key=lambda order: worst[order.name])
        limit = allowed(timed.subject.manifest["options"]["precision"], timed.status)
        demand(place, f"{NAME}, {each.title}", worst[best.name], limit)
        agreed[each.title] = Agreed(function, best, timed)
    return agreed


def _asked_of(timed: Timed, k: int) -> tuple[Array, ...]:
    """Return what functions give of a kernel's results for one state."""
    given = dict(zip(timed.record["outputs"], timed.result(k), strict=True))
    return tuple(given[name] for name in SIDE_BY_SIDE.get(timed.kernel, given))


@dataclass(frozen=True)
class Agreed:
    """Hold a function that agrees with a kernel of ours."""

    function: CasadiFunction
    order: Order
    timed: Timed

    def one(self) -> Contender:
        """Return what goes through as many states as our kernel does one by one."""
        count = len(self.timed.singles)
        inputs = [each[:count] for each in self.timed.inputs()]
        arguments = self.function.arguments(inputs, self.order)
        return Contender(lambda count: self.function.run(arguments, count), count)

    def many(self) -> Contender:
        """Return what goes through all states of a batch and keeps all results."""
        inputs = self.timed.inputs()
        arguments, count = self.function.arguments(inputs, self.order), len(inputs[0])
        results = np.ones((count, self.function.numbers))
        run = self.function.run
        return Contender(lambda count: run(arguments, count, results), count, whole=True)
