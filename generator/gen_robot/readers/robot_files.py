"""Find robots: files that the user names, and those that ship."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.description.edit import AS_WRITTEN, Edits, edited
from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.formats import format_of, size_limit
from gen_robot.readers.location import location
from gen_robot.readers.text_file import decoded, read_bytes
from gen_robot.readers.yaml_loops import with_loops_beside


def read(robot: str | Path, *, snap: bool = True, edits: Edits = AS_WRITTEN) -> Description:
    """Return the description of a robot: a file's path, or a shipped robot's name."""
    path = location(robot)
    if path is None:
        cure = nearest(str(robot), shipped())
        raise UserError(
            shown(robot), "is no file and no robot that ships", f"{cure} (gen-robot robots)"
        )
    description = read_file(path, snap=snap)
    if edits.loops is not None:
        description = with_loops_beside(description, Path(edits.loops), snap=snap)
    return replace(edited(description, edits), typed=_typed(robot, path))


def _typed(robot: str | Path, path: Path) -> str:
    """Return what a command would name a robot by, if that is not its file's base name."""
    if path != Path(robot):
        return str(robot)  # it ships
    # Without a dot or a separator, a word would be taken for the name of a shipped robot.
    return "" if "." in path.name else f"./{path.name}"


def read_file(path: Path, *, snap: bool = True) -> Description:
    """Return the description of the robot in a file, which may be unable to move."""
    content = read_bytes(path, size_limit)
    text = decoded(path, content)
    description = format_of(path, text).read(path, text, snap=snap)
    return replace(description, sha256=sha256(content).hexdigest())


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
