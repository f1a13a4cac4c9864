"""The counts we report are the counts of the text we write."""

from __future__ import annotations

import pytest

import operations_depth
from c_counter import counted
from gen_robot.kernels import KERNELS
from gen_robot.kernels.way import algorithms
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from gen_robot.search.weighing import OPERATIONS
from random_robots import general_robot
from shipped_robots import ROBOTS, asked_of, described, generated
from traced_kernels import PLAIN, Generated, model_of


def assert_ledger_is_text(output: Output) -> None:
    found = counted(output)
    for choice in output.choices:
        assert found[choice.kernel.name] == choice.graph.operations.as_dict()


@pytest.mark.parametrize("robot", ROBOTS)
def test_counts_are_those_of_the_emitted_text(robot: str) -> None:
    assert_ledger_is_text(generated(robot, kernels=asked_of(robot), friction=True))


def test_counts_without_friction_are_those_of_the_emitted_text() -> None:
    assert_ledger_is_text(generated("scara", kernels=asked_of("scara")))


@pytest.mark.parametrize("solver", algorithms(KERNELS["forward_dynamics"]))
def test_counts_of_solvers_are_those_of_the_emitted_text(solver: str) -> None:
    options = Options(algorithms={"forward_dynamics": solver})
    assert_ledger_is_text(generate_described(general_robot(4), options))


@pytest.mark.parametrize("robot", ["puma560", "scara", "torso"])
def test_auto_has_the_fewest_operations_if_asked_to(robot: str) -> None:
    generated = Generated(model_of(described(robot), PLAIN), OPERATIONS)
    for kernel in Options().kernels:
        assert generated.cost(kernel) == min(generated.costs(kernel).values())


def test_constraint_forces_cost_in_proportion_to_joints_and_wait_for_their_logarithm() -> None:
    counts = {n: operations_depth.counted(n, "cfa") for n in (4, 8, 16)}
    added = [counts[2 * n][1] - counts[n][1] for n in (4, 8)]
    assert added[0] == added[1] > 0  # the same for each doubling
    # From pairs of joints that are eliminated to pairs of pairs, what is left behind is constant.
    assert counts[16][0] - 2 * counts[8][0] < 0.4 * counts[8][0]
    aba = {n: operations_depth.counted(n, "aba") for n in (8, 16)}
    assert aba[16][1] > 2 * aba[8][1]  # a chain that grows with the joints
    assert counts[16][1] < 0.6 * aba[16][1] < counts[16][0]
