"""C99: header and source."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from gen_robot.ir.graph import live
from gen_robot.ir.node import SIGN
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.printers.c import CPrinter
from gen_robot.render import render


def symbol(emission: Emission, kernel: str) -> str:
    return f"{emission.name}_{kernel}"


def files(emission: Emission) -> dict[str, str]:
    """Return the robot's header and source."""
    printer = CPrinter(emission.precision)
    roots = [r for k in emission.kernels for r in live(k.choice.traced.roots)]
    values: dict[str, Any] = {
        "name": emission.name,
        "title": emission.title,
        "command": wrap(f"Written by: {emission.command('c')}", 94, subsequent_indent=" " * 6),
        "summary": emission.summary(),
        "guard": emission.name.upper(),
        "nq": emission.model.free_nq,
        "nv": emission.model.free_nv,
        "real": printer.real,
        "zero": "0.0" + printer.suffix,
        "needs_sign": any(node.op == SIGN for node in roots),
        "kernels": [_kernel(emission, k) for k in emission.kernels],
    }
    return {
        f"{emission.name}.h": render("c/robot.h.j2", **values),
        f"{emission.name}.c": render("c/robot.c.j2", **values),
    }


def _kernel(emission: Emission, scheduled: ScheduledKernel) -> dict[str, Any]:
    kernel, routine = scheduled.choice.kernel, scheduled.routine
    leave = f"return {kernel.name}_fails({', '.join(kernel.outputs)}, {{}});".format
    printer = CPrinter(emission.precision, leave)
    real, restrict = printer.real, f"{emission.name.upper()}_RESTRICT"
    not_a_number = [
        f"{name}[{i}] = NAN;" for name in kernel.outputs for i in range(emission.size(name))
    ]
    body = printer.body(routine)
    if routine.singular:
        body = [f"    {leave(routine.singular)}"]
    ending = "return 0;" if kernel.has_status and not routine.singular else ""
    return {
        "name": kernel.name,
        "symbol": symbol(emission, kernel.name),
        "title": kernel.title,
        "algorithm": scheduled.choice.description,
        "counts": scheduled.counts,
        "arguments": [emission.meaning(name) for name in scheduled.choice.inputs + kernel.outputs],
        "has_status": kernel.has_status,
        "can_fail": bool(routine.singular or routine.guards),
        "returns": "int" if kernel.has_status else "void",
        "parameters": [
            f"const {real} {name}[{restrict} {emission.size(name)}]"
            for name in scheduled.choice.inputs
        ]
        + [f"{real} {name}[{restrict} {emission.size(name)}]" for name in kernel.outputs],
        "failing": [f"{real} {name}[{emission.size(name)}]" for name in kernel.outputs],
        "not_a_number": not_a_number,
        "unused": [name for name in scheduled.choice.inputs if name not in routine.inputs_used],
        "body": body,
        "ending": ending,
    }
