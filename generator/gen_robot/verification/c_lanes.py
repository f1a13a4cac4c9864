"""Vectors of limbs in emitted C: their types, and functions across lanes, known by their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

_SUMS = {
    "2": ("const lanes2 *x", "return (*x)[0] + (*x)[1];"),
    "3": ("const lanes4 *x", "return ((*x)[0] + (*x)[2]) + (*x)[1];"),
    "4": (
        "const lanes4 *x",
        "const lanes2 half = (lanes2){(*x)[0], (*x)[1]} + (lanes2){(*x)[2], (*x)[3]};"
        " return half[0] + half[1];",
    ),
}
_ORDERS: dict[str, Any] = {"2": (0, 1), "3": ((0, 2), 1), "4": ((0, 2), (1, 3))}
_ABOVE = {
    "2": ("2", "above[0] & above[1]"),
    "3": ("4", "above[0] & above[1] & above[2]"),
    "4": ("4", "above[0] & above[1] & above[2] & above[3]"),
}
_FLAGS = {"double": "long long", "float": "int"}


@dataclass(frozen=True)
class Order:
    """Say how lanes are added up: pairs of places, or of pairs."""

    pairs: Any

    @property
    def places(self) -> list[int]:
        def flat(pair: Any) -> list[int]:
            return [pair] if isinstance(pair, int) else [k for each in pair for k in flat(each)]

        return flat(self.pairs)

    def total(self, lanes: Sequence[int], add: Callable[[int, int], int]) -> int:
        def value(pair: Any) -> int:
            return lanes[pair] if isinstance(pair, int) else add(value(pair[0]), value(pair[1]))

        return value(self.pairs)


def register(text: str, name: str, real: str) -> int | None:
    """Return how many numbers a vector of a type has, if the file defines it so."""
    found = re.fullmatch(r"lanes(2|4)", name)
    if not found:
        return None
    count = found.group(1)
    wanted = f"typedef {real} {name} __attribute__((vector_size({count} * sizeof({real}))));"
    return int(count) if text.count(f"\n{wanted}\n") == 1 == text.count(f" {name} __attr") else None


def lane_order(text: str, name: str, real: str) -> Order | None:
    """Return how a function adds lanes up, if its text is one that is known."""
    found = re.fullmatch(r"lane_sum([234])", name)
    if not found:
        return None
    takes, body = _SUMS[found.group(1)]
    is_known = _is_defined(text, name, f"ACROSS {real} {name}({takes}) {{ {body} }}")
    return Order(_ORDERS[found.group(1)]) if is_known else None


def lanes_above(text: str, name: str, real: str) -> tuple[int, int] | None:
    """Return how many lanes a function compares, and the length of its vectors."""
    found = re.fullmatch(r"lanes_above([234])", name)
    if not found:
        return None
    wide, all_of_them = _ABOVE[found.group(1)]
    takes = f"const lanes{wide} *x, const lanes{wide} *y"
    body = f"const flags{wide} above = (flags{wide})(*x > *y); return ({all_of_them}) != 0;"
    flags = (
        f"typedef {_FLAGS[real]} flags{wide} __attribute__((vector_size({wide} * sizeof({real}))));"
    )
    if not _is_defined(text, name, f"ACROSS int {name}({takes}) {{ {body} }}"):
        return None
    return (int(found.group(1)), int(wide)) if flags in text else None


def _is_defined(text: str, name: str, wanted: str) -> bool:
    """Tell whether a file defines a function once, as wanted but for blanks."""
    found = re.findall(rf"^ACROSS \w+ {name}\(.*?^\}}", text, re.M | re.S)
    return [" ".join(each.split()) for each in found] == [wanted]
