"""The peers that there are for a robot on this machine, and why others are missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gen_robot.bench.casadi_peer import Order
from gen_robot.bench.numpy_peer import NumpyPeer
from gen_robot.bench.peer import Peer
from gen_robot.bench.pinocchio_peer import PinocchioPeer
from gen_robot.bench.tree import Tree, refusal, tree_of
from gen_robot.description.description import Description
from gen_robot.errors import UserError

PEERS: tuple[Callable[[Tree], Peer], ...] = (PinocchioPeer, NumpyPeer)


@dataclass(frozen=True)
class Peers:
    """Hold those that can be asked for one robot."""

    found: tuple[Peer, ...]
    missing: tuple[str, ...]
    orders: tuple[Order, ...]  # in which a file of functions may take the joints
    weight: float = 0.0  # the robot's mass


def peers_of(description: Description, nq: int, nv: int) -> Peers:
    """Set up all peers that can be."""
    as_ours = Order("the robot file's", np.arange(nq), np.arange(nv))
    if reason := refusal(description):
        return Peers((), (f"Pinocchio, NumPy: {reason}",), (as_ours,))
    tree = tree_of(description)
    found, missing = [], []
    for make in PEERS:
        try:
            found.append(make(tree))
        except UserError as error:
            missing.append(str(error))
    numbers = tree.depth_first()
    q = np.concatenate([np.r_[tree.joints[k].q] for k in numbers])
    v = np.concatenate([np.r_[tree.joints[k].v] for k in numbers])
    weight = sum(body.mass for joint in tree.joints for body in joint.bodies)
    return Peers(tuple(found), tuple(missing), (as_ours, Order("Pinocchio's", q, v)), weight)
