"""Inverse kinematics: what is asked of the compiled search, and what it gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings import configurations
from gen_robot.bindings.arguments import as_inputs, leading_shape
from gen_robot.bindings.limits import limits_of
from gen_robot.bindings.manifest import Argument, Manifest
from gen_robot.bindings.native import Symbols, ffi
from gen_robot.bindings.threads import thread_count

Array = NDArray[Any]

REACH = """
typedef struct {
    int manifold, in_q, in_qd, nv;
} gen_robot_joint;
typedef struct {
    void *placement, *jacobian;
    int is_single;
    int by_columns;
    int reference;
    int nq, nv, joints;
    const gen_robot_joint *joint;
    const double *lower, *upper;
    double weights[6];
    double tolerance, damping;
    int iterations;
    int starts;
    const double *start;
} gen_robot_reaching;
int gen_robot_reach(const gen_robot_reaching *reach, ptrdiff_t count, const double *target, double *q,
                    int *converged, int *iterations, double *residual);
"""

REFERENCES = ("local_world_aligned", "local", "world")
MANIFOLDS = {"additive": 0, "line": 0, "plane": 1, "rotation": 2, "rigid": 3}
"""As reach/reach.h counts them."""

ROWS = 6
RIGID = 1e-6  # how far a rotation may be from one: T may come from text
TOLERANCES = {np.dtype(np.float64): 1e-9, np.dtype(np.float32): 1e-5}
BLOCK = 64  # states that are searched for by one call, so that Python hears of interrupts
MOST = 2**31 - 1

ffi.cdef(REACH)
_doubles, _ints = ffi.typeof("double[]"), ffi.typeof("int[]")


class Reached(NamedTuple):
    """Hold what inverse kinematics found for each state.

    `residual` is the norm of the weighted error [m, rad], `iterations` the steps of all starts.
    """

    q: Array
    converged: Any
    iterations: Any
    residual: Any


@dataclass(frozen=True)
class Search:
    """Say how to search; the defaults of `tolerance` depend on the robot's precision."""

    tolerance: float
    iterations: int
    damping: float
    restarts: int
    weights: Array
    seed: int
    threads: int


@dataclass(frozen=True)
class Chain:
    """Hold a frame's kernels, and what the search has to know of their robot."""

    robot: Manifest
    real: np.dtype[Any]
    column_major: bool
    reference: str
    placement: Symbols
    jacobian: Symbols


def searching(
    real: np.dtype[Any],
    tolerance: Any,
    iterations: Any,
    damping: Any,
    restarts: Any,
    weights: Any,
    seed: Any,
    threads: Any,
) -> Search:
    """Check how to search."""
    array = np.asarray(weights, np.float64)
    if array.shape != (ROWS,) or not (np.isfinite(array) & (array >= 0)).all() or not array.any():
        raise ValueError(
            f"weights: is {weights!r}; give six numbers, zero or more and not all zero: of the"
            " position along x, y, z and of the rotation about them"
        )
    return Search(
        _positive("tolerance", TOLERANCES[real] if tolerance is None else tolerance),
        _whole("iterations", iterations, 1),
        _positive("damping", damping),
        _whole("restarts", restarts, 0),
        array,
        _whole("seed", seed, 0),
        thread_count(threads),
    )


def reach(chain: Chain, T: ArrayLike, q0: ArrayLike | None, search: Search) -> Reached:
    """Find positions at which the frame is at T, beginning from q0."""
    robot = chain.robot
    arguments = (Argument("T", (4, 4)), Argument("q0", (robot.nq,)))
    start = _middle(robot) if q0 is None else q0
    target, begin = as_inputs((T, start), arguments, np.dtype(np.float64))
    leading = leading_shape((target, begin), arguments)
    _check_placements(target)
    if not np.isfinite(begin).all():
        raise ValueError("q0: has elements that are not finite")

    count = math.prod(leading)
    targets = np.ascontiguousarray(np.broadcast_to(target, (*leading, 4, 4))).reshape(count, 16)
    q = np.array(np.broadcast_to(begin, (*leading, robot.nq))).reshape(count, robot.nq)
    converged, iterations = np.empty(count, np.intc), np.empty(count, np.intc)
    residual = np.empty(count)
    native, _kept = _native(chain, search)

    def block(first: int) -> int:
        part = slice(first, first + BLOCK)
        return _reach().gen_robot_reach(
            native,
            len(q[part]),
            ffi.from_buffer(_doubles, targets[part]),
            ffi.from_buffer(_doubles, q[part]),
            ffi.from_buffer(_ints, converged[part]),
            ffi.from_buffer(_ints, iterations[part]),
            ffi.from_buffer(_doubles, residual[part]),
        )

    if any(_each(block, range(0, count, BLOCK), search.threads)):
        raise MemoryError
    states = (q.astype(chain.real), converged.astype(bool), iterations, residual)
    return Reached(*(each.reshape(*leading, *each.shape[1:])[()] for each in states))


def _each(function: Any, firsts: Sequence[int], threads: int) -> list[int]:
    """Do blocks one after the other, or side by side: cffi lets other threads run meanwhile."""
    if threads == 1 or len(firsts) < 2:
        return [function(first) for first in firsts]
    with ThreadPoolExecutor(min(threads, len(firsts))) as pool:
        return list(pool.map(function, firsts))


def _native(chain: Chain, search: Search) -> tuple[Any, tuple[Any, ...]]:
    """Write down a search as C reads it; what it points to has to be kept as long."""
    robot = chain.robot
    limits = limits_of(robot, np.dtype(np.float64))
    joints = ffi.new("gen_robot_joint[]", max(1, len(robot.joints)))
    for entry, joint in zip(joints, robot.joints, strict=False):
        entry.manifold = MANIFOLDS[joint.manifold]
        entry.in_q, entry.in_qd, entry.nv = joint.index, joint.index_v, joint.nv
    starts = _starts(robot, search.restarts, search.seed)
    native = ffi.new("gen_robot_reaching *")
    kept = tuple(ffi.from_buffer(_doubles, np.array(each)) for each in (limits.lower, limits.upper))
    start = ffi.from_buffer(_doubles, starts)
    native.placement = ffi.cast("void *", chain.placement.one)
    native.jacobian = ffi.cast("void *", chain.jacobian.one)
    native.is_single = chain.real == np.float32
    native.by_columns = chain.column_major
    native.reference = REFERENCES.index(chain.reference)
    native.nq, native.nv, native.joints = robot.nq, robot.nv, len(robot.joints)
    native.joint = joints
    native.lower, native.upper = kept
    native.weights = list(search.weights)
    native.tolerance, native.damping = search.tolerance, search.damping
    native.iterations = search.iterations
    native.starts, native.start = search.restarts, start
    return native, (joints, *kept, start)


def _starts(robot: Manifest, count: int, seed: int) -> Array:
    """Draw further positions to search from: the same ones for every state."""
    rng = np.random.default_rng(seed)
    q, _, _ = configurations.random_state(robot, np.dtype(np.float64), rng, (count,))
    return np.ascontiguousarray(q)


def _middle(robot: Manifest) -> Array:
    """Return the position between the limits; where a joint has not two, its neutral one."""
    q = configurations.neutral(robot, np.dtype(np.float64))
    for joint in robot.joints:
        if joint.lower is not None and joint.upper is not None:
            q[joint.in_q] = joint.lower / 2 + joint.upper / 2
    return q


def _check_placements(T: Array) -> None:
    """Refuse what is no rotation and translation."""
    R = T[..., :3, :3]
    off = np.abs(R.swapaxes(-1, -2) @ R - np.eye(3)).max((-1, -2), initial=0.0)
    last = np.abs(T[..., 3, :] - [0, 0, 0, 1]).max(-1, initial=0.0)
    rigid = np.isfinite(T).all((-1, -2)) & (off <= RIGID) & (last <= RIGID)
    rigid &= np.linalg.det(R) > 0
    if rigid.all():
        return
    first = tuple(int(axis[0]) for axis in np.nonzero(~np.atleast_1d(rigid)))[: rigid.ndim]
    state = f"[{', '.join(map(str, first))}]" if first else ""
    raise ValueError(
        f"T{state}: is no placement: a rotation matrix, an origin beside it, and 0 0 0 1 below"
    )


def _positive(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{name}: is {value!r}; give a number above zero")
    return number


def _whole(name: str, value: Any, least: int) -> int:
    problem = f"{name}: is {value!r}; give an integer from {least} on"
    try:
        number = index(value)
    except TypeError:
        raise TypeError(problem) from None
    if not least <= number <= MOST:
        raise ValueError(problem)
    return number


@cache
def _reach() -> Any:
    """Load the search, which is built with the package."""
    return ffi.dlopen(str(files("gen_robot").joinpath("_native", "reach.so")))
