"""Kernels for many states: the same program as for one, in a shell that is known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gen_robot.cli import main
from gen_robot.errors import UserError
from gen_robot.verification.batch_shell import KNOWN, shell_sum
from gen_robot.verification.c_text import without_comments
from gen_robot.verification.folder import BATCH, READERS, Subject, read_folder
from gen_robot.verification.program import Program
from gen_robot.verification.prove import Prover
from gen_robot.verification.verdict import REFUTED
from shipped_robots import described

GENERATED = Path(__file__).resolve().parents[2] / "generated"


def program(
    subject: Subject, kernel: str, language: str, old: str = "", new: str = ""
) -> Program | None:
    source = next(s for s in subject.sources if s.language == language)
    assert old in source.text
    text = source.text.replace(old, new) if old else source.text
    found: Program | None = READERS[language][1](
        text, source.file, subject.kernels[kernel][language]
    )
    return found


@pytest.mark.parametrize("robot", ["two_link", "planar3", "stanford", "puma560"])
def test_many_states_are_computed_as_one_is(robot: str) -> None:
    subject = read_folder(GENERATED / robot)
    for kernel in subject.kernels:
        many, one = program(subject, kernel, BATCH), program(subject, kernel, "c")
        assert many is not None and one is not None
        assert (many.nodes, many.outputs) == (one.nodes, one.outputs)
        assert [g[:2] for g in many.guards] == [g[:2] for g in one.guards]


def test_a_fault_for_many_states_is_refuted() -> None:
    subject = read_folder(GENERATED / "two_link")
    changed = program(subject, "gravity", BATCH, "98.1 * c1_2", "98.2 * c1_2")
    assert changed is not None
    verdict = Prover(subject, described("two_link")).verdict("gravity", changed, ("x",))
    assert verdict.word == REFUTED


FAULTS = [
    ("to[lane * size] = column[lane]", "to[lane] = column[lane]"),  # the shell
    ("#define LOW_1 0, 2", "#define LOW_1 2, 0"),
    ("done = s += LANES", "done = s += 1"),  # how states are handed on
    ("failed += joint != 0", "failed += joint != 1"),
    ("q + 2 * s, qd + 2 * s, tau + 2 * s", "q + 2 * s, tau + 2 * s, qd + 2 * s"),
    ("all &= (*sound)[lane]", "all |= (*sound)[lane]"),
    ("read_2(from_tau + 0, 2, tau + 0)", "read_2(from_qd + 0, 2, tau + 0)"),  # the group
    ("write_2(qdd + 0, to_qdd + 0, 2)", "write_2(qdd + 0, to_qdd + 1, 2)"),
    ("sound[0] &= ", "sound[0] = "),
    ("return all_sound(sound)", "return 1"),
    ("{~(bits){0}}", "{(bits){0}}"),
    ("        return 0;\n    }\n    lanes qdd[2]", "        return 1;\n    }\n    lanes qdd[2]"),
    ("sincos_of(&q[1], &s2, &c2", "sincos_of(&q[1], &s2, &s2"),
]


@pytest.mark.parametrize(("old", "new"), FAULTS)
def test_what_is_not_understood_is_refused(old: str, new: str) -> None:
    with pytest.raises(UserError):
        program(read_folder(GENERATED / "two_link"), "forward_dynamics", BATCH, old, new)


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("trig", ["inline", "libm"])
@pytest.mark.parametrize("method", ["ldlt", "cholesky"])
def test_the_shells_that_are_written_are_known(
    tmp_path: Path, precision: str, trig: str, method: str
) -> None:
    """Whoever changes templates/c/robot_batch.c.j2 enters the sums that this test prints."""
    asked = ["planar3", "--precision", precision, "--trig", trig, "-o", str(tmp_path)]
    solving = ["--kernels", "forward_dynamics", "--algorithm", f"forward_dynamics={method}"]
    assert main([*asked, *solving]) == 0
    subject = read_folder(tmp_path / "planar3")
    text = (tmp_path / "planar3" / "planar3_batch.c").read_text()
    assert KNOWN.get(shell_sum(without_comments(text, "x"), "planar3"), "").startswith(precision)
    assert program(subject, "forward_dynamics", BATCH) is not None


def test_a_loop_over_single_calls_has_no_program_of_its_own() -> None:
    subject = read_folder(GENERATED / "two_link")
    source = next(s for s in subject.sources if s.language == BATCH)
    # As it is written for kernels that are too long for vectors.
    group = r"(?ms)^static INLINE int gravity_group\(.*?^\}\n"
    text = re.sub(group, "", source.text)
    level = re.search(r"(?ms)^static void LEVEL\(gravity\)\(.*?^\}", text)
    assert level
    loop = re.sub(r"(?ms)^\{.*", "{\n    gravity_each(count, q, g);\n}", level.group())
    text = text.replace(level.group(), loop)
    assert READERS[BATCH][1](text, source.file, subject.kernels["gravity"][BATCH]) is None
