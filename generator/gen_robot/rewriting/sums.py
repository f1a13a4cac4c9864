"""The n-ary view of a kernel: every value a sum of terms, a coefficient times a product of values.

Values and products are integers. A value is the unit, an atom - an input, or an operation that is no
sum and no product -, or a sum. What is counted is what the graph will be charged for: an addition
between any two terms, a multiplication between any two factors, a coefficient other than 1 and -1
being one. What several sums share is a sum of its own, so the count is local and kept as it changes;
every change is noted, and can be undone.
"""

from __future__ import annotations

from typing import TypeVar

from gen_robot.rewriting.coefficients import UNITS, Coefficients

UNIT = 0
"""The value 1, of which constants are multiples."""

EMPTY = 0
"""The product of no values."""

Terms = dict[int, int]
"""Coefficients by product; never changed once a sum has it."""

Reference = tuple[int, int]
"""A coefficient and a value, as outputs, guards and atoms ask for it."""

Pair = tuple[int, int, int]
"""Two products, the lower first, and the ratio of the second's coefficient to the first's."""

Key = TypeVar("Key")
Place = TypeVar("Place")


class Products:
    """Intern products of values as integers."""

    def __init__(self) -> None:
        self.factors: list[tuple[int, ...]] = [()]
        self._places: dict[tuple[int, ...], int] = {(): EMPTY}
        self._times: dict[tuple[int, int], int] = {}
        self._over: dict[tuple[int, int], int] = {}
        self._couples: dict[int, tuple[int, ...]] = {}

    def of(self, factors: tuple[int, ...]) -> int:
        """Return the product of these values, which are in order."""
        place = self._places.get(factors)
        if place is None:
            place = self._places[factors] = len(self.factors)
            self.factors.append(factors)
        return place

    def times(self, a: int, b: int) -> int:
        if not a:
            return b
        if not b:
            return a
        key = (a, b) if a < b else (b, a)
        found = self._times.get(key)
        if found is None:
            found = self.of(tuple(sorted(self.factors[a] + self.factors[b])))
            self._times[key] = found
        return found

    def over(self, product: int, value: int) -> int:
        """Return what is left of a product without one of its factors."""
        key = (product, value)
        found = self._over.get(key)
        if found is None:
            rest = list(self.factors[product])
            rest.remove(value)
            found = self._over[key] = self.of(tuple(rest))
        return found

    def couples(self, product: int) -> tuple[int, ...]:
        """Return the products of two that are in a product."""
        found = self._couples.get(product)
        if found is None:
            own = self.factors[product]
            if len(own) == 2:
                found = (product,)
            else:
                both = (
                    (own[i], own[k]) for i in range(len(own) - 1) for k in range(i + 1, len(own))
                )
                found = tuple(dict.fromkeys(self.of(pair) for pair in both))
            self._couples[product] = found
        return found


class Sums:
    """Hold all sums, what refers to them from outside, what they share, and what they cost."""

    def __init__(self, coefficients: Coefficients, products: Products) -> None:
        self.coefficients = coefficients
        self.products = products
        self.atoms = 1  # values below this are the unit and atoms
        self.terms: dict[int, Terms] = {}
        self.references: list[Reference] = []
        self.cost = 0
        # Of each value: the sums with it in a term, and how many terms of each.
        self.users: dict[int, dict[int, int]] = {}
        self.held: dict[int, int] = {}  # references to a value
        # What occurs where; a place is a sum and one of its products.
        self.couples: dict[int, dict[tuple[int, int], None]] = {}
        self.multiples: dict[tuple[int, int], dict[tuple[int, int], None]] = {}
        self.pairs: dict[Pair, dict[int, None]] = {}
        self.loose: dict[int, None] = {}  # sums that have changed, or that are used otherwise
        self._journal: list[tuple[int, Terms | None] | tuple[int, Reference, None]] = []
        self._next = 1

    # Values -------------------------------------------------------------------------------------

    def atom(self) -> int:
        """Return a new value that is no sum; all atoms come before the first sum."""
        assert not self.terms, "an atom after sums"
        self.atoms += 1
        self._next = self.atoms
        return self.atoms - 1

    def new(self) -> int:
        """Return a value that nothing uses yet."""
        self._next += 1
        return self._next - 1

    def product_of(self, value: int) -> int:
        return self.products.of((value,)) if value else EMPTY

    def add(self, terms: Terms) -> int:
        value = self.new()
        self.set(value, terms)
        return value

    def uses(self, value: int) -> int:
        """Return how many terms and references use a value."""
        return sum(self.users.get(value, {}).values()) + self.held.get(value, 0)

    # Changes ------------------------------------------------------------------------------------

    def set(self, value: int, terms: Terms | None) -> None:
        """Make a sum of these terms, or none."""
        old = self.terms.get(value)
        self._journal.append((value, old))
        self._put(value, old, terms)
        self.loose[value] = None

    def refer(self, place: int, reference: Reference) -> None:
        """Let an output, a guard or an atom ask for another value."""
        old = self.references[place]
        self._journal.append((place, old, None))
        self.loose[old[1]] = None
        self._point(place, old, reference)

    def mark(self) -> int:
        return len(self._journal)

    def settle(self) -> None:
        """Forget how to undo what was done."""
        self._journal.clear()
        self.loose.clear()
        self._next = max(self.terms, default=self.atoms - 1) + 1

    def undo(self, mark: int = 0) -> None:
        """Go back to where the mark was taken."""
        while len(self._journal) > mark:
            entry = self._journal.pop()
            if len(entry) == 3:
                place, reference, _ = entry
                self._point(place, self.references[place], reference)
            else:
                value, terms = entry
                self._put(value, self.terms.get(value), terms)
        self.loose.clear()
        self._next = max(self.terms, default=self.atoms - 1) + 1

    def touched(self, mark: int) -> list[int]:
        """Return the sums that have changed since, in order."""
        changed = {entry[0] for entry in self._journal[mark:] if len(entry) == 2}
        return sorted(value for value in changed if value in self.terms)

    def load(self, terms: dict[int, Terms], references: list[Reference]) -> None:
        """Begin anew with these sums."""
        self.terms, self.references, self.cost = {}, [], 0
        self.users, self.held = {}, {}
        self.couples, self.multiples, self.pairs = {}, {}, {}
        for value, own in terms.items():
            self._put(value, None, own)
        for reference in references:
            self.ask(reference)
        self.settle()

    def ask(self, reference: Reference) -> int:
        """Add a reference; return its place."""
        coefficient, value = reference
        self.references.append(reference)
        self.held[value] = self.held.get(value, 0) + 1
        self.cost += coefficient >= UNITS and value != UNIT
        return len(self.references) - 1

    def _point(self, place: int, old: Reference, new: Reference) -> None:
        self.held[old[1]] -= 1
        if not self.held[old[1]]:
            del self.held[old[1]]
        self.held[new[1]] = self.held.get(new[1], 0) + 1
        self.cost -= old[0] >= UNITS and old[1] != UNIT
        self.cost += new[0] >= UNITS and new[1] != UNIT
        self.references[place] = new

    def _put(self, value: int, old: Terms | None, new: Terms | None) -> None:
        if old is not None:
            self._note(value, old, new or {}, -1)
            self.cost -= self.cost_of(old)
        if new is None:
            self.terms.pop(value, None)
        else:
            self._note(value, new, old or {}, 1)
            self.terms[value] = new
            self.cost += self.cost_of(new)

    def cost_of(self, terms: Terms) -> int:
        factors = self.products.factors
        total = len(terms) - 1
        for product, coefficient in terms.items():
            own = len(factors[product])
            if own:
                total += own - 1 + (coefficient >= UNITS)
        return total if terms else 0

    # What occurs where ----------------------------------------------------------------------------

    def _note(self, value: int, terms: Terms, other: Terms, change: int) -> None:
        """Enter a sum's terms into the indexes, or take them out; those that stay are left alone."""
        factors, over = self.products.factors, self.coefficients.over
        users, couples, multiples, pairs = self.users, self.couples, self.multiples, self.pairs
        stay: list[tuple[int, int]] = []
        go: list[tuple[int, int]] = []
        for item in terms.items():
            (stay if other.get(item[0]) == item[1] else go).append(item)
        for product, coefficient in go:
            own = factors[product]
            place = (value, product)
            seen = -1
            for v in own:
                if v == seen:
                    continue
                seen = v
                uses = users.get(v)
                if uses is None:
                    uses = users[v] = {}
                if change < 0 and v >= self.atoms:
                    self.loose[v] = None
                now = uses.get(value, 0) + change
                if now:
                    uses[value] = now
                else:
                    del uses[value]
                if coefficient >= UNITS:
                    key = (coefficient & ~1, v)
                    if change > 0:
                        multiples.setdefault(key, {})[place] = None
                    else:
                        _leave(multiples, key, place)
            if len(own) > 1:
                for couple in self.products.couples(product):
                    if change > 0:
                        couples.setdefault(couple, {})[place] = None
                    else:
                        _leave(couples, couple, place)
        for number, (a, ca) in enumerate(go):
            for b, cb in go[number + 1 :] + stay:
                pair = (a, b, over(cb, ca)) if a < b else (b, a, over(ca, cb))
                if change > 0:
                    pairs.setdefault(pair, {})[value] = None
                else:
                    _leave(pairs, pair, value)


def _leave(index: dict[Key, dict[Place, None]], key: Key, place: Place) -> None:
    places = index[key]
    del places[place]
    if not places:
        del index[key]
