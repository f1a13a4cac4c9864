"""Where compiled libraries are kept, and whether the place can be trusted.

What lies there gets loaded as code, so nobody else may be able to put it there. That others can read
it is no harm.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from platformdirs import user_cache_path

from gen_robot.errors import UserError

VARIABLE = "GEN_ROBOT_CACHE"
ANOTHER = f"name another directory in {VARIABLE}"

_OTHERS = 0o022


def cache_directory() -> Path:
    """Return the cache's directory, made if need be; refuse one that others can write to."""
    chosen = os.environ.get(VARIABLE)
    root = Path(chosen) if chosen else user_cache_path("gen-robot", appauthor=False)
    try:
        root = root.expanduser()
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        root = root.resolve(strict=True)
        status = root.stat()
    except (OSError, RuntimeError, ValueError) as error:  # no home; a zero byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(str(root), f"no cache directory: {reason}", ANOTHER) from None
    if os.name == "posix":
        _refuse_foreign(root, status)
        for folder in root.parents:
            _refuse_open(folder)
    return root


def _refuse_foreign(root: Path, status: os.stat_result) -> None:
    if status.st_uid != os.geteuid():
        raise UserError(str(root), "belongs to another user", f"name your own in {VARIABLE}")
    mode = stat.S_IMODE(status.st_mode)
    if mode & _OTHERS:
        problem = f"its mode is {mode:03o}, so others can write to it, and it holds code to be run"
        raise UserError(str(root), problem, f"chmod go-w {root}")


def _refuse_open(folder: Path) -> None:
    """Refuse a folder above the cache in which others can put theirs in its place."""
    status = folder.stat()
    mode = stat.S_IMODE(status.st_mode)
    if mode & stat.S_ISVTX:  # as /tmp: only its owner can rename what is there
        return
    # A group of one's own is common: homes may be open to it.
    if mode & stat.S_IWOTH or (mode & stat.S_IWGRP and status.st_gid not in _own_groups()):
        problem = f"its mode is {mode:03o}, so others can replace the cache of code below it"
        raise UserError(str(folder), problem, f"chmod go-w {folder}, or {ANOTHER}")


def _own_groups() -> tuple[int, int]:
    """Return root's group and the user's own."""
    return 0, os.getegid()
