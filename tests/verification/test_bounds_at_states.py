"""No difference exceeds its bound: at random states, with 60 digits, for joints of all kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.algebra.number import Number
from gen_robot.verification.equality import Coefficient, compared
from gen_robot.verification.extent import degrees
from gen_robot.verification.grid import Grid
from gen_robot.verification.program import Place
from gen_robot.verification.sampling import Apart, outputs, random_states
from gen_robot.verification.theorem import ALWAYS
from gen_robot.verification.theorems import theorem_of
from joint_kinds_robots import ROBOTS
from proofs import Generated, generated, read_back

STATES = 10
KERNELS = ["inertia_matrix", "bias", "inverse_dynamics_fext", "potential_energy", "com"]


def bounds_of(found: Generated, kernel: str) -> dict[Place, list[Coefficient]]:
    """Return the bounds on each coefficient of each output."""
    prover, program = found.prover, read_back(found, kernel)
    own = theorem_of(kernel, found.subject, prover.robot)
    assert not isinstance(own, str)
    theorem, case = own
    layout, at_least = prover.robot.layout, prover.robot.degrees(theorem.base_moves)
    known = degrees(program, layout)
    points = {a: 2 * max(known.get(a, 0), at_least.get(a, 0)) + 1 for a in {*known, *at_least}}
    grid = Grid(points, prover.meeting.joined, layout)
    values = grid.outputs(program)
    reference = theorem.equations(case, grid.at_rest_but(theorem.kept | ALWAYS))
    right = theorem.wanted(list(values), reference, case)
    return {place: compared(place, values[place], right[place], grid) for place in values}


def closest(found: Generated, kernel: str, states: int) -> float:
    """Return the largest difference at random states, over its bound."""
    program, bounds = read_back(found, kernel), bounds_of(found, kernel)
    prover = found.prover
    own = theorem_of(kernel, found.subject, prover.robot)
    assert not isinstance(own, str)
    theorem, case = own
    sizes = {"q": found.subject.positions, "fext": 6 * len(prover.robot.wrenches)}
    worst = 0.0
    for state in random_states(found.subject.count, states, prover.robot.layout, sizes):
        scalars = Apart(state, theorem.kept | ALWAYS, theorem.apart)
        reference, values = theorem.equations(case, scalars), scalars.values
        mine = outputs(program, state)
        right = theorem.wanted(list(mine), reference, case)
        for place, x in mine.items():
            bound = 0.0
            for c in bounds[place]:
                size = Number(1)
                for name in c.monomial:
                    size = size * abs(values[name])
                bound += c.bound * float(size)
            off = abs(float(x - right[place].at(values)))
            worst = max(worst, off / bound if bound else (2.0 if off else 0.0))
    return worst


@pytest.mark.parametrize("robot", ["flying", "cart", "ball"])
def test_no_difference_exceeds_its_bound(robot: str, tmp_path: Path) -> None:
    found = generated(tmp_path, ROBOTS[robot], "--kernels", ",".join(KERNELS))
    ratios = [closest(found, kernel, STATES) for kernel in KERNELS]
    assert max(ratios) <= 1
    assert max(ratios) > 0.1  # bounds that are far too large would prove little
