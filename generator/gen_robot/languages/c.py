"""C99: header and source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from gen_robot.ir.blocks import bounded
from gen_robot.ir.lanes import expanded, widths
from gen_robot.ir.node import SIGN
from gen_robot.ir.parts import in_parts
from gen_robot.ir.routine import Routine
from gen_robot.kernels.known_late import PREPARED
from gen_robot.languages import LANGUAGES
from gen_robot.languages.c_batch import batch_source, declaration
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.languages.head import OWNERSHIP, Look, about_kernel, head, summary
from gen_robot.languages.parameter_table import file_values, parameter_table
from gen_robot.languages.trig import ABOUT, INLINE
from gen_robot.printers.c import CPrinter
from gen_robot.printers.c_blocks import Form, calls, functions_of
from gen_robot.printers.c_lanes import LanesPrinter
from gen_robot.render import render

C = LANGUAGES["c"]
PRINTER = CPrinter
LOOK = Look()
APART, ROW = "APART", "ROW"
"""Macros of templates/c/robot.c.j2."""


def symbol(emission: Emission, kernel: str) -> str:
    return f"{emission.name}_{kernel}"


def files(emission: Emission) -> dict[str, str]:
    """Return the robot's header and source."""
    printer = _printer(emission)
    kernels = [_kernel(emission, k) for k in emission.kernels]
    single = emission.precision == "single"
    lanes = {width for k in emission.kernels for width in widths(k.routine)}
    has_angles = any(k.routine.angles for k in emission.kernels)
    sines = ABOUT[emission.trig] if has_angles else ""
    values: dict[str, Any] = {
        **emission.opening(C),
        "ownership": OWNERSHIP,
        "summary": summary(emission, LOOK),
        "head": head(emission, C, LOOK, [printer.temporary] * len(emission.kernels), sines),
        "guard": emission.name.upper(),
        "batch_source": C.batch_source_of(emission.name),
        "nq": emission.model.free_nq,
        "nv": emission.model.free_nv,
        "parameter_table": parameter_table(emission),
        "parameter_values": [printer.literal(x) for x in file_values(emission)],
        "prepared": emission.sizes.get(PREPARED, 0),
        "real": printer.real,
        "zero": "0.0" + printer.suffix,
        "needs_sign": any(
            node.op == SIGN for k in emission.kernels for node in k.choice.graph.nodes
        ),
        "lane_widths": lanes,
        "flag": "int" if single else "long long",
        "sincos_recipe": "widened" if single else "double",
        "needs_sincos": emission.trig == INLINE and has_angles,
        "has_rows": any(
            printer.row_macro + "(" in line for kernel in kernels for line in _lines(kernel)
        ),
        "has_parts": any(kernel["functions"] for kernel in kernels),
        "kernels": kernels,
    }
    return {
        C.header_of(emission.name): render("c/robot.h.j2", **values),
        C.source_of(emission.name): render("c/robot.c.j2", **values),
        C.batch_source_of(emission.name): batch_source(emission),
    }


def _kernel(emission: Emission, scheduled: ScheduledKernel) -> dict[str, Any]:
    kernel, routine = scheduled.choice.kernel, scheduled.routine
    inputs = {array.name: array.size(emission.model) for array in scheduled.choice.inputs}
    outputs = {array.name: array.size(emission.model) for array in kernel.outputs}
    shapes = {array.name: array.shape(emission.model) for array in kernel.outputs}
    guard = emission.name.upper()
    real, restrict = _printer(emission).real, f"{guard}_RESTRICT"
    parameters = {n: f"const {real} {n}[{restrict} {size}]" for n, size in inputs.items()}
    parameters |= {n: f"{real} {n}[{restrict} {size}]" for n, size in outputs.items()}
    leave = f"return {kernel.name}_fails({', '.join(outputs)}, {{}});".format
    printer = _printer(emission, leave=leave, shapes=shapes)
    form = Form(kernel.name, parameters, real, APART, restrict)
    body, functions = _written(routine, printer, form)
    not_a_number = [f"{name}[{i}] = NAN;" for name, size in outputs.items() for i in range(size)]
    return {
        **emission.about(scheduled),
        "reading": about_kernel(scheduled, LOOK, printer.temporary),
        "symbol": symbol(emission, kernel.name),
        "batch": declaration(emission, scheduled),
        "returns": "int" if kernel.status else "void",
        "parameters": list(parameters.values()),
        "failing": _wrapped(
            f"static int {kernel.name}_fails(",
            [*(f"{real} {name}[{size}]" for name, size in outputs.items()), "int joint)"],
        ),
        "not_a_number": not_a_number,
        "unused": [name for name in inputs if name not in routine.inputs_used],
        "functions": functions,
        "body": body,
        "ending": "return 0;" if kernel.status and not routine.singular else "",
    }


def _printer(emission: Emission, **ways: Any) -> CPrinter:
    """Return what spells a kernel of this robot, with its way to leave and its arrays' shapes."""
    in_fours = emission.trig == INLINE
    return CPrinter(emission.precision, in_fours=in_fours, row_macro=ROW, **ways)


def _wrapped(opening: str, parameters: Sequence[str]) -> list[str]:
    """Return the first lines of a function, with as many parameters on each as there is room for."""
    return wrap(
        opening + ", ".join(parameters),
        CPrinter.width,
        subsequent_indent=" " * len(opening),
        break_long_words=False,
    )


def _lines(kernel: dict[str, Any]) -> Iterator[str]:
    """Yield all lines of a kernel's code."""
    yield from kernel["body"]
    for function in kernel["functions"]:
        yield from function


def _written(routine: Routine, printer: CPrinter, form: Form) -> tuple[list[str], list[list[str]]]:
    """Return a kernel's body, and the functions that a long one is made of."""
    if routine.singular:
        return [f"    {printer.leave(routine.singular)}"], []
    if not widths(routine):
        return _in_one_form(routine, printer, form)
    body, functions = _in_one_form(routine, LanesPrinter.like(printer), form)
    body_apart, functions_apart = _in_one_form(expanded(routine), printer, form)
    both = [["#if LANES"], *functions, ["#else"], *functions_apart, ["#endif"]]
    return (
        ["#if LANES", *body, "#else", *body_apart, "#endif"],
        both if functions or functions_apart else [],
    )


def _in_one_form(
    routine: Routine, printer: CPrinter, form: Form
) -> tuple[list[str], list[list[str]]]:
    """Return a body and its functions, with lanes or without."""
    cut = bounded(routine)
    if len(cut.blocks) < 2:
        return printer.body(cut), []
    whole = in_parts(cut)
    within = type(printer)(printer.precision, shapes=printer.shapes, row_macro=printer.row_macro)
    body = [*printer.opening(cut), *calls(whole, printer, form)]
    return body, functions_of(whole, within, form)
