"""Compiled libraries, kept in the user's cache directory under a hash of all that made them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gen_robot.delivery import toolchain
from gen_robot.delivery.build import LIBRARY, build
from gen_robot.errors import UserError
from gen_robot.languages.language import Language

VARIABLE = "GEN_ROBOT_CACHE"
SUMS = "SHA256SUMS"


@dataclass(frozen=True)
class Entry:
    """Say where a compiled library and its manifest stand."""

    manifest: Path
    library: Path


def fetch(name: str, files: Mapping[str, str], languages: Sequence[Language]) -> Entry:
    """Return the library built from these files (name -> text); build it if it is not there."""
    root = cache_directory()
    folder = root / key(name, files, languages)
    if not _is_sound(folder):
        with _locked(root / f".{folder.name}.lock"):
            if not _is_sound(folder):  # another process may have built it while we waited
                _install(name, files, folder)
    return Entry(folder / f"{name}.json", folder / LIBRARY.format(name))


def key(name: str, files: Mapping[str, str], languages: Sequence[Language]) -> str:
    """Hash what a library depends on: sources, flags (in meson.build), compilers, processor."""
    parts = [name, sorted(files.items()), toolchain.identity(languages)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def cache_directory() -> Path:
    """Return the cache's directory, made if need be; refuse one that others can write to."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        root = Path(chosen).expanduser()
    else:
        from platformdirs import user_cache_path

        root = user_cache_path("gen-robot", appauthor=False)
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        root = root.resolve(strict=True)
        status = root.stat()
    except OSError as error:
        raise UserError(
            str(root), f"no cache directory: {error.strerror}", f"name another in {VARIABLE}"
        ) from None
    # What lies in it gets loaded as code, so nobody else may have put it there.
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        raise UserError(str(root), "belongs to another user", f"name your own in {VARIABLE}")
    if os.name == "posix" and stat.S_IMODE(status.st_mode) & 0o077:
        mode = f"{stat.S_IMODE(status.st_mode):03o}"
        raise UserError(str(root), f"its mode is {mode}, so others can use it", f"chmod 700 {root}")
    return root


def _install(name: str, files: Mapping[str, str], folder: Path) -> None:
    """Build beside the entry's place, then rename into it: no one ever sees half an entry."""
    staged = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=folder.parent))
    try:
        for file, text in files.items():
            (staged / file).write_text(text, encoding="utf-8", newline="")
        try:
            library = build(staged, name)
        except UserError as error:  # its folder is about to vanish
            raise UserError(name, error.problem, error.cure) from None
        shutil.copy(library, staged / library.name)
        shutil.rmtree(staged / "build")
        _write_sums(staged)
        _put(staged, folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _put(staged: Path, folder: Path) -> None:
    """Rename a finished entry into place, unless a sound one is there already."""
    while True:
        try:
            staged.rename(folder)
            return
        except OSError:
            if _is_sound(folder):
                return
            if not folder.is_dir():
                raise
            broken = Path(tempfile.mkdtemp(prefix=".broken-", dir=folder.parent))
            with contextlib.suppress(FileNotFoundError):  # another process was faster
                folder.rename(broken / "entry")
            shutil.rmtree(broken, ignore_errors=True)


def _write_sums(folder: Path) -> None:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    lines = [f"{_digest(path)}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def _is_sound(folder: Path) -> bool:
    """Tell whether an entry is whole: every file it was made with, byte for byte."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
        pairs = [line.split("  ", 1) for line in lines]
        return bool(pairs) and all(_digest(folder / name) == digest for digest, name in pairs)
    except (OSError, ValueError):
        return False


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let one process build while the others wait; where locks do not work, several build."""
    with path.open("w") as file:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
