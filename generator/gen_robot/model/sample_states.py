"""States of 60 digits at which nothing is special, the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count

from gen_robot.algebra.number import ZERO, Number
from gen_robot.model.model import Model

State = tuple[list[Number], list[Number], list[Number]]
"""Positions, velocities, accelerations, as a user gives them."""


def exact_state(model: Model, number: int) -> State:
    """Return one of many states; units of length are as the spaces of the joints want them."""
    draw = _draws(number)
    q: list[Number] = []
    for link in model.free_links:
        own = [next(draw) for _ in range(link.kind.nq)]
        if unit := link.kind.manifold.unit:
            length = sum((x * x for x in own[-unit:]), ZERO).sqrt()
            own[-unit:] = [x / length for x in own[-unit:]]
        q += own
    qd, qdd = ([next(draw) for _ in range(model.free_nv)] for _ in range(2))
    return q, qd, qdd


def _draws(number: int) -> Iterator[Number]:
    """Give numbers between -2 and 2 that look drawn: digits of a hash, which depend on nothing else."""
    for place in count():
        digest = sha256(f"{number} {place}".encode()).digest()
        yield Number(4 * int.from_bytes(digest[:8]) - 2**65) / 2**64
