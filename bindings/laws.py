"""Laws of torques: what simulations compute in C, and what they call back for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.curves import Curve, constant
from gen_robot.bindings.native import ffi

Reals = NDArray[np.float64]
Function = Callable[[float, Reals, Reals], ArrayLike]

ffi.cdef("""
typedef struct {
    size_t count, degree;
    const double *t, *c;
} gen_robot_curve;
typedef struct {
    const gen_robot_curve *torque, *path;
    const double *kp, *kd;
    int feed_forward;
    const double *limit;
} gen_robot_law;
""")


@dataclass(frozen=True, eq=False)
class Law:
    """Say which torques act: all that is given is added up, then limited.

    `torque` is a curve of torques; `path` one of the positions that joints of one coordinate should
    have; `kp` and `kd` are gains on what is missing of them and of their rates; with `feed_forward`
    come the torques that the path takes by inverse dynamics. Gains and limits: a number, or nv of them.
    """

    torque: Curve | None = None
    path: Curve | None = None
    kp: ArrayLike | None = None
    kd: ArrayLike | None = None
    feed_forward: bool = False
    limit: ArrayLike | None = None


def as_law(torque: Any, nv: int) -> Law | Function | None:
    """Take a law, a curve, torques that stay, or a function of t, q and qd."""
    if (
        torque is None
        or isinstance(torque, Law)
        or (callable(torque) and not isinstance(torque, Curve))
    ):
        return torque
    if isinstance(torque, Curve):
        return Law(torque)
    values = np.asarray(torque, np.float64)
    if values.shape != (nv,) or not np.isfinite(values).all():
        raise ValueError(
            f"torque: is {torque!r}; give {nv} numbers, a Law, a Curve, a function of t, q, qd or None"
        )
    return Law(constant(values))


class NativeLaw:
    """Hold a law in memory as C reads it, for as long as it is read."""

    def __init__(self, law: Law, nv: int, knows_feed_forward: bool) -> None:
        _check(law, nv, knows_feed_forward)
        self._kept: list[Any] = []
        self.struct = ffi.new("gen_robot_law *")
        for name in ("torque", "path"):
            if (curve := getattr(law, name)) is not None:
                setattr(self.struct, name, self._curve(curve))
        for name in ("kp", "kd", "limit"):
            if (given := getattr(law, name)) is not None:
                setattr(self.struct, name, self._doubles(_each(name, given, nv)))
        self.struct.feed_forward = bool(law.feed_forward)

    def _curve(self, curve: Curve) -> Any:
        made = ffi.new("gen_robot_curve *")
        made.count, made.degree = len(curve.times) - 1, curve.degree
        made.t, made.c = self._doubles(curve.times), self._doubles(curve.coefficients)
        self._kept.append(made)
        return made

    def _doubles(self, values: Reals) -> Any:
        array = np.ascontiguousarray(values, np.float64)
        self._kept.append(array)
        return ffi.cast("const double *", array.ctypes.data)


def packed(law: Law, nv: int, knows_feed_forward: bool) -> Reals:
    """Return a law as FORTRAN reads it: where each part stands, then the parts."""
    _check(law, nv, knows_feed_forward)
    head, parts = np.zeros(6), []
    place = len(head) + 1  # from 1
    for k, name in enumerate(("torque", "path", "kp", "kd", "limit")):
        given = getattr(law, name)
        if given is None:
            continue
        part = _packed_curve(given) if isinstance(given, Curve) else _each(name, given, nv)
        head[k] = place
        place += part.size
        parts.append(part)
    head[5] = law.feed_forward
    return np.concatenate([head, *parts])


def _packed_curve(curve: Curve) -> Reals:
    sizes = [len(curve.times) - 1, curve.degree]
    return np.concatenate([sizes, curve.times, curve.coefficients.ravel()])


def _check(law: Law, nv: int, knows_feed_forward: bool) -> None:
    if law.feed_forward and not knows_feed_forward:
        raise ValueError(
            "feed_forward: wants the kernel inverse_dynamics and joints of one coordinate each"
        )
    if law.path is None and (law.feed_forward or law.kp is not None or law.kd is not None):
        raise ValueError("path: is missing, which gains and feed_forward are for")
    for name in ("torque", "path"):
        curve = getattr(law, name)
        if curve is not None and curve.columns != nv:
            raise ValueError(f"{name}: has {curve.columns} columns; the robot has {nv} velocities")


class Calling:
    """Call a function of Python for torques; what it raises is kept."""

    def __init__(self, function: Function, nq: int, nv: int) -> None:
        self.raised: BaseException | None = None
        self._function, self._nq, self._nv = function, nq, nv
        self.for_c = ffi.callback(
            "int(void *, double, const double *, const double *, double *)",
            lambda context, t, q, qd, tau: self._called(t, q, qd, tau),
        )
        self.for_fortran = ffi.callback(
            "void(double *, double *, double *, double *, double *, int *)", self._by_reference
        )

    def _by_reference(self, t: Any, q: Any, qd: Any, tau: Any, par: Any, info: Any) -> None:
        info[0] = self._called(t[0], q, qd, tau)

    def _called(self, t: float, q: Any, qd: Any, tau: Any) -> int:
        nq, nv = self._nq, self._nv
        try:
            # Copies, for the caller's memory is another's a moment later.
            state = [
                np.frombuffer(ffi.buffer(each, 8 * size), np.float64).copy()
                for each, size in ((q, nq), (qd, nv))
            ]
            given = np.asarray(self._function(t, *state), np.float64)
            if given.shape != (nv,):
                raise ValueError(f"torque: the function gave the shape {given.shape}; give ({nv},)")
            np.frombuffer(ffi.buffer(tau, 8 * nv), np.float64)[:] = given
        except BaseException as error:
            self.raised = error
            return 1
        return 0


def _each(name: str, value: ArrayLike, nv: int) -> Reals:
    array = np.asarray(value, np.float64)
    if array.shape not in ((), (nv,)) or not (array >= 0).all():
        raise ValueError(f"{name}: is {value!r}; give a number, or {nv} of them, zero or more")
    return np.broadcast_to(array, (nv,))
