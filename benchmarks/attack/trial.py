"""One run of the command line on a stranger's file, watched: how it ended, and which laws it broke."""

from __future__ import annotations

import contextlib
import faulthandler
import io
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from gen_robot.delivery.cache_directory import VARIABLE

MOST_SECONDS = 10
"""Of processor time, for one file."""

_STUCK = 120
"""Seconds after which a process that does not even take signals is ended, with a traceback."""

REFUSED, ACCEPTED = "refused", "accepted"
CODES = {0: ACCEPTED, 2: REFUSED}

Run = Callable[[Sequence[str]], int]


@dataclass(frozen=True)
class Outcome:
    """Hold how a run ended, and which laws it broke, in words."""

    verdict: str
    message: str  # what it said on stderr
    broken: tuple[str, ...] = ()


class _TooLong(BaseException):
    """Raised where a run has used up its time; no `except Exception` catches it."""


def tried(run: Run, arguments: Sequence[str], folder: Path, place: str) -> Outcome:
    """Run a command that may write below a folder alone, on a file of which messages give the name."""
    out, err = io.StringIO(), io.StringIO()
    broken: list[str] = []
    code: object = None
    with _written_elsewhere(folder) as elsewhere:
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _within_time():
                code = run(arguments)
        except _TooLong:
            broken.append(f"takes more than {MOST_SECONDS} s")
        except SystemExit as left:
            code = left.code
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            broken.append(f"traceback: {_last_line(error)}")
    broken += [f"writes outside its folder: {path}" for path in elsewhere]
    message = err.getvalue()
    if not broken:
        broken += faults(code, message, place)
    return Outcome(
        CODES.get(code, "neither") if isinstance(code, int) else "neither", message, tuple(broken)
    )


def faults(code: object, message: str, place: str) -> list[str]:
    """Say what is wrong with how a command ended: its exit code, its message."""
    if code not in CODES:
        return [f"exit code {code}"]
    if "Traceback" in message:
        return ["traceback on stderr"]
    if code == 0:
        return (
            [] if all(line.startswith("warning: ") for line in message.splitlines()) else ["talks"]
        )
    found = []
    if message.count("\n") != 1 or not message[:-1].isprintable():
        found.append("a refusal is not one line")
    if not message.startswith("gen-robot: "):
        found.append("a refusal does not say who speaks")
    where = message.removeprefix("gen-robot: ")
    if place not in where and not where.startswith(("--", "inertia", "forward", "bias", "inverse")):
        found.append("a refusal does not say where")
    if ";" not in where and "?" not in where:
        found.append("a refusal does not say the cure")
    return found


@contextlib.contextmanager
def _within_time() -> Iterator[None]:
    """Stop what takes too long: by its own processor time, as others may be at work beside it."""

    def stop(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    faulthandler.dump_traceback_later(_STUCK, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        faulthandler.cancel_dump_traceback_later()


def _last_line(error: BaseException) -> str:
    """Name an error, and the place of ours that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "gen_robot" in f.filename] or frames
    place = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "?"
    return f"{type(error).__name__} at {place}: {str(error)[:200]}"


# What is written, and where -----------------------------------------------------------------------

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_EVENTS = {
    *("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "shutil.copyfile", "shutil.move", "shutil.rmtree"),
}
_FORBIDDEN = {
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "subprocess.Popen"),
    *("socket.connect", "socket.bind", "urllib.Request", "ctypes.dlopen", "shutil.unpack_archive"),
}
_watched: list[tuple[str, list[str]]] = []
_CACHE = os.path.realpath(os.environ.get(VARIABLE) or user_cache_path("gen-robot", appauthor=False))


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    """Note what the interpreter tells of files and processes while a run is watched."""
    if not _watched:
        return
    root, found = _watched[-1]
    if event in _FORBIDDEN:
        found.append(f"{event} {arguments[:1]}"[:200])
    elif event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & _WRITES and isinstance(path, str | bytes):
            _note(root, found, path)
    elif event in _EVENTS:
        for path in arguments[:2]:
            if isinstance(path, str | bytes):
                _note(root, found, path)


def _note(root: str, found: list[str], path: str | bytes) -> None:
    full = os.path.realpath(os.fsdecode(path))
    # Compiled modules are the interpreter's own; what searches find is kept in the user's cache.
    own = (root, _CACHE)
    if not (
        full in own or full.startswith(tuple(p + os.sep for p in own)) or "__pycache__" in full
    ):
        found.append(full)


_hooked: list[bool] = []


@contextlib.contextmanager
def _written_elsewhere(folder: Path) -> Iterator[list[str]]:
    """Collect what is written outside a folder, and what is started or connected at all."""
    if not _hooked:
        sys.addaudithook(_hook)  # there is no way to take it back
        _hooked.append(True)
    found: list[str] = []
    _watched.append((os.path.realpath(folder), found))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield found
    finally:
        _watched.pop()
