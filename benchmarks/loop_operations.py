"""Operation counts of kernels of loops, for the mechanisms that ship.

python benchmarks/loop_operations.py [MECHANISM ...]

A count is multiplications + additions + divisions, after the passes, by the formulation that needs
fewest. `bare` is what accelerations alone need: no tests of pivots, no stabilisation, no forces of
the loops. It stands beside the counts of prototypes, which had none of these either; `written` is
what a generated kernel has.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from gen_robot.algebra.number import ZERO
from gen_robot.ir.count import Operations
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import KERNELS
from gen_robot.kernels.dynamics import QDD
from gen_robot.kernels.kernel import Kernel, Methods, Outputs, Route
from gen_robot.kernels.task import Task
from gen_robot.kernels.trace import trace
from gen_robot.options import Options
from gen_robot.passes import optimise
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search.search import Search

Count = tuple[int, int, int]

ROWS = (
    ("tree qdd", "forward_dynamics", "auto"),
    ("phi, K, kb", "loop_terms", "auto"),
    ("qdd by kkt", "loop_forward_dynamics", "kkt"),
    ("qdd by schur", "loop_forward_dynamics", "schur"),
    ("qdd by null", "loop_forward_dynamics", "null"),
    ("M_red, h_red", "loop_inertia_and_bias", "auto"),
    ("tau_u", "loop_inverse_dynamics", "auto"),
)
"""What is counted: its title, the kernel, the algorithm."""

PROTOTYPES: dict[str, tuple[Count, ...]] = {
    "four_bar": (
        *((22, 13, 1), (26, 16, 0), (85, 47, 4), (85, 47, 3)),
        *((66, 37, 3), (63, 32, 2), (60, 32, 2)),
    ),
    "five_bar": (
        *((40, 24, 2), (36, 25, 0), (130, 76, 6), (130, 76, 4)),
        *((117, 70, 4), (107, 59, 2), (98, 57, 2)),
    ),
    "parallelogram": (
        *((39, 24, 2), (36, 24, 0), (130, 76, 6), (130, 76, 4)),
        *((117, 70, 4), (107, 59, 2), (98, 57, 2)),
    ),
    "three_rrr": (
        *((79, 53, 4), (104, 80, 0), (323, 214, 11), (355, 238, 8)),
        *((342, 232, 7), (314, 203, 4), (267, 170, 4)),
    ),
    "stewart": (
        *((298, 169, 12), (423, 301, 0), (1826, 1285, 36), (3169, 2887, 30)),
        *((1760, 1213, 24), (1566, 1016, 18), (1252, 869, 24)),
    ),
}
"""Counts of prototypes on mechanisms of the same structure, in the order of ROWS."""


def bare(kernel: Kernel) -> Kernel:
    """Return forward dynamics with loops without stabilisation and without forces."""
    (route,) = kernel.routes

    def without_gains(task: Task, methods: Methods) -> Outputs:
        inputs = {**task.inputs, "gains": [ZERO, ZERO]}
        return route.trace(replace(task, inputs=inputs), methods)

    own = Route(route.parts, without_gains, route.solver, limbs=route.limbs)
    return replace(kernel, routes=(own,), outputs=(QDD,))


def counts(search: Search, kernel: str, algorithm: str) -> tuple[Operations, Operations]:
    """Return the fewest operations, bare and as written."""
    record = KERNELS[kernel]
    tried = search.auto(record) if algorithm == "auto" else search.asked(record, algorithm)
    plain = bare(record) if kernel == "loop_forward_dynamics" else record
    setting = Options().setting
    found, full = [], []
    for way in (w for w in tried if not w.has_lanes):
        own = replace(way, route=plain.routes[0]) if plain is not record else way
        graph = optimise(trace(plain, own, search.formulations, setting))
        found.append(optimise(KernelGraph(graph.graph, graph.outputs)).operations)
        full.append(optimise(trace(record, way, search.formulations, setting)).operations)
    return min(found, key=_total), min(full, key=_total)


def _total(operations: Operations) -> int:
    return operations.mul + operations.add + operations.div


def table(name: str) -> list[tuple[str, Operations, Operations, Count | None]]:
    """Return the rows of a mechanism: title, bare, written, the prototype's count."""
    search = searched(modelled(read(name), Options()), Options())
    known = PROTOTYPES.get(name, (None,) * len(ROWS))
    return [
        (title, *counts(search, kernel, algorithm), prototype)
        for (title, kernel, algorithm), prototype in zip(ROWS, known, strict=True)
    ]


def main() -> None:
    """Print the table of each mechanism."""
    for name in sys.argv[1:] or [*PROTOTYPES, "bennett"]:
        print(f"{name:14} {'bare':>15} {'prototype':>15} {'written':>15}")
        for title, found, written, prototype in table(name):
            cells = [_spelled(found), _told(prototype), _spelled(written)]
            print(f"  {title:12} " + " ".join(f"{cell:>15}" for cell in cells))


def _spelled(operations: Operations) -> str:
    return _told((operations.mul, operations.add, operations.div))


def _told(count: Count | None) -> str:
    return "+".join(map(str, count)) if count else ""


if __name__ == "__main__":
    main()
