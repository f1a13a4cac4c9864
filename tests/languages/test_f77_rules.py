"""Generated FORTRAN keeps the rules that no tool checks; every rule can be broken."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from f77_library import on_thirty_joints, thirty_joints
from f77_rules import violations
from gen_robot.algebra.precision import PRECISIONS
from gen_robot.description.description import Inertial
from gen_robot.errors import UserError
from gen_robot.kernels import KERNELS
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.languages.f77 import FRAME_LETTERS, LETTERS
from gen_robot.options import Options
from gen_robot.pipeline import generate, generate_described
from gen_robot.printers.f77_names import array_names
from gen_robot.readers.robot_files import shipped
from random_robots import random_robot
from shipped_robots import ROBOTS, asked_of, described, generated

ROOT = Path(__file__).resolve().parents[2]
EVERYTHING = Options(languages=("f77",), kernels=asked_of("two_link"), friction=True)


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_shipped_robots_keep_the_rules(robot: str, precision: str) -> None:
    output = generated(robot, kernels=asked_of(robot), friction=True, precision=precision)
    text = output.files[f"{robot}.f"]
    assert violations(text, precision=precision) == []
    assert f"GEN-ROBOT {robot.upper()} --LANG F77" in " ".join(text.split()).replace(" C ", " ")


@pytest.mark.parametrize("seed", range(3))
def test_random_trees_keep_the_rules(seed: int) -> None:
    options = replace(EVERYTHING, kernels=(DYNAMICS,))
    output = generate_described(random_robot(seed, 6 + seed, branched=True), options)
    assert violations(output.files[f"random{seed}.f"]) == []


@on_thirty_joints
def test_a_robot_of_30_joints_keeps_the_rules() -> None:
    assert violations(thirty_joints().files["random30.f"]) == []


def test_a_robot_that_always_fails_keeps_the_rules() -> None:
    description = described("two_link")
    links = (description.links[0], replace(description.links[1], inertial=Inertial()))
    output = generate_described(replace(description, links=links), EVERYTHING)
    assert violations(output.files["two_link.f"]) == []
    assert "      INFO = 2\n      QDD(1) = 0.0D0\n" in output.files["two_link.f"]


def test_long_and_foreign_words_keep_the_rules() -> None:
    description = described("two_link")
    links = tuple(
        replace(link, joint=replace(link.joint, name=f"{link.name}: " + "a very long/name " * 3))
        for link in description.links
    )
    odd = replace(description, links=links, source="roboter_größe_" + "x" * 200 + ".yaml")
    assert violations(generate_described(odd, EVERYTHING).files["two_link.f"]) == []


def test_the_example_keeps_the_rules() -> None:
    text = (ROOT / "examples" / "fortran" / "puma.f").read_text(encoding="ascii")
    assert violations(text, by_hand=True) == []


def test_the_same_robot_gives_the_same_bytes() -> None:
    options = Options(languages=("c", "f77"))
    assert generate_described(described("puma560"), options).files == generated("puma560").files


# Every rule can be broken -------------------------------------------------------------------------

GOOD = """\
C     A COMMENT
      SUBROUTINE PUMAXX(Q, H, INFO)
      DOUBLE PRECISION Q(2), H(2,2)
      INTEGER INFO
      DOUBLE PRECISION S1
      S1 = DSIN(Q(1) + 0.5D0)
      IF (.NOT. (S1 .GT. 0.0D0)) THEN
         INFO = 1
         GO TO 10
      END IF
      H(1,1) = (S1 * Q(2) + S1) - 4.0D-5 * (-Q(2))
      RETURN
   10 CONTINUE
      END
"""

BROKEN = {
    "the last line does not end": ("      END\n", "      END"),
    "a program unit has no END": ("      END\n", ""),
    "a character is not printable ASCII": ("A COMMENT", "A\tCOMMENT"),
    "a letter is not a capital": ("A COMMENT", "A Comment"),
    "text after column 72": ("A COMMENT", "A COMMENT" + " THAT GOES ON" * 5),
    "a character is not FORTRAN's": ("INFO = 1", "INFO = 1 ! ONE"),
    "columns 1 to 5 hold no label": ("   10 CONT", " S 10 CONT"),
    "a continuation line has a label": ("INFO = 1", "INFO =\n   20$ 1"),
    "more than 19 continuation lines": ("INFO = 1", "INFO = 1" + "\n     $ " * 20),
    "this statement is not allowed": ("      INTEGER INFO", "      INTEGER INFO\n      SAVE"),
    "two operators stand side by side": ("* (-Q(2))", "* -Q(2)"),
    "a compiler may regroup this expression": ("(S1 * Q(2) + S1)", "S1 * Q(2) + S1"),
    "a constant without D exponent": ("0.5D0", "0.5"),
    "a function of the other precision": ("DSIN", "SIN"),
    "S1 is declared twice": ("PRECISION S1", "PRECISION S1, S1"),
    "DABS is an intrinsic function": ("PRECISION S1", "PRECISION S1, DABS"),
    "SINE1OF has more than six characters": ("S1", "SINE1OF"),
    "S_1 has an underscore": ("S1", "S_1"),
    "S2 is not declared": ("IF (.NOT. (S1", "IF (.NOT. (S2"),
    "PUMAXX names a routine and a variable": ("PRECISION S1", "PRECISION S1, PUMAXX"),
}


def test_the_good_sample_is_good() -> None:
    assert violations(GOOD) == []


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_noticed(rule: str) -> None:
    bad = GOOD.replace(*BROKEN[rule])
    assert bad != GOOD
    assert rule in [found.split(": ", 1)[1] for found in violations(bad)]


@pytest.mark.parametrize(
    "statement",
    [
        "IMPLICIT NONE",
        "COMMON /C/ S9",
        "DATA S1 /0.0D0/",
        "DO 20 INFO = 1, 2",
        "DO WHILE (S1 .GT. 0.0D0)",
        "END DO",
        "REAL*8 S9",
        "INCLUDE 'PUMA.INC'",
        "S1 = 0.0D0; INFO = 0",
        "EQUIVALENCE (S1, S2)",
        "CALL DGEMM(S1)",
    ],
)
def test_other_statements_are_noticed(statement: str) -> None:
    assert violations(GOOD.replace("INFO = 1", statement))


@pytest.mark.parametrize(
    "expression",
    ["S1 + S1 + S1", "S1 * S1 / S1", "S1 - S1 - S1", "S1 * (S1 + S1 - S1)", "-S1 * S1 * S1"],
)
def test_expressions_without_a_fixed_order_are_noticed(expression: str) -> None:
    bad = GOOD.replace("INFO = 1", f"S1 = {expression}")
    assert any("regroup" in found for found in violations(bad))


def test_single_precision_has_no_double_constant() -> None:
    assert any("without E" in found for found in violations(GOOD, precision="single"))


# Prefixes -----------------------------------------------------------------------------------------


def routines(text: str) -> list[str]:
    return [line.split()[1].split("(")[0] for line in text.splitlines() if "  SUBROUTINE " in line]


def test_routines_are_called_by_prefix_and_kernel() -> None:
    text = generated("puma560").files["puma560.f"]
    assert routines(text) == ["PUMAIM", "PUMABV", "PUMAID", "PUMAIB", "PUMAGV", "PUMAFD"]


def test_a_name_gives_the_prefix_where_the_robot_has_none() -> None:
    description = replace(described("two_link"), f77_prefix=None)
    options = replace(EVERYTHING, kernels=("gravity",))
    for name, routine in ((None, "TWOLGV"), ("r_2_d_2_x", "R2D2GV"), ("x", "XGV")):
        output = generate_described(description, replace(options, name=name))
        assert routines(output.files[f"{output.name}.f"]) == [routine]


def test_the_robots_own_prefix_outlives_another_name() -> None:
    output = generated("puma560", name="arm", kernels=("bias",))
    assert routines(output.files["arm.f"]) == ["PUMABV"]


@pytest.mark.parametrize("prefix", ["D", "ID", "DD"])
def test_a_prefix_that_makes_an_intrinsic_is_an_error_with_a_cure(prefix: str) -> None:
    description = replace(described("two_link"), f77_prefix=prefix)
    with pytest.raises(UserError, match=f"{prefix}IM.*function of FORTRAN.*another f77_prefix"):
        generate_described(description, EVERYTHING)


def test_a_prefix_that_makes_a_routine_of_lapack_is_an_error_with_a_cure() -> None:
    with pytest.raises(UserError, match=r"DSYGV, which is a routine of LAPACK.*--f77-prefix"):
        generate("two_link", Options(("f77",), f77_prefix="dsy"))


def test_a_prefix_that_is_asked_for_is_in_every_name() -> None:
    asked = generated("puma560", kernels=("bias", "forward_dynamics"), f77_prefix="r2")
    assert routines(asked.files["puma560.f"]) == ["R2BV", "R2FD"]
    assert violations(asked.files["puma560.f"]) == []
    header = asked.files["puma560_f77.h"]
    assert "void r2bv_(" in header and "puma" not in header.partition("#ifdef __cpp")[2]
    assert "--f77-prefix R2" in header
    manifest = json.loads(asked.files["puma560.json"])
    assert manifest["kernels"]["bias"]["symbol"] == {"c": "puma560_bias", "f77": "r2bv_"}
    assert manifest["options"]["f77_prefix"] == "R2"


@pytest.mark.parametrize("prefix", ["", "5A", "ABCDE", "A_B", "A\n", "A;B"])
def test_a_prefix_that_is_none_is_refused(prefix: str) -> None:
    with pytest.raises(UserError, match=r"--f77-prefix: is .*a prefix is 1 to 4 of A-Z and 0-9"):
        Options(f77_prefix=prefix)


def test_the_command_that_a_file_names_writes_that_file() -> None:
    asked = generated("two_link", kernels=("bias",), f77_prefix="r2")
    again = generate("two_link", Options(("c",), kernels=("bias",), f77_prefix="R2"))
    assert again.files["two_link.c"] == asked.files["two_link.c"]


def test_shipped_robots_can_be_linked_together() -> None:
    prefixes = [described(robot).f77_prefix for robot in shipped()]
    assert None not in prefixes and len(set(prefixes)) == len(prefixes)


def test_kernels_have_letters_of_their_own() -> None:
    families = {name for name, kernel in KERNELS.items() if kernel.takes}
    assert set(LETTERS) >= set(KERNELS) - families
    assert set(FRAME_LETTERS) >= families
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert len(set(FRAME_LETTERS.values())) == len(FRAME_LETTERS)
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]", letters) for letters in LETTERS.values())


def test_a_kernel_without_letters_is_an_error_with_a_cure(monkeypatch) -> None:
    monkeypatch.delitem(LETTERS, "bias")
    with pytest.raises(UserError, match="--kernels bias: has no FORTRAN routine; leave it out"):
        generate_described(described("two_link"), EVERYTHING)


def test_arrays_have_names_that_fortran_can_tell_apart() -> None:
    for kernel in KERNELS.values():
        arrays = list(array_names(a.name for a in kernel.inputs + kernel.outputs).values())
        assert len({*arrays, "INFO"}) == len(arrays) + 1
        assert all(re.fullmatch(r"[A-Z][A-Z0-9]{0,5}", array) for array in arrays)


def test_on_small_robots_only_what_c_numbers_is_numbered() -> None:
    output = generated("puma560")
    declared = [
        name
        for line in output.files["puma560.f"].splitlines()
        if line.startswith("      DOUBLE PRECISION ") and "(" not in line
        for name in line.removeprefix("      DOUBLE PRECISION ").split(", ")
    ]
    in_c = re.findall(r"const double (\w+) =", output.files["puma560.c"])
    assert len(declared) == len(in_c)
    numbered = [name for name in declared if re.fullmatch(r"T\d{4,5}", name)]
    assert len(numbered) == len([name for name in in_c if re.fullmatch(r"t\d+_\d+", name)])
    assert {"PS4XZ", "PH3X", "C2"} <= set(declared)
