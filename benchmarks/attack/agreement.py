"""Compiled kernels against Pinocchio, within what the robot's numbers allow.

How far two right programs may differ is measured, not guessed: each number of Pinocchio's model and
state is changed by about a unit in its last place, and what that does to its answers is the spread. An
answer agrees if it differs by at most the usual bound and MARGIN times the spread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import pinocchio as pin

from arrays import Array
from attack.pinocchio_view import ReadsOtherwise
from compiled import Compiled
from gen_robot.kernels import KERNELS
from gen_robot.output import Output
from traced_kernels import graph_of, graph_values, models_for, ways
from urdf_robots import Reference, random_state

MARGIN = 100.0
PERTURBATIONS = 6
EPSILON = {"double": 2.0**-52, "single": 2.0**-23}
BOUND = {"double": 1e-12, "single": 1e-5}
CLEARLY = 1e-6
"""Of eigenvalues of M with a unit diagonal: what no rounding makes of zero, in double precision."""

AGREES = "agrees"

Arrays = Mapping[str, Array]


class Judge:
    """Hold what Pinocchio says of a robot at one random state, and how sure that is."""

    def __init__(
        self,
        reference: Reference,
        seed: int,
        *,
        precision: str = "double",
        friction: bool = False,
        largest_angle: float = 1.0,
    ) -> None:
        state = random_state(reference.model, np.random.default_rng(seed))
        if precision == "single":
            state = {name: np.float32(array).astype(float) for name, array in state.items()}
        with np.errstate(all="ignore"):
            wanted = _answers(reference, state, friction)
            if not all(np.isfinite(wanted[name]).all() for name in ("M", "tau")):
                raise ReadsOtherwise("Pinocchio overflows")
            shaken = _perturbed(reference, state, EPSILON[precision], largest_angle)
            others = [_answers(*each, friction) for each in shaken]
        load = {"payload": np.zeros(10)}
        self.friction, self.carried = friction, _carried(reference)
        self.precision, self.state, self.wanted = precision, state | load, wanted
        self.spread = {
            name: MARGIN * max(_size(other[name] - x) for other in others)
            for name, x in wanted.items()
        }

    def bound(self, answer: str) -> float:
        """Return the usual bound: for what solves with M, its condition counts, too."""
        if answer not in SOLUTIONS:
            return BOUND[self.precision]
        condition = float(np.linalg.cond(self.wanted["M"]))
        return (
            BOUND[self.precision] + 1e-14 * condition * EPSILON[self.precision] / EPSILON["double"]
        )

    def is_sure(self, answer: str) -> bool:
        """Tell whether an answer has digits that the last places of the robot's numbers leave alone."""
        return self.spread[answer] <= 1e-3 * _size(self.wanted[answer])

    def verdict(self, kernel: str, outputs: Arrays, status: int | None = None) -> str:
        """Return AGREES, or what is wrong with a kernel's outputs and status."""
        if status is not None:
            wrong = wrong_status(status, self.wanted["M"], self.precision, self.carried)
            if wrong or status:
                return wrong if wrong and self.is_sure("qdd") else AGREES
        for name, answer in OUTPUTS[kernel].items():
            want, got = self.wanted[answer], np.asarray(outputs[name], dtype=float)
            if answer in SOLUTIONS and not self.is_sure(answer):
                continue
            size = max(_size(want), _size(self.wanted[CANCELLING.get(answer, answer)]))
            allowed = self.bound(answer) * size + self.spread[answer]
            error = _size(got.reshape(want.shape) - want)
            if not error <= allowed:
                return f"{name} differs by {error:.1e} of {size:.1e}, allowed {allowed:.1e}"
        return AGREES


def differing(judge: Judge, library: Compiled) -> list[str]:
    """Return what differs of all kernels of a library that Pinocchio has."""
    found = []
    for kernel, record in library.manifest["kernels"].items():
        if kernel in OUTPUTS:
            status, outputs = library(kernel, judge.state)
            verdict = judge.verdict(kernel, outputs, status if record["status"] else None)
            found += [f"{kernel}, compiled: {verdict}"] if verdict != AGREES else []
    return found


def differing_graphs(judge: Judge, output: Output) -> list[str]:
    """Return what differs of all generated kernels that Pinocchio has, as graphs."""
    found = []
    for choice in output.choices:
        kernel = choice.kernel.name
        if kernel in OUTPUTS:
            status, outputs = graph_values(output.model, kernel, choice.graph, judge.state)
            verdict = judge.verdict(kernel, outputs, status if choice.kernel.status else None)
            found += [f"{kernel} by {choice.way}: {verdict}"] if verdict != AGREES else []
    return found


def differing_ways(judge: Judge, output: Output) -> list[str]:
    """Return what any algorithm, on any formulation of the model, computes otherwise."""
    found = []
    for kernel in OUTPUTS:
        for way in ways(kernel):
            for model in models_for(output.description, way):
                graph = graph_of(model, way, friction=judge.friction)
                status, outputs = graph_values(model, kernel, graph, judge.state)
                verdict = judge.verdict(kernel, outputs, status if KERNELS[kernel].status else None)
                found += [f"{way}: {verdict}"] if verdict != AGREES else []
    return found


def _size(x: Array) -> float:
    return float(np.max(np.abs(x), initial=0))


OUTPUTS = {
    "inertia_matrix": {"M": "M"},
    "bias": {"h": "h"},
    "inverse_dynamics": {"tau": "tau"},
    "inertia_and_bias": {"M": "M", "h": "h"},
    "gravity": {"g": "g"},
    "forward_dynamics": {"qdd": "qdd"},
    "kinetic_energy": {"e": "kinetic"},
    "inertia_inverse": {"Minv": "Minv"},
}
"""What each kernel gives, by what it is called among the answers."""

CANCELLING = {"h": "tau", "g": "tau"}
"""Answers that may vanish, by those whose size they are measured with."""

SOLUTIONS = ("qdd", "Minv")


def _answers(reference: Reference, state: Arrays, friction: bool) -> dict[str, Array]:
    q, qd, qdd, tau = (state[name] for name in ("q", "qd", "qdd", "tau"))
    M, h = reference.inertia_matrix(q), reference.bias(q, qd)
    torques = reference.inverse_dynamics(q, qd, qdd)
    if friction:
        drag = _drag(reference, qd)
        h, torques = h + drag, torques + drag
    try:
        inverse = np.linalg.inv(M)
    except np.linalg.LinAlgError:
        inverse = np.full_like(M, np.nan)
    at_rest = np.zeros_like(qd)
    return {
        "M": M,
        "h": h,
        "tau": torques,
        "g": reference.bias(q, at_rest),
        "qdd": inverse @ (tau - h),
        "Minv": inverse,
        "kinetic": np.array([0.5 * qd @ M @ qd]),
    }


def _drag(reference: Reference, qd: Array) -> Array:
    """Return the friction of all joints as the free coordinates feel it."""
    rates = reference.rates @ qd
    drag = np.zeros(len(rates))
    joints = {link.joint.name: link.joint for link in reference.description.links}
    for name, joint in zip(
        list(reference.theirs.names)[1:], list(reference.theirs.joints)[1:], strict=True
    ):
        if name in joints:
            at = slice(joint.idx_v, joint.idx_v + joint.nv)
            own = joints[name]
            drag[at] = float(own.viscous) * rates[at] + float(own.coulomb) * np.sign(rates[at])
    return np.asarray(reference.rates.T @ drag)


def _perturbed(
    reference: Reference, state: Arrays, epsilon: float, largest_angle: float
) -> Iterator[tuple[Reference, dict[str, Array]]]:
    """Yield the robot and state with every number changed by about a unit in its last place."""
    rng = np.random.default_rng(5)
    of_angles = epsilon * max(1.0, largest_angle)

    def shaken(x: Array, epsilon: float = epsilon) -> Array:
        x = np.asarray(x)
        size = np.abs(x).max(initial=0)
        return np.asarray(x + epsilon * size * rng.uniform(-1, 1, x.shape))

    for _ in range(PERTURBATIONS):
        theirs = reference.theirs.copy()
        for k in range(1, theirs.njoints):
            place, body = theirs.jointPlacements[k], theirs.inertias[k]
            turn = pin.exp3(min(of_angles, 1.0) * rng.uniform(-1, 1, 3))
            theirs.jointPlacements[k] = pin.SE3(place.rotation @ turn, shaken(place.translation))
            tensor = shaken(body.inertia, of_angles)
            other = (
                body.copy()
            )  # set part by part: as a whole, bodies that are impossible are refused
            other.mass = body.mass * (1 + epsilon * rng.uniform(-1, 1))
            other.lever, other.inertia = shaken(body.lever), (tensor + tensor.T) / 2
            theirs.inertias[k] = other
        theirs.armature = theirs.armature * (1 + epsilon * rng.uniform(-1, 1, theirs.nv))
        yield (
            replace(reference, theirs=theirs),
            {name: x * (1 + epsilon * rng.uniform(-1, 1, x.shape)) for name, x in state.items()},
        )


def wrong_status(status: int, M: Array, precision: str = "double", carried: float = 0.0) -> str:
    """Say what is wrong with what a kernel that checks its pivots returned; nothing if nothing is.

    Methods that never form M measure a pivot with a bound of what its link carries, about any axis:
    where the robot's largest moment drowns a pivot, they may fail early.
    """
    n = len(M)
    if not 0 <= status <= n:
        return f"status {status} of {n} joints"
    clearly = CLEARLY if precision == "double" else 1e-2
    least = _least_eigenvalue(M)
    if status and least > clearly and not _lopsided(M, EPSILON[precision], carried):
        return f"status {status}, though M is definite: {least:.1e}"
    if not status and least < -clearly:
        return f"status 0, though M is indefinite: {least:.1e}"
    return ""


def _lopsided(M: Array, epsilon: float, carried: float) -> bool:
    """Tell whether a pivot is lost against the largest inertia of the robot."""
    pivots = 1 / np.diag(np.linalg.inv(M))
    largest = max(float(np.max(np.diag(M))), carried)
    return bool(np.min(pivots) <= 8 * len(M) ** 2 * epsilon * largest)


def _carried(reference: Reference) -> float:
    """Return a bound of the second moments about any joint, all bodies stretched out."""
    places, bodies = list(reference.theirs.jointPlacements)[1:], list(reference.theirs.inertias)[1:]
    reach = sum(float(np.linalg.norm(place.translation)) for place in places[1:])
    return sum(
        body.mass * (reach + float(np.linalg.norm(body.lever))) ** 2 + float(np.trace(body.inertia))
        for body in bodies
    )


def _least_eigenvalue(M: Array) -> float:
    """Return that of M with a unit diagonal, whatever the units of its joints are."""
    diagonal = np.diag(M)
    if not (diagonal > 0).all():
        return -1.0
    size = np.sqrt(diagonal)
    return float(np.linalg.eigvalsh((M / size).T / size)[0])
