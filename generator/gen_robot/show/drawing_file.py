"""Write a drawing to a file that the user names, but over nothing that is not a drawing of ours."""

from __future__ import annotations

from pathlib import Path

from gen_robot.errors import UserError
from gen_robot.show.svg import MARK


def write_drawing(path: Path, drawing: str) -> None:
    """Write the file whole, or not at all."""
    try:
        if path.exists() and MARK not in path.read_text(encoding="utf-8", errors="replace")[:400]:
            cure = "choose another name, or remove it first"
            raise UserError(str(path), "is there, and is no drawing of gen-robot show", cure)
        path.write_text(drawing, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserError(
            str(path), f"cannot be written: {error.strerror}", "use --svg FILE"
        ) from None
