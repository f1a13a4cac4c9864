"""What stands in a folder before files are written there: whose it is, and what would be lost.

A file is ours if a manifest beside it lists it with the SHA-256 that it has on disk: the folder's own
manifest, or one that an interrupted write left staged, for its files were on their way. What is byte
for byte what would be written is nobody's loss, whoever wrote it.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gen_robot.delivery.sums import digest_of
from gen_robot.seal import is_intact

FOREIGN = "not written by gen-robot"
EDITED = "edited since gen-robot wrote it"
FOLDER = "a folder"

_KINDS = ((stat.S_ISLNK, "a symbolic link"), (stat.S_ISDIR, FOLDER))
_STAGED = ".part"

_KERNELS = ("files",)
_EXAMPLES = ("examples",)
"""Keys of the manifest: what is ours, and what users may take over; that is never removed."""


@dataclass(frozen=True)
class Standing:
    """Hold what the writing of some files meets in a folder."""

    losses: Mapping[str, str]  # files that are not ours to replace, and what they are
    stale: tuple[str, ...]  # ours, and not written again
    kept: tuple[str, ...]  # written by us, not written again, but edited
    former: Mapping[str, Any]  # the manifest that stands there


def standing(folder: Path, files: Mapping[str, str]) -> Standing:
    """Look at what stands where these files are to be written; the last is the manifest."""
    manifest = [*files][-1]
    former = _manifest(folder / manifest)
    manifests = [former, *map(_manifest, staged(folder, [manifest]))]
    kernels, sums = _sums(manifests, _KERNELS), _sums(manifests, _KERNELS + _EXAMPLES)
    losses = {}
    for file, text in files.items():
        if (obstacle := _obstacle(folder, file)) is not None:
            losses[file] = obstacle
            continue
        found = content(folder / file)
        if found is None or found == text.encode():
            continue
        if isinstance(found, str):
            losses[file] = found
        elif file == manifest:
            if not (former and is_intact(former)):
                losses[file] = EDITED if former else FOREIGN
        elif digest_of(found) not in sums.get(file, ()):
            losses[file] = EDITED if file in sums else FOREIGN
    left = {file: content(folder / file) for file in sorted(kernels.keys() - files.keys())}
    there = {file: digest_of(found) for file, found in left.items() if isinstance(found, bytes)}
    stale = tuple(file for file, digest in there.items() if digest in sums[file])
    kept = tuple(file for file in there if file not in stale)
    return Standing(losses, stale, kept, former)


def content(path: Path) -> bytes | str | None:
    """Return a file's bytes; None if nothing is there; what it is if it is not a plain file."""
    try:
        mode = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISREG(mode):
        return path.read_bytes()
    return next((kind for test, kind in _KINDS if test(mode)), "no plain file")


def staged_name(file: str) -> tuple[str, str]:
    """Return how the name of a file's staged version, in the file's own folder, begins and ends."""
    return f".{Path(file).name}.", _STAGED


def staged(folder: Path, files: Iterable[str]) -> Iterator[Path]:
    """Find staged versions of these files, as programs leave them that are killed while they write."""
    names = list(files)
    for place in sorted({(folder / file).parent for file in names}):
        beginnings = tuple(staged_name(f)[0] for f in names if (folder / f).parent == place)
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.name.startswith(beginnings) and path.name.endswith(_STAGED):
                yield path


def _obstacle(folder: Path, file: str) -> str | None:
    """Say what stands where a file's own folder should be, below the robot's."""
    place = (folder / file).parent
    found = content(place) if place != folder else None
    if found is None or found == FOLDER:
        return None
    return found if isinstance(found, str) else FOREIGN


def _manifest(path: Path) -> dict[str, Any]:
    """Read a manifest as far as it tells whose files are whose; nothing if it is none."""
    try:
        found = content(path)
        read = json.loads(found) if isinstance(found, bytes) else None
    except (ValueError, RecursionError):
        return {}
    if not isinstance(read, dict) or not isinstance(read.get("files"), dict):
        return {}
    return read


def _sums(manifests: Iterable[Mapping[str, Any]], keys: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the sums that manifests give of files beside them; other paths are none of theirs."""
    sums: dict[str, set[str]] = {}
    for manifest in manifests:
        for key in keys:
            listed = manifest.get(key)
            for file, digest in listed.items() if isinstance(listed, dict) else ():
                if _is_below(file) and isinstance(digest, str):
                    sums.setdefault(file, set()).add(digest)
    return sums


def _is_below(file: str) -> bool:
    """Tell whether a name is that of a file in the folder, or in one that stands there."""
    parts = file.split("/")
    # Of nothing, of . and of .. the name is what they are.
    plain = all(Path(part).name == part and part not in ("", ".", "..") for part in parts)
    return plain and len(parts) <= 2
