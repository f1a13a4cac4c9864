"""Kernels evaluated with 60 digits, on robots of every sort and at a state of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from arrays import Array
from exact_differences import State, exact
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.description.description import Description, Mimic
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.model.model import Model
from random_robots import random_robot, random_state
from shipped_robots import described
from traced_kernels import HELD, REGROUPED, graph_of, inputs_of, model_of, way


@dataclass(frozen=True)
class Case:
    """Hold a model and a state of it; what is known at run time only is among the state's arrays."""

    model: Model
    state: dict[str, Array]
    friction: bool = False

    @property
    def numbers(self) -> State:
        return {name: exact(values) for name, values in self.state.items()}

    def values(self, kernel: str, algorithm: str, state: State) -> dict[str, Sequence[Number]]:
        """Return a kernel's outputs with 60 digits."""
        graph = graph_of(self.model, way(kernel, algorithm), friction=self.friction, passes=False)
        inputs = {name: state[name] for name in inputs_of(self.model, kernel)}
        return {a: evaluate_exactly(nodes, inputs) for a, nodes in graph.outputs.items()}

    def weighted(self, state: State) -> list[Number]:
        """Return lambda . tau, from the torques themselves."""
        tau = self.values("inverse_dynamics", "gibbs_appell", state)["tau"]
        return [sum((a * b for a, b in zip(state["lambda"], tau, strict=True)), start=Number(0))]


def case(
    description: Description,
    seed: int,
    *,
    held: bool = False,
    payload: str | None = None,
    friction: bool = False,
) -> Case:
    model = model_of(description, HELD if held else REGROUPED, payload)
    rng = np.random.default_rng(seed)
    q, qd, qdd, _ = random_state(description, seed)
    q, qd, qdd = q[: model.free_nq], qd[: model.free_nv], qdd[: model.free_nv]
    state = {"q": q, "qd": qd, "qdd": qdd, "lambda": rng.uniform(-2, 2, len(qd))}
    if payload is not None:
        state["payload"] = rng.uniform(0.1, 1, 10)
    return Case(model, state, friction)


def with_kinds(*kinds: str) -> Description:
    """Return a tree of joints of these kinds."""
    robot = random_robot(2, len(kinds), branched=True, prismatic=0.0)
    given = {"helical": {"pitch": Number("0.2")}}
    links = list(robot.links)
    for k, kind in enumerate(kinds):
        own = replace(links[k].joint, type=kind, given=given.get(kind, {}), rotor_inertia=ZERO)
        links[k] = replace(links[k], joint=own)
    return replace(robot, links=tuple(links))


def with_followers() -> Description:
    """Return a chain of four joints; two follow the second, one of them exactly."""
    robot = random_robot(4, 4, prismatic=0.0)
    ties = {2: Mimic("joint2", ONE, ZERO), 3: Mimic("joint2", Number("-0.5"), Number("0.3"))}
    links = [
        replace(link, joint=replace(link.joint, mimic=ties.get(k)))
        for k, link in enumerate(robot.links)
    ]
    return replace(robot, links=tuple(links))


CASES = {
    "held": case(described("puma560"), 1, held=True),
    "kinds": case(with_kinds("planar", "helical", "spherical", "cylindrical"), 3),
    "floating": case(random_robot(5, 2, floating=True), 5),
    "followers": case(with_followers(), 4, friction=True),
    "load": case(random_robot(6, 3), 6, payload="link3", friction=True),
}
