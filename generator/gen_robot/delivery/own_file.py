"""Write one file that the user names, but over nothing that is not ours."""

from __future__ import annotations

import os
from pathlib import Path

from gen_robot.errors import UserError

_BEGINNING = 400  # bytes of a file in which the mark of ours stands


def write_own(path: Path, text: str, mark: str, is_not: str) -> None:
    """Write the file whole, or leave what stands there; what has the mark in it is ours.

    `is_not` is said of what has none.
    """
    try:
        if path.exists() and not path.is_file():  # a terminal, a pipe
            path.write_text(text, encoding="utf-8")
            return
        if path.is_file() and not _is_ours(path, mark):
            raise UserError(str(path), is_not, "choose another name, or remove it first")
        target = path.resolve()
        staged = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            staged.write_text(text, encoding="utf-8", newline="\n")
            os.replace(staged, target)
        finally:
            staged.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(str(path), f"cannot be written: {error.strerror}") from None


def _is_ours(path: Path, mark: str) -> bool:
    with path.open("rb") as stream:
        return mark.encode() in stream.read(_BEGINNING)
