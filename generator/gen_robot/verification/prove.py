"""One kernel after the other: read back, bounded on its grid, held against Newton and Euler."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from gen_robot.description.description import Description
from gen_robot.errors import UserError, shown
from gen_robot.verification.backwards import taken_apart
from gen_robot.verification.bodies import moving, not_covered
from gen_robot.verification.cut import NoCut, Wrong
from gen_robot.verification.equality import Coefficient
from gen_robot.verification.extent import NotPolynomial, degrees, signs
from gen_robot.verification.folder import Subject, with_members
from gen_robot.verification.judgement import judged, solved, wrong
from gen_robot.verification.magnitude import in_ulps, largest
from gen_robot.verification.meeting import Meeting
from gen_robot.verification.members import joined, odd_guards
from gen_robot.verification.program import Program
from gen_robot.verification.reading import programs
from gen_robot.verification.relations import Relation, states_of
from gen_robot.verification.rounding import ACCELERATION, VELOCITY, box_of, rounding
from gen_robot.verification.sampling import (
    STATES,
    Hold,
    State,
    hold_against,
    random_states,
    sampled,
    with_plausible_bodies,
)
from gen_robot.verification.sketch import TooLarge
from gen_robot.verification.theorem import Case, Theorem, has_other_arrays
from gen_robot.verification.theorems import (
    NO_THEOREM,
    PREPARE,
    PREPARED,
    interface,
    inverse_of,
    relation_of,
    robot_of,
    theorem_of,
)
from gen_robot.verification.verdict import (
    BACKWARDS,
    NOT_COVERED,
    NOT_READ,
    PROVED,
    REFUTED,
    SAMPLED,
    Verdict,
)


@dataclass(frozen=True)
class Limits:
    """Say what a proof of one kernel may take; beyond, states are sampled."""

    memory: float = 4e9  # bytes
    effort: float = math.inf  # bytes that are written in all, some 1e9 a second
    states: int = STATES


UNLIMITED = Limits()

OTHER_ARRAYS = "it takes or gives other arrays"

_FEW = 3  # states, to find what is plainly wrong, and which value is which

Progress = Callable[[str], None]


def verdicts(
    subject: Subject,
    description: Description,
    kernels: Sequence[str],
    progress: Progress,
    limits: Limits = UNLIMITED,
    rates: tuple[float, float] = (VELOCITY, ACCELERATION),
) -> Iterator[Verdict]:
    """Yield the verdict on each kernel; sources that are the same program are proved at once."""
    reason = not_covered(description)
    robot = None if reason else Prover(subject, description, limits, rates)
    found: list[Verdict] = []
    for kernel in kernels:
        progress(f"verifying {kernel}")
        own = [v for v in _verdicts(subject, kernel, robot, reason) if kernel != PREPARE]
        found += own
        yield from own
    if PREPARE in kernels:
        yield _prepared(_files(subject), [v for v in found if _takes_prepared(subject, v.kernel)])


def _files(subject: Subject) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source.file for source in subject.sources))


def _verdicts(
    subject: Subject, kernel: str, robot: Prover | None, reason: str
) -> Iterator[Verdict]:
    if robot is None:
        yield Verdict(kernel, _files(subject), NOT_COVERED, reason)
    elif why := robot.no_theorem(kernel):
        yield Verdict(kernel, _files(subject), NOT_COVERED, why)
    else:
        found = programs(subject, kernel)
        if not found:
            why = "it is neither in C nor in FORTRAN 77"
            yield Verdict(kernel, _files(subject), NOT_COVERED, why)
        for program, same in found:
            yield robot.verdict(kernel, program, same)


def _takes_prepared(subject: Subject, kernel: str) -> bool:
    signatures = subject.kernels[kernel].values()
    return any(array.name == PREPARED for s in signatures for array in s.inputs)


def _prepared(files: tuple[str, ...], takers: Sequence[Verdict]) -> Verdict:
    """Say of what is prepared that it is right if all that comes of it is."""
    if takers and all(verdict.word in (PROVED, BACKWARDS) for verdict in takers):
        return Verdict(PREPARE, files, PROVED, "with each kernel that takes what it gives")
    return Verdict(
        PREPARE, files, NOT_COVERED, "not each kernel that takes what it gives is proved"
    )


class Prover:
    """Prove one kernel of a robot after the other."""

    def __init__(
        self,
        subject: Subject,
        description: Description,
        limits: Limits = UNLIMITED,
        rates: tuple[float, float] = (VELOCITY, ACCELERATION),
    ) -> None:
        self.subject = with_members(subject)
        self.limits = limits
        names = {*subject.places}
        own = {k.joint.name for k in moving(description)}
        if names != own:
            odd = ", ".join(sorted(names ^ own)[:5])
            raise UserError(
                description.source,
                f"has other joints than {subject.name}: {shown(odd)}",
                "name the robot that the folder was generated from",
            )
        self.robot = robot_of(subject, description)
        self.box = box_of(self.robot.chain, *rates)
        self.meeting = Meeting(self.robot, limits.memory, limits.effort)

    def no_theorem(self, kernel: str) -> str:
        """Say why nothing can be said of a kernel; nothing if something can."""
        if kernel in self.subject.asked.members:
            return ""
        found = relation_of(kernel, self.subject, self.robot) or self._theorem(kernel)
        return found if isinstance(found, str) else ""

    def _theorem(self, kernel: str) -> tuple[Theorem, Case] | str:
        """Return the theorem of a kernel; of one that solves, that of the torques, or of M."""
        subject, inverse = self.subject, inverse_of(kernel, self.subject.asked)
        if inverse:
            asked = subject.asked
            if kernel in asked.frames:
                frames = {**asked.frames, inverse: asked.frames[kernel]}
                subject = replace(subject, asked=replace(asked, frames=frames))
            kernels = {inverse: subject.kernels[kernel], **subject.kernels}
            subject = replace(subject, kernels=kernels)
        return theorem_of(inverse or kernel, subject, self.robot)

    def verdict(self, kernel: str, program: Program | str, files: tuple[str, ...]) -> Verdict:
        if isinstance(program, str):
            return Verdict(kernel, files, NOT_READ, program)
        if kernel in self.subject.asked.members:
            return self._together(kernel, program, files)
        if relation := relation_of(kernel, self.subject, self.robot):
            return self._related(kernel, program, files, *relation)
        found_theorem = self._theorem(kernel)
        if isinstance(found_theorem, str):
            return Verdict(kernel, files, NOT_COVERED, found_theorem)
        theorem, case = found_theorem
        divides = bool(inverse_of(kernel, self.subject.asked))
        arrays = interface(theorem) if divides else theorem
        if self._has_other_arrays(kernel, arrays.inputs, arrays.gives, case):
            return Verdict(kernel, files, NOT_COVERED, OTHER_ARRAYS)
        prove = self._backwards if divides else self._forwards
        try:
            return prove(kernel, program, files, theorem, case)
        except (NotPolynomial, NoCut) as error:
            why = f"it {error}"
        except TooLarge:
            why = f"a proof would take more than {self.limits.memory / 1e9:.3g} GB (--memory)"
        hold = hold_against(theorem, case, divides)
        states = self._states(kernel, self.limits.states)
        return self._sampled(kernel, program, files, why, hold, states, divides)

    def _together(self, kernel: str, program: Program, files: tuple[str, ...]) -> Verdict:
        """Prove what a kernel computes at once, one after the other."""
        members = self.subject.asked.members[kernel]
        given = sorted(name for m in members for name in m.outputs.values())
        signatures = self.subject.kernels[kernel].values()
        if any(given != sorted(a.name for a in s.outputs) for s in signatures):
            return Verdict(kernel, files, NOT_COVERED, "it gives more or less than its members")
        own = [self.verdict(m.kernel, m.part(program), files) for m in members]
        odd = odd_guards(program, [m for m in members if self._divides(m.kernel)])
        if odd and all(verdict.word != NOT_COVERED for verdict in own):
            why = f"{odd[0].name} looks at what nothing is divided by"
            return Verdict(kernel, files, REFUTED, why, operations=len(program.nodes))
        return joined(kernel, program, files, members, own)

    def _divides(self, kernel: str) -> bool:
        is_related = relation_of(kernel, self.subject, self.robot) is not None
        return is_related or bool(inverse_of(kernel, self.subject.asked))

    def _related(
        self, kernel: str, program: Program, files: tuple[str, ...], relation: Relation, case: Case
    ) -> Verdict:
        """Look at a kernel without a theorem."""
        if self._has_other_arrays(kernel, relation.inputs, relation.arrays, case):
            return Verdict(kernel, files, NOT_COVERED, OTHER_ARRAYS)
        states = self._states(kernel, min(self.limits.states, states_of(self.subject.count)))
        return self._sampled(kernel, program, files, NO_THEOREM, relation.hold(case), states, True)

    def _has_other_arrays(
        self, kernel: str, inputs: Sequence[str], outputs: Sequence[str], case: Case
    ) -> bool:
        signatures = self.subject.kernels[kernel].values()
        positions = self.subject.positions
        return any(has_other_arrays(s, inputs, outputs, case, positions) for s in signatures)

    def _forwards(
        self, kernel: str, program: Program, files: tuple[str, ...], theorem: Theorem, case: Case
    ) -> Verdict:
        """Prove that all coefficients are those of the equations."""
        found = self._coefficients(program, theorem, case)
        verdict = judged(kernel, program, files, *found, self.robot.layout)
        return self._with_rounding(verdict, program) if verdict.word == PROVED else verdict

    def _coefficients(
        self, program: Program, theorem: Theorem, case: Case
    ) -> tuple[list[Coefficient], dict[int, int]]:
        """Return all differences of a program from what it should be, and the points of its grid."""
        found = degrees(program, self.robot.layout)
        signs(program)
        at_least = self.robot.degrees(theorem.base_moves)
        points = {a: 2 * max(found.get(a, 0), at_least.get(a, 0)) + 1 for a in {*at_least, *found}}
        coefficients = self.meeting.coefficients(program, theorem, case, points)
        if coefficients is None:
            raise TooLarge
        return coefficients, points

    def _backwards(
        self, kernel: str, program: Program, files: tuple[str, ...], theorem: Theorem, case: Case
    ) -> Verdict:
        """Take a solution of M x = b apart, and prove its parts."""
        states = self._states(kernel, _FEW)
        first = sampled(program, hold_against(theorem, case, solves=True), states, solves=True)
        if not first.is_right:
            return wrong(kernel, program, files, first)
        try:
            parts = taken_apart(program, theorem, case, states)
        except Wrong as error:
            return Verdict(kernel, files, REFUTED, str(error), operations=len(program.nodes))
        found: list[Coefficient] = []
        points: dict[int, int] = {}
        for part in parts.below:
            own, grid = self._coefficients(part.program, part.theorem, case)
            found += own
            points = {**points, **{a: max(n, points.get(a, 0)) for a, n in grid.items()}}
        verdict = judged(kernel, program, files, found, points, self.robot.layout)
        if verdict.word != PROVED:
            return verdict
        ((array, _), *_) = program.outputs
        return replace(verdict, word=BACKWARDS, text=solved(array, verdict, parts.above.doubt))

    def _with_rounding(self, verdict: Verdict, program: Program) -> Verdict:
        found = rounding(program, self.box)
        if not found:
            return verdict  # it depends on what has no limits
        errors = {f"{array}[{index}]": error for (array, index), error in found.items()}
        sizes = largest(program, self.box, self.robot.layout)
        ulps = in_ulps(found, sizes, program.bits)
        place, worst = max(found.items(), key=lambda each: each[1])
        unit = self.subject.unit(verdict.kernel, place, self.robot.turning)
        text = f"{verdict.text}; rounding <= {worst:.1e} {unit}, {ulps:.3g} ulp"
        return replace(verdict, text=text, rounding=errors, ulps=ulps)

    def _states(self, kernel: str, count: int) -> list[State]:
        sizes = {
            array.name: array.size
            for signature in self.subject.kernels[kernel].values()
            for array in signature.inputs
        }
        sizes["q"] = self.subject.positions
        states = random_states(self.subject.count, count, self.robot.layout, sizes)
        return [with_plausible_bodies(state, self.subject.asked.own) for state in states]

    def _sampled(
        self,
        kernel: str,
        program: Program,
        files: tuple[str, ...],
        why: str,
        hold: Hold,
        states: Sequence[State],
        solves: bool,
    ) -> Verdict:
        found = sampled(program, hold, states[:_FEW], solves)
        if found.is_right or not solves:  # sizes of arrays are known of many states only
            found = sampled(program, hold, states, solves)
        if not found.is_right:
            return wrong(kernel, program, files, found)
        text = (
            f"{why}; {found.states} random states within {found.worst:.1e},"
            f" so at most {found.share:.1%} of all are worse (confidence 1 - 1e-6)"
        )
        return Verdict(kernel, files, SAMPLED, text, operations=len(program.nodes))
