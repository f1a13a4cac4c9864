"""What is compared, as it is typed: ROBOT, ROBOT:WAY or FOLDER.

WAY is a list with commas of what --algorithm takes: KERNEL=NAME, or NAME alone for every kernel among
those compared that has an algorithm of this name. A path may hold colons: what exists as a whole is
taken whole, otherwise the longest beginning before a colon that exists is the robot.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gen_robot.errors import UserError, shown
from gen_robot.readers.location import location


@dataclass(frozen=True)
class Asked:
    """Hold what one side is."""

    text: str  # all that was typed
    robot: str = ""  # a path, or the name of a robot that ships
    ways: tuple[str, ...] = ()
    folder: Path | None = None  # that gen-robot wrote, or its manifest


def asked(text: str) -> Asked:
    """Take apart what was typed for one side."""
    if found := _existing(text):
        return found
    for place in range(len(text) - 1, 0, -1):
        if text[place] != ":":
            continue
        found, way = _existing(text[:place]), text[place + 1 :]
        if found and found.folder:
            problem = f"gives an algorithm, {shown(way)}, to a folder, which has its own"
            raise UserError(shown(text), problem, "name the folder alone, or a robot")
        if found:
            return Asked(text, found.robot, _ways(text, way))
    return Asked(text, text)  # which the readers refuse, with the nearest name


def _ways(text: str, way: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in way.split(","))
    if not all(words):
        cure = "write ROBOT:NAME or ROBOT:KERNEL=NAME, several with commas"
        raise UserError(shown(text), "has no algorithm where one is expected", cure)
    return words


def _existing(text: str) -> Asked | None:
    path, found = Path(text), location(text)
    # A word alone that ships is the robot, even where its generated folder lies here.
    is_word = found is not None and found != path
    if not is_word and (path.is_dir() or (path.suffix == ".json" and path.is_file())):
        return Asked(text, folder=path)
    return Asked(text, text) if found is not None and found.exists() else None
