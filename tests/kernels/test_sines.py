"""Kernels that are given sines and cosines compute what the plain ones do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiled import compile_c
from f77_library import compile_both, needs, random_states
from gen_robot import load
from gen_robot.algebra.number import ONE, Number
from gen_robot.delivery.writing import write
from gen_robot.description.description import Description
from gen_robot.errors import UserError
from gen_robot.examples.state import sample_state, with_sines
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import COS, SIN
from gen_robot.kernels import EVERY_KERNEL, KERNELS, wanted
from gen_robot.kernels.sines import COSINES, SINES, SUFFIX
from gen_robot.languages.f77 import LETTERS
from gen_robot.model.formulation import Frames
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.passes.give_sines import give_sines
from gen_robot.pipeline import generate, generate_described, modelled
from gen_robot.readers.robot_files import read
from random_robots import random_robot
from shipped_robots import ROBOTS, described, kernels_of

NAMES = tuple(name + SUFFIX for name in KERNELS)
MIMIC = """\
name: hand
convention: transform
links:
  - {{name: a, joint: revolute, mass: 1, com: [0.3, 0.1, 0], inertia: {{xx: 0.1, yy: 0.2, zz: 0.2}}}}
  - name: b
    joint: {{type: revolute, mimic: {{joint: a, multiplier: {multiplier}, offset: 0.2}}}}
    origin: {{xyz: [0.5, 0, 0], rpy: [0.4, 0, 0]}}
    mass: 1
    com: [0.2, 0, 0.1]
    inertia: {{xx: 0.1, yy: 0.2, zz: 0.2}}
"""


def both(robot: Description, *kernels: str) -> Output:
    """Return a robot's kernels in both forms; those of the equations of motion, if none is named."""
    names = kernels or ("inertia_matrix", "inverse_dynamics", "forward_dynamics")
    names += tuple(name + SUFFIX for name in names)
    return generate_described(robot, Options(kernels=names, friction=True))


def state(output: Output, seed: int) -> dict[str, list[Number]]:
    """Return exact numbers for all inputs, with the sines and cosines of the positions."""
    rng = np.random.default_rng(seed)
    sizes = {a.name: a.size(output.model) for c in output.choices for a in c.inputs}
    found = {n: [Number(f"{x:.3f}") for x in rng.uniform(-2, 2, k)] for n, k in sizes.items()}
    found[SINES.name] = [x.sin() for x in found["q"]]
    found[COSINES.name] = [x.cos() for x in found["q"]]
    return found


def assert_equal(output: Output, seed: int = 1) -> None:
    """Assert that both forms of every kernel are one function of the positions."""
    inputs = state(output, seed)
    graphs = {choice.kernel.name: choice.graph for choice in output.choices}
    for name in [name for name in graphs if name + SUFFIX in graphs]:
        given = graphs[name + SUFFIX]
        assert not any(node.op in (SIN, COS) for node in given.nodes)
        expected = _outputs(graphs[name], inputs)
        scale = max(map(abs, expected), default=ONE)
        for one, other in zip(expected, _outputs(given, inputs), strict=True):
            assert abs(one - other) <= scale * Number("1e-45")


def _outputs(graph: KernelGraph, inputs: dict[str, list[Number]]) -> list[Number]:
    roots = [node for nodes in graph.outputs.values() for node in nodes]
    return evaluate_exactly(roots, inputs)


@pytest.mark.parametrize("robot", ROBOTS)
def test_given_sines_change_no_formula(robot: str) -> None:
    assert_equal(both(described(robot)))


@pytest.mark.parametrize("seed", [0, 1])
def test_a_base_that_floats_needs_no_sines(seed: int) -> None:
    kinds = ("spherical", "planar", "cylindrical", "helical", "universal")
    output = both(random_robot(seed, 4, branched=True, floating=True, kinds=kinds))
    assert_equal(output, seed)
    base = output.model.links[0]
    for choice in output.choices:
        read_there = {n.place for n in choice.graph.nodes if isinstance(n.value, tuple)}
        assert not {(a.name, k) for a in (SINES, COSINES) for k in range(base.kind.nq)} & read_there


def test_held_frames_take_sums_by_the_addition_theorems() -> None:
    output = both(described("planar3"), *kernels_of("planar3"))
    assert any(c.way.formulation.frames is Frames.HELD for c in output.choices)
    assert_equal(output)


def test_every_kernel_has_the_form_and_the_form_one_signature() -> None:
    assert set(EVERY_KERNEL) == {*KERNELS, *NAMES}
    families = {name for name, kernel in EVERY_KERNEL.items() if kernel.takes}
    assert set(EVERY_KERNEL) - families <= set(LETTERS)
    assert len(set(LETTERS.values())) == len(LETTERS)
    for name, kernel in KERNELS.items():
        first, *rest = kernel.inputs
        given = EVERY_KERNEL[name + SUFFIX]
        assert given.inputs == (first, SINES, COSINES, *rest)
        assert (given.outputs, given.status) == (kernel.outputs, kernel.status)


def test_the_form_is_written_only_if_it_is_asked_for() -> None:
    model = modelled(read("two_link"), Options())
    assert not any(kernel.sines_given for kernel in wanted(["all"], model))
    assert wanted(["bias_sc"], model)[0].sines_given


@needs("gcc", "gfortran")
def test_c_and_fortran_give_equal_bits(tmp_path: Path) -> None:
    names = ("inertia_matrix_sc", "forward_dynamics_sc")
    output = generate("stanford", Options(("c", "f77"), kernels=names))
    libraries = compile_both(output, tmp_path)
    states = random_states(output, 20)
    for name in names:
        (status, expected), (same, found) = (libraries[k](name, states) for k in ("c", "f77"))
        assert status.tobytes() == same.tobytes()
        assert all(found[each].tobytes() == expected[each].tobytes() for each in expected)


def test_python_has_the_form_as_a_method(tmp_path: Path) -> None:
    folder = write(generate("two_link", Options(kernels=("bias", "bias_sc"))), tmp_path)
    robot = load(folder)
    q, qd = np.array([[0.3, -2.0], [1.0, 2.0]]), np.array([0.5, 0.7])
    np.testing.assert_allclose(
        robot.bias_sc(q, np.sin(q), np.cos(q), qd), robot.bias(q, qd), rtol=1e-14
    )
    assert "sines of joint positions" in (robot.bias_sc.__doc__ or "")


def test_examples_are_given_the_sines_of_their_positions() -> None:
    output = generate("two_link", Options(kernels=("bias_sc",)))
    found = with_sines(sample_state(output.model))
    assert found["sq"] == [x.sin() for x in found["q"]]
    assert found["cq"] == [x.cos() for x in found["q"]]


@pytest.mark.parametrize("multiplier", ["1", "-1"])
def test_joints_that_turn_alike_share_a_sine(multiplier: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(MIMIC.format(multiplier=multiplier))
    output = generate(path, Options(kernels=("bias", "bias_sc")))
    inputs = state(output, 1)
    one, other = (_outputs(choice.graph, inputs) for choice in output.choices)
    assert all(abs(a - b) < Number("1e-45") for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("algorithms", [{}, {"bias_sc": "rnea"}])
def test_a_joint_that_turns_further_than_its_leader_is_refused(
    algorithms: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(MIMIC.format(multiplier="2.5"))
    with pytest.raises(UserError, match=r"--kernels bias_sc: b turns 2\.5 times as far as a"):
        generate(path, Options(kernels=("bias_sc",), algorithms=algorithms))


def test_an_angle_that_is_no_sum_is_our_mistake() -> None:
    graph = Graph()
    kernel = KernelGraph(graph, {"y": [(graph.input("q", 0) * 2).sin()]})
    with pytest.raises(AssertionError, match="more than a sum"):
        give_sines(kernel, "sq", "cq")


def test_compiled_kernels_differ_by_a_few_units_in_the_last_place(tmp_path: Path) -> None:
    names = ("inertia_matrix", "inverse_dynamics", "forward_dynamics")
    output = generate("puma560", Options(kernels=(*names, *(n + SUFFIX for n in names))))
    library = compile_c(output, tmp_path)
    rng = np.random.default_rng(4)
    for _ in range(20):
        q, *rest = rng.uniform(-3, 3, (4, 6))
        inputs = dict(zip(("q", "qd", "qdd", "tau"), (q, *rest), strict=True))
        inputs |= {"sq": np.sin(q), "cq": np.cos(q)}
        for name in names:
            (status, expected), (same, found) = (
                library(name, inputs),
                library(name + SUFFIX, inputs),
            )
            assert (status or 0) == (same or 0) == 0
            for array, values in expected.items():
                # Forward dynamics loses what the condition of M takes, in either form.
                ulps = 2000 if name == "forward_dynamics" else 8
                scale = np.abs(values).max() * np.finfo(float).eps
                assert np.abs(found[array] - values).max() <= ulps * scale
