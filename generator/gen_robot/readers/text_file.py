"""Read a stranger's file: a regular file of bounded size, in UTF-8."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

from gen_robot.errors import UserError


def printable(text: object) -> str:
    """Show a file's name on one line."""
    return "".join(c if c.isprintable() else "?" for c in str(text))


SizeLimit = Callable[[Path, str], int]
"""Says how many bytes a file may have whose text begins so."""

_BEGINNING = 4096


def read_bytes(path: Path, size_limit: SizeLimit) -> bytes:
    """Return the content of a file within its limit."""
    place = printable(path)
    try:
        status = path.stat()
        # Looked at before opening: a FIFO would wait for its writer, a device may never end.
        if not stat.S_ISREG(status.st_mode):
            raise UserError(place, f"is {_kind(status.st_mode)}", "a robot description is a file")
        with path.open("rb") as file:
            content = file.read(_BEGINNING)
            limit = size_limit(path, content.decode("utf-8-sig", "replace"))
            size_rule = f"a robot description has at most {limit // 1024} KiB"
            if status.st_size > limit:
                raise UserError(place, f"has {status.st_size} bytes", size_rule)
            content += file.read(limit + 1 - len(content))
    except FileNotFoundError:
        raise UserError(place, "no such file", "check the path and its spelling") from None
    except UserError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        cure = "check the path and its permissions"
        raise UserError(place, f"cannot be read: {reason}", cure) from None
    # Some regular files, as those in /proc, are longer than their size says.
    if len(content) > limit:
        raise UserError(place, f"has more than {limit} bytes", size_rule)
    if not content.strip():
        raise UserError(place, "is empty", "see `gen-robot robots` for descriptions to start from")
    return content


def decoded(path: Path, content: bytes) -> str:
    """Return the text of a file's content; a byte order mark is dropped."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(
            f"{printable(path)}:{line}",
            f"is not UTF-8 text: byte 0x{content[error.start]:02x} at offset {error.start}",
            "save it in the encoding UTF-8",
        ) from None


def _kind(mode: int) -> str:
    for test, kind in _KINDS:
        if test(mode):
            return kind
    return "not a regular file"


_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
