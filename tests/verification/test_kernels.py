"""Every kernel with a theorem: proved as generated in both languages, refuted with a fault in it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gen_robot.readers.robot_files import read
from gen_robot.verification.meeting import Meeting
from gen_robot.verification.prove import Limits, Prover
from gen_robot.verification.theorem import Theorem
from gen_robot.verification.theorems import theorem_of
from gen_robot.verification.verdict import (
    BACKWARDS,
    NOT_COVERED,
    NOT_PROVED,
    PROVED,
    REFUTED,
    SAMPLED,
)
from proofs import FILES, Generated, exchanged, generated, missed, read_back

ARM = """\
name: arm
convention: transform
gravity: [1, 2, -9]
links:
  - name: upper
    joint: {type: revolute, name: shoulder}
    axis: [0, 0.6, 0.8]
    mass: 2
    com: [0.1, 0.02, 0.3]
    inertia: {xx: 0.1, yy: 0.12, zz: 0.05, xy: 0.01}
    rotor: {inertia: 0.3}
    friction: {viscous: 0.5, coulomb: 0.25}
  - name: lower
    parent: upper
    joint: {type: prismatic, name: slide}
    origin: {xyz: [0.3, 0, 0.1], rpy: [0.4, 0, 0]}
    axis: [1, 0, 0]
    mass: 1
    com: [0, 0.1, 0.05]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.02}
    friction: {viscous: 0.7}
  - name: hand
    parent: lower
    joint: {type: revolute, name: wrist, mimic: {joint: shoulder, multiplier: -0.7, offset: 0.3}}
    origin: {xyz: [0.1, 0.2, 0]}
    axis: [0, 1, 0]
    mass: 0.5
    com: [0.03, 0.1, 0.05]
    inertia: {xx: 0.01, yy: 0.01, zz: 0.02, xz: 0.001}
    friction: {coulomb: 0.125}
"""
"""A shoulder that leans, a slide, a wrist that follows the shoulder by no simple ratio."""

PROVED_KERNELS = [
    "inertia_matrix",
    "bias",
    "inverse_dynamics",
    "inertia_and_bias",
    "gravity",
    "kinetic_energy",
    "potential_energy",
    "inverse_dynamics_fext",
    "inverse_dynamics_moving_base",
    "bias_moving_base",
    "inverse_dynamics_wrench_hand",
    "placement_hand",
    "jacobian_hand",
    "drift_hand",
    "velocity_hand",
    "acceleration_hand",
    "com",
    "com_jacobian",
    "coriolis_matrix",
    "coriolis_coefficients",
    "inverse_dynamics_derivatives",
    "inverse_dynamics_adjoint",
    "inverse_dynamics_hessian",
    "regressor",
    "base_regressor",
]
SOLVED_KERNELS = [
    "inertia_inverse",
    "forward_dynamics",
    "forward_dynamics_moving_base",
    "forward_dynamics_wrench_hand",
]
SAMPLED_KERNELS = ["mobility_hand", "forward_dynamics_derivatives"]
FACTORS = ["udut", "udut_inverse"]


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    kernels = ",".join([*PROVED_KERNELS, *SOLVED_KERNELS, *SAMPLED_KERNELS])
    return generated(tmp_path_factory.mktemp("arm"), ARM, "--friction", "--kernels", kernels)


@pytest.fixture(scope="module")
def factored(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    """Return a robot that these methods cover: no joint follows another."""
    folder = tmp_path_factory.mktemp("factored")
    return generated(folder, "scara", "--friction", "--kernels", ",".join(FACTORS))


@pytest.fixture
def sampled(kernel: str, arm: Generated, factored: Generated) -> Generated:
    return factored if kernel in FACTORS else arm


@pytest.mark.parametrize("kernel", PROVED_KERNELS)
def test_kernels_are_proved_in_both_languages(arm: Generated, kernel: str) -> None:
    verdict = arm.verdict(kernel)
    assert verdict.word == PROVED
    assert verdict.files == FILES
    assert all(bound < 3e-16 for bound in verdict.bounds.values())
    assert verdict.rounding


@pytest.mark.parametrize("kernel", PROVED_KERNELS)
@pytest.mark.parametrize("language", ["c", "f77"])
def test_a_sign_and_a_twelfth_digit_are_found(arm: Generated, kernel: str, language: str) -> None:
    assert missed(arm, kernel, language, "sign", 2) == []
    assert missed(arm, kernel, language, "digit12", 2) == []


@pytest.mark.parametrize(
    "kernel", [k for k in PROVED_KERNELS if "energy" not in k and k != "inertia_matrix"]
)
def test_exchanged_outputs_are_found(arm: Generated, kernel: str) -> None:
    wrong = exchanged(read_back(arm, kernel))
    assert arm.prover.verdict(kernel, wrong, ("x",)).word in (REFUTED, NOT_PROVED)


@pytest.mark.parametrize("kernel", SOLVED_KERNELS)
def test_kernels_that_solve_are_proved_backwards(arm: Generated, kernel: str) -> None:
    verdict = arm.verdict(kernel)
    assert verdict.word == BACKWARDS
    assert verdict.files == FILES


@pytest.mark.parametrize("kernel", SOLVED_KERNELS)
@pytest.mark.parametrize("language", ["c", "f77"])
def test_faults_of_what_solves_are_found(arm: Generated, kernel: str, language: str) -> None:
    assert missed(arm, kernel, language, "sign", 4) == []
    assert missed(arm, kernel, language, "digit12", 4) == []


@pytest.mark.parametrize("kernel", [*SAMPLED_KERNELS, *FACTORS])
def test_kernels_without_a_theorem_are_sampled(sampled: Generated, kernel: str) -> None:
    verdict = sampled.verdict(kernel)
    assert verdict.word == SAMPLED
    assert verdict.files == FILES
    assert "no theorem" in verdict.text


@pytest.mark.parametrize("kernel", [*SAMPLED_KERNELS, *FACTORS])
@pytest.mark.parametrize("language", ["c", "f77"])
def test_faults_of_what_is_sampled_are_found(
    sampled: Generated, kernel: str, language: str
) -> None:
    assert missed(sampled, kernel, language, "sign", 2) == []
    assert missed(sampled, kernel, language, "digit3", 2) == []


@pytest.mark.parametrize("kernel", [*SAMPLED_KERNELS, *FACTORS])
def test_exchanged_outputs_of_what_is_sampled_are_found(sampled: Generated, kernel: str) -> None:
    wrong = exchanged(read_back(sampled, kernel))
    assert sampled.prover.verdict(kernel, wrong, ("x",)).word == REFUTED


def test_the_inertia_of_a_frame_is_sampled(tmp_path: Path) -> None:
    found = generated(tmp_path, "puma560", "--kernels", "task_inertia_link6")
    prover = Prover(found.subject, found.description, Limits(states=5))
    right = read_back(found, "task_inertia_link6")
    assert prover.verdict("task_inertia_link6", right, FILES).word == SAMPLED
    wrong = exchanged(right)
    assert prover.verdict("task_inertia_link6", wrong, FILES).word == REFUTED


def test_a_robot_whose_inertia_matrix_is_singular_is_another(tmp_path: Path) -> None:
    found = generated(tmp_path, ARM, "--kernels", "mobility_hand")
    light = Path(tmp_path, "light.yaml")
    masses = re.sub(r"(?m)^ +(mass|com|inertia|rotor|friction): .*\n", "", ARM)
    light.write_text(masses)
    prover = Prover(found.subject, read(str(light)))
    verdict = prover.verdict("mobility_hand", read_back(found, "mobility_hand"), FILES)
    assert verdict.word == REFUTED
    assert "division by zero" in verdict.text


def test_kernels_that_nothing_is_known_of_say_so(tmp_path: Path) -> None:
    found = generated(tmp_path, "four_bar", "--kernels", "loop_velocities")
    verdict = found.verdict("loop_velocities")
    assert verdict.word == NOT_COVERED
    assert "no theorem" in verdict.text


@pytest.mark.parametrize("reference", ["local", "world"])
def test_motions_of_frames_are_proved_in_other_axes(tmp_path: Path, reference: str) -> None:
    names = ["jacobian", "velocity", "acceleration", "inverse_dynamics_wrench"]
    kernels = [f"{name}_hand" for name in names]
    found = generated(tmp_path, ARM, "--jacobian", reference, "--kernels", ",".join(kernels))
    assert [found.verdict(kernel).word for kernel in kernels] == [PROVED] * len(kernels)


def test_given_sines_and_cosines_are_those_of_the_angles(tmp_path: Path) -> None:
    kernels = "inertia_matrix_sc,bias_sc"
    found = generated(tmp_path, "two_link", "--kernels", kernels)
    assert [found.verdict(kernel).word for kernel in kernels.split(",")] == [PROVED, PROVED]


def test_added_frames_are_known(tmp_path: Path) -> None:
    place = "camera=lower:0.1,0.2,0.3,0.4,0.5,0.6"
    found = generated(tmp_path, ARM, "--frame", place, "--kernels", "placement,jacobian")
    assert found.verdict("placement_camera").word == PROVED
    assert found.verdict("jacobian_camera").word == PROVED


def test_the_coriolis_matrix_of_turns_without_angles_is_what_it_promises(tmp_path: Path) -> None:
    """C qd = h - g, and Mdot - 2 C is skew: neither alone lets a wrong element pass."""
    robot = """\
name: top
convention: transform
links:
  - name: ball
    joint: spherical
    mass: 2
    com: [0.1, 0.03, 0.1]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.01}
"""
    found = generated(tmp_path, robot, "--kernels", "coriolis_matrix")
    assert found.verdict("coriolis_matrix").word == PROVED
    wrong = exchanged(read_back(found, "coriolis_matrix"))
    assert found.prover.verdict("coriolis_matrix", wrong, ("x",)).word == REFUTED


@pytest.mark.parametrize("kernel", ["regressor", "inertia_matrix"])
def test_parts_need_less_memory_and_give_the_same_bounds(arm: Generated, kernel: str) -> None:
    found = theorem_of(kernel, arm.subject, arm.prover.robot)
    assert not isinstance(found, str)
    theorem, case = found
    program = read_back(arm, kernel)
    points = arm.verdict(kernel).points
    robot = arm.prover.robot

    def bounds(memory: float, theorem: Theorem) -> list[float] | None:
        found = Meeting(robot, memory).coefficients(program, theorem, case, points)
        return None if found is None else sorted(c.bound for c in found)

    at_once = replace(theorem, needs=None)
    memory = 1e9
    while bounds(memory, at_once) is not None:
        memory *= 0.7
    in_parts = bounds(memory, theorem)
    assert in_parts is not None
    assert in_parts == bounds(1e9, theorem)
