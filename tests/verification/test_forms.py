"""Kernels in parts and limbs as lanes: read back to the programs that FORTRAN 77 has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gen_robot.cli import main
from gen_robot.errors import UserError
from gen_robot.ir import blocks
from gen_robot.languages import f77_parts
from gen_robot.verification.folder import BATCH, READERS, Subject, read_folder
from gen_robot.verification.program import Program
from gen_robot.verification.prove import verdicts
from gen_robot.verification.verdict import BACKWARDS, NOT_READ, PROVED
from shipped_robots import described

KERNELS = ("inertia_matrix", "bias", "forward_dynamics")

LEG = """\
  - name: hip{n}
    parent: {parent}
    joint: revolute
    axis: [1, 0, 0]
    origin: {{xyz: [{x}, {y}, 0]}}
    mass: 2
    com: [0.01, 0.02, -0.1]
    inertia: {{xx: 0.1, yy: 0.12, zz: 0.05}}
  - name: knee{n}
    parent: hip{n}
    joint: revolute
    axis: [0, 1, 0]
    origin: {{xyz: [0, 0, -0.3]}}
    mass: 1
    com: [0, 0.01, -0.15]
    inertia: {{xx: 0.02, yy: 0.03, zz: 0.02}}
"""
TRUNK = """\
name: walker
convention: transform
links:
  - name: trunk
    joint: prismatic
    axis: [0, 0, 1]
    mass: 10
    inertia: {xx: 1, yy: 1, zz: 1}
"""


def legs(count: int) -> str:
    """Return a robot with so many legs of one kind on a trunk that goes up and down."""
    places = [(0.4, 0.2), (0.4, -0.2), (-0.4, 0.2), (-0.4, -0.2)][:count]
    each = [LEG.format(n=n, parent="trunk", x=x, y=y) for n, (x, y) in enumerate(places)]
    return TRUNK + "".join(each)


def program(
    subject: Subject, kernel: str, language: str, form: str = "", old: str = "", new: str = ""
) -> Program:
    source = next(s for s in subject.sources if (s.language, s.form) == (language, form))
    assert old in source.text
    text = source.text.replace(old, new) if old else source.text
    return READERS[language][1](text, source.file, subject.kernels[kernel][language])


def with_statuses(batch: Program, scalar: Program) -> Program:
    """Return a program for many states with the guards' statuses of that for one."""
    guards = zip(batch.guards, scalar.guards, strict=True)
    return replace(batch, guards=tuple(b._replace(status=s.status) for b, s in guards))


@pytest.fixture(params=[2, 3, 4])
def walker(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    robot = tmp_path / "walker.yaml"
    robot.write_text(legs(request.param))
    asked = [str(robot), "--lang", "c", "--lang", "f77", "-o", str(tmp_path)]
    assert main([*asked, "--kernels", ",".join(KERNELS), "--algorithm", *ALGORITHMS]) == 0
    return tmp_path / "walker"


ALGORITHMS = ("forward_dynamics=ldlt",)


def test_limbs_as_lanes_are_the_program_without_lanes(walker: Path) -> None:
    subject = read_folder(walker)
    assert [s.form for s in subject.sources] == ["vectors", "ISO C", "", ""]
    for kernel in KERNELS:
        with_lanes = program(subject, kernel, "c", "vectors")
        assert with_lanes == program(subject, kernel, "c", "ISO C")
        assert with_lanes == program(subject, kernel, "f77")
        assert with_lanes == with_statuses(program(subject, kernel, BATCH), with_lanes)


def test_limbs_as_lanes_are_proved(
    walker: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["verify", str(walker), str(tmp_path / "walker.yaml"), "--strict"]) == 0
    out = capsys.readouterr().out
    assert out.count("walker.c, walker_batch.c, walker.f  ") == len(KERNELS)


def test_a_fault_in_one_form_is_found_in_that_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    robot = tmp_path / "walker.yaml"
    robot.write_text(legs(4))
    assert main([str(robot), "--kernels", "gravity", "-o", str(tmp_path)]) == 0
    path = tmp_path / "walker" / "walker.c"
    text = path.read_text()
    start = text.index("    const lanes4", text.index("void walker_gravity("))
    at = text.index(" * ", start)
    path.write_text(f"{text[:at]} + {text[at + 3 :]}")
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "walker"), str(robot)]) == 1
    out = capsys.readouterr().out
    assert "walker.c (vectors)                gravity  REFUTED" in out
    assert "walker.c (ISO C), walker_batch.c  gravity  proved" in out


FAULTS = [
    ("ACROSS double lane_sum4(const lanes4 *x)", "ACROSS double lane_sum4(const lanes4 *y)"),
    ("half[0] + half[1]", "half[0] - half[1]"),
    ("vector_size(4 * sizeof(double))", "vector_size(2 * sizeof(double))"),
    ("above[0] & above[1] & above[2]", "above[0] & above[1] & above[1]"),
]


def test_functions_across_lanes_are_known_by_their_texts(tmp_path: Path) -> None:
    robot = tmp_path / "walker.yaml"
    robot.write_text(legs(4))
    asked = ["--kernels", "forward_dynamics", "--algorithm", *ALGORITHMS]
    assert main([str(robot), *asked, "-o", str(tmp_path)]) == 0
    subject = read_folder(tmp_path / "walker")
    program(subject, "forward_dynamics", "c", "vectors")
    for old, new in FAULTS:
        with pytest.raises(UserError):
            program(subject, "forward_dynamics", "c", "vectors", old, new)


@pytest.fixture
def in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Return a folder whose kernels are cut into many short parts."""
    for module in (blocks, f77_parts):
        monkeypatch.setattr(module, "LONG", 40)
        monkeypatch.setattr(module, "MOST", 17)
    asked = ["planar3", "--lang", "c", "--lang", "f77", "--kernels", ",".join(KERNELS)]
    assert main([*asked, "--algorithm", *ALGORITHMS, "-o", str(tmp_path)]) == 0
    return read_folder(tmp_path / "planar3")


def test_kernels_in_parts_are_read_through_their_calls(in_parts: Subject) -> None:
    text = in_parts.sources[0].text
    assert "forward_dynamics_part2(" in text
    assert "failed = forward_dynamics_part" in text
    assert "      CALL " in in_parts.sources[-1].text
    kernels = ["bias", "forward_dynamics"]
    found = list(verdicts(in_parts, described("planar3"), kernels, lambda text: None))
    assert [v.word for v in found] == [PROVED, BACKWARDS]
    assert all(v.files == ("planar3.c", "planar3_batch.c", "planar3.f") for v in found)


def test_parts_that_are_not_understood_are_refused(in_parts: Subject) -> None:
    for old, new in (
        ("    if (failed) {\n", "    if (!failed) {\n"),
        ("void forward_dynamics_part1(", "void forward_dynamics_part9("),
        ("double kept[", "float kept["),
    ):
        with pytest.raises(UserError):
            program(in_parts, "forward_dynamics", "c", "", old, new)
    for old, new in (
        ("IF (INFO .NE. 0) GO TO 10", "IF (INFO .EQ. 0) GO TO 10"),
        ("IF (INFO .NE. 0) GO TO 10", "IF (INFO .NE. 0) GO TO 20"),
        ("GO TO 10\n      END IF", "GO TO 20\n      END IF"),
        ("      QDD(1) = 0.0D0", "      QDD(1) = 1.0D0"),
        (", KEPT(", ", HELD("),
    ):
        with pytest.raises(UserError):
            program(in_parts, "forward_dynamics", "f77", "", old, new)


def test_what_is_not_read_is_said_so(tmp_path: Path) -> None:
    assert main(["two_link", "--kernels", "gravity", "-o", str(tmp_path)]) == 0
    path = tmp_path / "two_link" / "two_link.c"
    path.write_text(path.read_text().replace("void two_link_gravity(", "void two_link_g("))
    subject = read_folder(path.parent)
    first, _ = verdicts(subject, described("two_link"), ["gravity"], lambda text: None)
    assert (first.word, first.files) == (NOT_READ, ("two_link.c",))
