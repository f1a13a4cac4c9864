"""A normal form of what is made of sines and cosines: sums of harmonics.

Products of sines and cosines are sums of sines and cosines of sums of angles. So whatever a robot's
kernels compute without dividing is a sum of terms P cos(k q) and P sin(k q), where k q is a sum of
multiples of the angles and P a polynomial in all else, and there is one such sum only: two formulas are
equal if and only if their sums are. What is divided by, and what a root is taken of, is
brought into that form by itself and stands in P as an unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.polys.rings import PolyElement, PolyRing

from gen_robot.formulas.exact import exact
from gen_robot.formulas.expressions import MEANING, Symbols, element
from gen_robot.ir.graph import live
from gen_robot.ir.node import ADD, CONST, COS, DIV, INPUT, MUL, NEG, SIN, SUB, Node

Angle = tuple[tuple[int, Fraction], ...]
"""Multiples of generators of the ring, by their numbers there, the first one positive."""

Harmonic = tuple[bool, Angle]
"""Whether it is a sine, and of what; the cosine of nothing is 1."""

Sum = dict[Harmonic, PolyElement]

ONE: Harmonic = (False, ())


def normal_forms(roots: Sequence[Node], symbols: Symbols) -> list[sympy.Expr]:
    """Return the roots as sums of harmonics, in the symbols of their inputs."""
    nodes = live(roots)
    return _Ring(nodes, symbols).expressions(nodes, roots)


class _Ring:
    """Compute with sums of harmonics over one ring of polynomials.

    Its generators are the inputs, the constants that are no fractions, and one for each node whose
    value is no polynomial; `meanings` says what they stand for.
    """

    def __init__(self, nodes: Iterable[Node], symbols: Symbols) -> None:
        self.meanings: dict[int, sympy.Expr] = {}
        self.number_of: dict[object, int] = {}  # of a generator: by a node's id, or by its constant
        for node in nodes:
            if node.op == CONST:
                _, irrational = _split(exact(node.number))
                if irrational != 1:
                    self._generator(irrational, irrational)
            elif node.op == INPUT:
                self._generator(node.id, element(node, symbols))
            elif node.op not in (NEG, ADD, SUB, MUL):
                self._generator(node.id, None)
        self.ring = PolyRing([f"x{k}" for k in range(len(self.number_of))], sympy.QQ, sympy.lex)

    def _generator(self, key: object, meaning: sympy.Expr | None) -> None:
        number = self.number_of.setdefault(key, len(self.number_of))
        if meaning is not None:
            self.meanings[number] = meaning

    def expressions(self, nodes: Iterable[Node], roots: Sequence[Node]) -> list[sympy.Expr]:
        values: dict[int, Sum] = {}
        for node in nodes:
            values[node.id] = self._value(node, [values[a.id] for a in node.arguments])
        return [self._expression(values[root.id]) for root in roots]

    def _value(self, node: Node, arguments: list[Sum]) -> Sum:
        if node.op == CONST:
            return self._constant(exact(node.number))
        if node.op == INPUT:
            return self._unknown(node)
        if node.op in _RULES:
            return _RULES[node.op](*arguments)
        if node.op in (SIN, COS) and (angle := self._angle(arguments[0])) is not None:
            return self._turned(node.op == SIN, angle)
        if node.op == DIV and (number := self._number(arguments[1])):
            return _scaled(arguments[0], 1 / number)
        if node.op == DIV:
            # A quotient is a product with what is not known better than as a reciprocal.
            self.meanings[self.number_of[node.id]] = 1 / self._expression(arguments[1])
            return _product(arguments[0], self._unknown(node))
        own = MEANING[node.op](*map(self._expression, arguments))
        self.meanings[self.number_of[node.id]] = own
        return self._unknown(node)

    # Leaves -------------------------------------------------------------------------------------

    def _unknown(self, node: Node) -> Sum:
        return {ONE: self.ring.gens[self.number_of[node.id]]}

    def _constant(self, value: sympy.Expr) -> Sum:
        factor, irrational = _split(value)
        one = self.ring.one if irrational == 1 else self.ring.gens[self.number_of[irrational]]
        return {ONE: one * sympy.QQ.from_sympy(factor)} if factor else {}

    def _number(self, value: Sum) -> Any:
        """Return a value that is a fraction, or None."""
        if set(value) != {ONE} or not value[ONE].is_ground:
            return None
        return value[ONE].LC

    def _angle(self, value: Sum) -> dict[int, Fraction] | None:
        """Return a value as multiples of generators; None if it is no such sum."""
        if not set(value) <= {ONE}:
            return None
        found: dict[int, Fraction] = {}
        for powers, factor in value.get(ONE, self.ring.zero).terms():
            if sum(powers) != 1:
                return None
            found[powers.index(1)] = Fraction(int(factor.numerator), int(factor.denominator))
        return found

    def _turned(self, is_sine: bool, angle: dict[int, Fraction]) -> Sum:
        sign, harmonic = _harmonic(is_sine, angle)
        return {harmonic: self.ring.one * sign} if sign else {}

    # Back to expressions ------------------------------------------------------------------------

    def _expression(self, value: Sum) -> sympy.Expr:
        ordered = sorted(value.items(), key=_order)
        return sympy.Add(*(self._polynomial(p) * self._function(h) for h, p in ordered))

    def _polynomial(self, polynomial: PolyElement) -> sympy.Expr:
        unknowns = [self.meanings.get(k, sympy.S.Zero) for k in range(self.ring.ngens)]
        return sympy.factor_terms(polynomial.as_expr(*unknowns))

    def _function(self, harmonic: Harmonic) -> sympy.Expr:
        is_sine, angle = harmonic
        terms = (sympy.Rational(k.numerator, k.denominator) * self.meanings[g] for g, k in angle)
        total = sympy.Add(*terms)
        return sympy.sin(total) if is_sine else sympy.cos(total)


def _split(value: sympy.Expr) -> tuple[sympy.Rational, sympy.Expr]:
    """Return a constant as a fraction and what it is multiplied by."""
    if value.is_Float:
        return sympy.S.One, value
    factor, rest = value.as_coeff_Mul()
    return factor, rest


def _order(term: tuple[Harmonic, PolyElement]) -> tuple[Any, ...]:
    """Put simple harmonics first."""
    (is_sine, angle), _ = term
    return len(angle), [g for g, _ in angle], [k for _, k in angle], is_sine


def _harmonic(is_sine: bool, angle: dict[int, Fraction]) -> tuple[int, Harmonic]:
    """Return a sign and the harmonic it goes with; the sine of nothing is 0 times 1."""
    terms = tuple(sorted((g, k) for g, k in angle.items() if k))
    if not terms:
        return (0 if is_sine else 1), ONE
    if terms[0][1] < 0:
        return (-1 if is_sine else 1), (is_sine, tuple((g, -k) for g, k in terms))
    return 1, (is_sine, terms)


def _scaled(value: Sum, factor: Any) -> Sum:
    return {harmonic: p * factor for harmonic, p in value.items()}


def _negative(value: Sum) -> Sum:
    return {harmonic: -p for harmonic, p in value.items()}


def _total(a: Sum, b: Sum) -> Sum:
    total = dict(a)
    for harmonic, p in b.items():
        _add(total, harmonic, p)
    return total


def _difference(a: Sum, b: Sum) -> Sum:
    return _total(a, _negative(b))


def _product(a: Sum, b: Sum) -> Sum:
    total: Sum = {}
    for left, p in a.items():
        for right, r in b.items():
            polynomial = p * r
            for factor, harmonic in _beats(left, right):
                _add(total, harmonic, polynomial * factor)
    return total


def _beats(left: Harmonic, right: Harmonic) -> Iterable[tuple[Any, Harmonic]]:
    """Return the product of two harmonics as a sum: 2 cos a cos b = cos(a - b) + cos(a + b)."""
    if left == ONE:
        return [(1, right)]
    if right == ONE:
        return [(1, left)]
    (left_sine, a), (right_sine, b) = left, right
    plus, minus = _combined(a, b, 1), _combined(a, b, -1)
    mixed = left_sine != right_sine
    # sin a cos b = (sin(a + b) + sin(a - b)) / 2, cos a sin b = (sin(a + b) - sin(a - b)) / 2,
    # sin a sin b = (cos(a - b) - cos(a + b)) / 2.
    of_plus = -1 if left_sine and right_sine else 1
    of_minus = -1 if right_sine and not left_sine else 1
    half = sympy.QQ(1, 2)
    terms = [(of_plus, _harmonic(mixed, plus)), (of_minus, _harmonic(mixed, minus))]
    return [(half * (sign * own), harmonic) for sign, (own, harmonic) in terms if own]


def _combined(a: Angle, b: Angle, sign: int) -> dict[int, Fraction]:
    total = dict(a)
    for generator, factor in b:
        total[generator] = total.get(generator, Fraction(0)) + sign * factor
    return total


def _add(total: Sum, harmonic: Harmonic, polynomial: PolyElement) -> None:
    if harmonic in total:
        polynomial = total[harmonic] + polynomial
    if polynomial:
        total[harmonic] = polynomial
    else:
        total.pop(harmonic, None)


_RULES: dict[str, Callable[..., Sum]] = {
    NEG: _negative,
    ADD: _total,
    SUB: _difference,
    MUL: _product,
}
