"""From changes of positions as they are stored to steps along velocities.

Where a joint has quaternions, or cosine and sine, its positions are more than its velocities. A change
of such numbers that leaves their space - that of a quaternion's length - moves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gen_robot.autodiff.backend import Backend
from gen_robot.bindings.manifest import Joint

FLAT = ("additive", "line")

Rows = list[list[Any]]


def is_flat(joints: tuple[Joint, ...]) -> bool:
    """Tell whether changes of positions are steps already."""
    return all(joint.manifold in FLAT for joint in joints)


def step_map(backend: Backend, q: Any) -> Any:
    """Return the matrix (..., nv, nq) that takes a change of q to a step along velocities."""
    zero, one = 0 * q[..., 0], 0 * q[..., 0] + 1
    nq = q.shape[-1]
    rows: Rows = []
    for joint in backend.joints:
        own = [q[..., k] for k in range(joint.index, joint.index + joint.nq)]
        block = _BLOCKS.get(joint.manifold, _identity)(own, zero, one)
        before, after = [zero] * joint.index, [zero] * (nq - joint.index - joint.nq)
        rows += [before + row + after for row in block]
    stack = backend.arrays.stack
    return stack([stack(row, -1) for row in rows], -2)


def _identity(q: list[Any], zero: Any, one: Any) -> Rows:
    return [[one if i == k else zero for k in range(len(q))] for i in range(len(q))]


def _rotation(q: list[Any], zero: Any, one: Any) -> Rows:
    """Twice the vector part of the conjugate of (x y z w) times its change."""
    x, y, z, w = (2 * each for each in q)
    return [[w, z, -y, -x], [-z, w, x, -y], [y, -x, w, -z]]


def _rigid(q: list[Any], zero: Any, one: Any) -> Rows:
    """The change of origin, in the body's axes; then the rotation."""
    x, y, z, w = q[3:]
    turned_back = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
        [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
        [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    ]
    linear = [row + [zero] * 4 for row in turned_back]
    return linear + [[zero] * 3 + row for row in _rotation(q[3:], zero, one)]


def _plane(q: list[Any], zero: Any, one: Any) -> Rows:
    """Positions are x y, cosine, sine; steps in the body's axes, then the angle."""
    _, _, c, s = q
    return [[c, s, zero, zero], [-s, c, zero, zero], [zero, zero, -s, c]]


_BLOCKS: dict[str, Callable[[list[Any], Any, Any], Rows]] = {
    "rotation": _rotation,
    "rigid": _rigid,
    "plane": _plane,
}
