"""Kernels that factor M: proved backwards; wrong pivots, constants and limits are found."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gen_robot.cli import main
from gen_robot.errors import UserError
from gen_robot.verification.finite_field import Field, NoInverse, random_prime
from gen_robot.verification.folder import BATCH, READERS, Subject, read_folder
from gen_robot.verification.prove import Prover, verdicts
from gen_robot.verification.verdict import (
    BACKWARDS,
    NOT_PROVED,
    REFUTED,
    SAMPLED,
    Verdict,
)
from shipped_robots import described
from source_mutations import KINDS
from verify_mutations import tried

GENERATED = Path(__file__).resolve().parents[2] / "generated"
ROBOTS = ("two_link", "planar3", "stanford", "puma560")


def silent(text: str) -> None:
    """Take no notice of progress."""


def changed(robot: str, old: str, new: str, language: str = "c") -> Verdict:
    """Return the verdict on forward dynamics with something put in place of something."""
    subject = read_folder(GENERATED / robot)
    source = next(s for s in subject.sources if s.language == language)
    assert source.text.count(old) >= 1
    text = source.text.replace(old, new)
    signature = subject.kernels["forward_dynamics"][language]
    program = READERS[language][1](text, source.file, signature)
    return Prover(subject, described(robot)).verdict("forward_dynamics", program, ("x",))


@pytest.mark.parametrize("robot", ROBOTS)
def test_forward_dynamics_of_generated_folders_are_proved_backwards(robot: str) -> None:
    subject = read_folder(GENERATED / robot)
    (verdict,) = verdicts(subject, described(robot), ["forward_dynamics"], silent)
    assert verdict.word == BACKWARDS
    assert verdict.files == (f"{robot}.c", f"{robot}_batch.c", f"{robot}.f")
    assert all(bound < 3e-16 for bound in verdict.bounds.values())
    assert {f"b[{k}]" for k in range(subject.count)} <= {*verdict.elements}


def _solved_by(method: str, robot: str, tmp_path: Path, kernel: str) -> Subject:
    asked = ["--kernels", kernel, "--algorithm", f"{kernel}={method}", "-o", str(tmp_path)]
    assert main([robot, *asked, "--lang", "c", "--lang", "f77"]) == 0
    return read_folder(tmp_path / robot)


@pytest.mark.parametrize(
    ("method", "kernel"),
    [
        ("gauss_jordan", "forward_dynamics"),
        ("cholesky", "forward_dynamics"),
        ("cholesky", "inertia_inverse"),
    ],
)
@pytest.mark.parametrize("robot", ["planar3", "stanford"])
def test_every_elimination_is_proved_backwards(
    tmp_path: Path, robot: str, method: str, kernel: str
) -> None:
    subject = _solved_by(method, robot, tmp_path, kernel)
    (verdict,) = verdicts(subject, described(robot), [kernel], silent)
    assert verdict.word == BACKWARDS
    assert len(verdict.files) == 3


def test_pivots_that_single_precision_cannot_tell_from_elements_are_told_apart(
    tmp_path: Path,
) -> None:
    """The pivot of the PUMA's joint 4 is its element of M less 4e-8 of it."""
    asked = ["--kernels", "forward_dynamics", "--precision", "single", "-o", str(tmp_path)]
    assert main(["puma560", *asked, "--lang", "c", "--lang", "f77"]) == 0
    subject = read_folder(tmp_path / "puma560")
    (verdict,) = verdicts(subject, described("puma560"), ["forward_dynamics"], silent)
    assert verdict.word == BACKWARDS
    assert len(verdict.files) == 3


def test_what_forms_no_inertia_matrix_is_sampled(tmp_path: Path) -> None:
    subject = _solved_by("aba", "planar3", tmp_path, "forward_dynamics")
    (verdict,) = verdicts(subject, described("planar3"), ["forward_dynamics"], silent)
    assert verdict.word == SAMPLED
    assert "forms no M" in verdict.text


FAULTS = {
    "a limit": ("1.0658141036401503e-14 * D4_4", "1.0658141036401503e-13 * D4_4"),
    "a limit of another joint": (
        "1.0658141036401503e-14 * D4_4",
        "1.0658141036401503e-14 * D3_3",
    ),
    "no limit": ("(!(d4 > t4_3))", "(!(d4 > 0.0))"),
    "another status": ("forward_dynamics_fails(qdd, 4)", "forward_dynamics_fails(qdd, 3)"),
    "the twelfth digit of an inverse": ("5.180273518441774 * b6", "5.180273518451774 * b6"),
    "the twelfth digit of a small constant": ("5.8464e-05 * c5", "5.84640000001e-05 * c5"),
    "a sign in the elimination": ("b1_5 - b4_6 * l4_1", "b1_5 + b4_6 * l4_1"),
}


@pytest.mark.parametrize("fault", [*FAULTS])
def test_faults_of_an_elimination_are_refuted(fault: str) -> None:
    assert changed("puma560", *FAULTS[fault]).word in (REFUTED, NOT_PROVED)


def test_a_missing_guard_is_refuted() -> None:
    subject = read_folder(GENERATED / "puma560")
    source = subject.sources[0]
    start = source.text.index("if (!(d4 > t4_3))")
    end = source.text.index("const double di4")
    verdict = changed("puma560", source.text[start:end], "")
    assert verdict.word == REFUTED
    assert "no guard" in verdict.text


def test_kernels_for_many_states_are_proved_without_those_for_one() -> None:
    """Their guards return nothing, so which joint they are of is told by the pivots."""
    right = "sound[0] &= (bits)(d4 > t4_3);"
    assert changed("puma560", right, right, BATCH).word == BACKWARDS
    for wrong in ("(d4 > D4_4)", "(t4_3 > d4)"):
        assert changed("puma560", "(d4 > t4_3)", wrong, BATCH).word == REFUTED, wrong
    verdict = changed("puma560", right, "", BATCH)
    assert verdict.word == REFUTED
    assert "no guard" in verdict.text


def test_a_division_by_zero_is_refuted() -> None:
    verdict = changed("puma560", "1.0 / d4", "1.0 / (d4 - d4)")
    assert verdict.word == REFUTED
    assert "division by zero" in verdict.text


@pytest.mark.parametrize("status", ["0", "-1", "3"])
def test_a_guard_returns_the_number_of_its_joint(status: str) -> None:
    old = "forward_dynamics_fails(qdd, 4)"
    try:
        assert changed("puma560", old, old.replace("4", status)).word == REFUTED
    except UserError:
        assert status == "-1"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("robot", "language"), [("two_link", "c"), ("planar3", "f77")])
def test_small_faults_are_refuted_or_change_nothing(robot: str, language: str, kind: str) -> None:
    subject = read_folder(GENERATED / robot)
    tally = tried(subject, described(robot), "forward_dynamics", language, kind, most=6)
    assert tally.missed == tally.equivalent == []
    assert tally.refuted > 0


def test_fields_know_their_roots_and_inverses() -> None:
    chosen = Random(1)
    field = Field(random_prime(chosen))
    two, three = field.number(2), field.number(3.0)
    root = field.root(two)
    assert root * root == two
    assert (three / root) * root == three
    assert (root + three) * (root - three) == two - three * three
    assert field.number(0.375) * field.number(8) == three
    with pytest.raises(NoInverse):
        _ = two / (root + three)
    with pytest.raises(NoInverse):
        _ = two / (three - three)


def test_primes_are_prime() -> None:
    for seed in range(3):
        prime = random_prime(Random(seed))
        assert prime.bit_length() == 61
        assert all(prime % k for k in range(3, 5000, 2))
