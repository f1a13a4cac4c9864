"""Kernels that compute several others at once: each of these is proved by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gen_robot.verification.program import Guard, Place, Program, restricted
from gen_robot.verification.signature import Array, Signature
from gen_robot.verification.verdict import BACKWARDS, PROVED, SAMPLED, WORDS, Verdict


@dataclass(frozen=True)
class Member:
    """Hold one of several kernels: its arrays, and what its outputs are called beside the others'."""

    kernel: str
    inputs: tuple[str, ...]
    outputs: Mapping[str, str]  # by its own names

    def signature(self, whole: Signature) -> Signature:
        """Return its arrays, as the routine has them that computes all."""
        inputs = tuple(array for array in whole.inputs if array.name in self.inputs)
        shapes = {array.name: array.shape for array in whole.outputs}
        outputs = tuple(Array(own, shapes[name]) for own, name in self.outputs.items())
        return replace(whole, inputs=inputs, outputs=outputs)

    def part(self, program: Program) -> Program:
        """Return what it needs of the program of all, under its own names, with its guards."""
        return restricted(program, self.given(program))

    def given(self, program: Program) -> dict[Place, int]:
        """Return which values of the program of all are its outputs."""
        own = {name: array for array, name in self.outputs.items()}
        return {(own[a], k): n for (a, k), n in program.outputs.items() if a in own}


def odd_guards(program: Program, dividing: Sequence[Member]) -> list[Guard]:
    """Return guards on what none of the members that divide needs: nothing else looks at them."""
    ends = [number for member in dividing for number in member.given(program).values()]
    needed = program.needed(ends)
    return [guard for guard in program.guards if guard.value not in needed]


def joined(
    kernel: str,
    program: Program,
    files: tuple[str, ...],
    members: Sequence[Member],
    verdicts: Sequence[Verdict],
) -> Verdict:
    """Say of a kernel what is said of its members: the worst of it first."""
    by_word = {
        word: [v for v in verdicts if v.word == word]
        for word in reversed(WORDS)
        if any(v.word == word for v in verdicts)
    }
    word, *_ = by_word
    if word in (PROVED, BACKWARDS, SAMPLED):
        text = "; ".join(
            (f"{each}: " if each != word else "") + _told(own) for each, own in by_word.items()
        )
    else:
        text = "; ".join(f"{v.kernel}: {v.text}" for v in by_word[word])
    found = Verdict(kernel, files, word, text, operations=len(program.nodes))
    for member, verdict in zip(members, verdicts, strict=True):
        points = {a: max(n, found.points.get(a, 0)) for a, n in verdict.points.items()}
        found = replace(
            found,
            points={**found.points, **points},
            bounds={**found.bounds, **_named(member, verdict.bounds)},
            elements={**found.elements, **_named(member, verdict.elements)},
            rounding={**found.rounding, **_named(member, verdict.rounding)},
            ulps=max(found.ulps, verdict.ulps),
        )
    return found


def _told(verdicts: Sequence[Verdict]) -> str:
    """Name kernels, and the largest of their bounds if these are those of what they give."""
    names = ", ".join(verdict.kernel for verdict in verdicts)
    bounds = [x for v in verdicts if v.word == PROVED for x in v.bounds.values()]
    if not bounds:
        return names
    ulps = max(verdict.ulps for verdict in verdicts)
    rounding = f", rounding <= {ulps:.3g} ulp" if ulps else ""
    return f"{names} within {max(bounds):.1e} at all states{rounding}"


def _named(member: Member, values: Mapping[str, float]) -> dict[str, float]:
    """Return values of arrays or elements by what these are called beside the others."""
    result: dict[str, float] = {}
    for name, x in values.items():
        array, bracket, index = name.partition("[")
        known = member.outputs.get(array, f"{array} of {member.kernel}")
        result[f"{known}{bracket}{index}"] = x
    return result
