"""Pinocchio's regressor in our terms: its ten numbers of a body are in the joint's frame.

Ours are in the frame that the file gives to the link. What changes the frame of ten numbers is linear,
so it is applied to unit bodies once; columns then follow from columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.bench.pinocchio_model import se3
from gen_robot.bench.tree import Tree

Array = NDArray[Any]
TEN = 10


def in_link_frames(pin: Any, tree: Tree, order: Sequence[int]) -> Callable[[Array], Array]:
    """Return what makes a regressor in our order and frames of one whose joints have this order."""
    # The first body on a joint is the link that it moves.
    changes = [_change(pin, se3(pin, joint.bodies[0].place)) for joint in tree.joints]
    place = {k: number for number, k in enumerate(order)}

    def changed(Y: Array) -> Array:
        start = [TEN * place[k] for k in range(len(tree.joints))]
        blocks = [Y[:, s : s + TEN] @ X for s, X in zip(start, changes, strict=True)]
        return np.hstack(blocks)

    return changed


def _change(pin: Any, place: Any) -> Array:
    """Return the matrix that gives a body's ten numbers in the joint's frame of those in the link's."""
    mass, *others = np.eye(TEN)
    alone = _moved(pin, place, mass)
    # Pinocchio divides by the mass, so all others are moved with one, which is taken off again.
    columns = [alone, *(_moved(pin, place, mass + unit) - alone for unit in others)]
    return np.column_stack(columns)


def _moved(pin: Any, place: Any, ten: Array) -> Array:
    inertia = pin.Inertia.FromDynamicParameters(ten)
    return np.array(place.act(inertia).toDynamicParameters())
