"""Three independent readers of FORTRAN accept what is generated, and do find faults."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from f77_library import needs, on_thirty_joints, thirty_joints
from gen_robot.algebra.precision import PRECISIONS
from shipped_robots import ROBOTS, asked_of, generated

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fortran" / "puma.f"

SAMPLE = """\
      SUBROUTINE PUMAXX(Q, H)
      DOUBLE PRECISION Q(2), H(2)
      DOUBLE PRECISION S1
      S1 = DSIN(Q(1))
      H(1) = S1 * 2.0D0
      H(2) = 0.0D0
      END
"""


def ftnchek(path: Path, precision: str = "double") -> list[str]:
    """Return ftnchek's complaints, but for arguments that a kernel does not need."""
    flags = ["-f77=all", "-declare", "-sixchar", "-noextern", "-quiet"]
    if precision == "single":
        # A single may need nine digits to be read back as itself; ftnchek thinks eight are enough.
        flags.append("-truncation=no-significant-figures")
    # Its exit status means nothing.
    done = subprocess.run(["ftnchek", *flags, path], capture_output=True, text=True, check=False)
    printed = done.stdout + done.stderr
    assert path.name in printed, "ftnchek has not read the file"
    complaints = re.findall(r"(?im)^.*(?:\bwarning\b|\berror\b)(?:.*\n)(?:[ ]+\S.*\n)*", printed)
    return [c for c in complaints if not _is_about_unused_arguments(c)]


def _is_about_unused_arguments(complaint: str) -> bool:
    about, _, listed = " ".join(complaint.split()).partition("never referenced:")
    names = re.findall(r"declared at line \d+ file \S+( \(dummy argument\))?", listed)
    return "Variables declared but" in about and bool(names) and all(names)


def gfortran(path: Path, precision: str = "double") -> list[str]:
    """Return gfortran's complaints."""
    warnings = ["-Wall", "-Wextra", "-Wno-unused-dummy-argument", "-Werror"]
    command = ["gfortran", "-std=f95", "-pedantic", *warnings, "-fsyntax-only", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode or not done.stderr
    return [done.stderr] if done.returncode else []


def f2c(path: Path, precision: str = "double") -> list[str]:
    """Return f2c's complaints."""
    command = ["f2c", "-Nn32000", "-A", "-d", path.parent, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    complaints = re.findall(r"(?im)^.*(?:warning|error).*$", done.stderr)
    return complaints or ([done.stderr] if done.returncode else [])


READERS = {"ftnchek": ftnchek, "gfortran": gfortran, "f2c": f2c}
readers = pytest.mark.parametrize(
    "reader", [pytest.param(name, marks=needs(name)) for name in READERS]
)


def written(folder: Path, source: str) -> Path:
    path = folder / "robot.f"
    path.write_text(source, encoding="ascii")
    return path


@readers
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_every_shipped_robot_is_accepted(
    reader: str, robot: str, precision: str, tmp_path: Path
) -> None:
    output = generated(robot, kernels=asked_of(robot), friction=True, precision=precision)
    path = written(tmp_path, output.files[f"{robot}.f"])
    assert READERS[reader](path, precision) == []


@on_thirty_joints
@readers
def test_a_robot_of_30_joints_is_accepted(reader: str, tmp_path: Path) -> None:
    path = written(tmp_path, thirty_joints().files["random30.f"])
    assert READERS[reader](path) == []


@readers
def test_the_example_is_accepted(reader: str, tmp_path: Path) -> None:
    assert READERS[reader](written(tmp_path, EXAMPLE.read_text(encoding="ascii"))) == []


# The readers themselves ---------------------------------------------------------------------------


@readers
def test_the_good_sample_is_accepted(reader: str, tmp_path: Path) -> None:
    assert READERS[reader](written(tmp_path, SAMPLE)) == []


@needs("ftnchek")
def test_only_arguments_may_be_unused(tmp_path: Path) -> None:
    unused_argument = SAMPLE.replace("DSIN(Q(1))", "0.5D0")
    assert ftnchek(written(tmp_path, unused_argument)) == []
    unused_variable = unused_argument.replace("PRECISION S1", "PRECISION S1, S2")
    assert ftnchek(written(tmp_path, unused_variable))


FAULTS = {
    "a name is not declared": ("S1 = DSIN(Q(1))", "S1 = DSIN(Q(1)) + S2", "ftnchek"),
    "a name is too long": ("S1", "SINE1OF", "ftnchek"),
    "a name has an underscore": ("S1", "S_1", "ftnchek"),
    "IMPLICIT NONE": ("(Q, H)\n", "(Q, H)\n      IMPLICIT NONE\n", "ftnchek"),
    "an inline comment": ("0.0D0", "0.0D0 ! ZERO", "ftnchek"),
    "END DO": ("(Q(1))\n", "(Q(1))\n      DO WHILE (S1 .LT. 0)\n      END DO\n", "ftnchek"),
    "too many lines": ("2.0D0", "2.0D0" + "\n     $ + 1.0D0" * 20, "ftnchek gfortran"),
    "a constant of the other precision": ("2.0D0", "2.1", "ftnchek"),
    "two operators side by side": ("S1 * 2", "S1 * -2", "ftnchek gfortran"),
    "text after column 72": ("2.0D0", "2.0D0" + " " * 50 + "+ 1.0D0", "ftnchek gfortran"),
    "REAL*8": ("DOUBLE PRECISION S1", "REAL*8 S1", "ftnchek gfortran"),
    "a tab": ("      S1 =", "\tS1 =", "gfortran"),
    "an unused variable": ("PRECISION S1", "PRECISION S1, S2", "ftnchek gfortran"),
    "two statements on a line": ("0.0D0", "0.0D0; S1 = 0.0D0", "ftnchek f2c"),
    "no statement at all": ("S1 = DSIN", "S1 = = DSIN", "ftnchek gfortran f2c"),
}


@pytest.mark.parametrize(
    ("fault", "reader"),
    [
        pytest.param(fault, reader, marks=needs(reader))
        for fault, (_, _, found_by) in FAULTS.items()
        for reader in found_by.split()
    ],
)
def test_the_readers_do_find_faults(fault: str, reader: str, tmp_path: Path) -> None:
    good, bad, _ = FAULTS[fault]
    assert good in SAMPLE
    assert READERS[reader](written(tmp_path, SAMPLE.replace(good, bad)))
