"""Where program and reference meet: on one grid, at once, or part by part where memory is short."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from gen_robot.verification.equality import Coefficient, compared
from gen_robot.verification.extent import peak_bytes
from gen_robot.verification.grid import Grid
from gen_robot.verification.program import Place, Program, with_outputs
from gen_robot.verification.robot import Robot
from gen_robot.verification.sketch import Ledger, SketchedGrid, TooLarge
from gen_robot.verification.tensors import Value, along_paths
from gen_robot.verification.theorem import ALWAYS, Case, Found, Theorem

_SHAKES = 3  # times that literals are rounded at random

Points = Mapping[int, int]


class Meeting:
    """Hold the reference of a robot, computed once for each grid."""

    def __init__(self, robot: Robot, memory: float, effort: float = math.inf) -> None:
        self.robot = robot
        self.memory = memory
        self.effort = effort  # bytes that may be written in all
        self.joined = along_paths(robot.paths)
        self._references: dict[tuple[object, ...], Found] = {}

    def coefficients(
        self, program: Program, theorem: Theorem, case: Case, points: Points
    ) -> list[Coefficient] | None:
        """Return the differences in all coefficients; None if they do not fit into memory."""
        parts = self._parts(program, theorem, case, points)
        if parts is None:
            return None
        grid = Grid(points, self.joined, self.robot.layout)
        return [c for own, part in parts for c in self._compared(own, part, case, grid)]

    def _compared(
        self, program: Program, theorem: Theorem, case: Case, grid: Grid
    ) -> list[Coefficient]:
        reference = self._reference(grid, theorem, case)
        own = _rows(theorem, case, grid.outputs(program))
        right = theorem.wanted(list(own), reference, case)
        found = _coefficients(own, right, grid)
        if not theorem.by_harmonics or not all(c.is_proved for c in found):
            return found
        # Then once more, harmonic by harmonic: what is wrong in large shows without.
        shaken = [
            _rows(theorem, case, grid.outputs(program, Random(seed))) for seed in range(_SHAKES)
        ]
        return _coefficients(own, right, grid, shaken)

    def _reference(self, grid: Grid, theorem: Theorem, case: Case) -> Found:
        key = (*sorted(grid.points.items()), theorem.kept, theorem.equations, id(case.frame))
        if key not in self._references:
            self._references.clear()  # one at a time: they are large
            at_rest = grid.at_rest_but(theorem.kept | ALWAYS)
            self._references[key] = theorem.equations(case, at_rest)
        return self._references[key]

    # What fits --------------------------------------------------------------------------------

    def _parts(
        self, program: Program, theorem: Theorem, case: Case, points: Points
    ) -> list[tuple[Program, Theorem]] | None:
        """Return programs of some outputs each, with what of the theorem they need."""
        if self._fits(program, theorem, case, points):
            return [(program, theorem)]
        if theorem.needs is None or theorem.rows is not None:
            return None
        needs = {place: theorem.needs(place, case) for place in program.outputs}
        variables = list(dict.fromkeys(needs.values()))
        count = 2
        while count < 2 * len(variables):
            wide = -(-len(variables) // min(count, len(variables)))
            groups = [variables[k : k + wide] for k in range(0, len(variables), wide)]
            parts = [_part(program, theorem, needs, group) for group in groups]
            if all(self._fits(own, part, case, points) for own, part in parts):
                return parts
            count *= 2
        return None

    def _fits(self, program: Program, theorem: Theorem, case: Case, points: Points) -> bool:
        """Tell whether a proof fits into memory, without computing any of it."""
        ledger = Ledger(points, self.joined, self.memory, self.effort)
        layout = self.robot.layout
        try:
            found = theorem.equations(case, SketchedGrid(ledger, theorem.kept | ALWAYS, layout))
        except TooLarge:
            return False
        # The reference stays, beside the program and a few more runs of it.
        left = self.memory - sum(each.size for values in found.values() for each in values)
        times = 1 + _SHAKES
        effort = self.effort / times
        return (
            times * peak_bytes(program, points, self.joined, left / times, layout, effort) <= left
        )


def _coefficients(
    own: Mapping[Place, Value],
    right: Mapping[Place, Value],
    grid: Grid,
    shaken: Sequence[Mapping[Place, Value]] = (),
) -> list[Coefficient]:
    """Compare outputs with what they should be; the same ones once, such as elements of M."""
    known: dict[object, list[Coefficient]] = {}
    found: list[Coefficient] = []
    for place, value in own.items():
        terms = frozenset((m, tuple(map(id, ts))) for m, ts in right[place].terms.items())
        key = id(value), terms
        if key not in known:
            moved = [each[place] for each in shaken]
            known[key] = compared(place, value, right[place], grid, moved)
        found += [replace(c, place=place) for c in known[key]]
    return found


def _part(
    program: Program, theorem: Theorem, needs: Mapping[Place, str], group: Sequence[str]
) -> tuple[Program, Theorem]:
    """Return the outputs that need some variables, and the theorem with these alone."""
    arrays = {name.partition("[")[0] for name in needs.values()}
    kept = (theorem.kept - arrays) | {name for name in group if name}
    own = with_outputs(program, [place for place, name in needs.items() if name in group])
    return own, replace(theorem, kept=kept)


def _rows(theorem: Theorem, case: Case, outputs: Mapping[Place, Value]) -> Mapping[Place, Value]:
    return outputs if theorem.rows is None else theorem.rows(outputs, case)
