"""Half turns of link frames: the freedom that canonical frames leave, in the constants of a link.

A frame turned by half about one of its axes has the same lines for axes, in other senses: a link's
shifts, its moments and the sense of its joint's coordinate change by signs, its angles by half a turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gen_robot.algebra.frame import IDENTITY, ORIGIN, Frame
from gen_robot.algebra.number import PI, ZERO, Number
from gen_robot.algebra.pose import Moments
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Vec3
from gen_robot.model.model import Geometry


@dataclass(frozen=True)
class HalfTurn:
    """Hold the signs that a half turn gives to coordinates; done twice, it does nothing.

    About y it is one about z and one about x: the sign of x tells of the former, that of z of the
    latter, which turns the joint's axis round.
    """

    x: int
    y: int
    z: int

    def vector(self, v: Vec3) -> Vec3:
        return Vec3(_signed(self.x, v.x), _signed(self.y, v.y), _signed(self.z, v.z))

    def body(self, body: Moments) -> Moments:
        """Return a body's moments in the axes of its turned frame."""
        t = body.second
        xy, xz, yz = self.x * self.y, self.x * self.z, self.y * self.z
        mixed = _signed(xy, t.xy), _signed(xz, t.xz), _signed(yz, t.yz)
        return Moments(body.mass, self.vector(body.first), SymMat3(t.xx, t.yy, t.zz, *mixed))

    @property
    def frame(self) -> Frame:
        """Return where the turned frame is in the frame as it was, and the other way round."""
        axes = (IDENTITY.x, IDENTITY.y, IDENTITY.z)
        return Frame(Mat3(*(self.vector(axis) for axis in axes)), ORIGIN)

    def of_parent(self, g: Geometry) -> Geometry:
        """Return the constants that lead to a link from its parent's turned frame."""
        if self.x < 0:
            g = replace(g, gamma=_wrapped(g.gamma + PI))
        if self.z < 0:
            g = replace(g, gamma=_wrapped(-g.gamma), b=-g.b, alpha=_wrapped(g.alpha + PI))
        return g

    def of_link(self, g: Geometry) -> Geometry:
        """Return the constants that lead to a link's turned frame."""
        if self.x < 0:
            g = replace(g, theta=_wrapped(g.theta + PI))
        if self.z < 0:
            alpha, theta = _wrapped(g.alpha + PI), _wrapped(-g.theta)
            g = replace(g, alpha=alpha, e=-g.e, theta=theta, d=-g.d)
        return g


NONE = HalfTurn(1, 1, 1)
HALF_TURNS = (NONE, HalfTurn(1, -1, -1), HalfTurn(-1, 1, -1), HalfTurn(-1, -1, 1))
"""None first: where others do no better, frames stay."""


def other_normal(g: Geometry) -> Geometry:
    """Return the same transform by the common normal in its other sense."""
    return Geometry(
        gamma=_wrapped(g.gamma + PI),
        b=g.b,
        alpha=_wrapped(-g.alpha),
        a=-g.a,
        e=-g.e,
        theta=_wrapped(g.theta + PI),
        d=g.d,
    )


def in_one_turn(g: Geometry) -> Geometry:
    """Return the same transform between parallel axes with one turn only, by theta."""
    c = g.alpha.cos()
    back = Turn("z", g.gamma.cos(), g.gamma.sin() * c)
    beside = back.up(Vec3(g.a, g.e, ZERO))
    return replace(g, gamma=ZERO, a=beside.x, e=beside.y, theta=_wrapped(g.theta + g.gamma * c))


def _signed(sign: int, x: Scalar) -> Scalar:
    return x if sign > 0 else -x


def _wrapped(angle: Number) -> Number:
    """Return the angle in (-pi, pi]."""
    while angle > PI:
        angle = angle - 2 * PI
    while angle <= -PI:
        angle = angle + 2 * PI
    return angle
