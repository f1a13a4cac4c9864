"""Names for the links, joints and frames of MJCF files, which may have none, or any."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from gen_robot.description.names import check_part_name
from gen_robot.errors import listed, shown

LONGEST = 64

_FOREIGN = re.compile(r"[^A-Za-z0-9_.:/ -]")


@dataclass
class Names:
    """Give out names that are legal and of which no two are the same."""

    taken: set[str] = field(default_factory=set)
    changed: dict[str, str] = field(default_factory=dict)  # by what the file says

    def give(self, wanted: str, given: str = "") -> str:
        """Return the name of one thing; `given` is what the file calls it, if it does."""
        name = free(legal(wanted), self.taken)
        self.taken.add(name)
        if given and name != given:
            self.changed[given] = name
        return name


def legal(text: str) -> str:
    """Return a name that a link may have, as near to a text as can be."""
    name = _FOREIGN.sub("_", text)[:LONGEST]
    return name if name and check_part_name(name) is None else "unnamed"


def free(name: str, taken: Iterable[str]) -> str:
    """Return a name, or the first with a number after it that is not taken."""
    used, k, found = set(taken), 2, name
    while found in used:
        ending = f"_{k}"
        found, k = name[: LONGEST - len(ending)] + ending, k + 1
    return found


def warnings(source: str, what: str, changed: dict[str, str]) -> list[str]:
    """Tell which names are others than the file's."""
    pairs = [f"{shown(old, 30)} is {shown(new)}" for old, new in changed.items()]
    return [f"{source}: names of {what} are changed: {listed(pairs)}"] if pairs else []
