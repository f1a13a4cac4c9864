"""Whether two polynomials of angles are one: a bound on their difference at every state.

Both are trigonometric polynomials of known degree, so their difference is determined by its values
on the grid. It is at most the sum of its Fourier coefficients' sizes, and at most the grid's largest
value times the Lebesgue constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gen_robot.verification.double_double import UNIT, Doubles, Pair, added, multiplied, pair
from gen_robot.verification.grid import Grid
from gen_robot.verification.polynomial import Monomial
from gen_robot.verification.program import Place
from gen_robot.verification.tensors import Axes, Tensor, Value

_SLACK = 1e-9  # of the largest value: what a Fourier transform in doubles loses
_SLACK_OF_ONE = 1e-13  # of the largest value, in one coefficient
_OFTEN = 50.0  # times what a few random roundings do to a harmonic
_SURE = 2.0  # times what rounding of literals explains


@dataclass(frozen=True)
class Coefficient:
    """Hold what is known of the difference in one monomial of one output."""

    place: Place
    monomial: Monomial
    bound: float  # of the difference, at every state
    explained: float  # by rounding each literal once
    floor: float  # what our own arithmetic leaves open
    size: float  # of the coefficient itself, on the grid
    worst: float  # the largest difference on the grid
    where: tuple[tuple[int, float], ...]  # angles at which it is
    should_be: float  # there
    harmonic: float  # the largest, over what rounding the literals at random does to it

    @property
    def is_proved(self) -> bool:
        return self.bound <= _SURE * (self.explained + self.floor) and self.harmonic <= 1

    @property
    def is_refuted(self) -> bool:
        return self.harmonic > 1 or (
            not self.is_proved and self.worst > self.explained + self.floor
        )


def compared(
    place: Place, program: Value, reference: Value, grid: Grid, shaken: Sequence[Value] = ()
) -> list[Coefficient]:
    """Return the difference of an output from what it should be, monomial by monomial.

    `shaken` is the same output with each literal off by a random rounding, a few times.
    """
    difference = program - reference
    moved = [each - program for each in shaken]
    return [
        _coefficient(place, m, tensors, program, reference, grid, moved)
        for m, tensors in sorted(difference.terms.items())
    ]


def _coefficient(
    place: Place,
    monomial: Monomial,
    tensors: Sequence[Tensor],
    program: Value,
    reference: Value,
    grid: Grid,
    moved: Sequence[Value],
) -> Coefficient:
    parts = apart(tensors)
    bound = floor = worst = 0.0
    where: dict[int, float] = {}
    for part in parts:
        growth = grid.growth(part.axes)
        harmonics = spectrum(part)
        bound += min(harmonics, growth * part.size) + growth * part.radius
        floor += growth * part.radius
        peak = np.unravel_index(int(np.argmax(np.abs(part.doubles))), part.doubles.shape)
        if part.size > worst:
            worst = part.size
            where = {
                axis: 2 * np.pi * int(k) / grid.points[axis]
                for axis, k in zip(part.axes, peak, strict=True)
            }
    wanted = reference.terms.get(monomial, ())
    own = program.terms.get(monomial, ())
    # The reference, too, may hold a constant that was rounded: the manifest's.
    budget = sum(t.budget for t in (*own, *wanted))
    return Coefficient(
        place,
        monomial,
        bound,
        budget,
        floor,
        sum(t.size for t in wanted),
        worst,
        tuple(sorted(where.items())),
        sum(_at(t, where, grid) for t in wanted),
        _harmonic(parts, [each.terms.get(monomial, ()) for each in moved]),
    )


def _harmonic(parts: Sequence[Tensor], moved: Sequence[Sequence[Tensor]]) -> float:
    """Return the largest harmonic of a difference, over what it may be.

    A wrong constant that is small beside others hides below what rounding those may do, but not in
    its own harmonics.
    """
    spread = [_like(parts, tensors) for tensors in moved]
    if not spread or any(each is None for each in spread):
        return 0.0
    worst = 0.0
    for number, part in enumerate(parts):
        own = _amplitudes(part)
        others = [_amplitudes(each[number]) for each in spread if each is not None]
        noise = part.radius + _SLACK_OF_ONE * max(part.size, *(t[number].size for t in spread if t))
        allowed = _OFTEN * np.maximum.reduce(others) + 2 * noise
        worst = max(worst, float(np.max(own / allowed)) if part.size else 0.0)
    return worst


def _like(parts: Sequence[Tensor], tensors: Sequence[Tensor]) -> list[Tensor] | None:
    """Return a sum of tensors in parts of the same axes, each harmonic where it is in those."""
    result = [t.scaled_to_zero for t in parts]
    for tensor in tensors:
        for number, part in enumerate(parts):
            if set(tensor.axes) <= set(part.axes):
                result[number] = result[number].plus(tensor, part.axes)
                break
        else:
            return None
    return apart(result)


def _amplitudes(tensor: Tensor) -> Doubles:
    """Return the sizes of the Fourier coefficients, one of each two that are conjugate.

    Those come in pairs but for the ones that are constant in the last angle.
    """
    if not tensor.axes:
        return np.abs(tensor.doubles)
    if not tensor.size:
        return np.zeros((*tensor.doubles.shape[:-1], tensor.doubles.shape[-1] // 2 + 1))
    scaled = tensor.doubles / tensor.size
    return np.asarray(np.abs(np.fft.rfftn(scaled)) * (tensor.size / scaled.size))


def apart(tensors: Sequence[Tensor]) -> list[Tensor]:
    """Return the same sum with each harmonic in one tensor only: the last that has its angles.

    Limbs share what depends on the joints before them, and it may be written into any of them.
    """
    parts = list(tensors)
    for k, first in enumerate(parts):
        for j in range(k + 1, len(parts)):
            common = tuple(a for a in first.axes if a in parts[j].axes)
            mean = _mean(first, common)
            first = first.plus(mean.negative, first.axes)
            parts[j] = parts[j].plus(mean, parts[j].axes)
        parts[k] = first
    return parts


def _mean(tensor: Tensor, kept: Axes) -> Tensor:
    """Return the mean over all axes but these."""
    values = tensor.values
    for position in range(len(tensor.axes) - 1, -1, -1):
        if tensor.axes[position] not in kept:
            values = _mean_along(values, position)
    count = tensor.doubles.size
    return Tensor.of(kept, values, tensor.radius + 2 * count * UNIT * tensor.size, tensor.budget)


def _mean_along(values: Pair, axis: int) -> Pair:
    count = values.high.shape[axis]
    slices = [
        Pair(np.asarray(values.high.take(k, axis)), np.asarray(values.low.take(k, axis)))
        for k in range(count)
    ]
    total = slices[0]
    for each in slices[1:]:
        total = added(total, each)
    return multiplied(total, pair(Fraction(1, count)))


def spectrum(tensor: Tensor) -> float:
    """Return the sum of the Fourier coefficients' sizes, or more."""
    if not tensor.size or not tensor.axes:
        return tensor.size
    amplitudes = _amplitudes(tensor)
    total = 2 * float(amplitudes.sum()) - float(amplitudes[..., 0].sum())
    return total + tensor.size * _SLACK


def _at(tensor: Tensor, where: dict[int, float], grid: Grid) -> float:
    index = tuple(
        round(where.get(axis, 0.0) * grid.points[axis] / (2 * np.pi)) % grid.points[axis]
        for axis in tensor.axes
    )
    return float(tensor.doubles[index])
