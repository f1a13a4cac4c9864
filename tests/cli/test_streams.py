"""Whatever becomes of what is printed, the work is done, and the exit code says the truth."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gen_robot import cli
from gen_robot.cli import main
from gen_robot.cli.streams import Stream
from gen_robot.delivery.build import LIBRARY
from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.pipeline import generate
from small_urdf import joint, link, robot

PYTHON = f"'{sys.executable}' -m gen_robot"
SHORT = "two_link --kernels bias"


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell, with the streams as it has them."""
    return subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        errors="surrogateescape",
    )


CLOSED = (">&-", "closed")
FULL = (">/dev/full", "No space left on device")


@pytest.mark.parametrize(
    ("words", "target", "reason"),
    [
        ("robots", *CLOSED),
        ("robots", *FULL),
        ("--help", *CLOSED),
        ("--version", *FULL),
        ("ops two_link --kernels bias", *FULL),
    ],
)
def test_output_that_cannot_be_printed_ends_with_one_message_and_code_2(
    words: str, target: str, reason: str
) -> None:
    for unbuffered in ("", "1"):
        run = shell(f"{PYTHON} {words} {target}", PYTHONUNBUFFERED=unbuffered)
        assert run.returncode == 2
        assert run.stderr.startswith("gen-robot: standard output: cannot be written: ")
        assert reason in run.stderr
        assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("target", "code"), [("2>&-", 0), (">&- 2>&-", 2), (">/dev/full 2>/dev/full", 2)]
)
def test_lost_output_loses_no_work(target: str, code: int, tmp_path: Path) -> None:
    run = shell(f"PYTHONUNBUFFERED=1 {PYTHON} {SHORT} --build -o '{tmp_path}' {target}")
    assert run.returncode == code
    assert "Traceback" not in run.stderr
    assert (tmp_path / "two_link" / "build" / LIBRARY.format("two_link")).is_file()


@pytest.mark.parametrize("target", [">/dev/full", ">&- 2>&-"])
def test_a_failing_stream_is_never_taken_for_a_difference(target: str, tmp_path: Path) -> None:
    write(generate("two_link", Options(kernels=("bias",))), tmp_path)
    check = f"{PYTHON} two_link -o '{tmp_path}' --check"
    assert shell(f"{check} --kernels bias {target}").returncode == 0
    assert shell(f"{check} --kernels gravity {target}").returncode == 2
    assert shell(f"{check} --kernels gravity").returncode == 1


def test_errors_end_with_code_2_though_nobody_can_read_them() -> None:
    for target in ("2>&-", "2>/dev/full", ">&- 2>&-"):
        assert shell(f"{PYTHON} nosuch {target}").returncode == 2


def test_a_reader_who_leaves_is_no_failure(tmp_path: Path) -> None:
    line = f"{{ PYTHONUNBUFFERED=1 {PYTHON} {SHORT} --build -o '{tmp_path}'; echo $? >&2; }} | :"
    run = shell(line)
    assert run.stderr == "0\n"
    assert (tmp_path / "two_link" / "build" / LIBRARY.format("two_link")).is_file()


@pytest.mark.parametrize(
    "terminal",
    [
        {"PYTHONIOENCODING": "ascii:strict"},
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
    ids=str,
)
def test_letters_that_a_terminal_lacks_stop_nothing(
    terminal: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "\u0394\u03bf\u03ba\u03b9\u03bc\u03ae \xf6"
    folder.mkdir()
    path = folder / "b\xf6se.urdf"
    inside = link("root") + link("tip") + joint("hinge", "root", "tip", "continuous")
    path.write_text(robot(inside, name="\u1e62c\xe4ra \u0394"), "utf-8")
    run = shell(f"{PYTHON} '{path}' -o '{folder}'", **terminal)
    assert run.returncode == 0, run.stderr
    assert run.stderr.startswith("warning: ")
    assert "wrote" in run.stdout
    assert shell(f"{PYTHON} '{folder}/nosuch.urdf'", **terminal).returncode == 2


def test_a_path_that_is_no_text_can_be_printed(tmp_path: Path) -> None:
    folder = os.fsdecode(bytes(tmp_path) + b"/\xff")
    command = [sys.executable, "-m", "gen_robot", *SHORT.split(), "-o", folder]
    run = subprocess.run(command, capture_output=True)
    assert run.returncode == 0
    assert b"\\udcff" in run.stdout


def test_a_stream_keeps_its_first_failure_and_drops_the_rest() -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

    stream = Stream(Full())
    for _ in range(3):
        assert stream.write("text") == 4
    stream.flush()
    assert stream.failure is not None and stream.failure.errno == 28
    assert Stream(None).write("") == 0
    assert Stream(None).failure is None, "nothing was to be printed"


PHASES = [
    "gen_robot.cli.parse",
    "gen_robot.cli.generate.generate",
    "gen_robot.cli.generate.write",
    "gen_robot.cli.generate.report",
    "gen_robot.delivery.build.build",
]


def _raises(error: BaseException) -> Callable[..., object]:
    def act(*_: object, **__: object) -> object:
        raise error

    return act


@pytest.mark.parametrize("phase", PHASES)
def test_an_interruption_ends_with_code_130_in_every_phase(
    phase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import gen_robot.cli.generate
    import gen_robot.delivery.build  # noqa: F401

    monkeypatch.setattr(phase, _raises(KeyboardInterrupt()))
    assert main([*SHORT.split(), "--build", "-o", str(tmp_path)]) == 130
    assert capsys.readouterr().err.endswith("gen-robot: interrupted\n")


SELF_INTERRUPTED = """
import os, signal, sys
import gen_robot.cli.generate as verb
from gen_robot.cli import main

# What a shell runs in the background ignores the signal, and hands that down.
signal.signal(signal.SIGINT, signal.default_int_handler)

def interrupted(*arguments):
    os.kill(os.getpid(), signal.SIGINT)
    signal.pause()

verb.generate = interrupted
sys.exit(main(["two_link"]))
"""


def test_a_signal_interrupts() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SELF_INTERRUPTED], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 130
    assert run.stderr == "gen-robot: interrupted\n"


@pytest.mark.parametrize(
    "error", [RuntimeError("!"), RecursionError(), MemoryError(), OSError(5, "?")]
)
def test_a_bug_is_not_taken_for_a_difference(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "parse", _raises(error))
    assert main(["two_link", "--check"]) == 70
    assert "this is a bug of gen-robot" in capsys.readouterr().err
