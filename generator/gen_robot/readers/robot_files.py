"""Find robots: files that the user names, and those that ship."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.description.edit import AS_WRITTEN, Edits, edited
from gen_robot.errors import UserError, nearest, shown
from gen_robot.readers.urdf_reader import read_urdf
from gen_robot.readers.yaml_reader import read_yaml

READERS = {".yaml": read_yaml, ".yml": read_yaml, ".urdf": read_urdf}


def read(robot: str | Path, *, snap: bool = True, edits: Edits = AS_WRITTEN) -> Description:
    """Return the description of a robot: a path with a known ending, or a shipped robot's name."""
    return edited(_read(robot, snap), edits)


def _read(robot: str | Path, snap: bool) -> Description:
    text = str(robot)
    reader = READERS.get(Path(text).suffix.lower())
    if reader:
        return reader(Path(text), snap=snap)
    if isinstance(robot, Path) or "/" in text or "." in text:
        endings = ", ".join(READERS)
        raise UserError(
            shown(text), "is no robot file by its name", f"use one that ends in {endings}"
        )
    if text not in shipped():
        cure = nearest(text, shipped())
        raise UserError(
            shown(text), "is no file and no robot that ships", f"{cure} (gen-robot robots)"
        )
    with as_file(files("gen_robot") / "robots" / f"{text}.yaml") as path:
        return read_yaml(path, snap=snap)


def shipped() -> list[str]:
    """Return the names of the robots that ship."""
    folder = files("gen_robot") / "robots"
    return sorted(
        f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")
    )
