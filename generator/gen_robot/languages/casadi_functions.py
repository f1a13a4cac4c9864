"""The functions that a library has for CasADi: kernels, and as many derivatives as are complete.

CasADi finds derivatives by name and trusts them: jac_f has the Jacobian of f by every input, adj1_f the
products of weights with it, jac_adj1_f the Jacobian of these, which is what exact Hessians are made of.
Where kernels of derivatives give them, these are called: of inverse and forward dynamics of robots
whose velocities are the rates of their positions, and whose constants are all known. Of others, and
of frames and energies, the graph is differentiated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gen_robot.languages.casadi_calls import ZEROS, Body, Robot
from gen_robot.languages.casadi_differentiated import differentiated
from gen_robot.languages.casadi_ports import (
    Function,
    Named,
    Pattern,
    Port,
    blocks,
    named,
    row_major,
)

DERIVATIVES = "inverse_dynamics_derivatives"
ADJOINT = "inverse_dynamics_adjoint"
HESSIAN = "inverse_dynamics_hessian"
FORWARD_DERIVATIVES = "forward_dynamics_derivatives"

INVERSE = {
    "inverse_dynamics": ("q", "qd", "qdd"),
    "bias": ("q", "qd"),
    "gravity": ("q",),
}
"""Kernels that are inverse dynamics, with the arrays that are not zero in them."""

FORWARD = "forward_dynamics"
ENERGIES = ("kinetic_energy", "potential_energy")

STATE = ("q", "qd", "qdd")
BY = {"q": "dtau_dq", "qd": "dtau_dqd", "qdd": "M"}
SECOND = {
    ("q", "q"): ("Hqq", False),
    ("q", "qd"): ("Hqdq", True),
    ("q", "qdd"): ("Hqddq", True),
    ("qd", "q"): ("Hqdq", False),
    ("qd", "qd"): ("Hqdqd", False),
    ("qdd", "q"): ("Hqddq", False),
}
"""Where second derivatives stand in the Hessian's outputs, and whether transposed; others are zero."""


def functions(robot: Robot, every: Sequence[Named]) -> Iterator[Function]:
    """Yield all functions: each kernel, then its derivatives."""
    for each in every:
        yield plain(robot, each)
        if each.kernel in INVERSE and robot.is_flat:
            yield from _inverse(robot, each)
        elif each.kernel == FORWARD and robot.is_flat:
            yield from _forward(robot, each)
        elif each.kernel in (*INVERSE, FORWARD, *ENERGIES) or robot.is_of_frame(each.kernel):
            yield from differentiated(robot, each)


def plain(robot: Robot, each: Named) -> Function:
    """Return a kernel itself."""
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    straight = {
        port.name: k for k, port in enumerate(outputs) if robot.is_straight(each.kernel, port.name)
    }
    body = Body(robot)
    body.given(inputs)
    body.run(each.kernel, [port.name for port in inputs], straight)
    for k, port in enumerate(outputs):
        if port.name not in straight:
            body.take(k, port.name, row_major(port.pattern))
    return Function(each.name, each.title, inputs, outputs, body.work, tuple(body.lines))


# Inverse dynamics ---------------------------------------------------------------------------------


def _inverse(robot: Robot, each: Named) -> Iterator[Function]:
    if robot.has(DERIVATIVES):
        yield _inverse_jacobian(robot, each)
    if robot.has(DERIVATIVES, ADJOINT, HESSIAN):
        yield _inverse_adjoint(robot, each)
        yield _inverse_hessian(robot, each)


def _state(kernel: str) -> list[str]:
    """Return the arguments that stand for q, qd, qdd."""
    return [name if name in INVERSE[kernel] else ZEROS for name in STATE]


def _inverse_jacobian(robot: Robot, each: Named) -> Function:
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    (torque,) = outputs
    known = {(torque.name, x): robot.pattern(DERIVATIVES, BY[x]) for x in INVERSE[each.kernel]}
    body = Body(robot)
    body.given(inputs)
    body.run(DERIVATIVES, _state(each.kernel))
    given, given_blocks = (
        (*inputs, *named("out", outputs, empty=True)),
        blocks(outputs, inputs, known),
    )
    for k, (port, x) in enumerate(zip(given_blocks, INVERSE[each.kernel], strict=True)):
        body.take(k, BY[x], row_major(port.pattern))
    title = f"derivatives of {each.title}"
    return Function(f"jac_{each.name}", title, given, given_blocks, body.work, tuple(body.lines))


def _inverse_adjoint(robot: Robot, each: Named) -> Function:
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    given = _with_weights(inputs, outputs)
    body = Body(robot)
    body.given(given)
    straight = {f"g{x}": k for k, x in enumerate(INVERSE[each.kernel])}
    body.run(ADJOINT, [*_state(each.kernel), given[-1].name], straight)
    title = f"weights times derivatives of {each.title}"
    results = named("adj", inputs)
    return Function(f"adj1_{each.name}", title, given, results, body.work, tuple(body.lines))


def _inverse_hessian(robot: Robot, each: Named) -> Function:
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    first, weight, by = _second_order(inputs, outputs)
    own = INVERSE[each.kernel]
    sources: dict[tuple[str, str], tuple[str, bool]] = {
        (f"adj_{a}", b): SECOND[a, b] for a in own for b in own if (a, b) in SECOND
    }
    sources |= {(f"adj_{a}", weight.name): (BY[a], True) for a in own}
    known = {
        key: _turned(robot.pattern(_kernel_of(array), array), transposed)
        for key, (array, transposed) in sources.items()
    }
    ports = blocks(first, by, known)
    keys = [(a.name, b.name) for a in first for b in by]
    body = Body(robot)
    body.given(by)
    body.run(HESSIAN, [*_state(each.kernel), weight.name])
    weighed = [k for k, (_, x) in enumerate(keys) if x == weight.name]
    body.run(DERIVATIVES, _state(each.kernel), wanted_for=weighed)
    _take_all(body, keys, ports, sources)
    given = (*by, *named("out", first, empty=True))
    title = f"second derivatives of weighted {each.title}"
    return Function(f"jac_adj1_{each.name}", title, given, ports, body.work, tuple(body.lines))


def _take_all(
    body: Body,
    keys: Sequence[tuple[str, str]],
    ports: Sequence[Port],
    sources: Mapping[tuple[str, str], tuple[str, bool]],
) -> None:
    """Copy every block that is not zero from the array that it is, or is the transpose of."""
    for k, (key, port) in enumerate(zip(keys, ports, strict=True)):
        if key in sources:
            array, transposed = sources[key]
            body.take(k, array, row_major(port.pattern, transposed))


def _kernel_of(array: str) -> str:
    return HESSIAN if array.startswith("H") else DERIVATIVES


def _turned(pattern: Pattern, transposed: bool) -> Pattern:
    return pattern.transposed if transposed else pattern


def _with_weights(inputs: Sequence[Port], outputs: Sequence[Port]) -> tuple[Port, ...]:
    """Return the inputs of adj1_: those of the function, its outputs unread, weights of these."""
    return (*inputs, *named("out", outputs, empty=True), *named("adj", outputs))


def _second_order(
    inputs: Sequence[Port], outputs: Sequence[Port]
) -> tuple[tuple[Port, ...], Port, tuple[Port, ...]]:
    """Return what adj1_ gives, the weight of the one output, and what adj1_ is given."""
    by = _with_weights(inputs, outputs)
    return named("adj", inputs), by[-1], by


# Forward dynamics ---------------------------------------------------------------------------------


def _forward(robot: Robot, each: Named) -> Iterator[Function]:
    if robot.has(FORWARD_DERIVATIVES):
        yield _forward_jacobian(robot, each)
    if robot.has(FORWARD_DERIVATIVES, HESSIAN):
        yield _forward_adjoint(robot, each)
        yield _forward_hessian(robot, each)


SOLVED = {"q": "dqdd_dq", "qd": "dqdd_dqd", "tau": "Minv"}


def _forward_jacobian(robot: Robot, each: Named) -> Function:
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    known = {("qdd", x): robot.pattern(FORWARD_DERIVATIVES, SOLVED[x]) for x in SOLVED}
    body = Body(robot)
    body.given(inputs)
    body.run(FORWARD_DERIVATIVES, [*SOLVED])
    ports = blocks(outputs, inputs, known)
    for k, (port, x) in enumerate(zip(ports, SOLVED, strict=True)):
        body.take(k, SOLVED[x], row_major(port.pattern))
    given = (*inputs, *named("out", outputs, empty=True))
    title = f"derivatives of {each.title}"
    return Function(f"jac_{each.name}", title, given, ports, body.work, tuple(body.lines))


def _forward_adjoint(robot: Robot, each: Named) -> Function:
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    given, n = _with_weights(inputs, outputs), robot.emission.model.free_nv
    body = Body(robot)
    body.given(given)
    body.run(FORWARD_DERIVATIVES, [*SOLVED])
    for k, array in enumerate(SOLVED.values()):
        body.lines += [f"if (res[{k}]) {{", f"    weigh(res[{k}], {array}, adj_qdd, {n});", "}"]
    title = f"weights times derivatives of {each.title}"
    results = named("adj", inputs)
    return Function(f"adj1_{each.name}", title, given, results, body.work, tuple(body.lines))


def _forward_hessian(robot: Robot, each: Named) -> Function:
    """Differentiate tau(q, qd, qdd(q, qd, tau)) = tau twice.

    With mu = M^-1 lambda, A = dqdd/dq, B = dqdd/dqd and H the Hessian of mu . tau, that of
    lambda . qdd is minus Z^T H Z, where Z = ((1, 0, 0), (0, 1, 0), (A, B, M^-1)).
    """
    inputs, outputs = robot.inputs(each.kernel), robot.outputs(each.kernel)
    first, weight, by = _second_order(inputs, outputs)
    n = robot.emission.model.free_nv
    A, B, inverse = (robot.pattern(FORWARD_DERIVATIVES, array) for array in SOLVED.values())
    H = {array: robot.pattern(HESSIAN, array) for array in ("Hqq", "Hqdq", "Hqdqd", "Hqddq")}
    P = H["Hqddq"]
    AP = A.transposed @ P
    patterns = {
        "Sqq": H["Hqq"] | AP | AP.transposed,
        "Sqdq": H["Hqdq"] | (B.transposed @ P),
        "Sqdqd": H["Hqdqd"],
        "Stauq": inverse @ P,
    }
    sources = {
        ("adj_q", "q"): ("Sqq", False),
        ("adj_q", "qd"): ("Sqdq", True),
        ("adj_q", "tau"): ("Stauq", True),
        ("adj_qd", "q"): ("Sqdq", False),
        ("adj_qd", "qd"): ("Sqdqd", False),
        ("adj_tau", "q"): ("Stauq", False),
        **{(f"adj_{x}", weight.name): (array, True) for x, array in SOLVED.items()},
    }
    patterns |= {array: robot.pattern(FORWARD_DERIVATIVES, array) for array in SOLVED.values()}
    known = {key: _turned(patterns[array], turn) for key, (array, turn) in sources.items()}
    body = Body(robot)
    body.given(by)
    body.run(FORWARD_DERIVATIVES, [*SOLVED])
    body.room("mu", n)
    body.lines.append(f"weigh(mu, Minv, {weight.name}, {n});")
    body.run(HESSIAN, ["q", "qd", "qdd", "mu"])
    for array in ("Sqq", "Sqdq", "Sqdqd", "Stauq"):
        body.room(array, n * n)
    body.lines.append(
        f"carry(Sqq, Sqdq, Sqdqd, Stauq, Hqq, Hqdq, Hqdqd, Hqddq, dqdd_dq, dqdd_dqd, Minv, {n});"
    )
    ports = blocks(first, by, known)
    _take_all(body, [(a.name, b.name) for a in first for b in by], ports, sources)
    given = (*by, *named("out", first, empty=True))
    title = f"second derivatives of weighted {each.title}"
    return Function(f"jac_adj1_{each.name}", title, given, ports, body.work, tuple(body.lines))
