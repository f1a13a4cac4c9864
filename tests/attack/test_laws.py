"""The attack notices whatever breaks a law: each law has a sample that breaks it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from attack import trial
from attack.agreement import Judge, differing_graphs, wrong_status
from attack.compiling import Sources, c_complaints, fortran_complaints
from attack.examine import examined_file
from attack.pinocchio_view import ReadsOtherwise, reference_of
from attack.trial import ACCEPTED, REFUSED, tried
from gen_robot.errors import UserError
from gen_robot.options import Options
from gen_robot.pipeline import generate
from small_urdf import one_joint

GOOD = "gen-robot: a.yaml:1:1: is wrong; do it right\n"
LIMIT = '<limit lower="-9" upper="9" velocity="9" effort="9"/>'


def says(message: str, code: int) -> Callable[[object], int]:
    """Return a command that says something and ends with a code."""

    def run(_: object) -> int:
        sys.stderr.write(message)
        return code

    return run


def raises(error: BaseException) -> Callable[[object], int]:
    def run(_: object) -> int:
        raise error

    return run


def writes(path: Path) -> Callable[[object], int]:
    def run(_: object) -> int:
        path.parent.mkdir(exist_ok=True)
        path.write_text("x", encoding="utf-8")
        return 0

    return run


def starts_a_process(_: object) -> int:
    return subprocess.run(["true"]).returncode


def never_ends(_: object) -> int:
    while True:
        pass


def test_a_refusal_and_an_acceptance_break_no_law(tmp_path: Path) -> None:
    assert tried(says(GOOD, 2), [], tmp_path, "a.yaml") == trial.Outcome(REFUSED, GOOD)
    inside = writes(tmp_path / "out" / "a.c")
    assert tried(inside, [], tmp_path, "a.yaml") == trial.Outcome(ACCEPTED, "")
    assert not tried(says("warning: x\n", 0), [], tmp_path, "a.yaml").broken


@pytest.mark.parametrize(
    ("run", "law"),
    [
        (raises(KeyError("x")), "traceback"),
        (raises(RecursionError()), "traceback"),
        (raises(UserError("a.yaml", "is wrong")), "traceback"),
        (says("Traceback (most recent call last):\n", 0), "traceback"),
        (says(GOOD, 1), "exit code 1"),
        (raises(SystemExit(1)), "exit code 1"),
        (says("", 2), "not one line"),
        (says(GOOD + GOOD, 2), "not one line"),
        (says("gen-robot: a.yaml: is \x1b[31m; x\n", 2), "not one line"),
        (says(GOOD.replace("gen-robot: ", ""), 2), "who speaks"),
        (says(GOOD.replace("a.yaml", "file"), 2), "say where"),
        (says(GOOD.replace(";", ""), 2), "say the cure"),
        (says("something\n", 0), "talks"),
        (starts_a_process, "subprocess.Popen"),
        (writes(Path("/dev/null")), "outside its folder"),
    ],
)
def test_a_command_that_breaks_a_law_is_noticed(
    run: Callable[[object], int], law: str, tmp_path: Path
) -> None:
    assert any(law in each for each in tried(run, [], tmp_path, "a.yaml").broken)


def test_what_is_written_beside_the_folder_is_noticed(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    outcome = tried(writes(inside / ".." / "outside"), [], inside, "a.yaml")
    assert f"writes outside its folder: {tmp_path.resolve() / 'outside'}" in outcome.broken


def test_a_file_that_is_refused_leaves_nothing(tmp_path: Path) -> None:
    def run(_: object) -> int:
        (tmp_path / "out").mkdir()
        return says(GOOD, 2)(_)

    result = examined_file(tmp_path / "a.yaml", (), 1, run=run)
    assert result.broken == ("refused, but something was written",)


def test_what_takes_too_long_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "MOST_SECONDS", 0.1)
    assert tried(never_ends, [], tmp_path, "a.yaml").broken == ("takes more than 0.1 s",)


def test_what_compilers_refuse_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(int unused) { return 0; }\n", encoding="utf-8")
    (tmp_path / "a.f").write_text("      SUBROUTINE A(\n      END\n", encoding="utf-8")
    assert "unused" in c_complaints(tmp_path)
    assert fortran_complaints(tmp_path)


def test_what_a_compiler_refuses_is_found_among_many_sources(tmp_path: Path) -> None:
    sources = Sources()
    for number, text in enumerate(["return 0;", "return 1;", "return x;", "return 2;"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "a.h").write_text("#ifndef A_H\n#define A_H\nint f(void);\n#endif\n")
        (folder / "a.c").write_text(f'#include "a.h"\nint f(void)\n{{\n    {text}\n}}\n')
        sources.add(number, folder)
    assert [*sources.complaints()] == [2]
    del sources.texts[2]
    assert sources.complaints() == {}


def judged(text: str, other: str, folder: Path) -> list[str]:
    """Return how the kernels of a robot differ from what Pinocchio finds in another file."""
    ours, theirs = folder / "ours.urdf", folder / "theirs.urdf"
    ours.write_text(text, encoding="utf-8")
    theirs.write_text(other, encoding="utf-8")
    kernels = ("inertia_matrix", "bias", "forward_dynamics")
    output = generate(ours, Options(kernels=kernels, snap=False))
    reference = reference_of(theirs, output.description, output.model)
    return differing_graphs(Judge(reference, 1), output)


def test_a_robot_that_is_another_by_a_billionth_is_noticed(tmp_path: Path) -> None:
    text = one_joint(LIMIT + '<origin rpy="0.3 0.2 0.1"/><axis xyz="0 0.6 0.8"/>')
    assert judged(text, text, tmp_path) == []
    heavier = text.replace('<mass value="2.5"/>', '<mass value="2.500000001"/>')
    assert len(judged(text, heavier, tmp_path)) == 3


def test_what_pinocchio_reads_otherwise_is_not_compared(tmp_path: Path) -> None:
    for inside in ("", LIMIT + "<axis/>"):
        with pytest.raises(ReadsOtherwise):
            judged(one_joint(inside), one_joint(inside), tmp_path)


def test_a_wrong_status_is_noticed() -> None:
    definite, indefinite = np.diag([1.0, 1e-12]), np.array([[1.0, 2.0], [2.0, 1.0]])
    singular = np.array([[1.0, 1.0], [1.0, 1.0]])
    assert not wrong_status(0, definite)
    assert "definite" in wrong_status(2, np.eye(2))
    assert not wrong_status(2, indefinite)
    assert "indefinite" in wrong_status(0, indefinite)
    assert not wrong_status(0, singular)
    assert not wrong_status(1, singular)
    assert "of 2 joints" in wrong_status(3, singular)
