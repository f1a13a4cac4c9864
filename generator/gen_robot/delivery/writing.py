"""Put generated files on disk so that no reader ever sees half of one, and nobody's work is lost.

Files are staged beside their places, then renamed one by one, the manifest last. Whatever stops the
program, each file is whole, old or new, and the manifest's hashes tell which belong together; once
renaming has begun, the staged manifest stays, so that the next program knows the files as ours.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from gen_robot.delivery.replaced import replaced
from gen_robot.delivery.standing import FOLDER, Standing, content, staged, staged_name, standing
from gen_robot.errors import UserError, listed
from gen_robot.manifest import compared

Say = Callable[[str], None]

_SHOWN = 8  # files that an error names


class Generated(Protocol):
    """What can be written: a robot's name, and its files' texts, of which the manifest is the last."""

    @property
    def name(self) -> str: ...

    @property
    def files(self) -> Mapping[str, str]: ...


def write(
    output: Generated, directory: Path, *, force: bool = False, say: Say = lambda text: None
) -> Path:
    """Write the files to directory/<name>/ and return that folder.

    Files there that are not ours, or were edited, are replaced by force only. Files of ours that are
    not written again are removed. `say` is told what a user should know of what stood there.
    """
    folder = directory / output.name
    if folder.is_symlink() and not force:
        cure = "give the place it leads to as --out, or follow it with --force"
        raise UserError(str(folder), "is a symbolic link", cure)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder) as is_alone:
            found = standing(folder, output.files)
            _refuse_losses(folder, found, force)
            _put(folder, output.files, found.stale)
            if is_alone:
                _clear(folder, [*output.files, *found.stale])
    except OSError as error:
        raise UserError(
            str(error.filename or folder), f"cannot be written: {error.strerror}", "use --out DIR"
        ) from error
    for text in _remarks(output, found):
        say(text)
    return folder


def differences(output: Generated, directory: Path) -> str:
    """Return a unified diff from what is on disk to what would be written; empty if there is none."""
    diff: list[str] = []
    for file, text in output.files.items():
        path = directory / output.name / file
        try:
            found = content(path)
        except OSError as error:
            raise UserError(str(path), f"cannot be read: {error.strerror}") from error
        if isinstance(found, str):
            raise UserError(str(path), f"is {found}", "a file belongs here")
        if _looked_at(found or b"") != _looked_at(text.encode()):
            diff += difflib.unified_diff(
                _lines(compared((found or b"").decode("utf-8", "backslashreplace"))),
                _lines(compared(text)),
                f"{output.name}/{file} on disk",
                f"{output.name}/{file} as generated",
            )
    return "".join(diff)


def _refuse_losses(folder: Path, found: Standing, force: bool) -> None:
    folders = [file for file, kind in found.losses.items() if kind == FOLDER]
    if folders:
        names = ", ".join(folders)
        raise UserError(str(folder), f"has a folder where a file belongs: {names}", "move it")
    if found.losses and not force:
        lost = [f"{file} ({whose})" for file, whose in found.losses.items()]
        raise UserError(
            str(folder),
            f"nothing is written, for this would be lost: {listed(lost, _SHOWN)}",
            "--check shows the differences, --out or --name writes elsewhere, --force replaces",
        )


def _put(folder: Path, files: Mapping[str, str], stale: tuple[str, ...]) -> None:
    """Stage all files, rename them, and remove what is stale before the manifest forgets it."""
    waiting: list[tuple[Path, Path]] = []
    moved = False
    try:
        for file, text in files.items():
            beginning, end = staged_name(file)
            place = (folder / file).parent
            place.mkdir(exist_ok=True)
            descriptor, path = tempfile.mkstemp(prefix=beginning, suffix=end, dir=place)
            waiting.append((Path(path), folder / file))
            _fill(descriptor, Path(path), text)
        while waiting:
            if len(waiting) == 1:
                for file in stale:
                    (folder / file).unlink(missing_ok=True)
            os.replace(*waiting[0])
            waiting.pop(0)
            moved = True
    finally:
        for temporary, _ in waiting[:-1] if moved else waiting:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _clear(folder: Path, files: list[str]) -> None:
    """Remove what programs that were killed have left; it has no use any more."""
    for path in staged(folder, files):
        path.unlink(missing_ok=True)


def _remarks(output: Generated, found: Standing) -> Iterator[str]:
    manifest = [*output.files.values()][-1]
    if found.former and (text := replaced(found.former, json.loads(manifest))):
        yield text
    if found.stale:
        yield f"removed {', '.join(found.stale)}: written before, and not by this command"
    if found.kept:
        yield f"left {', '.join(found.kept)}: written before, not by this command, but edited"


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Let one program write at a time; gives False where folders cannot be locked."""
    try:
        import fcntl

        descriptor = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield False
        return
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            is_alone = True
        except OSError:
            is_alone = False
        yield is_alone
    finally:
        os.close(descriptor)


def _looked_at(content: bytes) -> str:
    """Leave out of a manifest what may change without a difference; letters as they are stored."""
    return compared(content.decode("latin-1"))


def _lines(text: str) -> list[str]:
    """Split at line ends, and show those that are none here; a last line without end has a mark."""
    lines = text.replace("\r", "\\r").split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([f"{last}\\ no end of line\n"] if last else [])


def _fill(descriptor: int, path: Path, text: str) -> None:
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    # Temporary files are private; these are as public as any source.
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)
