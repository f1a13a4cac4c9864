"""Compiled libraries, kept in the user's cache directory under a hash of all that made them.

An entry is a folder: sources, manifest, library, and their sums. It is built beside its place and
renamed into it, so nobody ever sees half of one; what is damaged later is found out by the sums, and
built again. Whatever begins with a dot and a key belongs to whoever has that key's lock.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gen_robot.delivery.build import LIBRARY, build
from gen_robot.delivery.cache_directory import ANOTHER, cache_directory
from gen_robot.delivery.locks import discard, if_free, locked
from gen_robot.delivery.march import AUTO
from gen_robot.delivery.sums import digest
from gen_robot.errors import UserError

SUMS = "SHA256SUMS"

_BESIDE = re.compile(r"\.([0-9a-f]{64})\..+")
_DAY = 24 * 3600
_TRIES = 10
_FULL = (errno.ENOSPC, errno.EDQUOT)


class Sources(Protocol):
    """What a library is built from: a robot's name, and its files' texts; the manifest is one."""

    @property
    def name(self) -> str: ...

    @property
    def files(self) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class Entry:
    """Say where a compiled library and its manifest stand."""

    manifest: Path
    library: Path


def key(*parts: object) -> str:
    """Hash all that a library depends on."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def look_up(key: str) -> Entry | None:
    """Return the library that is kept under a key, if it is there and sound."""
    return _sound(cache_directory() / key)


def fetch(
    key: str, make: Callable[[], Sources], march: str = AUTO, *, batches: bool = True
) -> Entry:
    """Return the library that is kept under a key; else build it for `march` from what `make` gives.

    No two processes make the same at the same time.
    """
    root = cache_directory()
    folder = root / key
    if entry := _sound(folder):
        return entry
    try:
        with locked(root / f".{key}.lock") as works:
            if entry := _sound(folder):  # another process has built it while we waited
                return entry
            _sweep(root, key if works else None)
            return _install(make(), folder, march, batches)
    except OSError as error:
        cure = f"make room, or {ANOTHER}" if error.errno in _FULL else ANOTHER
        raise UserError(str(root), f"cannot be written to: {error.strerror}", cure) from None


def _sound(folder: Path) -> Entry | None:
    """Return an entry that is whole: every file it was made with, byte for byte."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
        sums = {name: sum_ for sum_, name in (line.split("  ", 1) for line in lines)}
        if any(digest(folder / name) != sum_ for name, sum_ in sums.items()):
            return None
    except (OSError, ValueError):
        return None
    robots = [Path(name).stem for name in sums if name.endswith(".json")]
    entries = [_entry(folder, name) for name in robots if LIBRARY.format(name) in sums]
    return entries[0] if entries else None


def _entry(folder: Path, name: str) -> Entry:
    return Entry(folder / f"{name}.json", folder / LIBRARY.format(name))


def _install(sources: Sources, folder: Path, march: str = AUTO, batches: bool = True) -> Entry:
    staged, name = _beside(folder), sources.name
    try:
        for file, text in sources.files.items():
            (staged / file).write_text(text, encoding="utf-8", newline="")
        library = _built(staged, name, march, batches)
        shutil.copy(library, staged / library.name)
        shutil.rmtree(staged / "build")
        _write_sums(staged)
        _put(staged, folder)
    finally:
        discard(staged)
    return _entry(folder, name)


def _built(staged: Path, name: str, march: str, batches: bool) -> Path:
    try:
        return build(staged, name, march=march, batches=batches)
    except UserError as error:  # its folder is about to vanish
        full = os.strerror(errno.ENOSPC) in error.problem
        cure = f"make room in {staged.parent}, or {ANOTHER}" if full else error.cure
        raise UserError(name, error.problem, cure) from None


def _put(staged: Path, folder: Path) -> None:
    """Rename a finished entry into place, unless a sound one is there already."""
    for _ in range(_TRIES):
        try:
            staged.rename(folder)
            return
        except OSError:
            if _sound(folder):
                return
            if not os.path.lexists(folder):
                raise
            # A damaged entry, or no folder at all. It is renamed first, for others may look.
            aside = _beside(folder)
            with contextlib.suppress(FileNotFoundError):  # another process was faster
                folder.rename(aside / "damaged")
            discard(aside / "damaged")
            discard(aside)
    staged.rename(folder)


def _beside(folder: Path) -> Path:
    """Make a folder for what is not yet, or no longer, an entry."""
    return Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))


def _write_sums(folder: Path) -> None:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    lines = [f"{digest(path)}  {path.name}\n" for path in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def _sweep(root: Path, own: str | None) -> None:
    """Remove what killed processes left: what nobody has the lock of, and all that is a day old.

    `own` is the key whose lock we have, if locks work here.
    """
    leftovers: dict[str, list[Path]] = {}
    for path in sorted(root.glob(".*")):
        found = _BESIDE.fullmatch(path.name)
        leftovers.setdefault(found[1] if found else "", []).append(path)
    for key, paths in leftovers.items():
        lock = root / f".{key}.lock"
        held = contextlib.nullcontext(key == own) if key in ("", own) else if_free(lock)
        with held as certain:
            for path in paths:
                if path != lock and (certain or (certain is not None and _is_old(path))):
                    discard(path)


def _is_old(path: Path) -> bool:
    try:
        return time.time() - path.lstat().st_mtime > _DAY
    except OSError:
        return False
