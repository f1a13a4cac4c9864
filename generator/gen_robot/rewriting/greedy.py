"""Take out what saves most, again and again: factors of a sum's terms, terms and products of several.

Only sums that have changed are looked at: whatever there is to gain is to be gained at one of them,
for all others have been left with nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from random import Random

from gen_robot.rewriting.coefficients import NOTHING, PLUS, UNITS
from gen_robot.rewriting.sums import EMPTY, Pair, Sums, Terms
from gen_robot.rewriting.tidy import tidy

FACTOR, COEFFICIENT, PAIR, COUPLE, MULTIPLE = range(5)

Chance = tuple[int, int, tuple[int, ...]]
"""What may be taken out: what it saves, of which kind it is, and what."""


def simplify(sums: Sums, values: Iterable[int], random: Random | None = None) -> None:
    """Take out of these sums all that saves, the most first, or in random order."""
    tidy(sums)
    if random:
        _in_random_order(sums, dict.fromkeys(values), random)
    else:
        _most_first(sums, values)


def _most_first(sums: Sums, values: Iterable[int]) -> None:
    waiting: list[tuple[int, int]] = []  # what may be saved at most, negative, and where

    def enter(value: int) -> None:
        if found := chances(sums, value):
            heappush(waiting, (-max(found)[0], value))

    for value in values:
        if value in sums.terms:
            enter(value)
    while waiting:
        saved, value = heappop(waiting)
        found = chances(sums, value) if value in sums.terms else ()
        if not found:
            continue
        best = max(found, key=lambda chance: chance[0])
        if best[0] < -saved:  # others have taken some of it
            heappush(waiting, (-best[0], value))
            continue
        mark = sums.mark()
        take_out(sums, best)
        tidy(sums)
        for touched in dict.fromkeys((value, *sums.touched(mark))):
            if touched in sums.terms:
                enter(touched)


def _in_random_order(sums: Sums, values: dict[int, None], random: Random) -> None:
    while True:
        every: list[Chance] = []
        for value in list(values):
            found = chances(sums, value) if value in sums.terms else ()
            if found:
                every += found
            else:
                del values[value]
        if not every:
            return
        mark = sums.mark()
        take_out(sums, random.choice(every))
        tidy(sums)
        values.update(dict.fromkeys(sums.touched(mark)))


def chances(sums: Sums, value: int) -> list[Chance]:
    """Return all that saves if it is taken out of a sum, or of it and others."""
    terms = sums.terms[value]
    factors = sums.products.factors
    found: list[Chance] = []
    if len(terms) > 1:
        found += _common(sums, value, terms)
        over, pairs = sums.coefficients.over, sums.pairs
        listed = list(terms.items())
        for number, (a, ca) in enumerate(listed):
            for b, cb in listed[number + 1 :]:
                pair = (a, b, over(cb, ca)) if a < b else (b, a, over(ca, cb))
                if len(pairs[pair]) > 1:
                    saved, _, _ = _shared(sums, pair)
                    if saved > 0:
                        found.append((saved, PAIR, pair))
    for product, coefficient in terms.items():
        own = factors[product]
        if len(own) > 1:
            for couple in sums.products.couples(product):
                uses = len(sums.couples[couple])
                if uses > 1:
                    found.append((uses - 1, COUPLE, (couple,)))
        if coefficient >= UNITS:
            size = coefficient & ~1
            for v in own:
                uses = len(sums.multiples[size, v])
                if uses > 1:
                    found.append((uses - 1, MULTIPLE, (size, v)))
    return found


def _common(sums: Sums, value: int, terms: Terms) -> list[Chance]:
    """Return the factors and coefficients that several terms have."""
    factors = sums.products.factors
    count: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for product, coefficient in terms.items():
        own = factors[product]
        if not own:
            continue
        if coefficient >= UNITS:
            size = coefficient & ~1
            sizes[size] = sizes.get(size, 0) + 1
        elif len(own) == 1:
            count.setdefault(own[0], 0)
            continue
        seen = -1
        for v in own:
            if v != seen:
                count[v] = count.get(v, 0) + 1
                seen = v
    found: list[Chance] = [(n - 1, FACTOR, (value, v)) for v, n in count.items() if n > 1]
    found += [(n - 1, COEFFICIENT, (value, size)) for size, n in sizes.items() if n > 1]
    return found


def take_out(sums: Sums, chance: Chance) -> None:
    _, kind, what = chance
    if kind == FACTOR:
        _take_factor(sums, *what)
    elif kind == COEFFICIENT:
        _take_coefficient(sums, *what)
    elif kind == PAIR:
        a, b, ratio = what
        _take_pair(sums, (a, b, ratio))
    elif kind == COUPLE:
        _take_couple(sums, *what)
    else:
        _take_multiple(sums, *what)


def _take_factor(sums: Sums, value: int, factor: int) -> None:
    """Write terms with a common factor as its product with a sum, which may be there already."""
    products = sums.products
    outer: Terms = {}
    inner: Terms = {}
    for product, coefficient in sums.terms[value].items():
        if factor in products.factors[product]:
            inner[products.over(product, factor)] = coefficient
        else:
            outer[product] = coefficient
    coefficient, made = same_or_new(sums, inner, value)
    key = products.times(sums.product_of(factor), sums.product_of(made))
    outer[key] = sums.coefficients.plus(outer.get(key, NOTHING), coefficient)
    sums.set(value, {p: c for p, c in outer.items() if c})


def _take_coefficient(sums: Sums, value: int, size: int) -> None:
    """Write terms with a common coefficient as its product with a sum."""
    outer: Terms = {}
    inner: Terms = {}
    for product, coefficient in sums.terms[value].items():
        if coefficient & ~1 == size and product != EMPTY:
            inner[product] = PLUS | (coefficient & 1)
        else:
            outer[product] = coefficient
    coefficient, made = same_or_new(sums, inner, value)
    key = sums.product_of(made)
    more = sums.coefficients.times(size, coefficient)
    outer[key] = sums.coefficients.plus(outer.get(key, NOTHING), more)
    sums.set(value, {p: c for p, c in outer.items() if c})


def same_or_new(sums: Sums, terms: Terms, but: int) -> tuple[int, int]:
    """Return another sum that is these terms divided by a coefficient, and the coefficient."""
    times, over = sums.coefficients.times, sums.coefficients.over
    if len(terms) > 1:
        (a, ca), (b, cb) = list(terms.items())[:2]
        pair = (a, b, over(cb, ca)) if a < b else (b, a, over(ca, cb))
        for known in sums.pairs.get(pair, ()):
            own = sums.terms[known]
            if len(own) == len(terms) and known != but:
                scale = over(ca, own[a])
                if all(own.get(p) and times(own[p], scale) == c for p, c in terms.items()):
                    return scale, known
    return PLUS, sums.add(terms)


def _shared(sums: Sums, pair: Pair) -> tuple[int, int, int]:
    """Say what sharing two terms saves, with which coefficient the first is best, and where it is.

    The place is a sum that is no more than these two terms, or -1.
    """
    a, b, ratio = pair
    factors, terms = sums.products.factors, sums.terms
    times = sums.coefficients.times
    a_costs, b_costs = bool(factors[a]), bool(factors[b])
    work = (len(factors[a]) - 1 if a_costs else 0) + (len(factors[b]) - 1 if b_costs else 0) + 1
    users = sums.pairs[pair]
    whole = -1
    scales: dict[int, int] = {}
    before = 0
    for user in users:
        own = terms[user]
        if len(own) == 2 and (whole < 0 or user < whole):
            if whole >= 0:
                before += _before(terms[whole], a, b, a_costs, b_costs, work, scales)
            whole = user
            continue
        before += _before(own, a, b, a_costs, b_costs, work, scales)
    if whole >= 0:
        at = terms[whole][a]
        return before - sum(n for s, n in scales.items() if s != at & ~1), at, whole
    best, at = -1, PLUS
    candidates = dict.fromkeys((*scales, PLUS, sums.coefficients.inverse(ratio) & ~1))
    for s in candidates:
        after = work + (a_costs and s >= UNITS) + (b_costs and times(s, ratio) >= UNITS)
        after += sum(n for other, n in scales.items() if other != s)
        if best < 0 or before - after > best:
            best, at = before - after, s
    return best, at, whole


def _before(
    own: Terms, a: int, b: int, a_costs: bool, b_costs: bool, work: int, scales: dict[int, int]
) -> int:
    """Return what two terms cost where they are, and note the scale that they have there."""
    first = own[a]
    scales[first & ~1] = scales.get(first & ~1, 0) + 1
    return work + (a_costs and first >= UNITS) + (b_costs and own[b] >= UNITS)


def _take_pair(sums: Sums, pair: Pair) -> None:
    """Make two terms that several sums have a sum of its own."""
    a, b, ratio = pair
    _, at, made = _shared(sums, pair)
    users = [user for user in sums.pairs[pair] if user != made]
    if made < 0:
        made = sums.add({a: at, b: sums.coefficients.times(at, ratio)})
    key = sums.product_of(made)
    for user in users:
        own = dict(sums.terms[user])
        scale = sums.coefficients.over(own.pop(a), at)
        del own[b]
        own[key] = sums.coefficients.plus(own.get(key, NOTHING), scale)
        sums.set(user, {p: c for p, c in own.items() if c})


def _take_couple(sums: Sums, couple: int) -> None:
    """Make a product of two that several terms have a value of its own."""
    u, v = sums.products.factors[couple]
    places = list(sums.couples[couple])
    made = _whole(sums, places, couple, UNITS)
    if made < 0:
        made = sums.add({couple: PLUS})
    with_it = sums.product_of(made)
    sign = sums.terms[made][couple] & 1
    for user, _ in places:
        if user == made:
            continue
        own: Terms = {}
        for product, coefficient in sums.terms[user].items():
            if couple in sums.products.couples(product) if product else False:
                rest = sums.products.over(sums.products.over(product, u), v)
                product, coefficient = sums.products.times(rest, with_it), coefficient ^ sign
            own[product] = sums.coefficients.plus(own.get(product, NOTHING), coefficient)
        sums.set(user, {p: c for p, c in own.items() if c})


def _take_multiple(sums: Sums, size: int, factor: int) -> None:
    """Make a value times a coefficient that several terms have a value of its own."""
    alone = sums.product_of(factor)
    places = list(sums.multiples[size, factor])
    made = _whole(sums, places, alone, size + 2)
    if made < 0:
        made = sums.add({alone: size})
    with_it = sums.product_of(made)
    sign = sums.terms[made][alone] & 1
    for user, _ in places:
        if user == made:
            continue
        own: Terms = {}
        for product, coefficient in sums.terms[user].items():
            if coefficient & ~1 == size and factor in sums.products.factors[product]:
                product = sums.products.times(sums.products.over(product, factor), with_it)
                coefficient = PLUS | ((coefficient & 1) ^ sign)
            own[product] = sums.coefficients.plus(own.get(product, NOTHING), coefficient)
        sums.set(user, {p: c for p, c in own.items() if c})


def _whole(sums: Sums, places: list[tuple[int, int]], product: int, below: int) -> int:
    """Return a value that is this product and nothing else, or -1."""
    for value, at in places:
        own = sums.terms[value]
        if at == product and len(own) == 1 and own[at] < below:
            return value
    return -1
