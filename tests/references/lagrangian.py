"""Lagrange's equations of a small robot, by symbolic differentiation of its energies.

Nothing here is recursive and no algorithm of the papers is used: positions of the mass centres in
the base frame, their derivatives, and the sums of the energies. Good for three joints or so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import sympy

from arrays import Array
from gen_robot.algebra.frame import Frame
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import BASE, Description, JointDescription


@dataclass(frozen=True)
class Lagrangian:
    """Hold a robot's M, h and energies as functions of arrays."""

    inertia_matrix: Callable[[Array], Array]
    bias: Callable[[Array, Array], Array]
    gravity: Callable[[Array], Array]
    kinetic_energy: Callable[[Array, Array], Array]
    potential_energy: Callable[[Array], Array]


def lagrangian(description: Description) -> Lagrangian:
    """Derive the equations of motion of a robot on a fixed base, rotors included."""
    moving = [link for link in description.links if link.joint.type != "fixed"]
    n = len(moving)
    q = sympy.Matrix(sympy.symbols(f"q:{n}"))
    qd = sympy.Matrix(sympy.symbols(f"qd:{n}"))
    coordinate = dict(zip((link.name for link in moving), q, strict=True))
    g = _vector(description.gravity)
    T = V = sympy.Integer(0)
    stands = {BASE: sympy.eye(4)}  # each link frame in the base frame
    for link in description.links:
        moved = _moved(link.joint, coordinate.get(link.name))
        stand = stands[link.parent] * _frame(link.joint.before) * moved * _frame(link.joint.after)
        stands[link.name] = stand
        R, m = stand[:3, :3], _number(link.inertial.mass)
        centre = stand[:3, 3] + R * _vector(link.inertial.com)
        v = centre.jacobian(q) * qd
        spin = R.T * sum((R.diff(a) * b for a, b in zip(q, qd, strict=True)), sympy.zeros(3))
        omega = sympy.Matrix([spin[2, 1], spin[0, 2], spin[1, 0]])
        T += (m * v.dot(v) + omega.dot(_tensor(link.inertial.inertia) * omega)) / 2
        V -= m * g.dot(centre)
    for link, speed in zip(moving, qd, strict=True):
        T += _number(link.joint.rotor_inertia) * speed**2 / 2
    M = sympy.hessian(T, list(qd))
    gravity = sympy.Matrix([V]).jacobian(q).T
    bias = (M * qd).jacobian(q) * qd - sympy.Matrix([T]).jacobian(q).T + gravity

    return Lagrangian(
        inertia_matrix=_function([q], M, (n, n)),
        bias=_function([q, qd], bias, (n,)),
        gravity=_function([q], gravity, (n,)),
        kinetic_energy=_function([q, qd], T, ()),
        potential_energy=_function([q], V, ()),
    )


def _function(
    arguments: list[sympy.Matrix], result: sympy.Basic, shape: tuple[int, ...]
) -> Callable[..., Array]:
    function = sympy.lambdify([list(a) for a in arguments], result, "numpy", cse=True)
    return lambda *values: np.asarray(function(*values), dtype=float).reshape(shape)


def _number(x: Number) -> sympy.Rational:
    return sympy.Rational(str(x))


def _vector(v: Vec3) -> sympy.Matrix:
    return sympy.Matrix([_number(c) for c in v])


def _tensor(t: SymMat3) -> sympy.Matrix:
    xx, yy, zz, xy, xz, yz = (_number(c) for c in t)
    return sympy.Matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _frame(frame: Frame) -> sympy.Matrix:
    columns = [_vector(v) for v in (frame.rotation.x, frame.rotation.y, frame.rotation.z)]
    return _homogeneous(sympy.Matrix.hstack(*columns), _vector(frame.origin))


def _moved(joint: JointDescription, q: sympy.Symbol | None) -> sympy.Matrix:
    u = _vector(joint.axis)
    if joint.type == "fixed":
        return sympy.eye(4)
    if joint.type == "prismatic":
        return _homogeneous(sympy.eye(3), u * q)
    cross = sympy.Matrix([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    turned = sympy.cos(q) * sympy.eye(3) + sympy.sin(q) * cross + (1 - sympy.cos(q)) * u * u.T
    return _homogeneous(turned, sympy.zeros(3, 1))


def _homogeneous(rotation: sympy.Matrix, origin: sympy.Matrix) -> sympy.Matrix:
    return sympy.Matrix.vstack(sympy.Matrix.hstack(rotation, origin), sympy.Matrix([[0, 0, 0, 1]]))
