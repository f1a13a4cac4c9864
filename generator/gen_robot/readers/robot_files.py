"""Find robots: files that the user names, and those that ship."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.description.edit import AS_WRITTEN, Edits, edited
from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.formats import format_of, size_limit
from gen_robot.readers.text_file import read_text


def read(robot: str | Path, *, snap: bool = True, edits: Edits = AS_WRITTEN) -> Description:
    """Return the description of a robot: a file's path, or a shipped robot's name.

    A name has neither a separator nor a dot in it; a path given as a Path may be without, too.
    """
    return edited(_read(robot, snap), edits)


def _read(robot: str | Path, snap: bool) -> Description:
    text = str(robot)
    if isinstance(robot, Path) or "/" in text or "." in text:
        described = read_file(Path(text), snap=snap)
        # Without a dot or a separator, a word would be taken for the name of a shipped robot.
        is_plain = "." not in described.source
        return replace(described, typed=f"./{described.source}") if is_plain else described
    if text not in shipped():
        cure = nearest(text, shipped())
        raise UserError(
            shown(text), "is no file and no robot that ships", f"{cure} (gen-robot robots)"
        )
    with as_file(files("gen_robot") / "robots" / f"{text}.yaml") as path:
        return replace(read_file(path, snap=snap), typed=text)


def read_file(path: Path, *, snap: bool = True) -> Description:
    """Return the description of the robot in a file, which may be unable to move."""
    text = read_text(path, size_limit)
    return format_of(path, text).read(path, text, snap=snap)


def shipped() -> list[str]:
    """Return the names of the robots that ship."""
    folder = files("gen_robot") / "robots"
    return sorted(
        f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")
    )


def shipped_text(name: str) -> str:
    """Return the file of a robot that ships, to copy from."""
    if name not in shipped():
        raise UserError(shown(name), "is no robot that ships", nearest(name, shipped()))
    return (files("gen_robot") / "robots" / f"{name}.yaml").read_text(encoding="utf-8")
