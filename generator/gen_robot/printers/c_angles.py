"""Sines and cosines in C, of four angles at a time by what templates/c/angles.j2 defines.

Groups are called by value, `sincos4(q[1], q2_3, q[3], q[4], ...)`: from an array of angles compilers
would load vectors that were stored number by number just before, which stalls.
"""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.ir.routine import Angle, Element, Temporary
from gen_robot.printers.base import Printer

LANES = 4

Group = tuple[Angle, ...]


def groups(angles: Sequence[Angle]) -> list[Group]:
    """Return the angles in fours; to fill the last one, some stand there again."""
    found = [tuple(angles[k : k + LANES]) for k in range(0, len(angles), LANES)]
    last_four = tuple(angles[-LANES:])
    if _is_one_load(last_four):
        found[-1] = last_four
    elif found:
        # From the first again: where registers hold two, both halves of a pair are one computation.
        found[-1] = (found[-1] * LANES)[:LANES]
    return found


def sincos_calls(found: Sequence[Group], printer: Printer) -> list[str]:
    """Return the statements that compute the sines and cosines of groups."""
    numbered = list(enumerate(found, start=1))
    results = {k: f"&sines{k}, &cosines{k}" for k, _ in numbered}
    values = {k: ", ".join(printer.expression(a.value) for a in group) for k, group in numbered}
    return [
        f"four {', '.join(results.values()).replace('&', '')};",
        "pack_bits far = {0};",
        *(f"sincos4({values[k]}, {results[k]}, &far);" for k in results),
        "if (any_far(&far)) {",
        *(f"    library_sincos4({values[k]}, {results[k]});" for k in results),
        "}",
    ]


def places(found: Sequence[Group]) -> dict[Temporary, str]:
    """Return where each cosine and sine is found, by the name that the kernel has for it."""
    where: dict[Temporary, str] = {}
    for number, group in enumerate(found, start=1):
        for lane, angle in enumerate(group):
            for target, array in ((angle.cosine, "cosines"), (angle.sine, "sines")):
                if target:
                    where.setdefault(target, f"{array}{number}[{lane}]")
    return where


def _is_one_load(group: Group) -> bool:
    """Tell whether angles are as many elements of an input, side by side."""
    first = group[0].value if len(group) == LANES else None
    return isinstance(first, Element) and all(
        angle.value == Element(first.array, first.index + lane) for lane, angle in enumerate(group)
    )
