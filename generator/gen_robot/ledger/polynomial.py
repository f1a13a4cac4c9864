"""Polynomials in n with exact coefficients: how an operation count grows with the joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest


@dataclass(frozen=True)
class Polynomial:
    """Hold the coefficients of 1, n, n^2, ..."""

    coefficients: tuple[Fraction, ...]

    def __call__(self, n: int) -> int:
        """Return the count for n joints; one that is not whole is a mistake in the table."""
        value = sum((c * n**k for k, c in enumerate(self.coefficients)), start=Fraction())
        assert value.denominator == 1, f"{self} is no whole number at n = {n}"
        return value.numerator

    def __add__(self, other: Polynomial) -> Polynomial:
        pairs = zip_longest(self.coefficients, other.coefficients, fillvalue=Fraction())
        return Polynomial(tuple(a + b for a, b in pairs))

    @property
    def degree(self) -> int:
        return max((k for k, c in enumerate(self.coefficients) if c), default=0)

    def __str__(self) -> str:
        terms = [(k, c) for k, c in reversed(list(enumerate(self.coefficients))) if c]
        text = "".join(_term(k, c) for k, c in terms).removeprefix("+")
        return text or "0"


def polynomial(*coefficients: str | int) -> Polynomial:
    """Return a polynomial from its coefficients as a paper prints them, the highest power first."""
    return Polynomial(tuple(Fraction(c) for c in reversed(coefficients)))


def through(counts: Sequence[int], first: int) -> Polynomial:
    """Return the polynomial through counts at n = first, first + 1, ... (Newton's differences)."""
    result = Polynomial(())
    basis = [Fraction(1)]  # (n - first) (n - first - 1) ... / k!
    differences = list(counts)
    for k in range(len(counts)):
        result = result + Polynomial(tuple(c * differences[0] for c in basis))
        differences = [b - a for a, b in pairwise(differences)]
        shifted = [Fraction(), *basis]
        for power, c in enumerate(basis):
            shifted[power] -= c * (first + k)
        basis = [c / (k + 1) for c in shifted]
    return result


def _term(power: int, c: Fraction) -> str:
    size = abs(c)
    # Halves are printed as decimals, as the papers do; thirds and sixths stay fractions.
    number = str(size) if size.denominator in (1, 3, 6) else f"{float(size):g}"
    letters = ("", "n")[power] if power < 2 else f"n^{power}"
    if "/" in number and letters:
        number = f"({number})"
    return f"{'-' if c < 0 else '+'}{'' if size == 1 and power else number}{letters}"
