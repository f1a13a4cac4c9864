"""FORTRAN 77: source, and prototypes for those who call it from C."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from gen_robot.algebra.number import ZERO
from gen_robot.algorithms import KERNELS
from gen_robot.errors import UserError
from gen_robot.ir.routine import Literal, Store
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.printers.f77 import FAILS, F77Printer
from gen_robot.printers.f77_names import INTRINSICS, array_name, short_names
from gen_robot.render import render
from gen_robot.selection import sizes

INFO = "INFO"


def symbol(emission: Emission, kernel: str) -> str:
    """Return what gfortran, flang and f2c call a kernel's routine."""
    return f"{routine(emission, kernel).lower()}_"


def routine(emission: Emission, kernel: str) -> str:
    """Return the name of a kernel's subroutine: the robot's prefix and the kernel's two letters."""
    letters = "".join(c for c in emission.name.upper() if c.isalnum())
    name = (emission.f77_prefix or letters[:4]) + KERNELS[kernel].f77
    if name in INTRINSICS:
        raise UserError(
            f"{emission.model.source}: f77_prefix",
            f"{kernel} would be the routine {name}, which is a function of FORTRAN itself",
            "give the robot another f77_prefix",
        )
    return name


def files(emission: Emission) -> dict[str, str]:
    """Return the robot's source and the header with its prototypes."""
    printer = F77Printer(emission.precision)
    heading = [
        f"{emission.name}.f - {emission.title}",
        "",
        f"Written by: {emission.command('f77')}",
        "",
        *emission.summary("({})", 1),
    ]
    values: dict[str, Any] = {
        "name": emission.name,
        "title": emission.title,
        "command": wrap(f"Written by: {emission.command('f77')}", 94, subsequent_indent=" " * 6),
        "heading": [line for text in heading for line in printer.remark(text)],
        "guard": f"{emission.name.upper()}_F77",
        "kernels": [_kernel(emission, k) for k in emission.kernels],
    }
    return {
        f"{emission.name}.f": render("f77/robot.f.j2", **values),
        f"{emission.name}_f77.h": render("f77/robot_f77.h.j2", **values),
    }


def _kernel(emission: Emission, scheduled: ScheduledKernel) -> dict[str, Any]:
    kernel = scheduled.choice.kernel
    inputs = scheduled.choice.inputs
    arrays = inputs + kernel.outputs
    arguments = [array_name(array) for array in arrays] + ([INFO] if kernel.has_status else [])
    routines = {routine(emission, k.choice.kernel.name) for k in emission.kernels}
    labels = [temporary.label for temporary in scheduled.routine.temporaries]
    names = short_names(labels, {*arguments, *routines})
    shapes = {name: sizes(emission.model, name) for name in arrays}
    printer = F77Printer(emission.precision, shapes, names)
    name = routine(emission, kernel.name)
    remarks = [
        f"{kernel.title[:1].upper()}{kernel.title[1:]}.",
        f"{scheduled.choice.description}: {scheduled.counts}",
        *(emission.meaning(array) for array in arrays),
    ]
    if kernel.has_status:
        remarks.append(
            f"{INFO}: 0, or the number of the joint at which the inertia matrix is not positive"
            " definite; the outputs are then zero"
        )
    dimensioned = [
        f"{array_name(array)}({','.join(str(length) for length in shapes[array])})"
        for array in arrays
    ]
    real = "double" if emission.precision == "double" else "float"
    return {
        "title": kernel.title,
        "symbol": symbol(emission, kernel.name),
        "opening": printer.line(f"SUBROUTINE {name}({', '.join(arguments)})"),
        "remarks": [line for text in remarks for line in printer.remark(text)],
        "declarations": [
            *printer.declare(printer.real, dimensioned),
            *(printer.declare("INTEGER", [INFO]) if kernel.has_status else []),
            *printer.declare(printer.real, [names[label] for label in labels]),
        ],
        "body": _body(emission, printer, scheduled),
        "parameters": [
            *(f"const {real} *{array}" for array in inputs),
            *(f"{real} *{array}" for array in kernel.outputs),
            *(["int *info"] if kernel.has_status else []),
        ],
    }


def _body(emission: Emission, printer: F77Printer, scheduled: ScheduledKernel) -> list[str]:
    """Return the executable statements; a routine that fails leaves zeros."""
    kernel, singular = scheduled.choice.kernel, scheduled.routine.singular
    body = printer.body(scheduled.routine)
    if not kernel.has_status:
        return body
    zeros = [
        line
        for array in kernel.outputs
        for index in range(emission.size(array))
        for line in printer.statement(Store(array, index, Literal(ZERO)))
    ]
    if singular:
        return [*printer.line(f"{INFO} = {singular}"), *zeros]
    body += printer.line(f"{INFO} = 0")
    if scheduled.routine.guards:
        body += [*printer.line("RETURN"), *printer.comment("a pivot that is not above its limit")]
        body += [f"{FAILS:>5} CONTINUE", *zeros]
    return body
