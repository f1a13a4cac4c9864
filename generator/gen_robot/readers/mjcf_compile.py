"""MuJoCo's own reading of MJCF: defaults, frames, inertias from shapes; its errors as ours."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple

from gen_robot.errors import UserError, shown
from gen_robot.readers.mjcf_text import Texts

PACKAGE = "mujoco"

_LINE = re.compile(r"\bline (\d+)")
_NAMED = re.compile(r"Element name '([^'\n]*)'")
_PREFIX = re.compile(r"^((XML )?Error: (could not parse model file with error: )?)+")
_LONGEST = 300
_LOCK = Lock()
_OLDEST = (3, 3, 3)


class Compiled(NamedTuple):
    """Hold a robot as MuJoCo has it: as written, and as simulated."""

    mujoco: Any
    spec: Any
    model: Any
    remarks: tuple[str, ...] = ()  # MuJoCo's own warnings


def compiled(texts: Texts, source: str) -> Compiled:
    """Return what MuJoCo makes of a robot's texts."""
    mujoco = _imported(source)
    with _LOCK, _silenced(mujoco), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            spec = mujoco.MjSpec.from_string(texts.main, texts.models, texts.meshes)
            model = spec.compile()
        except _errors(mujoco) as error:
            raise _told(str(error), texts, source) from None
    remarks = dict.fromkeys(_plain(str(each.message)) for each in told)
    return Compiled(mujoco, spec, model, tuple(remarks))


def _imported(source: str) -> Any:
    try:
        import mujoco
    except ImportError:
        cure = f"pip install 'gen-robot[{PACKAGE}]'"
        raise UserError(source, "is MJCF, which MuJoCo's package reads", cure) from None
    if _numbers(mujoco.__version__) < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        cure = f"pip install --upgrade 'mujoco>={oldest}'"
        raise UserError(source, f"is MJCF, for which MuJoCo {mujoco.__version__} is too old", cure)
    return mujoco


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version)[:3])


def _errors(mujoco: Any) -> tuple[type[Exception], ...]:
    """Return what is raised for a file that MuJoCo cannot make a model of."""
    return (
        ValueError,
        RuntimeError,
        TypeError,
        MemoryError,
        mujoco.FatalError,
        mujoco.UnexpectedError,
    )


@contextmanager
def _silenced(mujoco: Any) -> Iterator[None]:
    """Keep MuJoCo from writing warnings to the terminal and to a file in the working directory."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda *_: None)
    log = getattr(mujoco, "MjLogConfig", None)  # of versions that log by themselves
    kept = log.get() if log else None
    try:
        if log:
            quiet = log.get()
            quiet.logto_file = quiet.logto_console = False
            quiet.set()
        yield
    finally:
        if kept is not None:
            kept.set()
        mujoco.set_mju_user_warning(before)


def _told(text: str, texts: Texts, source: str) -> UserError:
    """Return MuJoCo's error with the place in the user's files."""
    lines = text.strip().splitlines() or ["no reason given"]
    problem = _PREFIX.sub("", lines[0])
    for alias, name in texts.names.items():
        problem = problem.replace(alias, name)
    problem = _plain(problem)
    numbers = _LINE.findall(text)
    # Of a model that is attached, the place inside comes first.
    mark = texts.mark(int(numbers[0])) if numbers else None
    cure = "MuJoCo refuses the file"
    if mark is None:
        return UserError(source, problem, cure)
    named = _NAMED.search(text)
    name = named[1] if named else mark.node.attributes.get("name", "")
    what = f"{mark.node.tag}[{shown(name)[1:-1]}]" if name else mark.node.tag
    return UserError(f"{mark.place}: {what}", problem, cure)


def _plain(text: str) -> str:
    """Return a text of bounded length on one line: files' own words may stand in it."""
    return "".join(c if c.isprintable() else " " for c in text.strip())[:_LONGEST]
