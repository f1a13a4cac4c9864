"""The statements of the example in FORTRAN 77, whose lines have 72 columns."""

from __future__ import annotations

from gen_robot.examples.calls import Call, Calls, Variable
from gen_robot.languages.emission import Emission
from gen_robot.languages.f77 import F77, routine
from gen_robot.languages.f77_parts import INFO
from gen_robot.printers.f77 import F77Printer

_ROW, _TRIP = 9000, 8000
"""The labels of the format of a row of numbers, and of the round trip's loop."""

_OWN = frozenset(("I", "J", INFO, "WORST"))
"""Variables of the program that are no arrays of kernels."""

_STOPS = "'NOT POSITIVE DEFINITE AT JOINT', "


def fortran_lines(emission: Emission, made: Calls) -> list[str]:
    """Return the main program, line by line."""
    variables = [*made.given, *made.computed]
    shapes = {variable.name: variable.shape for variable in variables}
    printer = F77Printer(emission.precision, shapes, reserved=_OWN)
    declared = [printer.dimensioned(name) for name in shapes]
    lines = [*_head(emission, printer), *printer.line("PROGRAM EXMPL")]
    lines += printer.declare(printer.real, [*declared, *(["WORST"] if made.round_trip else [])])
    fails = any(call.has_status for call in made.calls)
    lines += printer.declare("INTEGER", ["I", "J", *([INFO] if fails else [])])
    lines += printer.comment("A state within the joints' limits.")
    for variable in made.given:
        for place, value in enumerate(variable.values, 1):
            lines += printer.line(
                f"{printer.arrays[variable.name]}({place}) = {printer.literal(value)}"
            )
    for label, call in enumerate(made.calls, 1):
        lines += _call(emission, printer, call, 10 * label)
    if made.round_trip:
        lines += _round_trip(printer, made.round_trip)
    lines += [f"{_ROW:>5} FORMAT (6(1X, G13.6))", "      END"]
    return lines


def _head(emission: Emission, printer: F77Printer) -> list[str]:
    what = f"example.f - calls the kernels of {emission.name}; yours to change."
    # A shell knows small letters from capitals.
    build = f"gfortran -O2 example.f {F77.source_of(emission.name)} -o example"
    how = printer.remark("Build and run it in this folder:")
    return [*printer.remark(what), "C", *how, "C", f"C     {build}", "C     ./example", "C"]


def _call(emission: Emission, printer: F77Printer, call: Call, label: int) -> list[str]:
    names = [printer.arrays[v.name] for v in (*call.inputs, *call.outputs)]
    arguments = ", ".join([*names, *([INFO] if call.has_status else [])])
    lines = printer.comment(call.kernel.choice.kernel.title)
    lines += printer.line(f"CALL {routine(emission, call.name)}({arguments})")
    if call.has_status:
        lines += printer.line(f"IF ({INFO} .NE. 0) THEN")
        lines += printer.line(f"   WRITE (*, *) {_STOPS}{INFO}")
        lines += printer.line("   STOP")
        lines += printer.line("END IF")
    for place, variable in enumerate(call.outputs):
        lines += _printed(printer, variable, label + place)
    return lines


def _printed(printer: F77Printer, variable: Variable, label: int) -> list[str]:
    name = printer.arrays[variable.name]
    heading = printer.line(f"WRITE (*, *) '{name} ='")
    if len(variable.shape) == 1:
        row = f"({name}(J), J = 1, {variable.columns})"
        return [*heading, *printer.line(f"WRITE (*, {_ROW}) {row}")]
    row = f"({name}(I,J), J = 1, {variable.columns})"
    return [
        *heading,
        *printer.line(f"DO {label} I = 1, {variable.rows}"),
        *printer.line(f"   WRITE (*, {_ROW}) {row}"),
        f"{label:>5} CONTINUE",
    ]


def _round_trip(printer: F77Printer, pair: tuple[Variable, Variable]) -> list[str]:
    before, after = (printer.arrays[variable.name] for variable in pair)
    zero = "0.0D0" if printer.exponent == "D" else "0.0E0"
    return [
        *printer.comment("There and back again: what is left of the accelerations."),
        *printer.line(f"WORST = {zero}"),
        *printer.line(f"DO {_TRIP} I = 1, {pair[0].size}"),
        *printer.line(f"   WORST = MAX(WORST, ABS({after}(I) - {before}(I)))"),
        f"{_TRIP:>5} CONTINUE",
        *printer.line("WRITE (*, *) 'ROUND TRIP ='"),
        *printer.line(f"WRITE (*, {_ROW}) WORST"),
    ]
