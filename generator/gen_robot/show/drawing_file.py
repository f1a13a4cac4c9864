"""Write a drawing to a file that the user names, but over nothing that is not a drawing of ours."""

from __future__ import annotations

import os
from pathlib import Path

from gen_robot.errors import UserError
from gen_robot.show.svg import MARK

_BEGINNING = 400  # bytes of a file in which the mark of ours stands


def write_drawing(path: Path, drawing: str) -> None:
    """Write the file whole, or leave what stands there."""
    try:
        if path.exists() and not path.is_file():  # a terminal, a pipe
            path.write_text(drawing, encoding="utf-8")
            return
        if path.is_file() and not _is_ours(path):
            cure = "choose another name, or remove it first"
            raise UserError(str(path), "is there, and is no drawing of gen-robot show", cure)
        target = path.resolve()
        staged = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            staged.write_text(drawing, encoding="utf-8", newline="\n")
            os.replace(staged, target)
        finally:
            staged.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(str(path), f"cannot be written: {error.strerror}") from None


def _is_ours(path: Path) -> bool:
    with path.open("rb") as stream:
        return MARK.encode() in stream.read(_BEGINNING)
