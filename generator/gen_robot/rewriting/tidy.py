"""Tidy up after changes: leave out what nothing uses, and take in what serves one sum for nothing."""

from __future__ import annotations

from gen_robot.rewriting.coefficients import NOTHING, PLUS, UNITS
from gen_robot.rewriting.sums import EMPTY, UNIT, Sums, Terms


def tidy(sums: Sums) -> None:
    """Look at all sums that are loose, until none is."""
    loose, terms = sums.loose, sums.terms
    while loose:
        value, _ = loose.popitem()
        own = terms.get(value)
        if own is None:
            continue
        users, held = sums.users.get(value), sums.held.get(value, 0)
        if not users and not held:
            sums.set(value, None)
        elif len(own) < 2:
            _tidy_product(sums, value, own, held)
        elif not held and users is not None and len(users) == 1:
            _tidy_sum(sums, value, own)


def _tidy_product(sums: Sums, value: int, own: Terms, held: int) -> None:
    """Take in a value of one term, or of none."""
    if not own:
        replace(sums, value, {})
        return
    ((product, coefficient),) = own.items()
    factors = sums.products.factors[product]
    once = held + sum(sums.users.get(value, {}).values()) == 1
    if len(factors) < 2:
        if not factors or coefficient < UNITS or once:
            replace(sums, value, own)
    elif once and not held:
        replace(sums, value, own)


def _tidy_sum(sums: Sums, value: int, own: Terms) -> None:
    """Take a sum that serves one term of another into it, if that costs nothing."""
    ((user, count),) = sums.users[value].items()
    alone = sums.product_of(value)
    coefficient = sums.terms[user].get(alone)
    if count > 1 or coefficient is None:
        return
    if coefficient >= UNITS:
        times = sums.coefficients.times
        more = sum(
            (times(coefficient, c) >= UNITS) - (c >= UNITS) for p, c in own.items() if p != EMPTY
        )
        if more > 1:
            return
    sums.set(user, inlined(sums, sums.terms[user], value, own))


def replace(sums: Sums, value: int, own: Terms) -> None:
    """Put the terms of a value, of which there is at most one, wherever it is used."""
    for user in sorted(sums.users.get(value, ())):
        sums.set(user, inlined(sums, sums.terms[user], value, own))
    if not sums.held.get(value):
        return
    product, coefficient = next(iter(own.items()), (EMPTY, NOTHING))
    factors = sums.products.factors[product]
    for place, (outer, asked) in enumerate(sums.references):
        if asked == value:
            inner = sums.coefficients.times(outer, coefficient)
            sums.refer(place, (inner, factors[0] if factors else UNIT))


def inlined(sums: Sums, terms: Terms, value: int, own: Terms) -> Terms:
    """Return terms with a value written out in them, and like ones collected."""
    factors, over, multiply = sums.products.factors, sums.products.over, sums.products.times
    times, plus = sums.coefficients.times, sums.coefficients.plus
    found: Terms = {}
    for product, coefficient in terms.items():
        if value not in factors[product]:
            known = found.get(product)
            found[product] = coefficient if known is None else plus(known, coefficient)
            continue
        count = factors[product].count(value)
        rest = product
        for _ in range(count):
            rest = over(rest, value)
        written = {EMPTY: PLUS}
        for _ in range(count):
            more: Terms = {}
            for p, c in written.items():
                for q, d in own.items():
                    key = multiply(p, q)
                    more[key] = plus(more.get(key, NOTHING), times(c, d))
            written = more
        for p, c in written.items():
            key = multiply(rest, p)
            found[key] = plus(found.get(key, NOTHING), times(coefficient, c))
    return {p: c for p, c in found.items() if c}
