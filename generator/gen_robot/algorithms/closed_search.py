"""How it is found what the loops of a robot come to.

Conditions that hold at every state show as zeros while they are traced. Others are redundant where the
loops are closed without being zero - Bennett's linkage moves though its five conditions meet three
joints -, and that is found at closed configurations. Orders of elimination are fixed here, too, since
generated code cannot choose pivots as it runs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gen_robot.algebra.number import Number
from gen_robot.algorithms.closed import REDUNDANT, Closed, Condition, Pivots
from gen_robot.algorithms.closed_samples import Conditions, closed_samples
from gen_robot.algorithms.loop_terms import terms
from gen_robot.algorithms.tape import Tape
from gen_robot.errors import UserError, counted, listed
from gen_robot.ir.graph import Graph
from gen_robot.ir.node import CONST
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.loops import NOISE, joint_names, sides
from gen_robot.model.model import Model

RANK = 1e-6
"""Singular values below this part of the largest are none."""

SMALL = 0.05
"""A pivot is not taken if another is larger by more than its inverse."""


def found(model: Model) -> Closed:
    """Return what the loops of a robot come to; raise if they cannot close."""
    conditions, kept, dropped, notes = structural(model)
    q, least = closed_samples(conditions)
    place = f"{model.source}: loops"
    if not len(q):
        found = f"cannot be closed: the ends stay {least:.2g} apart (m, or a product of directions)"
        raise UserError(place, found, "check the lengths of the links and the ends' places")
    _, K = conditions.at(q)
    q, K, rank = _regular(place, q, K)
    chosen = _chosen_rows(K, rank)
    for row, condition in enumerate(kept):
        if row not in chosen:
            dropped.append((condition, REDUNDANT))
    K = K[:, chosen, :]
    rows = tuple(kept[row] for row in chosen)
    independent, actuated = _coordinates(model, place, K)
    dependent = [k for k in range(K.shape[2]) if k not in independent]
    pivots = _pivots_of(K, dependent)
    passive, undriven = _passive(model, K, pivots, independent, actuated)
    return Closed(
        rows,
        tuple(dropped),
        independent,
        actuated,
        pivots,
        passive,
        undriven,
        float(2 ** np.round(np.log2(np.abs(K).max()))),
        _nearest(model, q, K),
        notes,
    )


def structural(
    model: Model,
) -> tuple[Conditions, list[Condition], list[tuple[Condition, str]], tuple[str, ...]]:
    """Trace all conditions, and leave out those that hold at every state."""
    assert model.closing is not None, "a robot without loops"
    loops = model.closing.loops
    for loop in loops:
        if loop.a == loop.b:
            body = model.link(loop.a).name if loop.a else "the base"
            raise UserError(
                f"{model.source}: loop {loop.name}",
                f"both ends are on one body, {body}",
                "a loop ties links that move against each other",
            )
    every = [Condition(i, w, f"{k.name}: {w}") for i, k in enumerate(loops) for w in k.kind.rows]
    graph = Graph()
    coordinates = Coordinates(model)
    q = coordinates.positions(graph.inputs("q", model.free_nq))
    found = terms(model, Tape(graph), q, None, [(c.loop, c.word) for c in every])
    kept, dropped, residual, jacobian = [], [], [], []
    notes = [note for loop in loops for note in sides(model, loop).snaps]
    for condition, phi, row in zip(every, found.residual, found.jacobian, strict=True):
        own = [graph.node(x) for x in coordinates.torques(row)]
        if any(node.op != CONST or node.number for node in own):
            kept.append(condition)
            residual.append(graph.node(phi))
            jacobian.append(own)
            continue
        gap = graph.node(phi)
        left = gap.number if gap.op == CONST else Number(0)
        if abs(left) > NOISE:
            where = f"{model.source}: loop {condition.label}"
            problem = f"is {left.spelled(3)} at every state, and no joint changes it"
            raise UserError(where, problem, "the loop cannot close: check where its ends are")
        if left:
            notes.append(f"loop {condition.label} is {left.spelled(2)} at every state: taken as 0")
        dropped.append((condition, "holds at every state"))
    if not kept:
        raise UserError(f"{model.source}: loops", "ask for nothing", "leave them out")
    return Conditions(model, residual, jacobian), kept, dropped, tuple(notes)


def _regular(place: str, q: np.ndarray, K: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the configurations at which K has the rank that it has at most of them."""
    values = np.linalg.svd(K, compute_uv=False)
    ranks = (values > RANK * values.max(axis=-1, keepdims=True)).sum(axis=-1)
    rank = int(np.bincount(ranks).argmax())
    usual = ranks == rank
    if usual.mean() < 0.75:
        found = f"leave {', '.join(map(str, sorted(set(ranks))))} conditions independent, by turns"
        cure = "a mechanism that changes its number of degrees of freedom is not generated"
        raise UserError(place, found, cure)
    return q[usual], K[usual], rank


def _chosen_rows(K: np.ndarray, rank: int) -> list[int]:
    """Return rows that are independent at every sample, the largest first taken."""
    rest, chosen = K.copy(), []
    for _ in range(rank):
        lengths = np.linalg.norm(rest, axis=-1).min(axis=0)
        row = _first_of_largest(lengths)
        chosen.append(row)
        unit = rest[:, row, :] / np.linalg.norm(rest[:, row, :], axis=-1, keepdims=True)
        rest = rest - np.einsum("sri,si->sr", rest, unit)[..., None] * unit[:, None, :]
    return sorted(chosen) if rank < K.shape[1] else [*range(K.shape[1])]


def _coordinates(
    model: Model, place: str, K: np.ndarray
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the independent and the actuated velocities, as named or as they suit."""
    assert model.closing is not None
    named, actuated = model.closing.independent, model.closing.actuated
    columns = K.shape[2]
    free = columns - K.shape[1]
    if named:
        if len(named) != free:
            found = f"names {counted(len(named), 'degree')} of freedom ({_listed(model, named)})"
            cure = f"the closed robot has {free}: name as many"
            raise UserError(f"{model.source}: independent", found, cure)
        if not _is_regular(K, named):
            found = f"{_listed(model, named)} do not tell where the other joints are"
            raise UserError(f"{model.source}: independent", found, "name others, or none")
        independent = tuple(named)
    elif len(actuated) == free and _is_regular(K, actuated):
        independent = tuple(actuated)
    else:
        dependent = {column for _, column in _pivots(K, sparse=False)}
        independent = tuple(k for k in range(columns) if k not in dependent)
    return independent, tuple(actuated) or independent


def _is_regular(K: np.ndarray, independent: Sequence[int]) -> bool:
    """Tell whether the other columns can be solved for, at most samples."""
    others = [k for k in range(K.shape[2]) if k not in independent]
    values = np.linalg.svd(K[:, :, others], compute_uv=False)
    return bool((values[:, -1] > RANK * values[:, 0]).mean() > 0.75)


def _pivots(K: np.ndarray, given: Sequence[tuple[int, int]] = (), *, sparse: bool = True) -> Pivots:
    """Return an order of elimination: large pivots first, of those the ones that fill least.

    What is given goes first, as far as its pivots are as large as any.
    """
    rest = K.copy()
    exists = np.abs(K).max(axis=0) > 0
    rows, columns = [*range(K.shape[1])], [*range(K.shape[2])]
    order = []
    for _ in range(K.shape[1]):
        sizes = np.quantile(np.abs(rest), 0.25, axis=0)[np.ix_(rows, columns)]
        enough = sizes >= (SMALL if sparse else 1 - 1e-6) * sizes.max()
        fill = exists[np.ix_(rows, columns)]
        cost = np.outer(fill.sum(axis=1) - 1, fill.sum(axis=0) - 1) + 1e9 * ~enough
        known = [(r, c) for r, c in given if r in rows and c in columns]
        known = [(r, c) for r, c in known if enough[rows.index(r), columns.index(c)]]
        if known:
            row, column = known[0]
        else:
            i, j = np.unravel_index(int(np.argmin(cost)), cost.shape)
            row, column = rows[i], columns[j]
        rows.remove(row)
        columns.remove(column)
        order.append((row, column))
        factor = rest[:, rows, column] / rest[:, None, row, column]
        rest[:, rows, :] -= factor[..., None] * rest[:, None, row, :]
        exists[rows] |= np.outer(exists[rows, column], exists[row])
    return tuple(order)


def _passive(
    model: Model,
    K: np.ndarray,
    pivots: Pivots,
    independent: tuple[int, ...],
    actuated: tuple[int, ...],
) -> tuple[Pivots, str]:
    """Return the order of elimination of what nothing drives; or why torques do not follow."""
    if set(actuated) == set(independent):
        return pivots, ""
    if len(actuated) != len(independent):
        numbers = f"{len(actuated)} are actuated, and it has {len(independent)} degrees of freedom"
        return (), f"torques do not follow from accelerations: {numbers}"
    if not _is_regular(K, actuated):
        return (), f"{_listed(model, actuated)} cannot move the closed robot in every direction"
    # As many pivots as can be in common with the elimination of the dependent joints.
    shared = [pair for pair in pivots if pair[1] not in actuated]
    columns = [k for k in range(K.shape[2]) if k not in actuated]
    return _pivots_of(K, columns, shared), ""


def _pivots_of(K: np.ndarray, columns: list[int], first: Sequence[tuple[int, int]] = ()) -> Pivots:
    """Return the order of elimination of some columns."""
    given = [(row, columns.index(column)) for row, column in first]
    return tuple((row, columns[column]) for row, column in _pivots(K[:, :, columns], given))


def _nearest(model: Model, q: np.ndarray, K: np.ndarray) -> tuple[float, ...]:
    """Return the sample that is nearest to the neutral position, of those far from singular ones."""
    least = np.linalg.svd(K, compute_uv=False)[:, -1]
    far = np.where(least < 0.5 * np.median(least), np.inf, 0.0)
    neutral = [x for k in model.free_links for x in k.kind.manifold.neutral or (0,) * k.kind.nq]
    away = np.abs(q - np.array(neutral, dtype=float)).max(axis=-1)
    # Rounded: the last digits are the machine's, and whoever begins there closes the loops first.
    return tuple(round(float(x), 3) + 0.0 for x in q[int(np.argmin(away + far))])


def _first_of_largest(sizes: np.ndarray) -> int:
    """Return the first that is as large as any, rounding apart."""
    return int(np.argmax(sizes >= sizes.max() * (1 - 1e-6)))


def _listed(model: Model, places: Sequence[int]) -> str:
    return listed(joint_names(model, places))
