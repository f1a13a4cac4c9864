"""One kernel after the other: read back, bounded on its grid, held against Newton and Euler."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from gen_robot.algebra.number import ZERO, Number
from gen_robot.description.description import Description, LinkDescription
from gen_robot.description.joint_kinds import moves
from gen_robot.description.split import split_joints
from gen_robot.errors import UserError, shown
from gen_robot.verification.dynamics import FORWARD, POLYNOMIAL, Covered, wanted
from gen_robot.verification.equality import Coefficient, compared
from gen_robot.verification.extent import NotPolynomial, degrees, peak_bytes
from gen_robot.verification.folder import READERS, Source, Subject
from gen_robot.verification.grid import OF_THE_DYNAMICS, Grid
from gen_robot.verification.newton_euler import Body, bodies, not_covered, torques
from gen_robot.verification.program import Program
from gen_robot.verification.rounding import ACCELERATION, VELOCITY, box_of, rounding
from gen_robot.verification.sampling import random_states, sampled
from gen_robot.verification.sketch import Ledger, SketchedGrid, TooLarge
from gen_robot.verification.tensors import Value, along_paths
from gen_robot.verification.verdict import (
    NOT_COVERED,
    NOT_PROVED,
    PROVED,
    REFUTED,
    SAMPLED,
    Verdict,
)

MEMORY = 4e9
"""Bytes that tensors may take; beyond, states are sampled."""


_SHAKES = 3  # times that literals are rounded at random

Progress = Callable[[str], None]


def verdicts(
    subject: Subject,
    description: Description,
    kernels: Sequence[str],
    progress: Progress,
    memory: float = MEMORY,
    rates: tuple[float, float] = (VELOCITY, ACCELERATION),
) -> Iterator[Verdict]:
    """Yield the verdict on each kernel; sources that are the same program are proved at once."""
    reason = subject.unusual or not_covered(description)
    robot = None if reason else Prover(subject, description, memory, rates)
    for kernel in kernels:
        progress(f"verifying {kernel}")
        files = tuple(source.file for source in subject.sources)
        if robot is None:
            yield Verdict(kernel, files, NOT_COVERED, reason)
        elif kernel not in POLYNOMIAL and kernel != FORWARD:
            known = ", ".join((*POLYNOMIAL, FORWARD))
            yield Verdict(
                kernel, files, NOT_COVERED, f"no theorem for it yet; there is for {known}"
            )
        else:
            programs = _programs(subject, kernel)
            if not programs:
                yield Verdict(kernel, files, NOT_COVERED, "it is neither in C nor in FORTRAN 77")
            for program, same in programs:
                yield robot.verdict(kernel, program, same)


def _programs(subject: Subject, kernel: str) -> list[tuple[Program | str, tuple[str, ...]]]:
    """Return the different programs of a kernel, or why it cannot be read, with their files."""
    found: list[tuple[Program | str, tuple[str, ...]]] = []
    for source in subject.sources:
        if source.language not in subject.kernels[kernel]:
            continue
        program = _read(source, subject, kernel)
        for place, (other, files) in enumerate(found):
            if program == other:
                found[place] = (other, (*files, source.file))
                break
        else:
            found.append((program, (source.file,)))
    return found


def _read(source: Source, subject: Subject, kernel: str) -> Program | str:
    _, reader = READERS[source.language]
    try:
        return reader(source.text, source.file, subject.kernels[kernel][source.language])
    except UserError as error:
        if "pip install" in error.cure:
            raise
        return f"cannot be read: {error.place}: {error.problem}"


class Prover:
    """Hold the reference of a robot, computed once for each grid."""

    def __init__(
        self,
        subject: Subject,
        description: Description,
        memory: float = MEMORY,
        rates: tuple[float, float] = (VELOCITY, ACCELERATION),
    ) -> None:
        self.subject = subject
        self.gravity = [*description.gravity]
        self.memory = memory
        names = {*subject.places}
        own = {k.joint.name for k in _moving(description)}
        if names != own:
            odd = ", ".join(sorted(names ^ own)[:5])
            raise UserError(
                description.source,
                f"has other joints than {subject.name}: {shown(odd)}",
                "name the robot that the folder was generated from",
            )
        self.chain = bodies(description, subject.places)
        self.box = box_of(self.chain, *rates)
        self.angles = [body.angle for body in self.chain if body.angle is not None]
        self.paths = [_path(self.chain, number) for number in range(len(self.chain))]
        self.joined = along_paths(self.paths)
        self._references: dict[tuple[object, ...], list[Value]] = {}

    def verdict(self, kernel: str, program: Program | str, files: tuple[str, ...]) -> Verdict:
        if isinstance(program, str):
            return Verdict(kernel, files, NOT_COVERED, program)
        covered = POLYNOMIAL.get(kernel)
        if covered is None:
            return self._sampled(kernel, program, files, "it divides; a residual is taken")
        fault = self._interface(kernel, covered, files)
        if fault:
            return fault
        try:
            found = degrees(program)
        except NotPolynomial as error:
            return self._sampled(kernel, program, files, f"it {error}")
        points = {a: 2 * max(found.get(a, 0), OF_THE_DYNAMICS) + 1 for a in {*self.angles, *found}}
        if not self._fits(program, points, covered):
            why = f"a proof would take more than {self.memory / 1e9:.3g} GB (--memory)"
            return self._sampled(kernel, program, files, why)
        grid = Grid(points, self.joined)
        torque = self._reference(grid, covered)
        own = grid.outputs(program)
        right = wanted(list(own), torque)
        found_all = [c for place in own for c in compared(place, own[place], right[place], grid)]
        if all(c.is_proved for c in found_all):
            # Then once more, harmonic by harmonic: what is wrong in large shows without.
            shaken = [grid.outputs(program, Random(seed)) for seed in range(_SHAKES)]
            found_all = [
                c
                for place in own
                for c in compared(place, own[place], right[place], grid, [s[place] for s in shaken])
            ]
        verdict = _judged(kernel, program, files, found_all, points)
        return self._with_rounding(verdict, program) if verdict.word == PROVED else verdict

    def _with_rounding(self, verdict: Verdict, program: Program) -> Verdict:
        found = rounding(program, self.box)
        assert found is not None, "a polynomial does not divide"
        errors = {f"{array}[{index}]": error for (array, index), error in found.items()}
        text = f"{verdict.text}; rounding <= {max(found.values()):.1e}"
        return replace(verdict, text=text, rounding=errors)

    def _interface(self, kernel: str, covered: Covered, files: tuple[str, ...]) -> Verdict | None:
        """Refuse a kernel whose arrays are not those that the theorem is about."""
        count = self.subject.count
        shapes: dict[str, tuple[int, ...]] = {"M": (count, count), "e": (1,)}
        for signature in self.subject.kernels[kernel].values():
            expected = [
                (name, shapes.get(name, (count,))) for name in covered.inputs + covered.outputs
            ]
            if [(array.name, array.shape) for array in signature.arrays] != expected:
                return Verdict(kernel, files, NOT_COVERED, "it takes or gives other arrays")
        return None

    def _fits(self, program: Program, points: Mapping[int, int], covered: Covered) -> bool:
        """Tell whether the proof fits into memory, without computing any of it."""
        ledger = Ledger(points, self.joined, self.memory)
        try:
            reference = torques(
                self.chain, self._gravity(covered), SketchedGrid(ledger, covered.rates)
            )
        except TooLarge:
            return False
        # The torques stay, beside the program and a few more runs of it.
        left = self.memory - sum(each.size for each in reference)
        own = peak_bytes(program, points, self.joined, left / (1 + _SHAKES))
        return (1 + _SHAKES) * own <= left

    def _gravity(self, covered: Covered) -> list[Number]:
        return self.gravity if covered.with_gravity else [ZERO] * 3

    def _reference(self, grid: Grid, covered: Covered) -> list[Value]:
        key = (*sorted(grid.points.items()), covered.rates, covered.with_gravity)
        if key not in self._references:
            self._references.clear()  # one at a time: they are large
            at_rest = grid.at_rest_but(covered.rates)
            self._references[key] = torques(self.chain, self._gravity(covered), at_rest)
        return self._references[key]

    def _sampled(self, kernel: str, program: Program, files: tuple[str, ...], why: str) -> Verdict:
        found = sampled(program, self.chain, self.gravity, random_states(self.subject.count))
        array, index = found.place
        if not found.is_right:
            q = ", ".join(f"{float(x):.3f}" for x in found.state.values["q"])
            what = f"{array}[{index}] is off by {found.worst:.1e} of the largest term at q = ({q})"
            return Verdict(kernel, files, REFUTED, what, operations=len(program.nodes))
        text = (
            f"{why}; {found.states} random states within {found.worst:.1e},"
            f" so at most {found.share:.1%} of all are worse (confidence 1 - 1e-6)"
        )
        return Verdict(kernel, files, SAMPLED, text, operations=len(program.nodes))


def _judged(
    kernel: str,
    program: Program,
    files: tuple[str, ...],
    found: Sequence[Coefficient],
    points: Mapping[int, int],
) -> Verdict:
    wrong = [c for c in found if not c.is_proved]
    bounds: dict[str, float] = {}
    elements: dict[str, float] = {}
    for array in dict.fromkeys(c.place[0] for c in found):
        of_array = [c for c in found if c.place[0] == array]
        largest = max(c.size for c in of_array)
        bound = max(c.bound for c in of_array)
        bounds[array] = bound / largest if largest else bound
        for c in of_array:
            name = f"{array}[{c.place[1]}]"
            elements[name] = max(c.bound, elements.get(name, 0.0))
    if wrong:
        worst = max(wrong, key=lambda c: c.bound / (c.explained + c.floor or 1e-300))
        is_sure = any(c.is_refuted for c in wrong)
        worst = next((c for c in wrong if c.is_refuted), worst)
        word, text = (REFUTED if is_sure else NOT_PROVED), _complaint(worst)
    else:
        largest = max(bounds.values(), default=0.0)
        word, text = PROVED, f"within {largest:.1e} at all states"
    return Verdict(
        kernel, files, word, text, points, bounds, elements, operations=len(program.nodes)
    )


def _complaint(c: Coefficient) -> str:
    """Say where a kernel is wrong: the element, the monomial, the angles."""
    array, index = c.place
    of = f"the coefficient of {' '.join(c.monomial)}" if c.monomial else "the part without rates"
    where = ", ".join(f"q[{k}] = {x:.4f}" for k, x in c.where)
    found = f"{array}[{index}]: {of} is off by {c.worst:.2e}"
    at = f" at {where}" if where else ""
    return f"{found}, it should be {c.should_be:.6g}{at}; rounding explains {c.explained:.1e}"


def _moving(description: Description) -> list[LinkDescription]:
    return [link for link in split_joints(description).links if moves(link.joint)]


def _path(chain: Sequence[Body], number: int) -> list[int]:
    """Return the angles from the base to a body."""
    path: list[int] = []
    while number >= 0:
        angle = chain[number].angle
        path += [] if angle is None else [angle]
        number = chain[number].parent
    return path
