"""Mechanisms with closed loops: their kernels as graphs, and states at which they are closed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from arrays import Array
from gen_robot.algebra.frame import Frame, roll_pitch_yaw, shift
from gen_robot.algebra.number import Number
from gen_robot.algorithms.closed import Closed, closed
from gen_robot.algorithms.closed_samples import closed_samples
from gen_robot.algorithms.closed_search import structural
from gen_robot.description.description import BASE, Description
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels import KERNELS
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search.search import Search
from pinocchio_loops import ClosedRobot

MECHANISMS = ("four_bar", "five_bar", "parallelogram", "three_rrr", "stewart", "bennett")
METHODS = ("schur", "null", "kkt")
STATES = 6
NO_GAINS = np.zeros(2)


def one_process(name: str) -> object:
    return pytest.param(name, marks=pytest.mark.xdist_group(f"loops {name}"))


EVERY = [one_process(name) for name in MECHANISMS]


class Mechanism:
    """Hold a described robot with its search, and states at which it is closed."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.model = modelled(description, Options())
        self.search: Search = searched(self.model, Options())
        self.reference = ClosedRobot(description)
        self.graphs: dict[str, KernelGraph] = {}
        conditions, *_ = structural(self.model)
        found, _ = closed_samples(conditions)
        _, K = conditions.at(found)
        values = np.linalg.svd(K, compute_uv=False)
        rank = len(self.closed.rows)
        self.q = found[values[:, rank - 1] > 0.02 * values[:, 0]][:STATES]
        rng = np.random.default_rng(3)
        self.yd, self.ydd = rng.normal(size=(2, len(self.q), len(self.closed.independent)))
        self.qd = self("loop_velocities", q=self.q, yd=self.yd)["qd"]
        self.tau = rng.normal(size=self.qd.shape)

    @property
    def closed(self) -> Closed:
        return closed(self.model)

    def __call__(self, kernel: str, way: str = "auto", **inputs: Array) -> dict[str, Array]:
        """Evaluate a kernel's graph as it would be written, after the passes."""
        key = f"{kernel} by {way}"
        if key not in self.graphs:
            record = KERNELS[kernel]
            ways = self.search.auto(record) if way == "auto" else self.search.asked(record, way)
            self.graphs[key] = self.search.best(record, ways).graph
        outputs = self.graphs[key].outputs
        values = {name: evaluate(nodes, inputs) for name, nodes in outputs.items()}
        lead = np.shape(next(iter(inputs.values())))[:-1]
        shapes = {a.name: a.shape(self.model) for a in KERNELS[kernel].outputs}
        return {name: value.reshape(*lead, *shapes[name]) for name, value in values.items()}

    def forward(self, way: str, gains: Array = NO_GAINS) -> dict[str, Array]:
        return self("loop_forward_dynamics", way, **self.state, gains=gains + 0 * self.tau[:, :1])

    @property
    def state(self) -> dict[str, Array]:
        return {"q": self.q, "qd": self.qd, "tau": self.tau}


@cache
def mechanism(name: str) -> Mechanism:
    return Mechanism(read(name))


def assert_close(found: Array, expected: Array, tolerance: float) -> None:
    assert np.max(np.abs(found - expected)) <= tolerance * max(1.0, float(np.max(np.abs(expected))))


def moved(description: Description, place: Frame) -> Description:
    """Put a robot with a fixed base elsewhere: all that is on the base, ends of loops too."""
    links = tuple(
        replace(k, joint=replace(k.joint, before=place.then(k.joint.before)))
        if k.parent == BASE
        else k
        for k in description.links
    )
    loops = tuple(
        replace(
            loop,
            at_a=place.then(loop.at_a) if loop.link_a == BASE else loop.at_a,
            at_b=place.then(loop.at_b) if loop.link_b == BASE else loop.at_b,
        )
        for loop in description.loops
    )
    return replace(description, links=links, loops=loops)


TILTED = shift(Number("0.3"), Number("-1.2"), Number("0.7")).then(
    roll_pitch_yaw(Number("0.4"), Number("-0.9"), Number("2.1"))
)
