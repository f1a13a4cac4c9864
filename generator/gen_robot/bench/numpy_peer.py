"""The recursions in plain NumPy as a peer."""

from __future__ import annotations

from typing import Any

import numpy as np

from gen_robot.bench.peer import Array, PeerCall
from gen_robot.bench.reference import KINDS, NumpyDynamics
from gen_robot.bench.tree import Tree
from gen_robot.errors import UserError, listed

NAME = "NumPy"


class NumpyPeer:
    """Offer the methods of NumpyDynamics for the kernels that they are named after."""

    name = NAME
    version = np.__version__

    def __init__(self, tree: Tree) -> None:
        if odd := sorted(tree.kinds - KINDS):
            raise UserError(NAME, f"knows no joints that are {listed(odd)}")
        self._dynamics = NumpyDynamics(tree)

    def call(self, kernel: str, frame: str = "", reference: str = "") -> PeerCall | None:
        if kernel.startswith("_") or kernel not in vars(NumpyDynamics):
            return None
        function = getattr(self._dynamics, kernel)
        return PeerCall(f"recursion in NumPy, {kernel}", function, _as_they_are, _as_tuple)


def _as_they_are(state: tuple[Array, ...]) -> tuple[Any, ...]:
    return state


def _as_tuple(value: Any) -> tuple[Array, ...]:
    return value if isinstance(value, tuple) else (value,)
