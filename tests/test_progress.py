"""A bar for long work: on a terminal, after a while, and gone when the work is done."""

from __future__ import annotations

import io
import sys

import pytest

from gen_robot import progress
from gen_robot.progress import progress_bar, traces


class Stream(io.StringIO):
    """Stand for stderr: a terminal, or a file such as a notebook's log."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def shown(monkeypatch: pytest.MonkeyPatch, is_terminal: bool, delay: float, quiet: bool) -> str:
    stream = Stream(is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "DELAY", delay)
    with progress_bar(3, quiet) as step:
        for text in ("first", "second", "third"):
            step(text)
    return stream.getvalue()


def test_long_work_shows_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "first" in shown(monkeypatch, True, 0.0, quiet=False)


@pytest.mark.parametrize(
    ("is_terminal", "delay", "quiet"), [(False, 0.0, False), (True, 1e6, False), (True, 0.0, True)]
)
def test_nothing_is_shown_in_logs_for_short_work_or_to_the_quiet(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, delay: float, quiet: bool
) -> None:
    assert shown(monkeypatch, is_terminal, delay, quiet) == ""


def test_a_step_that_began_early_is_shown_once_it_takes_long(monkeypatch) -> None:
    stream = Stream(is_terminal=True)
    late: list[object] = []

    class AtOnce:
        """Stand for a timer whose time has come when it is started."""

        def __init__(self, seconds: float, function: object, arguments: tuple[int]) -> None:
            late.append((function, arguments))

        def start(self) -> None: ...

        def cancel(self) -> None:
            late.append("cancelled")

    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("threading.Timer", AtOnce)
    monkeypatch.setattr(progress, "DELAY", 1e-9)
    with progress_bar(1):
        function, arguments = late[0]  # type: ignore[misc]
        before = stream.getvalue()
        function(*arguments)
        assert "0/1" in stream.getvalue() or "0/1" in before
    assert late[-1] == "cancelled"


def test_without_stderr_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with progress_bar(1) as step:
        step("work")


def test_asking_for_all_kernels_is_the_most_work() -> None:
    assert traces(("all",)) > traces(("bias",)) > 0


def test_groups_are_their_kernels_work_and_frames_count_by_their_family() -> None:
    assert traces(("all",)) > traces(("dynamics",)) > traces(("bias", "gravity"))
    assert traces(("jacobian_tool0",)) == traces(("jacobian",)) > 0
