"""Locks between processes: files that are there while somebody works.

They vanish with the work, and with a process that is killed nothing is held. Where the system has no
locks, everybody goes ahead; then nothing that others may be at work on is taken for abandoned.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Wait until nobody else has the lock, and hold it; tell whether locks work here."""
    descriptor, works = _taken(path, wait=True)
    assert descriptor is not None
    with _held(path, descriptor):
        yield works


@contextlib.contextmanager
def if_free(path: Path) -> Iterator[bool | None]:
    """Hold the lock if nobody else has it, else give None; tell whether locks work here."""
    descriptor, works = _taken(path, wait=False)
    if descriptor is None:
        yield None
        return
    with _held(path, descriptor):
        yield works


def discard(path: Path) -> None:
    """Remove a file, a link or a folder, whatever state it is in."""
    if path.is_dir() and not path.is_symlink():
        with contextlib.suppress(OSError):
            path.chmod(0o700)
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()


@contextlib.contextmanager
def _held(path: Path, descriptor: int) -> Iterator[None]:
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # some systems keep files that are open
            path.unlink()
        os.close(descriptor)


def _taken(path: Path, wait: bool) -> tuple[int | None, bool]:
    """Return an open descriptor, None if others have the lock, and whether locks work here."""
    while True:
        descriptor = _opened(path)
        held = _lock(descriptor, wait)
        if held is False:
            os.close(descriptor)
            return None, True
        if _is_open(path, descriptor):
            return descriptor, held is True
        os.close(descriptor)  # whoever had the lock has removed the file that we waited for


def _opened(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        return os.open(path, flags, 0o600)
    except OSError:
        if not os.path.lexists(path):  # the disk is full, or for reading only
            raise
        discard(path)  # a folder or a link is no lock of ours
        return os.open(path, flags, 0o600)


def _lock(descriptor: int, wait: bool) -> bool | None:
    """Lock an open file; tell whether that succeeded, or None if locks do not work here."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return None
    return True


def _is_open(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(descriptor))
    except OSError:
        return False
