"""A robot's name that files and functions can have, from whatever its file calls it."""

from __future__ import annotations

import re
from pathlib import Path

from gen_robot.description.names import check_robot_name
from gen_robot.errors import shown
from gen_robot.readers.mark import AnyMark

_LONGEST = 32


def robot_name(given: str, path: Path, at: AnyMark) -> tuple[str, tuple[str, ...]]:
    """Return a legal name, from the file's own if need be, and a warning if it is not as given."""
    name = legal_name(given) or legal_name(path.stem) or "robot"
    if name == given:
        return name, ()
    found = f"is {shown(given)}" if given else "is missing"
    return name, (at.warning(found, f"{shown(name)} is used; --name gives another"),)


def legal_name(text: str) -> str:
    """Make a robot's name of any text, or nothing if there is nothing to make it of."""
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    if not name:
        return ""
    name = (name if name[0].isalpha() else f"robot_{name}")[:_LONGEST].rstrip("_")
    return f"{name}_robot" if check_robot_name(name) else name
