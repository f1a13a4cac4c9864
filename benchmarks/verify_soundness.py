"""Hold the bounds of gen-robot verify against differences and errors at many random states.

    python benchmarks/verify_soundness.py generated/puma560 --states 25000

prints a row for each kernel: the largest difference from Newton and Euler over its bound, in numbers of
more than 60 digits; the largest error of double arithmetic over its bound; and how many times larger
than the measured error the bound is, on the geometric mean over elements. The first two must not exceed
1. The last row is that mean over the elements of all kernels.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gen_robot.algebra.number import Number
from gen_robot.description.description import Description
from gen_robot.readers.robot_files import read
from gen_robot.verification.dynamics import POLYNOMIAL
from gen_robot.verification.equality import Coefficient, compared
from gen_robot.verification.extent import Angle, angles, degrees
from gen_robot.verification.folder import READERS, Subject, read_folder
from gen_robot.verification.grid import Grid
from gen_robot.verification.newton_euler import torques
from gen_robot.verification.polynomial import exactly
from gen_robot.verification.program import COS, INPUT, LITERAL, SIN, Place, Program
from gen_robot.verification.prove import Prover
from gen_robot.verification.robot import Body
from gen_robot.verification.rounding import rounding
from gen_robot.verification.theorem import Case, Theorem

TABLE = 500  # angles whose sines are known to 60 digits; states are drawn from them
AT_ONCE = 5000  # states
KERNELS = ("inertia_matrix", "bias", "inverse_dynamics", "inertia_and_bias", "gravity")
_STATE = ("q", "qd", "qdd")
BITS = 240  # behind the point: what is 1e-12 still has 60 digits
OWN = 1e-58  # what the arithmetic here may lose, of the largest term


class Many:
    """Represent a number at many states in fixed point; closed under + - * and unary minus."""

    __slots__ = ("units",)

    def __init__(self, units: Any) -> None:
        self.units = units  # an integer, or an array of them: multiples of 2^-BITS

    @staticmethod
    def of(x: Any) -> Many:
        """Return doubles exactly, or to the last of BITS."""
        return Many(_UNITS(x))

    @property
    def doubles(self) -> Any:
        return np.asarray(_DOUBLES(self.units), dtype=float)

    def __bool__(self) -> bool:
        return bool(np.any(self.units))

    def __add__(self, other: Many) -> Many:
        return Many(self.units + other.units)

    def __neg__(self) -> Many:
        return Many(-self.units)

    def __sub__(self, other: Many) -> Many:
        return Many(self.units - other.units)

    def __mul__(self, other: Many) -> Many:
        return Many((self.units * other.units) >> BITS)


def _units(x: float) -> int:
    top, bottom = float(x).as_integer_ratio()
    return (top << BITS) // bottom


_UNITS = np.frompyfunc(_units, 1, 1)
_DOUBLES = np.frompyfunc(lambda units: units / (1 << BITS), 1, 1)


def many(x: Number) -> Many:
    """Return a number to the last of BITS."""
    mantissa, exponent = x.binary
    shift = exponent + BITS
    return Many(mantissa << shift if shift >= 0 else mantissa >> -shift)


@dataclass(frozen=True)
class States:
    """Hold states as the scalars of the equations; unit accelerations give columns of M."""

    values: Mapping[Place, Any]  # as doubles
    turns: Mapping[int, tuple[Many, Many]]
    still: frozenset[str] = frozenset()  # arrays that count as zero
    unit: int | None = None  # the coordinate that alone accelerates, by 1

    def constant(self, x: Number) -> Many:
        return many(x)

    def rounded(self, x: float) -> Many:
        return Many.of(x)

    def turn(self, body: Body) -> tuple[Many, Many]:
        return self.turns[body.first]

    def given(self, name: str, index: int) -> Many:
        if name == "qdd" and self.unit is not None:
            return Many.of(float(index == self.unit))
        if name in self.still or (name, index) not in self.values:
            return Many(0)
        return Many.of(self.values[name, index])


def drawn(prover: Prover, count: int, seed: int) -> States:
    """Return states of the box, half of them with rates at their limits."""
    chosen = np.random.default_rng(seed)
    values: dict[Place, Any] = {}
    turns: dict[int, tuple[Many, Many]] = {}
    turning = {body.angle for body in prover.robot.chain}
    for (array, index), limit in sorted(prover.box.limits.items()):
        if array not in _STATE:
            continue
        if array == "q" and index in turning:
            table = chosen.uniform(-limit, limit, TABLE)
            both = [exactly(x).cos_sin() for x in table]
            picked = chosen.integers(0, TABLE, count)
            values[array, index] = table[picked]
            cosines, sines = (np.array([many(each[k]).units for each in both]) for k in (0, 1))
            turns[index] = Many(cosines[picked]), Many(sines[picked])
        else:
            x = chosen.uniform(-limit, limit, count)
            if array != "q":
                x[::2] = np.copysign(limit, x[::2])
            values[array, index] = x
    return States(values, turns)


def precisely(program: Program, states: States) -> dict[Place, Many]:
    """Return a program's outputs with 60 digits; sines of sums by the theorem of addition."""
    sums = angles(program)
    values: list[Any] = []
    for node in program.nodes:
        parts = [values[k] for k in node.arguments]
        if node.op == LITERAL:
            values.append(Many.of(node.literal))
        elif node.op == INPUT:
            values.append(states.given(*node.place))
        elif node.op in (SIN, COS):
            cosine, sine = _turned(sums[node.arguments[0]], states)
            values.append(sine if node.op == SIN else cosine)
        else:
            values.append(_applied(node.op, parts))
    return {place: values[number] for place, number in program.outputs.items()}


def as_computed(program: Program, states: States) -> dict[Place, Any]:
    """Return a program's outputs in doubles, as a processor computes them."""
    values: list[Any] = []
    for node in program.nodes:
        parts = [values[k] for k in node.arguments]
        if node.op == LITERAL:
            values.append(np.float64(node.literal))
        elif node.op == INPUT:
            values.append(states.values[node.place])
        elif node.op in (SIN, COS):
            values.append(np.sin(parts[0]) if node.op == SIN else np.cos(parts[0]))
        else:
            values.append(_applied(node.op, parts))
    return {place: values[number] for place, number in program.outputs.items()}


def _applied(op: str, parts: list[Any]) -> Any:
    if op == "neg":
        return -parts[0]
    a, b = parts
    return a + b if op == "add" else a - b if op == "sub" else a * b


def _turned(angle: Angle, states: States) -> tuple[Many, Many]:
    cosine, sine = map(many, exactly(float(angle.shift)).cos_sin())
    for index, times in sorted(angle.multiples.items()):
        c, s = states.turns[index]
        for _ in range(abs(times)):
            s_here = s if times > 0 else -s
            cosine, sine = cosine * c - sine * s_here, sine * c + cosine * s_here
    return cosine, sine


@dataclass(frozen=True)
class Row:
    """Hold what was found of one kernel."""

    kernel: str
    difference: float  # from the reference, over its bound
    error: float  # of doubles, over its bound
    ratios: tuple[float, ...]  # bound over the largest error, of each element that has one

    @property
    def idle(self) -> float:
        return mean(self.ratios)


def mean(ratios: Sequence[float]) -> float:
    """Return the geometric mean."""
    return float(np.exp(np.mean(np.log(ratios)))) if ratios else 1.0


def measured(subject: Subject, description: Description, kernel: str, count: int) -> Row:
    """Return how bounds compare with what happens at random states."""
    prover = Prover(subject, description)
    source = subject.sources[0]
    program = READERS["c"][1](source.text, source.file, subject.kernels[kernel]["c"])
    theorem = POLYNOMIAL[kernel]
    bounds = _coefficients(prover, program, theorem)
    limits = rounding(program, prover.box)
    assert limits is not None
    worst = 0.0
    errors = dict.fromkeys(program.outputs, 0.0)
    for seed, first in enumerate(range(0, count, AT_ONCE)):
        states = drawn(prover, min(AT_ONCE, count - first), seed)
        exact = precisely(program, states)
        right = _reference(prover, theorem, states, list(exact))
        doubles = as_computed(program, states)
        for place, own in exact.items():
            bound, size = _at_states(bounds[place], states)
            gap = np.abs((own - right[place]).doubles) - OWN * size
            worst = max(worst, float(np.max(gap / np.maximum(bound, 1e-300))))
            rounded = Many.of(doubles[place]) - own
            errors[place] = max(errors[place], float(np.max(np.abs(rounded.doubles))))
    ratios = tuple(limits[place] / error for place, error in errors.items() if error)
    return Row(kernel, worst, max((1 / ratio for ratio in ratios), default=0.0), ratios)


def _coefficients(
    prover: Prover, program: Program, theorem: Theorem
) -> dict[Place, list[Coefficient]]:
    found, least, case = degrees(program), prover.robot.degrees(), Case(prover.robot)
    points = {a: 2 * max(found.get(a, 0), least.get(a, 0)) + 1 for a in {*least, *found}}
    grid = Grid(points, prover.meeting.joined, prover.robot.layout)
    own = grid.outputs(program)
    reference = theorem.equations(case, grid.at_rest_but(theorem.kept))
    right = theorem.wanted(list(own), reference, case)
    return {place: compared(place, own[place], right[place], grid) for place in own}


def _at_states(coefficients: list[Coefficient], states: States) -> tuple[Any, Any]:
    """Return the bound at each state, and the size of what it is a bound on."""
    bound: Any = 0.0
    size: Any = 0.0
    for c in coefficients:
        monomial: Any = 1.0
        for variable in c.monomial:
            array, _, rest = variable.partition("[")
            monomial = monomial * np.abs(states.values[array, int(rest[:-1])])
        bound = bound + c.bound * monomial
        size = size + c.size * monomial
    return bound, size


def _reference(
    prover: Prover, theorem: Theorem, states: States, places: list[Place]
) -> dict[Place, Many]:
    """Return what outputs have to be, by Newton and Euler at the states."""
    chain, gravity, still = prover.robot.chain, prover.robot.gravity, [Number(0)] * 3
    rows: dict[str, Any] = {}
    count = prover.subject.count
    for array in theorem.outputs:
        if array == "M":
            columns = [torques(chain, still, _with(states, {"qd"}, k)) for k in range(count)]
            rows[array] = [columns[j][i] for i in range(count) for j in range(count)]
        else:
            zero = {"h": {"qdd"}, "g": {"qd", "qdd"}, "tau": set()}[array]
            rows[array] = torques(chain, gravity, _with(states, zero))
    return {(array, index): rows[array][index] for array, index in places}


def _with(states: States, still: set[str], unit: int | None = None) -> States:
    return States(states.values, states.turns, frozenset(still), unit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("robot", nargs="?")
    parser.add_argument("--kernels", help="comma-separated; default: all that can be proved")
    parser.add_argument("--states", type=int, default=25000)
    asked = parser.parse_args()
    subject = read_folder(asked.folder)
    robot = asked.robot or subject.robot_file.removesuffix(".yaml")
    description = read(robot, snap=subject.snap, edits=subject.edits)
    known = [k for k in KERNELS if k in subject.kernels]
    print(f"{subject.name}: {asked.states} states")
    print("kernel            difference / bound  error / bound  bound / error, mean")
    ratios: list[float] = []
    for kernel in (asked.kernels or ",".join(known)).split(","):
        row = measured(subject, description, kernel, asked.states)
        ratios += row.ratios
        print(
            f"{kernel:16}  {row.difference:18.3f}  {row.error:13.3f}  {row.idle:19.1f}", flush=True
        )
    print(f"{'all':16}  {'':18}  {'':13}  {mean(ratios):19.1f}")


if __name__ == "__main__":
    main()
