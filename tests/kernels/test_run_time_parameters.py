"""Any constant of a model may be known at run time only: a symbol where a number was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

import measure
from gen_robot.algebra.number import Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Scalar, SymMat3, Vec3
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.graph import Graph
from gen_robot.kernels import KERNELS
from gen_robot.kernels.groups import LOOPS
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import ways
from gen_robot.model.formulation import Bodies, formulations
from gen_robot.model.model import Model, Notes, Parameter
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from random_robots import random_robot
from traced_kernels import TOGETHER

NEW_BODY = (2.5, 0.1, -0.2, 0.3, 0.4, 0.5, 0.6, 0.01, -0.02, 0.03)
NEW_LENGTHS = (0.37, -0.21)
NO_NOTES = Tape(Graph())


@dataclass(frozen=True)
class BodyOf(Parameter):
    """All ten moments of one link, about its frame's origin."""

    link: int
    name = "body"
    size = 10
    meaning = unit = ""
    step = "moments that are given"

    @property
    def links(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.link,)

    def enter(self, model: Model, values: Sequence[Scalar], notes: Notes) -> Model:
        m, x, y, z, *second = values
        return _changed(model, self.link, body=Moments(m, Vec3(x, y, z), SymMat3(*second)))


@dataclass(frozen=True)
class LengthsOf(Parameter):
    """The lengths a and d that place one link."""

    link: int
    name = "lengths"
    size = 2
    meaning = unit = ""
    step = "lengths that are given"

    @property
    def links(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.link,)

    def enter(self, model: Model, values: Sequence[Scalar], notes: Notes) -> Model:
        geometry = replace(model.link(self.link).geometry, a=values[0], d=values[1])
        return _changed(model, self.link, geometry=geometry)


def _changed(model: Model, number: int, **changes: object) -> Model:
    links = list(model.links)
    links[number - 1] = replace(links[number - 1], **changes)
    return replace(model, links=tuple(links))


OF_TREES = [name for name, k in KERNELS.items() if not k.takes and k.group != LOOPS]


def outputs(model: Model, kernel: str, moved: Bodies) -> dict[str, dict[str, np.ndarray]]:
    """Return a kernel's outputs by each way that covers the robot, at one state."""
    rng = np.random.default_rng(3)
    state = {n: rng.uniform(-1.5, 1.5, model.nv) for n in ("q", "qd", "qdd", "tau", "lambda")}
    state["fext"] = rng.uniform(-1, 1, 6 * len(model.links))
    state |= {name: rng.uniform(-1, 1, 6) for name in ("v0", "a0")}
    state |= {"body": np.array(NEW_BODY), "lengths": np.array(NEW_LENGTHS)}
    formulated = formulations(model, moved)
    found = {}
    for way in ways(KERNELS[kernel], formulated):
        if way.not_covered(model) or (len(way.parts) > 1 and way.basis not in TOGETHER):
            continue
        graph = trace(KERNELS[kernel], way, formulated, Options().setting)
        values = {name: evaluate(nodes, state) for name, nodes in graph.outputs.items()}
        found[f"{way}, {way.formulation}"] = values
    return found


@pytest.mark.parametrize("kernel", OF_TREES)
@pytest.mark.parametrize("moved", [Bodies.LUMPED, Bodies.REGROUPED], ids=lambda b: b.value)
def test_symbols_give_what_the_numbers_would(kernel: str, moved: Bodies) -> None:
    model = modelled(random_robot(8, 4, convention="modified_dh"), Options())
    symbolic = replace(model, parameters=(BodyOf(3), LengthsOf(3)))
    numbers = [Number(repr(x)) for x in (*NEW_BODY, *NEW_LENGTHS)]
    numeric = BodyOf(3).enter(model, numbers[:10], NO_NOTES)
    numeric = LengthsOf(3).enter(numeric, numbers[10:], NO_NOTES)
    expected, found = outputs(numeric, kernel, moved), outputs(symbolic, kernel, moved)
    common = expected.keys() & found.keys()
    # What prepares masses off-line covers no robot whose masses are symbols.
    assert common == found.keys()
    assert common or "udut" in kernel
    for way in common:
        for name, value in found[way].items():
            measure.assert_same(value, expected[way][name], 1e-9)
