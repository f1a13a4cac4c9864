"""Sines and cosines in C, of four angles at a time by what templates/c/angles.j2 defines.

Groups are formed in place, `{q[1], q2_3, q[3], q[4]}`: from an array of angles compilers would load
vectors that were stored number by number just before, which stalls.
"""

from __future__ import annotations

from collections.abc import Sequence

from gen_robot.ir.routine import Angle, Temporary
from gen_robot.printers.base import Printer

LANES = 4

Group = tuple[Angle, ...]


def groups(angles: Sequence[Angle]) -> list[Group]:
    """Return the angles in fours; to fill the last one, some stand there again."""
    found = [tuple(angles[k : k + LANES]) for k in range(0, len(angles), LANES)]
    if len(angles) > LANES:
        # The last four: if they lie side by side in an input, they are one load.
        found[-1] = tuple(angles[-LANES:])
    elif angles:
        found[-1] += found[-1][-1:] * (LANES - len(angles))
    return found


def sincos_calls(found: Sequence[Group], printer: Printer) -> list[str]:
    """Return the statements that compute the sines and cosines of groups."""
    lines = []
    for number, group in enumerate(found, start=1):
        values = ", ".join(printer.expression(angle.value) for angle in group)
        lines.append(f"const double4 angles{number} = {{{values}}};")
    numbers = range(1, len(found) + 1)
    declared = ", ".join(f"sines{k}, cosines{k}" for k in numbers)
    lines += [f"double4 {declared};", "bits4 far = {0};"]
    lines += [f"sincos4(&angles{k}, &sines{k}, &cosines{k}, &far);" for k in numbers]
    lines += ["if (any_far(&far)) {"]
    lines += [f"    library_sincos4(&angles{k}, &sines{k}, &cosines{k});" for k in numbers]
    return [*lines, "}"]


def places(found: Sequence[Group]) -> dict[Temporary, str]:
    """Return where each cosine and sine is found, by the name that the kernel has for it."""
    where: dict[Temporary, str] = {}
    for number, group in enumerate(found, start=1):
        for lane, angle in enumerate(group):
            for target, array in ((angle.cosine, "cosines"), (angle.sine, "sines")):
                if target:
                    where.setdefault(target, f"{array}{number}[{lane}]")
    return where
