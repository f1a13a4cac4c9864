"""Units of single elements, from those of an array: of turns first, then of what slides."""

from __future__ import annotations

from collections.abc import Collection

_MOTIONS = ("v", "a")  # linear first, then angular
_OTHERS = ("phi",)  # as long as the velocities by chance


def unit_of(
    array: str, units: str, length: int, index: int, count: int, turning: Collection[int]
) -> str | None:
    """Return the unit of an element, seen which of so many velocities turn; None if it is unknown.

    One unit is that of all; two are those of a vector of velocities, three those of a square matrix.
    """
    listed = units.split(", ")
    if len(listed) == 1:
        return units
    if array in _MOTIONS:
        return listed[index // 3]
    if array in _OTHERS or length != {2: count, 3: count**2}.get(len(listed)):
        return None
    indices = divmod(index, count) if len(listed) == 3 else (index,)
    return listed[sum(k not in turning for k in indices)]
