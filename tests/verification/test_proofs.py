"""Proofs: right kernels are proved, wrong ones refuted, and no difference exceeds its bound."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gen_robot.algebra.number import Number
from gen_robot.verification.bodies import bodies
from gen_robot.verification.dynamics import POLYNOMIAL
from gen_robot.verification.equality import compared
from gen_robot.verification.extent import degrees
from gen_robot.verification.folder import READERS, read_folder
from gen_robot.verification.grid import Grid, lebesgue
from gen_robot.verification.newton_euler import torques
from gen_robot.verification.prove import Limits, Prover, verdicts
from gen_robot.verification.robot import Robot
from gen_robot.verification.sampling import outputs, random_states
from gen_robot.verification.tensors import along_paths
from gen_robot.verification.theorem import Case
from gen_robot.verification.verdict import PROVED, REFUTED, SAMPLED
from shipped_robots import described
from source_mutations import KINDS
from verify_mutations import tried

GENERATED = Path(__file__).resolve().parents[2] / "generated"
KERNELS = ["inertia_matrix", "bias", "inverse_dynamics", "inertia_and_bias", "gravity"]
"""Those of generated folders that do not divide."""

ROBOTS = ("two_link", "planar3", "stanford", "puma560")


def silent(text: str) -> None:
    """Take no notice of progress."""


@pytest.mark.parametrize("robot", ROBOTS)
def test_kernels_of_generated_folders_are_proved_in_both_languages(robot: str) -> None:
    subject = read_folder(GENERATED / robot)
    found = list(verdicts(subject, described(robot), KERNELS, silent))
    assert [v.word for v in found] == [PROVED] * len(KERNELS)
    assert all(v.files == (f"{robot}.c", f"{robot}_batch.c", f"{robot}.f") for v in found)
    assert all(bound < 2e-16 for v in found for bound in v.bounds.values())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("robot", "language"), [("two_link", "c"), ("planar3", "f77"), ("puma560", "c")]
)
def test_small_faults_are_refuted_or_change_nothing(robot: str, language: str, kind: str) -> None:
    subject = read_folder(GENERATED / robot)
    kernels = ["inertia_matrix", "gravity"] if robot == "puma560" else KERNELS
    for kernel in kernels:
        tally = tried(subject, described(robot), kernel, language, kind, most=3)
        assert tally.missed == []
        assert tally.mutants == tally.refuted + tally.unreadable + len(tally.equivalent)
        # Outputs that are the same may be exchanged, and what is assigned twice is not read.
        assert kind == "out" or tally.refuted == tally.mutants


def test_a_small_constant_does_not_hide_behind_large_ones() -> None:
    """Its twelfth digit is below what rounding the others may do, but not in its own harmonics."""
    subject = read_folder(GENERATED / "puma560")
    source = subject.sources[0]
    assert source.text.count("5.8464e-05 * c5") >= 1
    text = source.text.replace("5.8464e-05 * c5", "5.84640000001e-05 * c5")
    signature = subject.kernels["inertia_matrix"]["c"]
    program = READERS["c"][1](text, source.file, signature)
    verdict = Prover(subject, described("puma560")).verdict("inertia_matrix", program, ("x",))
    assert verdict.word == REFUTED


def test_a_mass_that_differs_in_the_tenth_digit_is_refuted() -> None:
    subject, right = read_folder(GENERATED / "planar3"), described("planar3")
    last = right.links[-1]
    heavier = replace(last.inertial, mass=last.inertial.mass * (1 + Number("1e-10")))
    wrong = replace(right, links=(*right.links[:-1], replace(last, inertial=heavier)))
    (verdict,) = verdicts(subject, wrong, ["inverse_dynamics"], silent)
    assert verdict.word == REFUTED
    assert "tau[" in verdict.text


@pytest.mark.parametrize(
    ("robot", "kernel"), [("planar3", "bias"), ("stanford", "inverse_dynamics")]
)
def test_no_difference_exceeds_its_bound_between_the_points(robot: str, kernel: str) -> None:
    subject, description = read_folder(GENERATED / robot), described(robot)
    source = subject.sources[0]
    program = READERS["c"][1](source.text, source.file, subject.kernels[kernel]["c"])
    chain = bodies(description, subject.places)
    angles = [b.angle for b in chain if b.angle is not None]
    found = degrees(program)
    grid = Grid({a: 2 * max(2, found.get(a, 0)) + 1 for a in angles}, along_paths([angles]))
    case, theorem = Case(Robot(tuple(chain), tuple(description.gravity))), POLYNOMIAL[kernel]
    own = grid.outputs(program)
    (array,) = theorem.outputs
    right = theorem.wanted(list(own), theorem.equations(case, grid), case)
    bounds = {place: compared(place, own[place], right[place], grid) for place in own}
    closest = 0.0
    for state in random_states(subject.count, 10):
        values = outputs(program, state)
        at = state if array == "tau" else state.with_values("qdd", [Number(0)] * subject.count)
        exact = torques(chain, [*description.gravity], at)
        for (name, index), coefficients in bounds.items():
            bound = 0.0
            for c in coefficients:
                size = 1.0
                for variable in c.monomial:
                    of, _, rest = variable.partition("[")
                    size *= abs(float(at.values[of][int(rest[:-1])]))
                bound += c.bound * size
            difference = abs(float(values[name, index] - exact[index]))
            assert difference <= bound
            closest = max(closest, difference / bound if bound else 0.0)
    assert closest > 0.1  # bounds that are far too large would prove little


def test_degrees_of_programs_exceed_those_of_the_dynamics() -> None:
    """Five points an angle, enough for the dynamics, would let a wrong harmonic pass as another."""
    subject = read_folder(GENERATED / "puma560")
    source = subject.sources[0]
    program = READERS["c"][1](source.text, source.file, subject.kernels["bias"]["c"])
    assert max(degrees(program).values()) > 2


def test_a_harmonic_beyond_the_dynamics_is_refuted() -> None:
    """What is zero at all of five points is no zero: a sine of five times the angle."""
    subject = read_folder(GENERATED / "two_link")
    source = subject.sources[0]
    product = "0.4 * c2 + 13.337683333333333"
    # 16 c^5 - 20 c^3 + 5 c = cos 5x, which is 1 where five points are.
    extra = "(16.0*c2*c2*c2*c2*c2 - 20.0*c2*c2*c2 + 5.0*c2 - 1.0)"
    text = source.text.replace(product, f"{product} + {extra}", 1)
    assert text != source.text
    program = READERS["c"][1](text, source.file, subject.kernels["inertia_matrix"]["c"])
    assert degrees(program)[1] == 5
    verdict = Prover(subject, described("two_link")).verdict("inertia_matrix", program, ("x",))
    assert verdict.word == REFUTED
    assert verdict.points[1] == 11


def test_what_does_not_fit_into_memory_is_sampled_and_says_so() -> None:
    subject = read_folder(GENERATED / "planar3")
    (verdict,) = verdicts(subject, described("planar3"), ["bias"], silent, Limits(memory=1000.0))
    assert verdict.word == SAMPLED
    assert "memory" in verdict.text


@pytest.mark.parametrize("points", [5, 7, 9])
def test_lebesgue_constants_bound_polynomials_between_the_points(points: int) -> None:
    x = np.linspace(0, 2 * np.pi, 2001)[:, None] - 2 * np.pi * np.arange(points) / points
    half = (points - 1) // 2
    kernel = (1 + 2 * sum(np.cos(k * x) for k in range(1, half + 1))) / points
    largest = float(np.abs(kernel).sum(axis=1).max())
    assert largest <= lebesgue(points) <= largest * 1.001
