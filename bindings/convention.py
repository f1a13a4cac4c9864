"""How the routines of a language are called, as the manifest says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COLUMN_MAJOR = {"rows": False, "columns": True}
STATUS_IS_ARGUMENT = {"returned": False, "last argument": True}

BEFORE = {
    "c": {"matrices": "rows", "status": "returned"},
    "f77": {"matrices": "columns", "status": "last argument"},
}
"""What older manifests leave unsaid: of the languages that there were then."""


@dataclass(frozen=True)
class Convention:
    """Say how matrices are laid out, and how a routine reports its status."""

    column_major: bool
    status_is_argument: bool


def read_convention(words: Mapping[str, str], place: str) -> Convention:
    """Read what a manifest says of one language; `place` is where it says so."""
    return Convention(
        _meaning(COLUMN_MAJOR, words, "matrices", place),
        _meaning(STATUS_IS_ARGUMENT, words, "status", place),
    )


def _meaning(known: Mapping[str, bool], words: Mapping[str, str], key: str, place: str) -> bool:
    word = words.get(key, "not said")
    if word not in known:
        allowed = " or ".join(f"'{each}'" for each in known)
        raise ValueError(
            f"{place}.{key}: is {word!r}; this gen-robot knows {allowed}; write the robot's"
            " files again with it"
        )
    return known[word]
