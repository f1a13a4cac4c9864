"""Limbs as lanes of one: the dynamics are those of the robot, and so are its failures."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import pinocchio_robot as pinocchio
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits, with_floating
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.lanes import expanded, widths
from gen_robot.ir.run import run
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import KERNELS
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import Way, ways
from gen_robot.model.formulation import Bodies, Formulations, formulations
from gen_robot.options import Options
from gen_robot.passes import optimise
from gen_robot.pipeline import generate_described, modelled
from gen_robot.readers.robot_files import read
from limbed_robots import centaur, pendulums
from measure import assert_same, assert_solution
from traced_kernels import State, graph_values
from urdf_robots import random_state, urdf_files

METHODS = {"crba", "gah", "rnea", "gibbs_appell", "ldlt", "meeting", "aba"}
METHODS |= {"composite", "relative", "relative_midway"}
"""What says in its record that it takes lanes."""

TOGETHER = ("inertia_matrix", "bias", "inverse_dynamics", "forward_dynamics")


@cache
def described(robot: str, floating: bool) -> Description:
    if robot == "centaur":
        return with_floating(centaur()) if floating else centaur()
    return read(urdf_files()[robot], snap=True, edits=Edits(floating=floating))


@cache
def formulated(robot: str, floating: bool) -> Formulations:
    model = modelled(described(robot, floating), Options())
    return formulations(model, Bodies.REGROUPED)


def lane_ways(kernel: str, formulated: Formulations) -> list[Way]:
    every = ways(KERNELS[kernel], formulated)
    return [way for way in every if way.formulation.has_lanes]


def traced(kernel: str, way: Way, formulated: Formulations) -> KernelGraph:
    return optimise(trace(KERNELS[kernel], way, formulated, Options().setting))


def outputs(kernel: str, graph: KernelGraph, state: State) -> np.ndarray:
    inputs = {array.name: state[array.name] for array in KERNELS[kernel].inputs}
    return evaluate([node for nodes in graph.outputs.values() for node in nodes], inputs)


CASES = [("hyq_no_sensors", False), ("hyq_no_sensors", True), ("centaur", False), ("centaur", True)]
ROBOTS = pytest.mark.parametrize(("robot", "floating"), CASES)


@ROBOTS
@pytest.mark.parametrize("kernel", TOGETHER)
def test_every_way_on_lanes_gives_what_pinocchio_does(
    kernel: str, robot: str, floating: bool
) -> None:
    known = formulated(robot, floating)
    theirs = pinocchio.pinocchio_model(described(robot, floating))
    state = random_state(next(iter(known.values())), np.random.default_rng(3))
    q, qd, qdd, tau = (state[name] for name in ("q", "qd", "qdd", "tau"))
    M = pinocchio.mass_matrix(theirs, q)
    found = lane_ways(kernel, known)
    assert found
    for way in found:
        values = outputs(kernel, traced(kernel, way, known), state)
        if kernel == "inertia_matrix":
            assert_same(values, M.ravel())
        elif kernel == "bias":
            assert_same(values, pinocchio.bias(theirs, q, qd))
        elif kernel == "inverse_dynamics":
            assert_same(values, pinocchio.inverse_dynamics(theirs, q, qd, qdd))
        else:
            assert_solution(values, pinocchio.forward_dynamics(theirs, q, qd, tau), M)


def test_methods_that_take_lanes_say_so() -> None:
    known = formulated("hyq_no_sensors", True)
    found = {m.name for kernel in KERNELS for way in lane_ways(kernel, known) for m in way.methods}
    assert found == METHODS


@pytest.mark.parametrize("method", ["composite", "relative"])
@pytest.mark.parametrize("kernel", ["coriolis_matrix", "inverse_dynamics_derivatives"])
def test_derivatives_in_lanes_are_those_of_limbs_apart(kernel: str, method: str) -> None:
    known = formulated("centaur", True)
    state = random_state(next(iter(known.values())), np.random.default_rng(5))
    inputs = {array.name: state[array.name] for array in KERNELS[kernel].inputs}
    graphs = [
        traced(kernel, way, known) for way in ways(KERNELS[kernel], known) if str(way) == method
    ]
    assert len({graph.issued for graph in graphs}) > 1
    for graph in graphs[1:]:
        for array, nodes in graph.outputs.items():
            assert_same(evaluate(nodes, inputs), evaluate(graphs[0].outputs[array], inputs))


@ROBOTS
@pytest.mark.parametrize("kernel", ["inertia_and_bias", "forward_dynamics"])
def test_graph_routine_and_expanded_routine_give_equal_bits(
    kernel: str, robot: str, floating: bool
) -> None:
    known = formulated(robot, floating)
    graph = traced(kernel, lane_ways(kernel, known)[0], known)
    states = [random_state(next(iter(known.values())), np.random.default_rng(k)) for k in range(3)]
    inputs = {a.name: np.array([s[a.name] for s in states]) for a in KERNELS[kernel].inputs}
    routine = schedule(graph)
    assert widths(routine) == ({4} if robot == "hyq_no_sensors" else {2, 3})
    assert not widths(expanded(routine))
    for each in (routine, expanded(routine)):
        found, status = run(each, inputs)
        assert not status.any()
        for name, nodes in graph.outputs.items():
            assert found[name].tobytes() == evaluate(nodes, inputs).tobytes()


# Failures ---------------------------------------------------------------------------------------------

LENGTHS = (0.35, 0.2, 0.4, 0.25)
"""Of the pendulums' outer rods; the inner ones are 0.3 m long."""


def solvers(formulated: Formulations) -> list[Way]:
    """Return the ways to accelerations, by lanes and apart, each solver on one basis."""
    every = ways(KERNELS["forward_dynamics"], formulated)
    return [way for way in every if str(way) in ("ldlt on crba+gibbs_appell", "aba")]


@pytest.mark.parametrize("limb", range(4))
def test_a_pivot_that_fails_in_one_lane_is_that_of_its_joint(limb: int) -> None:
    known = formulations(modelled(pendulums(LENGTHS), Options()), Bodies.REGROUPED)
    model = next(iter(known.values()))
    state = random_state(model, np.random.default_rng(5))
    outer = 2 + 2 * limb
    state["q"][outer] = np.pi  # folded back
    statuses = set()
    for way in solvers(known):
        graph = traced("forward_dynamics", way, known)
        status, _ = graph_values(model, "forward_dynamics", graph, state)
        assert way.formulation.has_lanes == any(len(g.joints) == 4 for g in graph.guards)
        statuses.add(status)
        inputs = {name: state[name] for name in ("q", "qd", "tau")}
        _, found = run(schedule(graph), inputs)
        assert found == status
    # With the outer joint free, nothing resists at the inner one; the trunk's joint is number 1.
    assert statuses == {outer}


@pytest.mark.parametrize("limb", range(4))
def test_a_pivot_that_is_zero_at_every_state_is_reported_when_generated(limb: int) -> None:
    lengths = [0.0 if k == limb else 0.2 for k in range(4)]
    known = formulations(modelled(pendulums(lengths), Options()), Bodies.REGROUPED)
    for way in solvers(known):
        graph = trace(KERNELS["forward_dynamics"], way, known, Options().setting)
        assert graph.singular == 3 + 2 * limb


# What the search makes of them ------------------------------------------------------------------------


def test_lanes_are_chosen_where_they_save_and_counted_once_a_lane() -> None:
    described_robot = described("hyq_no_sensors", False)
    # With one structure for both: a search finds another for each.
    fast = generate_described(described_robot, Options(effort="fast"))
    few = generate_described(described_robot, Options(optimise_for="operations", effort="fast"))
    for one, other in zip(fast.choices, few.choices, strict=True):
        assert one.way.formulation.has_lanes
        assert not other.way.formulation.has_lanes
        assert one.graph.operations.cost <= 1.1 * other.graph.operations.cost
        assert one.graph.issued.cost < 0.3 * other.graph.operations.cost
    assert "lanes" not in few.files["hyq.c"]


def test_a_robot_without_limbs_alike_has_no_lanes() -> None:
    for robot in ("puma560", "stanford"):
        known = formulations(modelled(read(robot), Options()), Bodies.REGROUPED)
        assert not any(each.has_lanes for each in known)


def test_a_load_on_a_limb_takes_it_out_of_the_lanes() -> None:
    model = modelled(described("hyq_no_sensors", False), Options(payload="lf_foot"))
    known = formulations(model, Bodies.REGROUPED)
    laned = next(m for f, m in known.items() if f.has_lanes)
    assert {k.width for k in laned.links} == {1, 3}
    state = random_state(model, np.random.default_rng(3)) | {"payload": np.zeros(10)}
    free = random_state(model, np.random.default_rng(3))
    expected = pinocchio.mass_matrix(
        pinocchio.pinocchio_model(described("hyq_no_sensors", False)), free["q"]
    )
    for way in lane_ways("inertia_matrix", known):
        graph = traced("inertia_matrix", way, known)
        nodes = graph.outputs["M"]
        found = evaluate(nodes, {name: state[name] for name in ("q", "payload")})
        assert_same(found, expected.ravel())
