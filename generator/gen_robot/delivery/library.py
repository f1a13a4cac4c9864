"""load(): from a robot to its compiled kernels in one call."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from importlib.resources import files
from pathlib import Path
from typing import ParamSpec, TypeVar

from gen_robot.bindings import Library
from gen_robot.bindings.manifest_check import checked_content
from gen_robot.bindings.manifest_error import ManifestError
from gen_robot.delivery import cache, toolchain
from gen_robot.delivery.asked import Asked, Kernels, asked, wrong
from gen_robot.delivery.cache import Entry
from gen_robot.delivery.folder import library_of, manifest_at
from gen_robot.delivery.generator_identity import GENERATOR
from gen_robot.delivery.march import AUTO
from gen_robot.delivery.origins import Content, content_now, file_sum
from gen_robot.errors import RobotWarning, UserError, nearest, shown
from gen_robot.languages import DEFAULT, LANGUAGES
from gen_robot.languages.trig import INLINE
from gen_robot.readers.location import location

P = ParamSpec("P")
R = TypeVar("R")

_TO_CALLER = 4  # frames from where warnings are given to who called load()


def _with_known_options(function: Callable[P, R]) -> Callable[P, R]:
    """Answer a wrong option as the command line does; type checkers see the right ones."""
    known = function.__code__.co_varnames[: _arguments(function)]

    @wraps(function)
    def answering(*values: P.args, **options: P.kwargs) -> R:
        for name in options:
            if name not in known:
                raise UserError("load()", f"{shown(name)} is no option", nearest(name, known))
        return function(*values, **options)

    return answering


def _arguments(function: Callable[..., object]) -> int:
    code = function.__code__
    return code.co_argcount + code.co_kwonlyargcount


@_with_known_options
def load(
    robot: str | os.PathLike[str],
    lang: str = DEFAULT,
    *,
    name: str | None = None,
    kernels: Kernels | None = None,
    algorithms: Mapping[str, str] | None = None,
    optimise_for: str = "time",
    effort: str = "normal",
    moves: int | None = None,
    precision: str = "double",
    trig: str = INLINE,
    friction: bool = False,
    rotors: bool = False,
    regroup: bool = True,
    snap: bool = True,
    payload: str | None = None,
    runtime: Kernels | None = None,
    frame: Mapping[str, str] | None = None,
    frames: Kernels | None = None,
    jacobian: str = "local_world_aligned",
    together: Kernels | None = None,
    integrators: bool = False,
    lock: Mapping[str, float | str] | None = None,
    root: str | None = None,
    tip: str | None = None,
    floating: bool = False,
    loops: str | os.PathLike[str] | None = None,
    f77_prefix: str | None = None,
    march: str = AUTO,
) -> Library:
    """Return a robot's kernels as NumPy functions; generate and build them if that is needed.

    `robot` is a path to a description, the name of a shipped robot, or a folder that gen-robot
    wrote. Options are those of the command line: `kernels` is a list of names, or a text with
    commas between them, or "all"; `algorithms` says by kernel how to compute it, `optimise_for`
    what the others are chosen for, `effort` and `moves` how hard is searched for them; `lock` gives
    by joint the value to hold it at; `march` is for the build, and all that a generated folder
    takes. Shipped robots with default options come compiled; everything else is built once and kept
    in the user's cache directory (GEN_ROBOT_CACHE names another one).

    What the command line would warn of is given as RobotWarning, and stays in `.warnings`. What the
    user can put right is raised as UserError.
    """
    if not isinstance(robot, str | os.PathLike) or isinstance(os.fspath(robot), bytes):
        raise wrong("robot", robot, "give a path or a shipped robot's name")
    if not isinstance(robot, str):
        robot = Path(robot)
    options = asked(
        lang=lang,
        name=name,
        kernels=kernels,
        algorithms=algorithms,
        optimise_for=optimise_for,
        effort=effort,
        moves=moves,
        precision=precision,
        trig=trig,
        friction=friction,
        rotors=rotors,
        regroup=regroup,
        snap=snap,
        payload=payload,
        runtime=runtime,
        frame=frame,
        frames=frames,
        jacobian=jacobian,
        together=together,
        integrators=integrators,
        lock=lock,
        root=root,
        tip=tip,
        floating=floating,
        loops=loops,
        f77_prefix=f77_prefix,
        march=march,
    )
    try:
        entry = found(robot, options)
        library = Library(entry.manifest, entry.library, lang)
    except ManifestError as error:
        raise UserError(error.place, error.problem, error.cure) from None
    _warn(library)
    return library


def _warn(library: Library) -> None:
    for text in library.warnings:
        # Manifests are anybody's: what is shown on terminals is plain text.
        plain = "".join(c if c.isprintable() else "?" for c in text)
        warnings.warn(plain, RobotWarning, stacklevel=_TO_CALLER)


def found(robot: str | Path, options: Asked) -> Entry:
    """Find a robot's library where it is quickest had."""
    if (manifest := _generated(robot)) is not None:
        if late := [name for name in options.changes if name != "march"]:
            cure = f"leave out {', '.join(late)}: options are chosen when generating"
            raise UserError(str(robot), "is generated already", cure)
        return library_of(manifest, options.lang, options.march)
    if options.lang == DEFAULT and not options.changes and (entry := _prebuilt(robot)):
        return entry
    return _built(robot, options)


def _generated(robot: str | Path) -> Path | None:
    """Return the manifest of a folder that gen-robot wrote; a bare name is a shipped robot's."""
    if isinstance(robot, str) and robot == Path(robot).name and not robot.endswith(".json"):
        return None
    return manifest_at(Path(robot))


def _prebuilt(robot: str | Path) -> Entry | None:
    """Find the library of a robot that came compiled with the package, from the file that ships."""
    if not isinstance(robot, str) or not robot.isidentifier():
        return None
    # Joined file by file: in an editable install the folder as such does not exist.
    found = [files("gen_robot").joinpath("_native", robot, robot + e) for e in (".json", ".so")]
    manifest, library = (Path(str(path)) for path in found)
    if not manifest.is_file() or not library.is_file():
        return None
    wanted, found_sum = checked_content(manifest).get("input", {}).get("sha256"), _sum(robot)
    return Entry(manifest, library) if wanted in (None, found_sum) else None


def _built(robot: str | Path, options: Asked) -> Entry:
    """Take a described robot's library from the cache; what is not there is generated and built."""
    tools = toolchain.identity((LANGUAGES[options.lang],), options.march)

    def key(content: Content) -> str:
        # The file's name, or that it is a shipped one, may stand in what is generated.
        source = robot if isinstance(robot, str) and "/" not in robot else Path(robot).name
        beside = _sum(Path(options.loops)) if options.loops else None
        parts = (str(source), *content.parts, options.as_dict(), beside, GENERATOR, tools)
        return cache.key("robot", *parts)

    content = Content(_sum(robot))
    if content.own is not None:
        if entry := cache.look_up(key(content)):
            return entry
        content = content_now(content.own, Path(robot), key(content))
        if not content.is_alone and (entry := cache.look_up(key(content))):
            return entry
    from gen_robot.delivery.generating import Changed, generated_library

    made = None
    for _ in range(3):
        try:
            return generated_library(robot, options, key, content, made)
        except Changed as changed:  # between two looks at the file, or it names others than before
            made = changed.output if changed.content.own == content.own else None
            content = changed.content
    raise UserError(str(robot), "keeps changing while it is read", "load it when it is written")


def _sum(robot: str | Path) -> str | None:
    """Return the sum of a robot's file; None if it cannot be read, which readers explain."""
    try:
        return file_sum(location(robot))
    except (OSError, ValueError):
        return None
