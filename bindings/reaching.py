"""Inverse kinematics: the compiled search, called for any number of states."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gen_robot.bindings.arguments import Array, as_inputs, leading_shape
from gen_robot.bindings.limits import limits_of
from gen_robot.bindings.manifest import Argument, Manifest
from gen_robot.bindings.native import Symbols, ffi
from gen_robot.bindings.searching import DOUBLE, ROWS, Search, midway, random_starts

REACH = f"""
typedef struct {{
    int manifold, in_q, in_qd, nv;
}} gen_robot_joint;
typedef struct {{
    void *placement, *jacobian;
    int is_single;
    int by_columns;
    int reference;
    int nq, nv, joints;
    const gen_robot_joint *joint;
    const double *lower, *upper;
    double weights[{ROWS}];
    double tolerance, damping;
    int iterations;
    int starts;
    const double *start;
}} gen_robot_reaching;
ptrdiff_t gen_robot_not_rigid(ptrdiff_t count, const double *target, double rounding);
int gen_robot_reach(const gen_robot_reaching *reach, ptrdiff_t count, const double *target, double *q,
                    int *converged, int *iterations, double *residual);
"""

REFERENCES = ("local_world_aligned", "local", "world")
MANIFOLDS = {"additive": 0, "line": 0, "plane": 1, "rotation": 2, "rigid": 3}
"""As reach/reach.h counts them."""

RIGID = 1e-6  # how far a rotation may be from one: T may come from text
BLOCK = 64  # states that are searched for by one call, so that Python hears of interrupts

ffi.cdef(REACH)
_doubles, _ints = ffi.typeof("double[]"), ffi.typeof("int[]")


class Reached(NamedTuple):
    """Hold what inverse kinematics found for each state."""

    q: Array
    """Positions within the limits, (..., nq); where nothing converged, the nearest found."""
    converged: Any
    """Whether the residual is at most the tolerance."""
    iterations: Any
    """The steps that were made, of all starts."""
    residual: Any
    """The norm of the weighted error [m, rad]."""


@dataclass(frozen=True)
class Chain:
    """Hold a frame's kernels, and what the search has to know of their robot."""

    robot: Manifest
    real: np.dtype[Any]
    column_major: bool
    placement: Symbols
    jacobian: Symbols
    _drawn: dict[tuple[int, int], Array] = field(default_factory=dict, compare=False)

    @cached_property
    def native(self) -> dict[str, Any]:
        """What C reads of them."""
        robot, limits = self.robot, limits_of(self.robot, DOUBLE)
        joints = [
            (MANIFOLDS[joint.manifold], joint.index, joint.index_v, joint.nv)
            for joint in robot.joints
        ]
        return {
            "placement": ffi.cast("void *", self.placement.one),
            "jacobian": ffi.cast("void *", self.jacobian.one),
            "is_single": self.real != DOUBLE,
            "by_columns": self.column_major,
            "reference": REFERENCES.index(robot.reference),
            "nq": robot.nq,
            "nv": robot.nv,
            "joints": len(joints),
            "joint": ffi.new("gen_robot_joint[]", joints),
            "lower": ffi.from_buffer(_doubles, limits.lower),
            "upper": ffi.from_buffer(_doubles, limits.upper),
        }

    def starts(self, count: int, seed: int) -> Array:
        """Return random positions to begin from, drawn once: a loop asks for the same again."""
        if (count, seed) not in self._drawn:
            self._drawn.clear()
            self._drawn[count, seed] = random_starts(self.robot, count, seed)
        return self._drawn[count, seed]


def reach(chain: Chain, T: ArrayLike, q0: ArrayLike | None, search: Search) -> Reached:
    """Find positions at which the frame is at T, beginning from q0."""
    nq = chain.robot.nq
    arguments = (Argument("T", (4, 4)), Argument("q0", (nq,)))
    given = (T, midway(chain.robot) if q0 is None else q0)
    target, begin = as_inputs(given, arguments, DOUBLE)
    leading = leading_shape((target, begin), arguments)
    if not np.isfinite(begin).all():
        raise ValueError("q0: has elements that are not finite")

    count = math.prod(leading)
    targets = np.ascontiguousarray(np.broadcast_to(target, (*leading, 4, 4))).reshape(count, 16)
    _check_placements(targets, leading)
    q = np.array(np.broadcast_to(begin, (*leading, nq)), order="C").reshape(count, nq)
    flags = np.empty((2, count), np.intc)  # whether it converged, iterations
    residual = np.empty(count)
    starts = chain.starts(search.restarts, search.seed)
    native = ffi.new(
        "gen_robot_reaching *",
        {
            **chain.native,
            "weights": search.weights,
            "tolerance": search.tolerance,
            "damping": search.damping,
            "iterations": search.iterations,
            "starts": search.restarts,
            "start": ffi.from_buffer(_doubles, starts),
        },
    )

    def block(first: int) -> int:
        part = slice(first, first + BLOCK)
        converged, iterations = (ffi.from_buffer(_ints, each[part]) for each in flags)
        from_to = [ffi.from_buffer(_doubles, each[part]) for each in (targets, q, residual)]
        return _reach().gen_robot_reach(
            native, len(q[part]), *from_to[:2], converged, iterations, from_to[2]
        )

    if any(_each(block, range(0, count, BLOCK), search.threads)):
        raise MemoryError
    found = (q.astype(chain.real, copy=False), flags[0] != 0, flags[1], residual)
    return Reached(*(each.reshape((*leading, *each.shape[1:]))[()] for each in found))


def _each(function: Callable[[int], int], firsts: Sequence[int], threads: int) -> list[int]:
    """Do blocks one after the other, or side by side: cffi lets other threads run meanwhile."""
    if threads == 1 or len(firsts) < 2:
        return [function(first) for first in firsts]
    with ThreadPoolExecutor(min(threads, len(firsts))) as pool:
        return list(pool.map(function, firsts))


def _check_placements(targets: Array, leading: tuple[int, ...]) -> None:
    """Refuse what is no rotation and translation."""
    count = len(targets)
    first = _reach().gen_robot_not_rigid(count, ffi.from_buffer(_doubles, targets), RIGID)
    if first < count:
        state = f"[{', '.join(map(str, np.unravel_index(first, leading)))}]" if leading else ""
        raise ValueError(
            f"T{state}: is no placement: a rotation matrix, an origin beside it, and 0 0 0 1 below"
        )


@cache
def _reach() -> Any:
    """Load the search, which is built with the package."""
    return ffi.dlopen(str(files("gen_robot").joinpath("_native", "reach.so")))
