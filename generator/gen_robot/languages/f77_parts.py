"""FORTRAN 77: a long routine as subroutines of bounded size, one after the other.

Their names are global: the robot's prefix, and two characters of which the first is a digit, unlike the
letters of any kernel. There are not many of these names, so the parts of a very long file are longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice

from gen_robot.ir.blocks import LONG, MOST, cut, length
from gen_robot.ir.parts import Part, Parts, in_parts
from gen_robot.ir.routine import Let, Routine
from gen_robot.printers.f77 import FAILS, F77Printer

INFO = "INFO"
_DIGITS = "0123456789"
_SECOND = _DIGITS + "ABCDEFGHIJ"  # no K: SYR2K is a routine of BLAS
NAMES = 150
"""How many parts a file may have: well below what there are names for, of which some may be taken."""


@dataclass(frozen=True)
class Subroutines:
    """Hold a kernel in parts, and what they are called."""

    whole: Parts
    names: tuple[str, ...]


def in_subroutines(
    routines: Sequence[Routine], prefix: str, taken: AbstractSet[str]
) -> list[Subroutines | None]:
    """Return the kernels of a file in parts; None for those that are short enough."""
    names = _names(prefix, taken)
    most = _most([length(routine.statements) for routine in routines])
    found: list[Subroutines | None] = []
    for routine in routines:
        if length(routine.statements) <= LONG:
            found.append(None)
            continue
        whole = in_parts(cut(routine, most))
        found.append(Subroutines(whole, tuple(islice(names, len(whole.parts)))))
    return found


def _names(prefix: str, taken: AbstractSet[str]) -> Iterator[str]:
    """Yield names for parts: numbers first."""
    seconds = (_DIGITS, _SECOND[len(_DIGITS) :])
    every = (f"{prefix}{a}{b}" for group in seconds for a in _DIGITS for b in group)
    return (name for name in every if name not in taken)


def _most(lengths: Sequence[int]) -> int:
    """Return how long parts have to be, if there may be only so many of them."""
    long = [each for each in lengths if each > LONG]
    # A cut between two steps leaves at least three quarters of a part; the last one may be short.
    return max(MOST, 4 * sum(long) // (3 * (NAMES - len(long))) + 1)


def calls(subroutines: Subroutines, printer: F77Printer) -> list[str]:
    """Return a kernel's lines below its angles; it leaves where a part says so."""
    whole = subroutines.whole
    lines = [*printer.comment("the parts of this routine, in order"), *printer.lines(whole.given)]
    if any(part.can_fail for part in whole.parts):
        lines += printer.line(f"{INFO} = 0")
    for name, part in zip(subroutines.names, whole.parts, strict=True):
        lines += printer.line(f"CALL {name}({', '.join(_arguments(part, printer))})")
        if part.can_fail:
            lines += printer.line(f"IF ({INFO} .NE. 0) GO TO {FAILS}")
    return lines


def text(subroutines: Subroutines, kernel: str, printer: F77Printer) -> list[str]:
    """Return the lines of all parts' subroutines."""
    whole, names = subroutines.whole, subroutines.names
    return [
        line
        for number, (name, part) in enumerate(zip(names, whole.parts, strict=True), 1)
        for line in (
            "C",
            *printer.line(f"SUBROUTINE {name}({', '.join(_arguments(part, printer))})"),
            "C",
            *printer.remark(f"Part {number} of {len(names)} of {kernel}."),
            "C",
            *_declarations(part, printer),
            *printer.lines(part.statements),
            *([f"{FAILS:>5} CONTINUE"] if part.can_fail else []),
            "      END",
        )
    ]


def _arguments(part: Part, printer: F77Printer) -> list[str]:
    """Return what a part takes: arrays in the kernel's order, then its status."""
    arrays = [printer.arrays[array] for array in printer.shapes if array in part.arrays]
    return [*arrays, INFO] if part.can_fail else arrays


def _declarations(part: Part, printer: F77Printer) -> list[str]:
    arrays = [array for array in printer.shapes if array in part.arrays]
    own = [printer.temporary(s.target) for s in part.statements if isinstance(s, Let)]
    return [
        *printer.declare(printer.real, [printer.dimensioned(array) for array in arrays]),
        *(printer.declare("INTEGER", [INFO]) if part.can_fail else []),
        *printer.declare(printer.real, own),
    ]
