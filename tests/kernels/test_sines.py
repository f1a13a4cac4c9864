"""Kernels that are given sines and cosines compute what the plain ones do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gen_robot.description.edit import Edits
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import COS, SIN
from gen_robot.kernels import EVERY_KERNEL, KERNELS
from gen_robot.kernels.sines import SUFFIX
from gen_robot.languages.f77 import LETTERS
from gen_robot.model.formulation import Frames
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate, generate_described
from random_robots import random_robot
from shipped_robots import SHIPPED, described

ULP = np.finfo(float).eps
NAMES = tuple(f"{name}{SUFFIX}" for name in KERNELS)


def both(robot: Any, **options: Any) -> Output:
    names = (*KERNELS, *NAMES)
    return generate_described(robot, Options(kernels=names, friction=True, **options))


def values(graph: KernelGraph, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    found = evaluate([n for nodes in graph.outputs.values() for n in nodes], inputs)
    parts, start = {}, 0
    for name, nodes in graph.outputs.items():
        parts[name] = np.array([np.broadcast_to(x, 1)[0] for x in found[start : start + len(nodes)]])
        start += len(nodes)
    return parts
