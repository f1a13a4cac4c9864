"""C99 for many states: what stands around the vector statements of each kernel."""

from __future__ import annotations

from typing import Any

from gen_robot.ir.blocks import bounded, length
from gen_robot.ir.node import SIGN, SQRT
from gen_robot.ir.parts import in_parts
from gen_robot.ir.routine import Routine
from gen_robot.languages import LANGUAGES
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.languages.head import OWNERSHIP, Look
from gen_robot.languages.trig import INLINE
from gen_robot.printers.c import CPrinter
from gen_robot.printers.c_batch import GRANULE, SOUND, CBatchPrinter
from gen_robot.printers.c_blocks import Form, calls, functions_of
from gen_robot.printers.c_shuffles import every, interleaved, taken
from gen_robot.render import render

C = LANGUAGES["c"]
LOOK = Look()

_AVX2 = ("avx2", "fma", "bmi2")
FEATURES = {128: (), 256: _AVX2, 512: (*_AVX2, "avx512f", "avx512vl", "avx512dq")}
"""Widths of vectors in bits, and what a processor of x86-64 needs to have for them."""


LONGEST = 4000
"""So many statements are worth vectors.

Beyond, the values of all lanes do not fit the nearest cache: 32 joints' derivatives, 6,000 statements,
gain a tenth to a third, where 3,000 gain a factor of three; and compilers take ten times as long.
"""


ROOM = 80
"""Columns for the arguments of a call, and its name if that stands before them."""


def batch_source(emission: Emission) -> str:
    """Return the text of the source that evaluates kernels for many states."""
    scalar = CPrinter(emission.precision)
    granule = GRANULE[emission.precision]
    operations = {n.op for k in emission.kernels for n in k.choice.graph.nodes}
    kernels = [_kernel(emission, k) for k in emission.kernels]
    return render(
        "c/robot_batch.c.j2",
        **emission.opening(C),
        head=_head(emission),
        guard=emission.name.upper(),
        real=scalar.real,
        suffix=scalar.suffix,
        word={"double": "uint64_t", "float": "uint32_t"}[scalar.real],
        recipe=scalar.real,
        inline_sines=emission.trig == INLINE,
        granule=granule,
        levels=[_shuffles(bits, bits // 128 * granule, granule) for bits in FEATURES],
        needs_sign=SIGN in operations,
        needs_guards=any(k.routine.guards for k in emission.kernels),
        needs_root=SQRT in operations,
        levelled=[*_levelled(granule), *(name for k in kernels for name in k["levelled"])],
        kernels=kernels,
    )


def _head(emission: Emission) -> list[str]:
    """Return what the file says of itself below its title."""
    one = C.source_of(emission.name)
    sines = ", or an angle that the inline sine is not for," if emission.trig == INLINE else ""
    said = (
        OWNERSHIP,
        "",
        "The kernels for many states. Vectors hold a number of several states, one in each lane: the"
        f" statements are those of {one}, with vectors for numbers. Groups of states of which one has a"
        f" pivot that fails{sines} are left to the kernels of {one}, one state after the other; so are"
        " fewer states than a vector has lanes, and all where the compiler has no vectors as gcc and"
        " clang have them.",
        "",
        "This file includes itself for each width of vectors that it is compiled for. On x86-64 these"
        " are the one that the compiler's flags allow and all wider ones; which of them the processor"
        " has is asked once, when the first of these functions is called.",
        *_loops(emission),
    )
    lines = LOOK.wrapped(emission.written_by(C), " " * 6)
    return lines + [line for text in said for line in LOOK.wrapped(text) or [""]]


def _loops(emission: Emission) -> list[str]:
    """Say which kernels are loops over single calls."""
    names = [k.choice.kernel.name for k in emission.kernels if _is_long(k.apart)]
    if not names:
        return []
    return [
        "",
        "Kernels so long that vectors gain little, and take compilers minutes, are loops over single"
        f" calls: {', '.join(names)}.",
    ]


def _is_long(routine: Routine) -> bool:
    return length(routine.statements) > LONGEST


def _levelled(granule: int) -> list[str]:
    """Return the names that stand for others at each width of vectors."""
    types, numbers = ["lanes", "bits"], ["read_1", f"read_{granule}", "write_1"]
    numbers += [f"write_{granule}", f"write_{2 * granule}"]
    return [*types, *numbers, "turn", "all_sound", "any_far", "sincos_of", "square_root", "sign_of"]


def _shuffles(bits: int, lanes: int, granule: int) -> dict[str, Any]:
    return {
        "bits": bits,
        "lanes": lanes,
        "features": FEATURES[bits],
        "macros": [f"defined __{feature.upper()}__" for feature in FEATURES[bits]],
        "every": every(lanes),
        "half": every(lanes // 2),
        "parts": [taken(lanes, granule, part, 1) for part in range(lanes // granule)],
        "pairs": [taken(lanes, granule, part, 2) for part in range(lanes // granule)],
        "zips": [
            [interleaved(lanes, granule, run, upper) for upper in (False, True)]
            for run in (1, 2)[: granule // 2]
        ],
    }


def declaration(emission: Emission, scheduled: ScheduledKernel) -> dict[str, Any]:
    """Return how a kernel for many states is declared, by the names that templates use."""
    kernel = scheduled.choice.kernel
    restrict = f"{emission.name.upper()}_RESTRICT "
    return {
        "symbol": C.batch_symbol(emission, kernel.name),
        "returns": "size_t" if kernel.status else "void",
        "parameters": _parameters(emission, scheduled, restrict),
    }


def _parameters(emission: Emission, scheduled: ScheduledKernel, restrict: str = "") -> list[str]:
    kernel, real = scheduled.choice.kernel, CPrinter(emission.precision).real
    return [
        "size_t count",
        *(f"const {real} *{restrict}{array.name}" for array in scheduled.choice.inputs),
        *(f"{real} *{restrict}{array.name}" for array in kernel.outputs),
        *(["int *status"] if kernel.status else []),
    ]


def _kernel(emission: Emission, scheduled: ScheduledKernel) -> dict[str, Any]:
    kernel, routine, model = scheduled.choice.kernel, scheduled.apart, emission.model
    inputs = {array.name: array.size(model) for array in scheduled.choice.inputs}
    outputs = {array.name: array.size(model) for array in kernel.outputs}
    sizes = inputs | outputs
    shapes = {array.name: array.shape(model) for array in kernel.outputs}
    real = CPrinter(emission.precision).real
    printer = CBatchPrinter(emission.precision, inputs, outputs, shapes, emission.trig == INLINE)
    body, functions = _written(kernel.name, routine, printer, real)
    parts = [f"{kernel.name}_part{number}" for number in range(1, len(functions) + 1)]
    plain = _parameters(emission, scheduled)
    status, counted, none = (
        (["status"], ["size_t counted"], ["0"]) if kernel.status else ([], [], [])
    )
    return {
        "name": kernel.name,
        "title": kernel.title,
        "symbol": C.symbol(emission, kernel.name),
        "batch": declaration(emission, scheduled),
        "has_status": kernel.status,
        "gives": "return " if kernel.status else "",
        "parameters": plain,
        "parameters_of_each": [plain[0], *counted, *plain[1:]],
        "at_state": _in_lines([f"{name} + {size} * s" for name, size in sizes.items()]),
        "handed": _in_lines(["count", *sizes, *status], len(kernel.name)),
        "handed_to_each": _in_lines(["count", *none, *sizes, *status], len(kernel.name)),
        "group": [f"const {real} *from_{name}" for name in inputs]
        + [f"{real} *to_{name}" for name in outputs],
        "columns": [f"{n}[{size}]" for n, size in inputs.items() if n in routine.inputs_used],
        "unused": [name for name in inputs if name not in routine.inputs_used],
        "has_angles": bool(routine.angles),
        "lacks_one": any(not (a.sine and a.cosine) for a in routine.angles),
        "has_guards": bool(routine.guards),
        "functions": functions,
        "levelled": [f"{kernel.name}_group", *parts],
        "body": body,
    }


def _in_lines(arguments: list[str], beside: int = 0) -> list[str]:
    """Return the arguments of a call, as many in a line as there is room for beside its name."""
    lines = [arguments[0]]
    for argument in arguments[1:]:
        if len(lines[-1]) + len(argument) + 2 > ROOM - beside:
            lines[-1] += ","
            lines.append(argument)
        else:
            lines[-1] += f", {argument}"
    return lines


def _written(
    name: str, routine: Routine, printer: CBatchPrinter, real: str
) -> tuple[list[str], list[list[str]]]:
    """Return the body of a kernel for a group of states, and the functions of a long one.

    A kernel that fails at every state has none: there is nothing for vectors to do. Neither has one
    that is too long for them.
    """
    if routine.singular or _is_long(routine):
        return [], []
    cut = bounded(routine)
    if len(cut.blocks) < 2:
        return printer.body(cut), []
    arrays = {n: f"const lanes {n}[restrict {size}]" for n, size in printer.inputs.items()}
    arrays |= {n: f"{real} *restrict to_{n}" for n in printer.outputs}
    masks = {SOUND: f"bits {SOUND}[restrict 1]"}
    form = Form(name, arrays, "lanes", "APART", masks=masks)
    whole = in_parts(cut)
    # Parts know an output by where it is written to.
    named = [f"    {real} *const {n} = to_{n};" for n in printer.outputs]
    body = [*named, *printer.opening(cut), *calls(whole, printer, form)]
    return body, functions_of(whole, printer, form)
