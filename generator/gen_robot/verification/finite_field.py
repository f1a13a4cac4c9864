"""Numbers modulo a prime, with square roots adjoined: where an identity of formulas shows exactly.

A formula that is zero is so for all numbers; one that is not has at most D zeros among the p choices of
a symbol, D its degree. Roots are symbols r with r r = d, so what holds for them holds for either root.
"""

from __future__ import annotations

from random import Random
from typing import Any

from gen_robot.algebra.number import Number

BITS = 61
"""Of primes."""

_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # decide below 3e24


class NoInverse(Exception):
    """Say that a number has no inverse, or none that is written with one term."""


def random_prime(chosen: Random) -> int:
    """Return a prime of BITS bits."""
    while True:
        candidate = chosen.getrandbits(BITS) | 1 << (BITS - 1) | 1
        if all(_passes(candidate, witness) for witness in _WITNESSES):
            return candidate


def _passes(n: int, witness: int) -> bool:
    """Tell whether an odd number passes Miller's and Rabin's test."""
    twos = ((n - 1) & -(n - 1)).bit_length() - 1
    x = pow(witness, (n - 1) >> twos, n)
    if x in (1, n - 1):
        return True
    for _ in range(twos - 1):
        x = x * x % n
        if x == n - 1:
            return True
    return False


class Field:
    """Give numbers of one field, and the roots that are adjoined to it."""

    def __init__(self, prime: int) -> None:
        self.prime = prime
        self.squares: list[int] = []

    def number(self, x: Number | float | int) -> Residue:
        """Return what a number with finitely many bits is here."""
        if isinstance(x, Number):
            mantissa, exponent = x.binary
            value = mantissa * pow(2, exponent, self.prime)
        elif isinstance(x, float):
            top, bottom = x.as_integer_ratio()
            value = top * pow(bottom, -1, self.prime)
        else:
            value = x
        return self.of({0: value})

    def of(self, terms: dict[int, int]) -> Residue:
        reduced = {roots: value % self.prime for roots, value in terms.items()}
        return Residue(self, {roots: value for roots, value in reduced.items() if value})

    def root(self, of: Residue) -> Residue:
        """Return a symbol whose square this is; of a number without roots."""
        if set(of.terms) != {0}:
            raise NoInverse("a root of what contains roots, or of zero")
        self.squares.append(of.terms[0])
        return self.of({1 << (len(self.squares) - 1): 1})

    def square_of(self, roots: int) -> int:
        """Return the product of the squares of some roots, which are the bits of a number."""
        product, place = 1, 0
        while roots >> place:
            if roots >> place & 1:
                product = product * self.squares[place] % self.prime
            place += 1
        return product


class Residue:
    """Represent a sum of products of roots; closed under + - * and, of one term, /."""

    __slots__ = ("field", "terms")

    def __init__(self, field: Field, terms: dict[int, int]) -> None:
        self.field = field
        self.terms = terms

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Residue) and self.terms == other.terms

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Residue) -> Residue:
        terms = dict(self.terms)
        for roots, value in other.terms.items():
            terms[roots] = terms.get(roots, 0) + value
        return self.field.of(terms)

    def __neg__(self) -> Residue:
        return self.field.of({roots: -value for roots, value in self.terms.items()})

    def __sub__(self, other: Residue) -> Residue:
        return self + -other

    def __mul__(self, other: Residue) -> Residue:
        terms: dict[int, int] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                both = left & right
                value = a * b * self.field.square_of(both) if both else a * b
                terms[left ^ right] = terms.get(left ^ right, 0) + value
        return self.field.of(terms)

    def __truediv__(self, other: Residue) -> Residue:
        if len(other.terms) != 1:
            raise NoInverse("a division by zero, or by a sum with roots")
        ((roots, value),) = other.terms.items()
        norm = value * self.field.square_of(roots) % self.field.prime
        return self * self.field.of({roots: pow(norm, -1, self.field.prime)})
