"""Kernels of a few robots as graphs, for tests of what comes after: order, names, routines."""

from __future__ import annotations

from functools import cache

import numpy as np

from gen_robot.ir.graph import live
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import INPUT
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from random_robots import random_robot
from shipped_robots import asked_of, generated

ROBOTS = ("puma560", "scara", "tree")


@cache
def kernels(robot: str) -> dict[str, KernelGraph]:
    """Return kernels of a shipped robot, or of a random tree with sliding joints."""
    if robot == "tree":
        options = Options(kernels=(DYNAMICS,), friction=True)
        output = generate_described(random_robot(3, 7, prismatic=0.3, branched=True), options)
    else:
        output = generated(robot, kernels=asked_of(robot), friction=True)
    return {choice.kernel.name: choice.graph for choice in output.choices}


def states(kernel: KernelGraph, count: int = 5) -> dict[str, np.ndarray]:
    """Return random values for all inputs that a kernel reads."""
    sizes: dict[str, int] = {}
    for node in live(kernel.roots):
        if node.op == INPUT:
            name, index = node.place
            sizes[name] = max(sizes.get(name, 0), index + 1)
    rng = np.random.default_rng(4)
    return {name: rng.uniform(-2, 2, (count, size)) for name, size in sorted(sizes.items())}
