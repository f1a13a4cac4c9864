"""Derivatives of where frames are."""

from __future__ import annotations

from typing import Any

from gen_robot.autodiff.backend import Arrays, Backend
from gen_robot.references import LOCAL, WORLD


def placement(b: Backend, x: Arrays, jacobian: str) -> dict[str, dict[str, Any]]:
    """Differentiate a placement T: its columns move with the frame's velocity and turn with it."""
    stack = b.arrays.stack
    T, J = b.call(jacobian.replace("jacobian", "placement", 1), x)["T"], b.call(jacobian, x)["J"]
    R, p = T[..., :3, :3], T[..., :3, 3]
    v, w = J[..., :3, :], J[..., 3:, :]
    if b.reference == LOCAL:
        v, w = b.sum("ij,jk->ik", R, v), b.sum("ij,jk->ik", R, w)
    elif b.reference == WORLD:
        v = v + _turned(stack, w, p)
    columns = [_turned(stack, w, R[..., :, k]) for k in range(3)]
    upper = stack([*columns, v], -2)  # (..., 3, 4, nv)
    below = 0 * upper[..., :1, :, :]
    return {"T": {"q": b.arrays.concatenate([upper, below], -3)}}


def _turned(stack: Any, w: Any, vector: Any) -> Any:
    """Return w x vector for each column of w, which is (..., 3, nv)."""
    wx, wy, wz = (w[..., k, :] for k in range(3))
    x, y, z = (vector[..., k, None] for k in range(3))
    return stack([wy * z - wz * y, wz * x - wx * z, wx * y - wy * x], -2)
