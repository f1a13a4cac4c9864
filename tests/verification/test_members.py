"""Several kernels at once: each is proved by itself, within the program of all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gen_robot.errors import UserError
from gen_robot.verification.program import Guard
from gen_robot.verification.prove import Prover, verdicts
from gen_robot.verification.verdict import BACKWARDS, NOT_COVERED, PROVED, REFUTED, SAMPLED
from proofs import FILES, Generated, exchanged, generated, missed, read_back


def together(folder: Path, robot: str, members: str, *options: str) -> Generated:
    return generated(folder, robot, "--kernels", "gravity", "--together", members, *options)


@pytest.fixture(scope="module")
def polynomials(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("polynomials")
    links = ["link1", "link2"]
    members = ["M", "h", "inverse_dynamics", *(f"jacobian_{link}" for link in links), "drift_link2"]
    return together(folder, "two_link", ",".join(members), "--frames", ",".join(links))


def test_polynomials_are_proved(polynomials: Generated) -> None:
    verdict = polynomials.verdict("together")
    assert verdict.word == PROVED
    assert verdict.files == FILES
    assert "inertia_matrix, bias, inverse_dynamics, jacobian_link1" in verdict.text
    assert {*verdict.bounds} == {"M", "h", "tau", "J_link1", "J_link2", "a"}
    assert all(0 < bound < 3e-16 for bound in verdict.bounds.values())
    assert "J_link2[3]" in verdict.rounding


@pytest.mark.parametrize("kind", ["sign", "digit12", "out"])
@pytest.mark.parametrize("language", ["c", "f77"])
def test_faults_are_found(polynomials: Generated, language: str, kind: str) -> None:
    assert missed(polynomials, "together", language, kind, 6) == []


def test_what_is_wrong_is_named(polynomials: Generated) -> None:
    program = read_back(polynomials, "together")
    verdict = polynomials.prover.verdict("together", exchanged(program), ("x",))
    assert verdict.word == REFUTED
    assert verdict.text.startswith("jacobian_link1: J[0]: ")


def test_the_worst_of_all_is_said_first(tmp_path: Path) -> None:
    members = "forward_dynamics,mobility_link3,M"
    found = together(tmp_path, "planar3", members)
    verdict = found.verdict("together")
    assert verdict.word == SAMPLED
    assert verdict.text.startswith("mobility_link3; proved backwards: forward_dynamics; proved: ")
    assert missed(found, "together", "c", "guard", 6) == []


def test_guards_stay_with_what_they_guard(tmp_path: Path) -> None:
    found = together(tmp_path, "stanford", "forward_dynamics,gravity")
    assert found.verdict("together").word == BACKWARDS
    assert missed(found, "together", "f77", "guard", 6) == []


def test_guards_that_guard_nothing_are_refuted(tmp_path: Path) -> None:
    """A polynomial's own proof does not look at guards: the routine could leave at any state."""
    found = together(tmp_path, "planar3", "forward_dynamics,potential_energy")
    program = read_back(found, "together")
    guard = Guard(program.outputs["e", 0], program.guards[0].limit, 1)
    wrong = replace(program, guards=(*program.guards, guard))
    verdict = found.prover.verdict("together", wrong, ("x",))
    assert verdict.word == REFUTED
    assert verdict.text == "the guard of joint 1 looks at what nothing is divided by"


def test_loads_and_parameters_are_known(tmp_path: Path) -> None:
    found = together(tmp_path, "two_link", "M,h", "--payload", "link2", "--runtime", "link1.mass")
    assert found.verdict("together").word == PROVED


@pytest.mark.parametrize(
    ("robot", "kernel"), [("planar3", "regressor"), ("four_bar", "loop_jacobian")]
)
def test_columns_and_conditions_are_known(tmp_path: Path, robot: str, kernel: str) -> None:
    found = together(tmp_path, robot, f"M,{kernel}")
    assert found.verdict("together").word == PROVED
    assert missed(found, "together", "c", "out", 3) == []


def test_outputs_that_no_member_accounts_for_are_not_passed_over(polynomials: Generated) -> None:
    (name, members), *_ = polynomials.subject.asked.members.items()
    asked = replace(polynomials.subject.asked, members={name: members[1:]})
    subject = replace(polynomials.subject, asked=asked)
    (verdict,) = verdicts(subject, polynomials.description, [name], lambda text: None)
    assert verdict.word == NOT_COVERED
    assert "more or less" in verdict.text


def test_members_are_the_kernels_of_the_same_names(polynomials: Generated) -> None:
    (name, members), *_ = polynomials.subject.asked.members.items()
    odd = (replace(members[0], kernel="gravity"), *members[1:])
    asked = replace(polynomials.subject.asked, members={name: odd})
    subject = replace(polynomials.subject, asked=asked)
    with pytest.raises(UserError, match="gives gravity other arrays in together"):
        Prover(subject, polynomials.description)


def test_what_has_no_theorem_is_named(tmp_path: Path) -> None:
    found = together(tmp_path, "four_bar", "loop_residual,loop_velocities")
    verdict = found.verdict("together")
    assert verdict.word == NOT_COVERED
    assert verdict.text.startswith("loop_velocities: there is no theorem")
