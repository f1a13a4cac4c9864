"""Base parameters: the fewest numbers that the torques of a robot depend on, found exactly.

Regrouping moves to the parent what a joint cannot move (Gautier and Khalil 1990); what stays are the
candidates, moments in canonical frames. Near the base, and beside joints that slide, some candidates
still add nothing, or no more than others do: which, and what they are worth in others, is found by
looking at their columns in states of 60 digits. A combination of columns that vanishes does so in each
row, and from a tip inward a row tells of its own link alone once those behind it are settled: so the
combinations are narrowed row by row, and few columns meet at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.null_space import Sparse, added, null_combinations, solved_for
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.vectors import Matrix
from gen_robot.algorithms.regressor import moment_regressor
from gen_robot.algorithms.tape import Tape
from gen_robot.description.description import NO_INERTIA
from gen_robot.ir.graph import Graph
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model
from gen_robot.model.regroup import regroup_own
from gen_robot.model.sample_states import exact_state
from gen_robot.model.standard_parameters import (
    ELEMENTS,
    FIRST,
    TEN,
    drive_names,
    moments,
    with_drives,
)

LEFT_FIRST = ("m", "mz", "my", "mx", "Szz", "Syz", "Sxz", "Sxy", "Syy", "Sxx")
"""Which of a link's candidates are rather expressed by others."""

MOMENTS = (*FIRST, *(f"S{element}" for element in ELEMENTS))
"""A link's candidates, in the order of its ten standard parameters."""


@dataclass(frozen=True)
class BaseParameters:
    """Hold a robot's base parameters: which columns they are, how they follow from standard ones."""

    names: tuple[str, ...]
    columns: tuple[int, ...]  # of the moment regressor, with columns of drives behind
    rows: tuple[Sparse, ...]  # each parameter as a combination of standard ones


def base_parameters(model: Model) -> BaseParameters:
    """Return the base parameters of a robot; they depend on its mechanism, not on its masses."""
    return _found(_Mechanism(model))


class _Mechanism:
    """Stand for all robots that differ in their masses only."""

    def __init__(self, model: Model) -> None:
        whole = model.whole or model
        links = tuple(
            replace(link, body=_NOTHING, torque_body=None, turned=None, lead=None)
            for link in whole.links
        )
        self.model = replace(whole, links=links, parameters=())
        self.key = (
            tuple((k.parent, k.kind, k.geometry, k.user_frame, k.following) for k in links),
            tuple(whole.base_acceleration(root) for root in whole.roots),
            whole.drives,
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Mechanism) and self.key == other.key


@lru_cache(maxsize=16)
def _found(mechanism: _Mechanism) -> BaseParameters:
    model = mechanism.model
    candidates = _candidates(model)
    vanishing = _vanishing(model, sorted(candidates))
    dropped = solved_for(vanishing, _dropped_first(model))
    kept = [k for k in sorted(candidates) if k not in dropped]
    rows = {k: candidates[k] for k in kept}
    for column, worth in dropped.items():
        for k, share in worth.items():
            rows[k] = added(rows[k], candidates[column], share)
    names = _candidate_names(model)
    return BaseParameters(tuple(names[k] for k in kept), tuple(kept), tuple(rows.values()))


def _candidates(model: Model) -> dict[int, Sparse]:
    """Return each candidate as a combination of standard parameters; others are always zero."""
    found: dict[int, Sparse] = {}
    for link in model.links:
        path = list(_path(model, link))
        for parameter in range(len(TEN)):
            ten = [ONE if k == parameter else ZERO for k in range(len(TEN))]
            body = moments(ten, link.user_frame)
            alone = replace(model, links=(*path[:-1], replace(link, body=body)))
            for moved in regroup_own(alone).links:
                for k, x in enumerate(_in_order(moved.body)):
                    if x:
                        row = found.setdefault(10 * (moved.number - 1) + k, {})
                        row[10 * (link.number - 1) + parameter] = x
    drives = range(10 * len(model.links), len(_candidate_names(model)))
    return found | {k: {k: ONE} for k in drives}


def _vanishing(model: Model, candidates: list[int]) -> list[Sparse]:
    """Return a basis of the combinations of candidates that add nothing to any torque."""
    states = _States(model)
    basis: list[Sparse] = [{k: ONE} for k in candidates]
    for row in reversed(range(model.free_nv)):
        seen = [states.products(row, v, _FEWEST) for v in basis]
        active = [v for v, values in zip(basis, seen, strict=True) if any(values)]
        basis = [v for v, values in zip(basis, seen, strict=True) if not any(values)]
        count = len(active) + _FEWEST
        for combination in null_combinations([states.products(row, v, count) for v in active]):
            total: Sparse = {}
            for k, share in combination.items():
                total = added(total, active[k], share)
            basis.append(total)
    return basis


_FEWEST = 4
"""States, beyond one for each unknown."""


class _States:
    """Give the columns of all candidates in as many states as they are asked for."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.matrices: list[Matrix] = []

    def products(self, row: int, vector: Sparse, count: int) -> list[Number]:
        """Return what a combination of columns gives in a row, in so many states."""
        while len(self.matrices) < count:
            self.matrices.append(_columns(self.model, len(self.matrices)))
        rows = [matrix[row] for matrix in self.matrices[:count]]
        return [sum((own[k] * x for k, x in vector.items()), ZERO) for own in rows]


def _columns(model: Model, number: int) -> Matrix:
    """Return the columns of all candidates at a state, by rows of the user's coordinates."""
    coordinates = Coordinates(model)
    q, qd, qdd = exact_state(model, number)
    all_joints = coordinates.positions(q), coordinates.rates(qd), coordinates.rates(qdd)
    Y = moment_regressor(model, Tape(Graph()), *all_joints)
    return coordinates.rows(with_drives(model, Y, *all_joints[1:]))


def _dropped_first(model: Model) -> Iterator[int]:
    """Say which candidates are rather expressed by others: rotors, then what is far from the base."""
    bodies = 10 * len(model.links)
    yield from range(bodies, bodies + len(drive_names(model)))
    for link in reversed(model.links):
        for k in _PLACES_LEFT_FIRST:
            yield 10 * (link.number - 1) + k


_PLACES_LEFT_FIRST = [MOMENTS.index(x) for x in LEFT_FIRST]


def _path(model: Model, link: Link) -> Iterator[Link]:
    """Give the links from the base to this one."""
    if link.parent:
        yield from _path(model, model.link(link.parent))
    yield link


def _candidate_names(model: Model) -> list[str]:
    own = [f"{name}{link.number}" for link in model.links for name in MOMENTS]
    return own + drive_names(model)


def _in_order(body: Moments) -> list[Number]:
    s = body.second
    return [body.mass, *body.first, s.xx, s.xy, s.yy, s.xz, s.yz, s.zz]


_NOTHING = Moments(ZERO, ORIGIN, NO_INERTIA)
