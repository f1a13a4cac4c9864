"""FORTRAN 77: source, prototypes for callers in C, interfaces for those in Fortran 90."""

from __future__ import annotations

from typing import Any

from gen_robot.algebra.number import ZERO
from gen_robot.errors import UserError
from gen_robot.ir.parts import KEPT
from gen_robot.ir.routine import Literal, Store
from gen_robot.kernels.kernel import identifiers
from gen_robot.kernels.known_late import PREPARED
from gen_robot.kernels.sines import SUFFIX
from gen_robot.languages import LANGUAGES, f77_module
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.languages.f77_parts import INFO, Subroutines, calls, in_subroutines, text
from gen_robot.languages.head import OWNERSHIP, Look, about_kernel, head
from gen_robot.languages.parameter_table import file_values
from gen_robot.printers.c import CPrinter
from gen_robot.printers.f77 import FAILS, F77Printer
from gen_robot.printers.f77_names import INTRINSICS, array_names, short_names
from gen_robot.render import render

F77 = LANGUAGES["f77"]
PRINTER = F77Printer
LOOK = Look("({})", first=1, width=F77Printer.width - len("C     "))

LETTERS = {
    "inertia_matrix": "IM",
    "bias": "BV",
    "inverse_dynamics": "ID",
    "inertia_and_bias": "IB",
    "gravity": "GV",
    "forward_dynamics": "FD",
    "inertia_inverse": "II",
    "udut": "UD",
    "udut_inverse": "UI",
    "inverse_dynamics_fext": "IX",
    "forward_dynamics_fext": "FX",
    "inverse_dynamics_moving_base": "VI",
    "bias_moving_base": "VB",
    "forward_dynamics_moving_base": "VF",
    "kinetic_energy": "KE",
    "potential_energy": "PE",
    # Sines and cosines known.
    "inertia_matrix_sc": "KM",
    "bias_sc": "KB",
    "inverse_dynamics_sc": "KI",
    "inertia_and_bias_sc": "KA",
    "gravity_sc": "KG",
    "forward_dynamics_sc": "KF",
    "inertia_inverse_sc": "KN",
    "udut_sc": "KU",
    "inverse_dynamics_fext_sc": "KX",
    "forward_dynamics_fext_sc": "KY",
    "kinetic_energy_sc": "KT",
    "potential_energy_sc": "KP",
    "com": "CP",
    "com_jacobian": "CJ",
    "coriolis_matrix": "CM",
    "coriolis_coefficients": "CC",
    "inverse_dynamics_derivatives": "DI",
    "forward_dynamics_derivatives": "DF",
    "inverse_dynamics_adjoint": "DJ",
    "inverse_dynamics_hessian": "DH",
    "regressor": "RG",
    "base_regressor": "RB",
    "together": "TG",
    "prepare": "PR",
    "com_sc": "KO",
    "com_jacobian_sc": "KV",
    "coriolis_matrix_sc": "KC",
    "inverse_dynamics_derivatives_sc": "KD",
    "forward_dynamics_derivatives_sc": "KL",
    "inverse_dynamics_adjoint_sc": "KJ",
    "inverse_dynamics_hessian_sc": "KH",
    "regressor_sc": "KR",
    "base_regressor_sc": "KQ",
    "together_sc": "KW",
    "udut_inverse_sc": "K1",
    "coriolis_coefficients_sc": "K2",
    "inverse_dynamics_moving_base_sc": "K3",
    "bias_moving_base_sc": "K4",
    "forward_dynamics_moving_base_sc": "K5",
    "loop_residual": "LR",
    "loop_jacobian": "LJ",
    "loop_bias": "LB",
    "loop_terms": "LT",
    "loop_forward_dynamics": "LF",
    "loop_inverse_dynamics": "LI",
    "loop_inertia_and_bias": "LM",
    "loop_velocities": "LV",
    "loop_close": "LC",
    "loop_project": "LP",
    "loop_residual_sc": "ZR",
    "loop_jacobian_sc": "ZJ",
    "loop_bias_sc": "ZB",
    "loop_terms_sc": "ZT",
    "loop_forward_dynamics_sc": "ZF",
    "loop_inverse_dynamics_sc": "ZI",
    "loop_inertia_and_bias_sc": "ZM",
    "loop_velocities_sc": "ZV",
    "loop_close_sc": "ZC",
    "loop_project_sc": "ZP",
}
"""What a kernel's routine is called after the robot's prefix: names have six letters at most."""

FRAME_LETTERS = {
    "placement": "P",
    "jacobian": "J",
    "drift": "D",
    "velocity": "V",
    "acceleration": "A",
    "task_inertia": "T",
    "mobility": "M",
    "inverse_dynamics_wrench": "I",
    "forward_dynamics_wrench": "F",
    # Sines and cosines known.
    "placement_sc": "Q",
    "jacobian_sc": "B",
    "drift_sc": "E",
    "velocity_sc": "W",
    "acceleration_sc": "C",
    "task_inertia_sc": "S",
    "mobility_sc": "N",
    "inverse_dynamics_wrench_sc": "L",
    "forward_dynamics_wrench_sc": "R",
}
"""The same for kernels of frames; the frame's number follows."""

FRAMES = 9
"""Frames that there are numbers for: names have no room for more than a digit."""

_LAPACK = "SSYGV DSYGV SSPGV DSPGV SSBGV DSBGV CHEGV ZHEGV CHPGV ZHPGV CHBGV ZHBGV"
TAKEN = {
    **dict.fromkeys(INTRINSICS, "a function of FORTRAN itself"),
    # As far as names can be made of LETTERS: its own callers would be linked with ours.
    **dict.fromkeys(_LAPACK.split(), "a routine of LAPACK"),
}
"""What no routine may be called."""


def symbol(emission: Emission, kernel: str) -> str:
    """Return what gfortran, flang and f2c call a kernel's routine."""
    return f"{routine(emission, kernel).lower()}_"


def letters(emission: Emission, kernel: str) -> str:
    """Return the two letters of a kernel, or letter and digit."""
    known = LETTERS | _letters_of_frames(emission)
    if kernel not in known and _is_of_frame(emission, kernel):
        raise UserError(
            f"--lang {F77.name}",
            f"{kernel} has no name in FORTRAN: there are numbers for {FRAMES} frames",
            "choose fewer by --frames",
        )
    if kernel not in known:
        raise UserError(
            f"--kernels {kernel}",
            "has no FORTRAN routine",
            f"leave it out, or write another language; FORTRAN has {', '.join(known)}",
        )
    return known[kernel]


def routine(emission: Emission, kernel: str) -> str:
    """Return the name of a kernel's subroutine: the robot's prefix and the kernel's two letters."""
    name = prefix(emission) + letters(emission, kernel)
    if name in TAKEN:
        raise UserError(
            f"{emission.model.source}: f77_prefix",
            f"{kernel} would be the routine {name}, which is {TAKEN[name]}",
            "give the robot another f77_prefix, in its file or by --f77-prefix",
        )
    return name


def _is_of_frame(emission: Emission, kernel: str) -> bool:
    named = {
        scheduled.choice.kernel.name: scheduled.choice.kernel for scheduled in emission.kernels
    }
    return kernel in named and bool(named[kernel].arguments)


def _letters_of_frames(emission: Emission) -> dict[str, str]:
    """Return the letter and digit of every kernel of a frame."""
    words = list(identifiers(tuple(emission.model.frames)).values())[:FRAMES]
    found: dict[str, str] = {}
    for family, letter in FRAME_LETTERS.items():
        name, given = (family.removesuffix(SUFFIX), SUFFIX if family.endswith(SUFFIX) else "")
        found |= {f"{name}_{word}{given}": f"{letter}{k}" for k, word in enumerate(words, 1)}
    return found


def prefix(emission: Emission) -> str:
    """Return what the names of all routines begin with."""
    letters = "".join(c for c in emission.name.upper() if c.isalnum())
    return emission.description.f77_prefix or letters[:4]


def files(emission: Emission) -> dict[str, str]:
    """Return the robot's source, the header with its prototypes, and the module of interfaces."""
    emission = emission.without_lanes
    printer = F77Printer(emission.precision)
    parts = in_subroutines([k.routine for k in emission.kernels], prefix(emission), {*TAKEN})
    called = {name for each in parts if each for name in each.names}
    pairs = list(zip(emission.kernels, parts, strict=True))
    printers = [_printer(emission, k, each, called) for k, each in pairs]
    heading = [
        f"{F77.source_of(emission.name)} - {emission.title}",
        "",
        *head(emission, F77, LOOK, [each.temporary for each in printers]),
    ]
    values: dict[str, Any] = {
        **emission.opening(F77),
        "heading": [line for text in heading for line in printer.remark(text)],
        "ownership": OWNERSHIP,
        "nq": emission.model.free_nq,
        "nv": emission.model.free_nv,
        "parameter_values": [printer.literal(x).lower() for x in file_values(emission)],
        "prepared": emission.sizes.get(PREPARED, 0),
        "guard": f"{emission.name.upper()}_F77",
        "kernels": [
            _kernel(emission, k, each, p) for (k, each), p in zip(pairs, printers, strict=True)
        ],
    }
    (module,) = F77.others_of(emission.name)
    routines = {
        k.choice.kernel.name: routine(emission, k.choice.kernel.name) for k in emission.kernels
    }
    return {
        F77.source_of(emission.name): render("f77/robot.f.j2", **values),
        F77.header_of(emission.name): render("f77/robot_f77.h.j2", **values),
        module: render(
            "f77/robot_mod.f90.j2", **values, **f77_module.values(emission, routines, printer.real)
        ),
    }


def _printer(
    emission: Emission, scheduled: ScheduledKernel, parts: Subroutines | None, called: set[str]
) -> F77Printer:
    """Return what spells one kernel's routine and its parts: they have names of their own."""
    shapes = {array.name: array.shape(emission.model) for array in scheduled.choice.arrays}
    if parts:
        shapes[KEPT] = (parts.whole.places,)
    routines = {routine(emission, k.choice.kernel.name) for k in emission.kernels}
    labels = [temporary.label for temporary in scheduled.routine.temporaries]
    names = short_names(labels, {*array_names(shapes).values(), INFO, *routines, *called})
    return F77Printer(emission.precision, shapes, names)


def _kernel(
    emission: Emission,
    scheduled: ScheduledKernel,
    parts: Subroutines | None,
    printer: F77Printer,
) -> dict[str, Any]:
    kernel = scheduled.choice.kernel
    inputs = [array.name for array in scheduled.choice.inputs]
    outputs = [array.name for array in kernel.outputs]
    arguments = [printer.arrays[array] for array in (*inputs, *outputs)]
    arguments += [INFO] if kernel.status else []
    name = routine(emission, kernel.name)
    remarks = [
        f"{kernel.title[:1].upper()}{kernel.title[1:]}.",
        f"{scheduled.choice.way}: {scheduled.counts}",
        *about_kernel(scheduled, LOOK, printer.temporary),
        *emission.meanings(scheduled),
    ]
    if kernel.status:
        remarks.append(
            f"{INFO}: 0, or the number of the joint at which the inertia matrix is not positive"
            " definite; the outputs are then zero"
        )
    if kernel.status_beyond:
        remarks.append(f"A number k beyond the joints is {kernel.status_beyond}")
    # Parts declare what they compute; angles are the kernel's own.
    own = [printer.temporary(let.target) for let in scheduled.routine.opening]
    real = CPrinter(emission.precision).real  # for the prototype
    return {
        **emission.about(scheduled),
        "symbol": symbol(emission, kernel.name),
        "opening": printer.line(f"SUBROUTINE {name}({', '.join(arguments)})"),
        "remarks": [line for text in remarks for line in printer.remark(text)],
        "declarations": [
            *printer.declare(printer.real, [printer.dimensioned(a) for a in printer.shapes]),
            *(printer.declare("INTEGER", [INFO]) if kernel.status else []),
            *printer.declare(printer.real, own if parts else list(printer.names.values())),
        ],
        "body": _body(emission, printer, scheduled, parts),
        "parts": text(parts, name, printer) if parts else [],
        "parameters": [
            *(f"const {real} *{array}" for array in inputs),
            *(f"{real} *{array}" for array in outputs),
            *(["int *info"] if kernel.status else []),
        ],
    }


def _body(
    emission: Emission,
    printer: F77Printer,
    scheduled: ScheduledKernel,
    parts: Subroutines | None,
) -> list[str]:
    """Return the executable statements; a routine that fails leaves zeros."""
    kernel, routine = scheduled.choice.kernel, scheduled.routine
    body = [*printer.opening(routine), *calls(parts, printer)] if parts else printer.body(routine)
    if not kernel.status:
        return body
    zeros = [
        line
        for array in kernel.outputs
        for index in range(array.size(emission.model))
        for line in printer.statement(Store(array.name, index, Literal(ZERO)))
    ]
    if routine.singular:
        return [*printer.line(f"{INFO} = {routine.singular}"), *zeros]
    body += printer.line(f"{INFO} = 0")
    if routine.guards:
        body += [*printer.line("RETURN"), *printer.comment("a pivot that is not above its limit")]
        body += [f"{FAILS:>5} CONTINUE", *zeros]
    return body
