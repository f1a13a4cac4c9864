"""C99: header and source."""

from __future__ import annotations

from typing import Any

from gen_robot.ir.lanes import expanded, is_wide
from gen_robot.ir.node import SIGN
from gen_robot.ir.routine import Routine
from gen_robot.languages import LANGUAGES
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.languages.head import OWNERSHIP, Look, about_kernel, head, summary
from gen_robot.languages.trig import INLINE
from gen_robot.printers.c import CPrinter
from gen_robot.printers.c_lanes import LanesPrinter, register
from gen_robot.render import render

C = LANGUAGES["c"]
PRINTER = CPrinter
LOOK = Look()


def symbol(emission: Emission, kernel: str) -> str:
    return f"{emission.name}_{kernel}"


def files(emission: Emission) -> dict[str, str]:
    """Return the robot's header and source."""
    printer = CPrinter(emission.precision)
    single = emission.precision == "single"
    lanes = {t.width for k in emission.kernels for t in k.routine.temporaries} - {1}
    takes_angles = any(k.routine.angles for k in emission.kernels)
    values: dict[str, Any] = {
        **emission.opening(C),
        "ownership": OWNERSHIP,
        "summary": summary(emission, LOOK),
        "head": head(emission, C, LOOK, [printer.temporary] * len(emission.kernels)),
        "guard": emission.name.upper(),
        "nq": emission.model.free_nq,
        "nv": emission.model.free_nv,
        "real": printer.real,
        "zero": "0.0" + printer.suffix,
        "needs_sign": any(
            node.op == SIGN for k in emission.kernels for node in k.choice.graph.nodes
        ),
        "lane_widths": lanes,
        "lane_registers": sorted(
            {register(width) for width in lanes} | ({2} if 4 in lanes else set())
        ),
        "flag": "int" if single else "long long",
        "sincos_recipe": "widened" if single else "double",
        "needs_sincos": emission.trig == INLINE and takes_angles,
        "kernels": [_kernel(emission, k) for k in emission.kernels],
    }
    return {
        C.header_of(emission.name): render("c/robot.h.j2", **values),
        C.source_of(emission.name): render("c/robot.c.j2", **values),
    }


def _both(routine: Routine, printer: CPrinter) -> list[str]:
    """Return a body with vectors, and what does the same without."""
    wide = LanesPrinter(printer.precision, printer.leave, printer.shapes, printer.in_fours)
    apart = printer.body(expanded(routine))
    return ["#if LANES", *wide.body(routine), "#else", *apart, "#endif"]


def _kernel(emission: Emission, scheduled: ScheduledKernel) -> dict[str, Any]:
    kernel, routine = scheduled.choice.kernel, scheduled.routine
    inputs = {array.name: array.size(emission.model) for array in scheduled.choice.inputs}
    outputs = {array.name: array.size(emission.model) for array in kernel.outputs}
    leave = f"return {kernel.name}_fails({', '.join(outputs)}, {{}});".format
    shapes = {array.name: array.shape(emission.model) for array in kernel.outputs}
    printer = CPrinter(emission.precision, leave, shapes, emission.trig == INLINE)
    real, restrict = printer.real, f"{emission.name.upper()}_RESTRICT"
    not_a_number = [f"{name}[{i}] = NAN;" for name, size in outputs.items() for i in range(size)]
    body = printer.body(routine) if not is_wide(routine) else _both(routine, printer)
    if routine.singular:
        body = [f"    {leave(routine.singular)}"]
    ending = "return 0;" if kernel.status and not routine.singular else ""
    return {
        **emission.about(scheduled),
        "reading": about_kernel(scheduled, LOOK, printer.temporary),
        "symbol": symbol(emission, kernel.name),
        "returns": "int" if kernel.status else "void",
        "parameters": [f"const {real} {name}[{restrict} {size}]" for name, size in inputs.items()]
        + [f"{real} {name}[{restrict} {size}]" for name, size in outputs.items()],
        "failing": [f"{real} {name}[{size}]" for name, size in outputs.items()],
        "not_a_number": not_a_number,
        "unused": [name for name in inputs if name not in routine.inputs_used],
        "body": body,
        "ending": ending,
    }
