"""Inertia matrix and bias by Lin's composite body method (Lin 1991, Fig. 3), for serial chains.

All distances are measured from the origin O_0 of the base frame, all vectors written in the axes of
the link they belong to. So nothing needs to be shifted on its way along the chain: composite
bodies, joint axes and wrenches are only turned. The first moment p_j and the second moments S_j of
a composite body are about O_0 (the paper's J-bar is -S); the axis of joint j is the motion that a
unit rate gives to the point at O_0: (u, -u x s) if it turns, (0, u) if it slides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.algebra.frame import IDENTITY, ORIGIN
from gen_robot.algebra.number import ONE
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift, Wrench
from gen_robot.algebra.vectors import Mat3, Matrix, Scalar, Values, Vec3, dyad
from gen_robot.algorithms.coverage import SERIAL
from gen_robot.algorithms.joint_terms import body, posed
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import LIN_1991
from gen_robot.algorithms.symbols import INERTIA_MATRIX, Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model


def inertia_matrix(model: Model, t: Tape, q: Values) -> Matrix:
    """Return the inertia matrix H (eqs. 10, 65).

    The paper turns axis m to link j; turning the wrench of joint j to link m needs fewer
    operations.
    """
    H = zeros(model.nv)
    chain = _seen_from_base(model, t, q)
    for j, composite in reversed(list(enumerate(_composites(t, chain)))):
        t.step(j + 1, "wrench (e_j, a_j) of a unit rate, turned towards the base; H_mj")
        wrench = composite.momentum(chain[j].axis)
        t.wrench("e", "a", j + 1, j + 1, value=wrench)
        put(t, H, j, j, wrench.dot(chain[j].axis) + chain[j].link.rotor_inertia)
        for m in reversed(range(j)):
            pair = j + 1, m + 1
            wrench = chain[m + 1].turns.up_wrench(wrench, t.way("e", "a", links=pair))
            t.wrench("e", "a", *pair, value=wrench)
            put(t, H, j, m, wrench.dot(chain[m].axis))
    return H


def bias(model: Model, t: Tape, q: Values, qd: Values) -> list[Scalar]:
    """Return Coriolis, centrifugal and gravity torques b (eq. 54).

    A pair of joints gives zeta_j . d_mj = zeta_j . (B_j u_m) + (zeta_j x e_j) . v_m, linear in the
    axis (u_m, v_m) and in zeta_j. So both sums of eq. 54 are formed before they are turned: what
    the paper computes for each pair of joints is here computed once for each joint.
    """
    b: list[Scalar] = [0] * model.nv
    chain = _seen_from_base(model, t, q)
    composites = _composites(t, chain)
    carried = _carried(model, t, chain, qd)
    outward = Wrench(ORIGIN, ORIGIN)
    for seen, composite, before in reversed(list(zip(chain, composites, carried, strict=True))):
        m, axis = seen.link.number, seen.axis
        t.step(m, "e_m, B_m and the torque b_m (eqs. 54, 63, 64, 67)")
        e = t.vector("e", m, value=composite.momentum(axis).force)
        B = _coupling(composite, axis)
        _label_columns(t, "B", m, B)
        # The joints before m and gravity: W is the sum of zeta_j u_j^T, A that of zeta_j x v_j.
        torque = e.dot(before.A) - _contract(B, before.W) + outward.dot(axis)
        b[m - 1] = t.scalar("b", m, value=torque)
        t.step(m, "what it asks of the joints before it (eq. 54)")
        zeta = before.zeta
        own = Wrench(zeta.cross(e), B.transposed @ zeta)
        outward = t.wrench("f", "n", m, value=outward + own)
        outward = seen.turns.up_wrench(outward, t.way("f", "n", links=(m,)))
    return b


@dataclass(frozen=True)
class _Seen:
    """Hold a link as the base origin sees it, in the link's axes."""

    link: Link
    turns: Pose  # from the axes of the link before it
    axis: Motion
    body: Moments


def _seen_from_base(model: Model, t: Tape, q: Values) -> list[_Seen]:
    """Return the links with their distances from the base origin (eqs. 25, 26)."""
    chain = []
    s = ORIGIN
    for link in model.links:
        j = link.number
        pose = posed(t, link, q)
        t.step(j, "distance s_j from the base origin, its own moments about it (eqs. 25, 26)")
        for step in pose.steps:
            s = s + step.by if isinstance(step, Shift) else step.down(s)
        t.vector("s", j, value=s)
        (motion,) = link.kind.motions
        axis = Motion(motion.angular, motion.linear + s.cross(motion.angular))
        turns = Pose(tuple(step for step in pose.steps if not isinstance(step, Shift)))
        chain.append(_Seen(link, turns, axis, _shifted(body(t, link, q), s)))
    return chain


def _shifted(own: Moments, s: Vec3) -> Moments:
    """Return a body's moments about a point at -s."""
    if not own.mass > 0:
        # Regrouping leaves bodies without a centre of mass, or with one far away.
        return Pose((Shift(s),)).up_moments(own)
    # With the centre of mass at p, the first moment m p serves the second moments too.
    r = own.first * (ONE / own.mass)
    p = s + r
    mp = p * own.mass
    return Moments(own.mass, mp, own.second - dyad(r, own.first) + dyad(p, mp))


def _composites(t: Tape, chain: Sequence[_Seen]) -> list[Moments]:
    """Return the moments of all links from j outward (eqs. 28-30)."""
    found: list[Moments] = []
    for seen in reversed(chain):
        j = seen.link.number
        t.step(j, "composite moments p_j, S_j about the base origin (eqs. 29, 30)")
        composite = seen.body
        if found:
            composite = composite + chain[j].turns.up_moments(
                found[-1], t.way("p", "S", links=(j + 1,))
            )
        found.append(t.moments("p", "S", j, value=composite))
    return found[::-1]


@dataclass(frozen=True)
class _Carried:
    """Hold what the joints before j make of link j, in its axes, and zeta_j times its own rate."""

    zeta: Vec3
    W: Mat3
    A: Vec3


def _carried(model: Model, t: Tape, chain: Sequence[_Seen], qd: Values) -> list[_Carried]:
    """Return zeta_j (eq. 55) and the sums over the joints before j; A begins with minus gravity."""
    found = []
    w = al = ORIGIN
    A = model.base_acceleration(model.links[0])
    for seen in chain:
        j, rate = seen.link.number, qd[seen.link.v_index]
        t.step(j, "zeta_j and the sums over the joints before it (eqs. 55-57)")
        w = t.vector("omega", j, value=seen.turns.down(w, t.way("omega", links=(j,))))
        al = t.vector("alpha", j, value=seen.turns.down(al, t.way("alpha", links=(j,))))
        A = t.vector("A", j, value=seen.turns.down(A, t.way("A", links=(j,))))
        half = w * rate
        turn = seen.axis.angular * rate
        zeta = t.vector("zeta", j, value=half + half + turn * rate)
        found.append(_Carried(zeta, _twice_turning(w, al), A))
        al = al + w.cross(turn)
        A = A + zeta.cross(seen.axis.linear)
        w = w + turn
    return found


def _twice_turning(w: Vec3, al: Vec3) -> Mat3:
    """Return w w^T - al~, which is what the zeta_j u_j^T add up to."""
    xy, xz, yz = w.x * w.y, w.x * w.z, w.y * w.z
    return Mat3(
        Vec3(w.x * w.x, xy - al.z, xz + al.y),
        Vec3(xy + al.z, w.y * w.y, yz - al.x),
        Vec3(xz - al.y, yz + al.x, w.z * w.z),
    )


def _coupling(body: Moments, axis: Motion) -> Mat3:
    """Return B = S u~ - v~ p~ (eq. 64), by columns."""
    u, v, p = axis.angular, axis.linear, body.first
    along = v.dot(p)
    columns = (
        body.second @ u.cross(e) + (e * along - p * component)
        for e, component in zip((IDENTITY.x, IDENTITY.y, IDENTITY.z), v, strict=True)
    )
    return Mat3(*columns)


def _contract(a: Mat3, b: Mat3) -> Scalar:
    """Return the sum of products of corresponding elements."""
    return a.x.dot(b.x) + a.y.dot(b.y) + a.z.dot(b.z)


def _label_columns(t: Tape, symbol: str, link: int, m: Mat3) -> None:
    for column, v in enumerate((m.x, m.y, m.z), 1):
        for row, x in enumerate(v, 1):
            t.scalar(f"{symbol}{row}{column}_", link, value=x)


SYMBOLS = (
    Symbols({"s": "distance"}, "of link {0} from the origin of the base, in its axes"),
    Symbols(
        {"p": "first moment", "S": "second moments"},
        "of link {0} with all that it carries, about the origin of the base",
    ),
    Symbols(
        {"e": "force", "a": "moment"},
        "that a unit rate of joint {0} needs, in the axes of link {1}",
        links=2,
        only=Quantity.INERTIA_MATRIX,
    ),
    INERTIA_MATRIX,
)
OF_BIAS = (
    Symbols(
        {"omega": "angular velocity", "alpha": "sum for the angular acceleration"},
        "of link {0}, of the joints before it",
        only=Quantity.BIAS,
    ),
    Symbols({"A": "acceleration"}, "of link {0} at the base's origin", only=Quantity.BIAS),
    Symbols({"zeta": "zeta of eq. 55"}, "times the rate of joint {0}", only=Quantity.BIAS),
    Symbols({"e": "force"}, "that a unit rate of joint {0} needs", only=Quantity.BIAS),
    Symbols(
        {r"B\d\d_": "element (row, column)"},
        "of B of link {0}, eq. 64",
        parts=False,
        only=Quantity.BIAS,
    ),
    Symbols({"b": "bias torque"}, "at joint {0}", parts=False, only=Quantity.BIAS),
    Symbols(
        {"f": "force", "n": "moment"},
        "that joints from {0} on ask of those before",
        only=Quantity.BIAS,
    ),
)

METHOD = Method(
    "lin",
    "composite bodies about the base's origin",
    ((LIN_1991, "Fig. 3"),),
    {Quantity.INERTIA_MATRIX: inertia_matrix, Quantity.BIAS: bias},
    (*SYMBOLS, *OF_BIAS),
    covers=SERIAL,
    # Slower than its operations promise, by what has to wait in memory; and distances from the base
    # lose digits of light joints far out.
    must_win_by=5,
    loses=2,
)
