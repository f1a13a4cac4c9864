"""Ruin: write a sum out in those that use it, or a square of a sine by that of the cosine."""

from __future__ import annotations

from random import Random

from gen_robot.rewriting.coefficients import MINUS, NOTHING, PLUS
from gen_robot.rewriting.sums import EMPTY, Sums, Terms
from gen_robot.rewriting.tidy import inlined, tidy

MOST_TERMS = 40
"""What would have more is not written out."""

PLACES = (1, 1, 2, 3, 4)
"""How many a move ruins, one as likely as the other."""

TURNS = 0.2
"""Of these so many are squares of sines and cosines."""


def write_out(sums: Sums, value: int, users: list[int]) -> bool:
    """Write a sum out in these users; tell whether it was."""
    own = sums.terms[value]
    factors = sums.products.factors
    for user in users:
        terms = sums.terms[user]
        long = sum(len(own) ** factors[p].count(value) for p in terms)
        if long > MOST_TERMS:
            return False
    for user in users:
        sums.set(user, inlined(sums, sums.terms[user], value, own))
    return True


def write_out_any(sums: Sums, near: list[int], random: Random) -> list[int]:
    """Write a random sum out in one of its users, or in all; return those, if it was.

    It is one near these, if there are any: what is ruined together may be put together anew.
    """
    value = random.choice(_neighbours(sums, near) or list(sums.terms))
    users = sorted(sums.users.get(value, ()))
    if not users:
        return []
    if len(users) > 1 and random.random() < 0.5:
        users = [random.choice(users)]
    return users if write_out(sums, value, users) else []


def _neighbours(sums: Sums, values: list[int]) -> list[int]:
    """Return sums, what they are made of, and what is made of them."""
    factors = sums.products.factors
    found: dict[int, None] = {}
    for value in values:
        terms = sums.terms.get(value)
        if terms is not None:
            found[value] = None
            found.update(dict.fromkeys(v for product in terms for v in factors[product]))
            found.update(dict.fromkeys(sums.users.get(value, ())))
    return [value for value in found if value in sums.terms]


def turn_square(sums: Sums, angles: dict[int, int], random: Random) -> bool:
    """Write the square of a sine or cosine as 1 minus that of the other, in one sum or in all."""
    squares = [v for v in angles if sums.products.of((v, v)) in sums.couples]
    if not squares:
        return False
    v = random.choice(squares)
    square = sums.products.of((v, v))
    places = list(dict.fromkeys(user for user, _ in sums.couples[square]))
    if len(places) > 1 and random.random() < 0.5:
        places = [random.choice(places)]
    other = sums.products.of((angles[v], angles[v]))
    for user in places:
        sums.set(user, _turned(sums, sums.terms[user], v, square, other))
    return True


def _turned(sums: Sums, terms: Terms, v: int, square: int, other: int) -> Terms:
    products, plus, times = sums.products, sums.coefficients.plus, sums.coefficients.times
    found: Terms = {}
    for product, coefficient in terms.items():
        rest, parts = product, [(EMPTY, PLUS)]
        if product and square in products.couples(product):
            rest = products.over(products.over(product, v), v)
            parts.append((other, MINUS))
        for p, c in parts:
            key = products.times(rest, p)
            found[key] = plus(found.get(key, NOTHING), times(coefficient, c))
    return {p: c for p, c in found.items() if c}


def ruin(sums: Sums, angles: dict[int, int], random: Random) -> bool:
    """Ruin something at a few places that are close to each other; tell whether anything was."""
    done, near = False, list[int]()
    for _ in range(random.choice(PLACES)):
        if angles and random.random() < TURNS:
            done |= turn_square(sums, angles, random)
        elif users := write_out_any(sums, near, random):
            done, near = True, users
        tidy(sums)
    return done
