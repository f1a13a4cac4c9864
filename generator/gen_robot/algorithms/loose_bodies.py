"""Bodies without joints, and what joints ask of them (Featherstone and Orin 2000, eqs. 23-28).

Motions a = (angular, linear) and wrenches f = (moment, force) have six coordinates, in the frame of a
link and about its origin; accelerations are those of points, so only angular velocities enter. Body i
and joint i say

    f_i - sum of up(f_c) = I_i a_i + p_i,        a_i = down(a) + c_i + h qdd

and a joint's force is f = T beta + e tau: T spans what it constrains, T^T h = 0, and the torque acts
along one coordinate e in which the free motion h is 1. A rotor of inertia J is no part of a body: the
power of f along h is then unknown, too, tau - J qdd, and e joins T.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.pose import Moments, Motion, Pose, Wrench
from gen_robot.algebra.vectors import Matrix, Scalar, SymMat3, Values, Vec3, complement, square
from gen_robot.algorithms.coverage import Coverage, no_followers_constant_bodies
from gen_robot.algorithms.joint_terms import dofs, joint_motion
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model

LOOSE = (
    Symbols({"omega": "angular velocity"}, "of link {0}, in its frame"),
    Symbols(
        {"cw": "angular acceleration", "cv": "acceleration of the origin"},
        "of link {0} against its parent that velocities cause",
    ),
    Symbols({"pf": "force", "pn": "moment"}, "that turning asks for in link {0} alone"),
    Symbols({"al": "angular acceleration", "a": "acceleration of the origin"}, "of link {0}"),
    Symbols({"qdd": "acceleration"}, "of joint {0}", parts=False),
)

SIX = range(6)
UNITS = tuple(tuple(ONE if i == k else ZERO for i in SIX) for k in SIX)


@dataclass(frozen=True)
class LooseBody:
    """Answer a wrench by an acceleration: I^-1, of a body that resists in all directions."""

    mass_inverse: Number
    centre: Vec3
    inertia_inverse: SymMat3  # about the mass centre

    @staticmethod
    def of(body: Moments) -> LooseBody:
        r = body.first * (ONE / body.mass)
        about = complement(body.second - square(r) * body.mass)
        return LooseBody(ONE / body.mass, r, _inverse(about))

    def answer(self, f: Values) -> list[Scalar]:
        """Return I^-1 f."""
        moment, force = Vec3(*f[:3]), Vec3(*f[3:])
        al = self.inertia_inverse @ (moment - self.centre.cross(force))
        return [*al, *(force * self.mass_inverse + self.centre.cross(al))]


@dataclass(frozen=True)
class JointSpace:
    """Say in which coordinates a joint's force is unknown, and what is known of it."""

    link: Link
    basis: Matrix  # the columns of B: T, and e where the rotor's inertia makes the torque unknown
    softness: list[Scalar]  # what stands on the diagonal for each: 0, or 1/J
    free: list[tuple[int, int]]  # of each degree of freedom: its place in qd, its coordinate e

    @staticmethod
    def of(link: Link) -> JointSpace:
        motions = [(k, [*motion.angular, *motion.linear]) for k, motion in dofs(link)]
        free = [(k, h.index(ONE)) for k, h in motions]
        own = [e for _, e in free]
        basis = []
        for k in SIX:
            if k not in own:
                column = list(UNITS[k])
                for (_, h), e in zip(motions, own, strict=True):
                    column[e] = -h[k]
                basis.append(column)
        softness: list[Scalar] = [ZERO] * len(basis)
        if link.rotor_inertia:
            basis += [list(UNITS[e]) for e in own]
            softness += [ONE / link.rotor_inertia] * len(own)
        return JointSpace(link, basis, softness, free)

    def along(self, motion: Values) -> list[Scalar]:
        """Return B^T a: what the unknowns do in a motion."""
        return [_sparse_product(column, motion) for column in self.basis]

    def force(self, unknown: Values) -> list[Scalar]:
        """Return B beta."""
        return [_sparse_product([column[k] for column in self.basis], unknown) for k in SIX]

    def known(self, tau: Values) -> list[Scalar]:
        """Return the part of the joint's force that is known: e tau, if there is no rotor."""
        force: list[Scalar] = [ZERO] * 6
        if not self.link.rotor_inertia:
            for k, e in self.free:
                force[e] = tau[k]
        return force

    def given(self, tau: Values) -> list[Scalar]:
        """Return what the rows of the unknowns are given by the torques: 0, or tau / J."""
        own = [tau[k] for k, _ in self.free] if self.link.rotor_inertia else []
        constrained = len(self.basis) - len(own)
        return [ZERO] * constrained + [
            x * soft for x, soft in zip(own, self.softness[constrained:], strict=True)
        ]


def spin_terms(
    t: Tape, link: Link, pose: Pose, before: Vec3, qd: Values
) -> tuple[list[Scalar], Vec3]:
    """Return c_i of a link, and the angular velocity that its parent gives it."""
    i, rate = link.number, joint_motion(link, qd)
    carried = pose.down(before)
    s = pose.up_point(ORIGIN)
    linear = pose.down(before.cross(before.cross(s)))
    twice = carried + carried + rate.angular
    c = Motion(carried.cross(rate.angular), linear + twice.cross(rate.linear))
    t.motion("cw", "cv", i, value=c)
    return [*c.angular, *c.linear], carried


def own_force(t: Tape, link: Link, body: Moments, w: Vec3) -> list[Scalar]:
    """Return p_i: what a body asks for because it turns."""
    force = w.cross(w.cross(body.first))
    moment = w.cross(complement(body.second) @ w)
    t.wrench("pf", "pn", link.number, value=Wrench(force, moment))
    return [*moment, *force]


def down(pose: Pose, a: Values) -> list[Scalar]:
    """Give the parent's acceleration at the child's origin, in the child's axes."""
    moved = pose.down_motion(Motion(Vec3(*a[:3]), Vec3(*a[3:])))
    return [*moved.angular, *moved.linear]


def up(pose: Pose, f: Values) -> list[Scalar]:
    """Give the child's wrench about the parent's origin, in the parent's axes."""
    moved = pose.up_wrench(Wrench(Vec3(*f[3:]), Vec3(*f[:3])))
    return [*moved.moment, *moved.force]


def rates_of(
    t: Tape, joint: JointSpace, tau: Values, unknown: Values, across: Values
) -> list[tuple[int, Scalar]]:
    """Return the accelerations of a joint's degrees of freedom, with their places in qdd."""
    if joint.link.rotor_inertia:
        own = unknown[len(unknown) - len(joint.free) :]
        soft = joint.softness[-1]
        found = [(k, (tau[k] - u) * soft) for (k, _), u in zip(joint.free, own, strict=True)]
    else:
        found = [(k, across[e]) for k, e in joint.free]
    return [(k, t.scalar("qdd", k + 1, value=value)) for k, value in found]


def plus(a: Values, b: Values) -> list[Scalar]:
    return [x + y for x, y in zip(a, b, strict=True)]


def minus(a: Values, b: Values) -> list[Scalar]:
    return [x - y for x, y in zip(a, b, strict=True)]


def _sparse_product(constants: Values, values: Values) -> Scalar:
    terms = [x * c for c, x in zip(constants, values, strict=True) if c]
    return sum(terms[1:], start=terms[0]) if terms else ZERO


def _inverse(J: SymMat3) -> SymMat3:
    """Return the inverse of a tensor by its minors."""
    xx, yy, zz = J.yy * J.zz - J.yz * J.yz, J.xx * J.zz - J.xz * J.xz, J.xx * J.yy - J.xy * J.xy
    xy, xz = J.xz * J.yz - J.xy * J.zz, J.xy * J.yz - J.xz * J.yy
    yz = J.xy * J.xz - J.xx * J.yz
    determinant = J.xx * xx + J.xy * xy + J.xz * xz
    return SymMat3(xx, yy, zz, xy, xz, yz) * (ONE / determinant)


def _is_solid(body: Moments) -> bool:
    """Tell whether a body has mass, and inertia about every axis through its mass centre."""
    if not body.mass > 0:
        return False
    r = body.first * (ONE / body.mass)
    J = complement(body.second - square(r) * body.mass)
    minor = J.xx * J.yy - J.xy * J.xy
    inverse = J.xx * (J.yy * J.zz - J.yz * J.yz) - J.xy * (J.xy * J.zz - J.xz * J.yz)
    determinant = inverse + J.xz * (J.xy * J.yz - J.xz * J.yy)
    size = J.trace
    tiny = Number("1e-12")
    return bool(J.xx > tiny * size and minor > tiny * size * size and determinant > tiny * size**3)


def solid_links(method: str, model: Model) -> str | None:
    """Say why a method that lets every link answer by itself does not cover a robot."""
    if reason := no_followers_constant_bodies(method, model):
        return reason
    for link in model.links:
        if not _is_solid(link.body):
            return f"{method} wants mass and inertia about every axis in each link ({link.name})"
    return None


def solid_chain(method: str, model: Model) -> str | None:
    """Say why a method for unbranched chains of such links does not cover a robot."""
    if not model.is_serial:
        return f"{method} covers serial chains only"
    return solid_links(method, model)


SOLID = Coverage(
    "robots without mimic joints whose links all have known mass and inertia", solid_links
)
SOLID_CHAIN = Coverage("serial chains whose links all have known mass and inertia", solid_chain)
