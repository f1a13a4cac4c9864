"""Build a generated folder with meson.

A build folder holds a stamp: the sums of the files that its library was built from, and the
library's own. Times of files prove nothing: copies may keep them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from gen_robot.delivery import toolchain
from gen_robot.delivery.march import AUTO, CHOICES, UNKNOWN, setup_words
from gen_robot.delivery.sums import digest, digests
from gen_robot.errors import UserError
from gen_robot.languages import C_COMPILER, COMPILED
from gen_robot.languages.language import Compiler, Language

LIBRARY = {"darwin": "lib{}.dylib", "win32": "{}.dll"}.get(sys.platform, "lib{}.so")
"""What meson calls a shared library on this platform."""

STAMP = "gen-robot.json"
NO_COMPILER = "no compiler for any of the sources"
"""What the generated meson.build says when nothing compiles any of the languages written."""

TAIL = 20  # lines of a failed build's output that the error shows


def build(
    folder: Path, name: str, *, march: str = AUTO, batches: bool = True, quiet: bool = True
) -> Path:
    """Build the robot `name` from the files in `folder` for `march`; return the shared library.

    Without `batches` it has no kernels for many states, and takes a part of the time.
    Works in folder/build, which is made anew unless files, folder, compilers and meson are the same
    as before. Unless quiet, meson's output goes to stderr as it comes.
    """
    folder = folder.resolve()
    where = folder / "build"
    library = where / LIBRARY.format(name)
    languages = [each for each in COMPILED.values() if (folder / each.source_of(name)).exists()]
    words = [*setup_words(march, folder), *([] if batches else ["-Dbatch=false"])]
    setup = ["setup", *words, str(where), str(folder)]
    identity = "\n".join([_identity(folder, languages, march), *words])
    sources = digests(folder, _listed(folder, name))
    stamp = _stamp(where)
    if stamp.get("identity") == identity and current_build(folder, name, sources):
        return library
    # Not even ninja is asked, which looks at times.
    _remove(where)
    for step in (setup, ["compile", "-C", str(where)]):
        code, output = _meson(step, quiet)
        if code != 0:
            raise _failure(folder, languages, step[0], output)
    made = {"identity": identity, "sources": sources, "library": digest(library)}
    (where / STAMP).write_text(json.dumps(made, indent=2), encoding="utf-8")
    return library


def current_build(folder: Path, name: str, sources: Mapping[str, str]) -> Path | None:
    """Return the library in a folder's own build if it was built from files of these sums."""
    where = folder / "build"
    library, stamp = where / LIBRARY.format(name), _stamp(where)
    if stamp.get("sources") != dict(sources) or not library.is_file():
        return None
    return library if digest(library) == stamp.get("library") else None


def _identity(folder: Path, languages: list[Language], march: str) -> str:
    """Name what a build folder cannot outlive: its place, the compilers, meson itself."""
    from importlib.metadata import version

    return f"{folder}\nmeson {version('meson')}\n{toolchain.identity(languages, march)}"


def _meson(arguments: list[str], quiet: bool) -> tuple[int, str]:
    """Run the meson of this Python, which is not on PATH while its environment is not activated."""
    command = [sys.executable, "-m", "mesonbuild.mesonmain", *arguments]
    lines = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=_environment(),
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if not quiet:
                sys.stderr.write(line)
    return process.returncode, "".join(lines)


def _environment() -> dict[str, str]:
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        import ninja
    except ImportError:  # as distributions pack it: without the Python module, on PATH
        return environment
    return {**environment, "NINJA": str(Path(ninja.BIN_DIR) / "ninja")}


def _remove(where: Path) -> None:
    """Remove a build folder, and nothing else that has its name."""
    if where.is_dir() and any(where.iterdir()) and not (where / "meson-private").is_dir():
        raise UserError(str(where), "is in the way, and no build folder of meson's", "move it")
    shutil.rmtree(where, ignore_errors=True)


def _listed(folder: Path, name: str) -> list[str]:
    """Return the files that the manifest lists."""
    path = folder / f"{name}.json"
    try:
        return list(json.loads(path.read_bytes())["files"])
    except (OSError, ValueError, KeyError, TypeError):
        raise UserError(str(path), "is no manifest", "generate the robot's files again") from None


def _stamp(where: Path) -> dict[str, object]:
    """Read what a library was built from; nothing, if that is not known."""
    try:
        stamp = json.loads((where / STAMP).read_bytes())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _failure(folder: Path, languages: list[Language], step: str, output: str) -> UserError:
    """Turn meson's output into what the user can do about it."""
    if "Unknown compiler" in output:
        return _missing(folder, C_COMPILER)
    compilers = [language.compiler for language in languages if language.compiler]
    if NO_COMPILER in output and compilers:
        return _missing(folder, compilers[0])
    if UNKNOWN in output:
        named = output.partition(UNKNOWN)[2].split()[0]
        return UserError(f"--march {named}", f"{UNKNOWN}{named}", f"give {CHOICES}")
    tail = "\n".join(output.rstrip().splitlines()[-TAIL:])
    return UserError(str(folder), f"meson {step} failed:\n{tail}")


def _missing(folder: Path, compiler: Compiler) -> UserError:
    return UserError(str(folder), f"there is no {compiler.title} to build it", compiler.cure)
