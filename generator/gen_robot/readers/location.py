"""Where a robot's file is: as its path says, or among those that ship."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def location(robot: str | Path) -> Path | None:
    """Return the path of a robot's file; None for a name that no robot ships with.

    A name has neither a separator nor a dot in it; a path given as a Path may be without, too.
    """
    if isinstance(robot, Path) or "/" in robot or "." in robot:
        return Path(robot)
    # Joined file by file: in an editable install the folder as such may not exist.
    path = Path(str(files("gen_robot").joinpath("robots", f"{robot}.yaml")))
    return path if robot.isidentifier() and path.is_file() else None
