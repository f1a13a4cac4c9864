"""Sources read back: C and FORTRAN 77 are one program, and what is not understood is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gen_robot.errors import UserError
from gen_robot.verification.folder import READERS, Subject, read_folder
from gen_robot.verification.program import Program

GENERATED = Path(__file__).resolve().parents[2] / "generated"
FOLDERS = ("two_link", "planar3", "stanford", "puma560")


def subject(name: str) -> Subject:
    return read_folder(GENERATED / name)


def program(found: Subject, kernel: str, language: str, old: str = "", new: str = "") -> Program:
    """Return a kernel read back, with something put in place of something that is there."""
    source = next(s for s in found.sources if s.language == language)
    assert old in source.text
    text = source.text.replace(old, new) if old else source.text
    return READERS[language][1](text, source.file, found.kernels[kernel][language])


@pytest.mark.parametrize("name", FOLDERS)
def test_c_and_fortran_read_back_to_the_same_program(name: str) -> None:
    found = subject(name)
    for kernel in found.kernels:
        in_c = program(found, kernel, "c")
        assert in_c == program(found, kernel, "f77")
        assert len(in_c.nodes) > 5


def test_programs_that_differ_in_a_bit_are_not_the_same() -> None:
    found = subject("two_link")
    other = program(found, "gravity", "c", "98.1 * c1_2", "98.10000000000001 * c1_2")
    assert other != program(found, "gravity", "c")


def test_guards_are_read() -> None:
    assert len(program(subject("puma560"), "forward_dynamics", "c").guards) == 4


GRAVITY_C = [
    ("98.1 * c1_2", "98 * c1_2", "'98' is no literal of type double"),
    ("98.1 * c1_2", "98.1f * c1_2", "is no literal of type double"),
    ("98.1 * c1_2", "98.1 * c7", "'c7' has no value"),
    ("98.1 * c1_2", "98.1 * INLINE", "uses the macro 'INLINE'"),
    ("98.1 * c1_2", "fabs(c1_2)", "a FuncCall is not read"),
    ("98.1 * c1_2", "q[2] * c1_2", "q[2] is beyond its end"),
    ("98.1 * c1_2", "c1_2 > 0.0 ? 1.0 : 2.0", "a TernaryOp is not read"),
    ("g[1] = n2_z;", "", "g[1] is never assigned"),
    ("g[1] = n2_z;", "g[1] = n2_z; g[1] = n2_z;", "g[1] is assigned twice"),
    ("g[1] = n2_z;", "g[1] += n2_z;", "is no statement"),
    ("g[1] = n2_z;", "if (n2_z > 0.0) { g[1] = n2_z; }", "a branch that is no guard"),
    ("g[1] = n2_z;", "for (;;) { g[1] = n2_z; }", "is no statement"),
    ("g[1] = n2_z;", "\n#define g h\n    g[1] = n2_z;", "preprocessor"),
    ("const double n2_z", "double n2_z", "no constant of type double"),
    ("const double n2_z", "const float n2_z", "no constant of type double"),
    (
        "library_sincos4(q[0], q1_2, q[0], q1_2,",
        "library_sincos4(q[0], q[1], q[0], q1_2,",
        "other angles",
    ),
]


@pytest.mark.parametrize(("old", "new", "problem"), GRAVITY_C)
def test_c_that_is_not_understood_is_refused_with_its_line(
    old: str, new: str, problem: str
) -> None:
    with pytest.raises(UserError) as refused:
        program(subject("two_link"), "gravity", "c", old, new)
    assert problem in str(refused.value)
    assert refused.value.place.startswith("two_link.c:")


GRAVITY_F77 = [
    ("98.1D0 * C12", "98.1 * C12", "'98.1' is no literal of type DOUBLE PRECISION"),
    ("98.1D0 * C12", "98.1E0 * C12", "is no literal of type DOUBLE PRECISION"),
    ("98.1D0 * C12", "98 * C12", "is no literal of type DOUBLE PRECISION"),
    ("98.1D0 * C12", "DABS(C12)", "'DABS' has no value"),
    ("98.1D0 * C12", "C12 ** 2", "'*' has no value"),
    ("98.1D0 * C12", "Q(3) * C12", "Q has no element (3)"),
    ("G(2) = N2Z", "G(3) = N2Z", "G has no element (3)"),
    ("G(2) = N2Z", "WRITE (6, *) N2Z", "is no statement"),
    ("G(2) = N2Z", "CALL X", "is no call of a part"),
]


@pytest.mark.parametrize(("old", "new", "problem"), GRAVITY_F77)
def test_fortran_that_is_not_understood_is_refused_with_its_line(
    old: str, new: str, problem: str
) -> None:
    with pytest.raises(UserError) as refused:
        program(subject("two_link"), "gravity", "f77", old, new)
    assert problem in str(refused.value)
    assert refused.value.place.startswith("two_link.f:")


def test_a_routine_with_other_arguments_is_refused() -> None:
    found = subject("two_link")
    kernels = {"gravity": {"c": replace(found.kernels["bias"]["c"], symbol="two_link_gravity")}}
    with pytest.raises(UserError, match="takes 2 arrays"):
        program(replace(found, kernels=kernels), "gravity", "c")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"name": "../x", "options": {}}'])
def test_a_broken_manifest_is_a_user_error(tmp_path: Path, content: str) -> None:
    (tmp_path / "arm.json").write_text(content)
    with pytest.raises(UserError):
        read_folder(tmp_path)
