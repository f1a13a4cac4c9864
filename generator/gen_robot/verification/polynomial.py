"""Polynomials in named variables with numbers of 60 digits: what the reference is at one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gen_robot.algebra.number import ONE, ZERO, Number

Monomial = tuple[str, ...]
"""Names of variables, sorted, each as often as its power."""

STEP, STEP_BEFORE = "~", "}"
"""Arrays of first-order steps in the directions of the velocities, one taken before the other:
products of two elements of one array are zero. Names that begin so sort behind all others."""


def vanishes(m: Monomial, n: Monomial) -> bool:
    """Tell whether the product of two monomials is of second order in steps of one array."""
    if not m or not n or m[-1] < STEP_BEFORE or n[-1] < STEP_BEFORE:
        return False
    both = {v[0] for v in m[-2:]} & {v[0] for v in n[-2:]}
    return STEP in both or STEP_BEFORE in both


class Polynomial:
    """Represent a polynomial; closed under + - * and unary minus."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Number]) -> None:
        self.terms = terms

    @staticmethod
    def constant(x: Number) -> Polynomial:
        return Polynomial({(): x} if x else {})

    @staticmethod
    def variable(name: str) -> Polynomial:
        return Polynomial({(name,): ONE})

    def of_terms(self, terms: Mapping[Monomial, Number]) -> Polynomial:
        """Return a polynomial with other terms."""
        return Polynomial(terms)

    def number(self, x: Number | float, rounding: float = 0.0) -> Polynomial:
        """Return a constant of the same kind; `rounding` is of no account here."""
        return Polynomial.constant(exactly(x) if isinstance(x, float) else x)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: Polynomial) -> Polynomial:
        if not self.terms or not other.terms:
            return self if self.terms else other
        terms = dict(self.terms)
        for monomial, x in other.terms.items():
            terms[monomial] = terms[monomial] + x if monomial in terms else x
        return Polynomial(terms)

    def __neg__(self) -> Polynomial:
        return Polynomial({m: -x for m, x in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        terms: dict[Monomial, Number] = {}
        for m, x in self.terms.items():
            for n, y in other.terms.items():
                if vanishes(m, n):
                    continue
                key = tuple(sorted(m + n))
                terms[key] = terms[key] + x * y if key in terms else x * y
        return Polynomial(terms)

    def at(self, values: Mapping[str, Number]) -> Number:
        """Return the value where variables have these."""
        total = ZERO
        for monomial, x in self.terms.items():
            for name in monomial:
                x = x * values[name]
            total = total + x
        return total


def exactly(x: float) -> Number:
    """Return a double with 60 digits."""
    top, bottom = x.as_integer_ratio()
    return Number(top) / Number(bottom)


def without(value: Any, *arrays: str) -> Any:
    """Return the terms in which no element of these arrays stands."""
    begins = tuple(f"{array}[" for array in arrays)
    terms = {m: t for m, t in value.terms.items() if not any(v.startswith(begins) for v in m)}
    return value.of_terms(terms)


def factor(value: Any, variable: str) -> Any:
    """Return what a variable is multiplied by, in a polynomial that is linear in it."""
    terms = {
        tuple(v for v in m if v != variable): t for m, t in value.terms.items() if variable in m
    }
    return value.of_terms(terms)


def derivative(value: Any, variable: str) -> Any:
    """Return the partial derivative by a variable."""
    found = value.of_terms({})
    for monomial, term in value.terms.items():
        power = monomial.count(variable)
        if power:
            rest = list(monomial)
            rest.remove(variable)
            found = found + value.of_terms({tuple(rest): term}) * value.number(Number(power))
    return found


def times_variable(value: Any, variable: str) -> Any:
    """Return a polynomial times one variable."""
    return value.of_terms({tuple(sorted((*m, variable))): t for m, t in value.terms.items()})
