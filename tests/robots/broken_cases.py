"""Robot descriptions to be refused: those in readers/broken, and those that cannot be checked in."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gen_robot.errors import UserError

FOLDER = Path(__file__).parents[1] / "readers" / "broken"
_HEADER = "# expect: "
_GOOD = b"name: arm\nconvention: modified_dh\nlinks: [{name: a, joint: revolute, dh: {}}]\n"


@dataclass(frozen=True)
class BrokenCase:
    """Hold what is wrong, a part of the message, and how to get the file, given an empty folder."""

    name: str
    expect: str
    make: Callable[[Path], Path]
    has_position: bool = True  # the message gives line and column
    unprivileged: bool = False  # the superuser can read it after all

    def __str__(self) -> str:
        return self.name


def _checked_in(path: Path) -> BrokenCase:
    header = path.read_text(encoding="utf-8").partition("\n")[0]
    assert header.startswith(_HEADER), f"{path.name} does not say what to expect"
    return BrokenCase(path.stem, header.removeprefix(_HEADER), lambda _: path)


def _written(name: str, expect: str, content: bytes) -> BrokenCase:
    def make(folder: Path) -> Path:
        path = folder / f"{name}.yaml"
        path.write_bytes(content)
        return path

    return BrokenCase(name, expect, make, has_position=False)


def _directory(folder: Path) -> Path:
    path = folder / "directory.yaml"
    path.mkdir()
    return path


def _fifo(folder: Path) -> Path:
    path = folder / "fifo.yaml"
    os.mkfifo(path)
    return path


def _unreadable(folder: Path) -> Path:
    path = folder / "unreadable.yaml"
    path.write_bytes(_GOOD)
    path.chmod(0)
    return path


def _device(folder: Path) -> Path:
    path = folder / "device.yaml"
    path.symlink_to("/dev/zero")
    return path


def _circular_link(folder: Path) -> Path:
    path = folder / "circular_link.yaml"
    path.symlink_to(path)
    return path


BROKEN = [
    *(_checked_in(path) for path in sorted(FOLDER.glob("*.yaml"))),
    _written("ten_megabytes", "has 10485760 bytes", _GOOD + b"#" * (10 * 2**20 - len(_GOOD))),
    _written("empty", "is empty", b""),
    _written("blank", "is empty", b"\n \n"),
    _written("latin1", "is not UTF-8 text: byte 0xe9 at offset 9", b"name: caf\xe9\n"),
    _written("utf16", "is not UTF-8 text", "name: arm\n".encode("utf-16")),
    _written("control_character", "holds the control character U+0000", b"name: a\0rm\n"),
    _written("binary", "is not UTF-8 text", bytes(range(256))),
    BrokenCase("missing", "no such file", lambda folder: folder / "missing.yaml", False),
    BrokenCase("directory", "is a directory", _directory, False),
    BrokenCase("fifo", "is a FIFO", _fifo, False),
    BrokenCase("device", "is a device", _device, False),
    BrokenCase("circular_link", "cannot be read", _circular_link, False),
    BrokenCase("below_a_file", "cannot be read", lambda _: FOLDER / "cycle.yaml" / "a.yaml", False),
    BrokenCase("long_name", "cannot be read", lambda folder: folder / ("a" * 300 + ".yaml"), False),
    BrokenCase("null_in_name", "cannot be read", lambda folder: folder / "a\0b.yaml", False),
    BrokenCase("unreadable", "cannot be read: Permission denied", _unreadable, False, True),
]


def assert_tells(error: UserError, case: BrokenCase, path: Path, position: bool) -> None:
    """Assert that a refusal is one line that says where, what and the cure."""
    message = str(error)
    assert case.expect in message
    assert message.isprintable(), "one line, without control characters"
    assert error.cure, "says what to do"
    assert len(message) < 1000
    if position:
        assert re.match(rf"{re.escape(path.name)}:[0-9]+:[0-9]+: ", message)
    else:
        assert path.name.replace("\0", "?") in message


@contextmanager
def without_privileges(case: BrokenCase) -> Iterator[None]:
    """Give up the superuser's rights for a while where a case asks for it."""
    if not case.unprivileged or os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
