"""Configurations at which a robot's loops are closed, found by damped Gauss-Newton steps.

They tell what no structure shows: whether loops can close at all, which of their conditions are
redundant, and which joints may be told by the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from gen_robot.bindings.manifolds import MANIFOLDS
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.node import Node
from gen_robot.model.model import Model

STARTS = 96
STEPS = 80
CLOSED = 1e-11
"""What is left of the gaps where loops count as closed, in units of the largest of lengths and 1."""

WANTED = 24


@dataclass(frozen=True)
class Conditions:
    """Hold conditions as a graph: their gaps phi and the rows of K, by the user's positions."""

    model: Model
    residual: list[Node]
    jacobian: list[list[Node]]

    def at(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return phi and K at many positions."""
        rows, columns = len(self.residual), len(self.jacobian[0])
        flat = [x for row in self.jacobian for x in row]
        values = evaluate([*self.residual, *flat], {"q": q})
        return values[..., :rows], values[..., rows:].reshape(*q.shape[:-1], rows, columns)


def closed_samples(conditions: Conditions) -> tuple[np.ndarray, float]:
    """Return positions at which all conditions hold, and the least gap that was reached."""
    q = _starts(conditions.model)
    phi, K = conditions.at(q)
    damping = np.full(len(q), 1e-3)
    for _ in range(STEPS):
        squares = np.einsum("sri,sij->srj", K, np.swapaxes(K, 1, 2))
        squares += (damping * np.einsum("srr->s", squares) + 1e-300)[:, None, None] * np.eye(
            phi.shape[-1]
        )
        step = -np.einsum("sri,sr->si", K, np.linalg.solve(squares, phi[..., None])[..., 0])
        # No step is so large that it leaves what it was computed for.
        size = np.maximum(np.abs(step).max(axis=-1, keepdims=True), 1.0)
        tried = _moved(conditions.model, q, step / size)
        phi_tried, K_tried = conditions.at(tried)
        better = np.abs(phi_tried).max(axis=-1) < np.abs(phi).max(axis=-1)
        q[better], phi[better], K[better] = tried[better], phi_tried[better], K_tried[better]
        damping = np.clip(np.where(better, damping / 10, damping * 10), 1e-14, 1e3)
    left = np.abs(phi).max(axis=-1)
    found = q[left < CLOSED]
    return found[:WANTED], float(left.min())


def _starts(model: Model) -> np.ndarray:
    """Return positions that look drawn and are the same everywhere; the first are near zero."""
    rows = []
    for number in range(STARTS):
        reach = min(1.0, (number + 1) / STARTS * 2)
        row: list[float] = []
        for link in model.free_links:
            kind = link.kind
            draw = [_drawn(number, link.number, k) for k in range(kind.nv)]
            neutral = np.array(kind.manifold.neutral or (0,) * kind.nq, dtype=float)
            wide = MANIFOLDS[kind.manifold.name].reach * reach
            lower, upper = link.limits.lower, link.limits.upper
            if kind.nq == 1 and lower is not None and upper is not None:
                low, high = max(float(lower), -wide), min(float(upper), wide)
                if low > high:
                    low, high = float(lower), float(upper)
                row.append(low + (high - low) * (draw[0] + 1) / 2)
                continue
            row += [*MANIFOLDS[kind.manifold.name].integrate(neutral, np.array(draw) * wide)]
        rows.append(row)
    return np.array(rows)


def _drawn(number: int, link: int, place: int) -> float:
    digest = sha256(f"closed {number} {link} {place}".encode()).digest()
    return int.from_bytes(digest[:6]) / 2.0**47 - 1


def _moved(model: Model, q: np.ndarray, step: np.ndarray) -> np.ndarray:
    """Return the positions that steps along velocities lead to."""
    moved = np.empty_like(q)
    at, at_v = 0, 0
    for link in model.free_links:
        own, own_v = slice(at, at + link.kind.nq), slice(at_v, at_v + link.kind.nv)
        integrate = MANIFOLDS[link.kind.manifold.name].integrate
        moved[:, own] = integrate(q[:, own], step[:, own_v])
        at, at_v = own.stop, own_v.stop
    return moved
