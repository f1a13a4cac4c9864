"""Conditions of every closing joint: what they leave free, and that K and kb are their derivatives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arrays import Array
from gen_robot.algebra.frame import roll_pitch_yaw, shift
from gen_robot.algebra.number import Number
from gen_robot.algorithms.loop_terms import terms
from gen_robot.algorithms.tape import Tape
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
    LoopDescription,
)
from gen_robot.description.loop_kinds import LOOP_KINDS
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.model.canonical import canonical
from gen_robot.model.hold import hold_parallel
from gen_robot.model.loops import with_loops
from random_robots import random_robot

FREE = {
    "connect": "rx ry rz",
    "revolute": "rz",
    "universal": "rz",  # and, behind it, about x of b
    "cylindrical": "z rz",
    "prismatic": "z",
    "planar": "x y rz",
    "weld": "",
}
"""Motions of a against b that a closing joint leaves free, along and about b's axes."""

MOTIONS = ("x", "y", "z", "rx", "ry", "rz")


class Conditions:
    """Hold all conditions of a robot's loops on symbols."""

    def __init__(self, description: Description, *, held: bool = False) -> None:
        model = with_loops(canonical(description), description)
        model = hold_parallel(model) if held else model
        self.graph = Graph()
        q, qd = self.graph.inputs("q", model.nq), self.graph.inputs("qd", model.nv)
        assert model.closing
        rows = [(i, w) for i, loop in enumerate(model.closing.loops) for w in loop.kind.rows]
        self.found = terms(model, Tape(self.graph), q, qd, rows)
        self.shape = (len(rows), model.nv)

    def __call__(self, q: Array, qd: Array) -> tuple[Array, Array, Array]:
        flat = [x for row in self.found.jacobian for x in row]
        nodes = [*self.found.residual, *self.found.bias, *flat]
        values = evaluate([self.graph.node(x) for x in nodes], {"q": q, "qd": qd})
        rows = self.shape[0]
        return values[:rows], values[2 * rows :].reshape(self.shape), values[rows : 2 * rows]


def looped(kind: str, seed: int) -> Description:
    """Tie the tip of a random tree to another link; nothing about it is closed."""
    robot = random_robot(seed, 6, branched=True)
    at_a = shift(Number("0.1"), Number("-0.2"), Number("0.3")).then(
        roll_pitch_yaw(Number("0.3"), Number("0.5"), Number("-0.8"))
    )
    at_b = shift(Number("0.2"), Number("0.1"), Number("-0.1")).then(
        roll_pitch_yaw(Number("-0.7"), Number("0.2"), Number("0.4"))
    )
    a, b = robot.links[-1].name, robot.links[1].name if seed % 2 else BASE
    return replace(robot, loops=(LoopDescription("tie", kind, a, b, at_a, at_b),))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", LOOP_KINDS)
def test_k_and_kb_are_derivatives_of_the_gaps(kind: str, seed: int) -> None:
    conditions = Conditions(looped(kind, seed))
    rng, step = np.random.default_rng(seed), 1e-6
    q, qd = rng.normal(size=(2, 6))
    phi, K, kb = conditions(q, qd)
    assert np.abs(phi).max() > 1e-3
    ahead, behind = (conditions(q + sign * step * qd, qd) for sign in (1, -1))
    size = max(1.0, float(np.abs(K).max()))
    assert np.abs((ahead[0] - behind[0]) / (2 * step) - K @ qd).max() < 1e-8 * size * 10
    assert np.abs((ahead[1] - behind[1]) / (2 * step) @ qd + kb).max() < 1e-7 * size * 10


@pytest.mark.parametrize("kind", LOOP_KINDS)
def test_held_frames_give_the_same(kind: str) -> None:
    robot = looped(kind, 1)
    q, qd = np.random.default_rng(4).normal(size=(2, 6))
    for one, other in zip(
        Conditions(robot)(q, qd), Conditions(robot, held=True)(q, qd), strict=True
    ):
        np.testing.assert_allclose(one, other, atol=1e-12)


def flying(kind: str) -> Conditions:
    joint = JointDescription("free", "floating")
    link = LinkDescription("body", BASE, joint, Inertial(Number(1)))
    return Conditions(
        Description("tied", (link,), "x", loops=(LoopDescription("tie", kind, "body", BASE),))
    )


def pose(motion: str, by: float) -> Array:
    q = np.array([0, 0, 0, 0, 0, 0, 1.0])
    if motion in "xyz":
        q["xyz".index(motion)] = by
        return q
    q[3 + "xyz".index(motion[1])], q[6] = np.sin(by / 2), np.cos(by / 2)
    return q


@pytest.mark.parametrize("kind", LOOP_KINDS)
def test_a_closing_joint_takes_away_what_it_should_and_nothing_else(kind: str) -> None:
    conditions = flying(kind)
    for motion in MOTIONS:
        phi, K, _ = conditions(pose(motion, 0.4), np.zeros(6))
        free = motion in FREE[kind].split() or (kind == "universal" and motion == "rx")
        assert (np.abs(phi).max() < 1e-14) == free, motion
        assert np.linalg.matrix_rank(K) == len(LOOP_KINDS[kind].rows) or not free
