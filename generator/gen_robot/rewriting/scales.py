"""Scales: compute multiples of values, such that as many coefficients as possible become 1 or -1.

Each sum may be computed times any number, if whatever uses it is told. A coefficient vanishes if the
scales of its sum and of its factors are right: an equation each, of which as many as possible are
to hold. They are looked for by ejection chains: satisfy one by shifting one scale, then those that
broke, as long as the best end of the chain may still be ahead.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from gen_robot.rewriting.coefficients import PLUS, UNITS
from gen_robot.rewriting.sums import EMPTY, Sums, Terms

ROUNDS, CHAINS, HEAT = 2, 4, 0.15
"""Chains are begun so many times for each sum, in so many rounds that begin with this heat."""

LONGEST, WIDEST = 30, 12
"""Shifts of a chain, and the equations among which each is chosen."""

Equation = tuple[int, int]
"""A sum and one of its products, or -1 and the place of a reference."""

Shift = tuple[int, int]
"""A sum and what it is multiplied by."""


class Scales:
    """Hold shifts of scales that are not in the sums yet."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums
        self.scale: dict[int, int] = {}
        self.now: dict[Equation, int] = {}  # coefficients, where they are not as in the sums
        self._of: dict[int, list[tuple[Equation, int]]] = {}
        self._shifts: dict[Equation, list[tuple[int, int]]] = {}

    def coefficient(self, equation: Equation) -> int:
        found = self.now.get(equation)
        if found is None:
            value, at = equation
            sums = self.sums
            found = sums.references[at][0] if value < 0 else sums.terms[value][at]
        return found

    def equations(self, value: int) -> list[tuple[Equation, int]]:
        """Return the equations of a sum's scale, and its exponent in each."""
        found = self._of.get(value)
        if found is None:
            sums = self.sums
            factors = sums.products.factors
            found = [((value, p), 1) for p in sums.terms[value] if p != EMPTY]
            for user in sums.users.get(value, ()):
                for p in sums.terms[user]:
                    own = factors[p]
                    if value in own:
                        found.append(((user, p), -own.count(value)))
            if sums.held.get(value):
                asked = enumerate(sums.references)
                found += [((-1, place), -1) for place, (_, v) in asked if v == value]
            self._of[value] = found
        return found

    def variables(self, equation: Equation) -> list[tuple[int, int]]:
        """Return the sums whose scales an equation has, and their exponents."""
        found = self._shifts.get(equation)
        if found is None:
            sums = self.sums
            value, at = equation
            if value < 0:
                own: tuple[int, ...] = (sums.references[at][1],)
                found = []
            else:
                own = sums.products.factors[at]
                found = [(value, 1)]
            for v in dict.fromkeys(own):
                if v >= sums.atoms:
                    found.append((v, -own.count(v)))
            self._shifts[equation] = found
        return found

    def shifts(self, equation: Equation) -> list[Shift]:
        """Return the shifts of one scale each that satisfy an equation."""
        coefficients = self.sums.coefficients
        size = self.coefficient(equation) & ~1
        found = []
        for value, power in self.variables(equation):
            if power == 1:
                found.append((value, coefficients.inverse(size)))
            elif power == -1:
                found.append((value, size))
            elif power == -2:
                found.append((value, coefficients.root(size)))
        return found

    def gain(self, shift: Shift) -> int:
        """Return how many more coefficients a shift would make vanish."""
        value, by = shift
        coefficients = self.sums.coefficients
        inverse = coefficients.inverse(by)
        total = 0
        for equation, power in self.equations(value):
            c = self.coefficient(equation)
            if c < UNITS:
                total -= 1
            elif power == 1:
                total += coefficients.times(c, by) < UNITS
            else:
                c = coefficients.times(c, inverse)
                if power < -1:
                    for _ in range(-1 - power):
                        c = coefficients.times(c, inverse)
                total += c < UNITS
        return total

    def shift(self, shift: Shift) -> list[Equation]:
        """Shift a scale; return the equations that held and do not any more."""
        value, by = shift
        coefficients = self.sums.coefficients
        inverse = coefficients.inverse(by)
        broken = []
        for equation, power in self.equations(value):
            c = self.coefficient(equation)
            held = c < UNITS
            for _ in range(abs(power)):
                c = coefficients.times(c, by if power > 0 else inverse)
            self.now[equation] = c
            if held:
                broken.append(equation)
        self.scale[value] = coefficients.times(self.scale.get(value, PLUS), by)
        return broken

    def chain(self, first: Shift, random: Random, hope: float = 0.0, longest: int = LONGEST) -> int:
        """Shift scales one after the other and stay at the best end; return what it gains.

        An end with a loss is stayed at if the loss is within the hope.
        """
        done: list[Shift] = []
        best, best_at, total = -(10**9), 0, 0
        moved: set[int] = set()
        broken: dict[Equation, None] = {}
        shift: Shift | None = first
        while shift is not None and len(done) < longest:
            total += self.gain(shift)
            for equation in self.shift(shift):
                broken[equation] = None
            done.append(shift)
            moved.add(shift[0])
            if total > best:
                best, best_at = total, len(done)
            shift = None
            for equation in [e for e in broken if self.coefficient(e) < UNITS]:
                del broken[equation]
            waiting = list(broken)
            if len(waiting) > WIDEST:
                waiting = random.sample(waiting, WIDEST)
            most = -(10**9)
            for equation in waiting:
                for other in self.shifts(equation):
                    if other[0] not in moved:
                        gained = self.gain(other)
                        if gained > most or (gained == most and random.random() < 0.3):
                            most, shift = gained, other
        keep = best_at if best >= hope else 0
        while len(done) > keep:
            value, by = done.pop()
            self.shift((value, self.sums.coefficients.inverse(by)))
        return best if keep else 0

    def unsatisfied(self, values: Iterable[int]) -> list[Equation]:
        found = []
        for value in values:
            for equation, _ in self.equations(value):
                if self.coefficient(equation) >= UNITS:
                    found.append(equation)
        return list(dict.fromkeys(found))

    def apply(self) -> None:
        """Put the shifts into the sums."""
        sums = self.sums
        changed: dict[int, Terms] = {}
        for (value, at), coefficient in self.now.items():
            if value < 0:
                if sums.references[at][0] != coefficient:
                    sums.refer(at, (coefficient, sums.references[at][1]))
            elif sums.terms[value][at] != coefficient:
                changed.setdefault(value, {})[at] = coefficient
        for value in self.scale:
            constant = sums.terms[value].get(EMPTY)
            if constant is not None and self.scale[value] != PLUS:
                new = sums.coefficients.times(constant, self.scale[value])
                changed.setdefault(value, {})[EMPTY] = new
        for value in sorted(changed):
            sums.set(value, {p: changed[value].get(p, c) for p, c in sums.terms[value].items()})


def absorb_scales(sums: Sums, random: Random) -> None:
    """Choose the scales of all sums, cooling down in each round."""
    scales = Scales(sums)
    saved = best = 0
    keep: dict[int, int] = {}
    values = sorted(sums.terms)
    chains = CHAINS * len(values)
    for _ in range(ROUNDS):
        waiting: list[Equation] = []
        for number in range(chains):
            waiting = waiting or _shuffled(scales.unsatisfied(values), random)
            if not waiting:
                break
            equation = waiting.pop()
            shifts = scales.shifts(equation)
            if shifts and scales.coefficient(equation) >= UNITS:
                # So large a loss is accepted: one of d in exp(-d / heat) of all cases.
                hope = -HEAT * (1 - number / chains) * random.expovariate(1.0)
                saved += scales.chain(random.choice(shifts), random, hope)
                if saved > best:
                    best, keep = saved, dict(scales.scale)
        # From the best so far.
        scales, saved = Scales(sums), best
        for value, by in keep.items():
            if by != PLUS:
                scales.shift((value, by))
    scales.apply()


def _shuffled(equations: list[Equation], random: Random) -> list[Equation]:
    random.shuffle(equations)
    return equations
