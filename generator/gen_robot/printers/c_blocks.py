"""C: the parts of a long routine as functions of their own, and the calls that replace them.

A `Form` says what a function looks like, a printer what its statements do, so that the same routine
serves scalars and vectors:

    whole = in_parts(bounded(routine))
    functions = functions_of(whole, within, form)       lines of each, to stand above the kernel
    body = [*printer.opening(routine), *calls(whole, printer, form)]

One state: values are `double`, the arrays of the form are the kernel's own parameters. Functions are
printed by a printer whose `leave` is "return {};", so that a part returns its status, and calls by the
kernel's own, which leaves with that status.

States in lanes: values are the vector type, the arrays of the form are the local ones that hold a
vector an element. A printer that spells a guard as a mask needs what it writes to in every part with
guards: an array of the same name on both sides, declared in `masks`; then no part returns anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gen_robot.ir.parts import KEPT, Part, Parts
from gen_robot.printers.c import CPrinter

_INDENT = " " * 4
STATUS = "failed"
"""The variable that holds what a part returns."""


@dataclass(frozen=True)
class Form:
    """Say how the functions of one kernel look.

    Parameters are whole declarations by name, in order; a part takes those that it needs.
    """

    name: str  # of the kernel: functions are <name>_part1 and so on
    arrays: Mapping[str, str]  # parameters: inputs and outputs
    value: str  # the type of a value, of one lane if there are several
    apart: str  # the macro that keeps compilers from putting functions back into their caller
    restrict: str = "restrict"
    masks: Mapping[str, str] = field(default_factory=dict)  # parameters that guards write to

    def function(self, number: int) -> str:
        return f"{self.name}_part{number}"

    def parameters(self, whole: Parts, part: Part) -> dict[str, str]:
        """Return the declarations of what a part takes."""
        kept = f"{self.value} {KEPT}[{self.restrict} {whole.places}]"
        every = {**self.arrays, KEPT: kept}
        arrays = {name: text for name, text in every.items() if name in part.arrays}
        return {**arrays, **self.masks} if part.can_fail else arrays

    def returns(self, part: Part) -> bool:
        """Tell whether a part returns a status."""
        return part.can_fail and not self.masks


def functions_of(whole: Parts, printer: CPrinter, form: Form) -> list[list[str]]:
    """Return the lines of each part's function."""
    return [_function(whole, number, printer, form) for number in range(1, len(whole.parts) + 1)]


def calls(whole: Parts, printer: CPrinter, form: Form) -> list[str]:
    """Return the kernel's lines below its angles; it leaves as the printer does."""
    lines = ["", f"{_INDENT}{form.value} {KEPT}[{whole.places}];"]
    if any(form.returns(part) for part in whole.parts):
        lines.append(f"{_INDENT}int {STATUS};")
    lines += printer.lines(whole.given)
    for number, part in enumerate(whole.parts, 1):
        call = f"{form.function(number)}({', '.join(form.parameters(whole, part))});"
        if form.returns(part):
            lines += [
                f"{_INDENT}{STATUS} = {call}",
                f"{_INDENT}if ({STATUS}) {{",
                f"{_INDENT * 2}{printer.leave(STATUS)}",
                f"{_INDENT}}}",
            ]
        else:
            lines.append(f"{_INDENT}{call}")
    return lines


def _function(whole: Parts, number: int, printer: CPrinter, form: Form) -> list[str]:
    part = whole.parts[number - 1]
    *first, last = form.parameters(whole, part).values()
    returns = form.returns(part)
    return [
        f"/* Part {number} of {len(whole.parts)} of {form.name}. */",
        f"static {form.apart} {'int' if returns else 'void'} {form.function(number)}(",
        *(f"{_INDENT}{parameter}," for parameter in first),
        f"{_INDENT}{last})",
        "{",
        *printer.lines(part.statements),
        *([f"{_INDENT}return 0;"] if returns else []),
        "}",
    ]
