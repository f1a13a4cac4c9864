"""Derivatives of inverse dynamics by composite bodies that flow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen_robot.algebra.flow import Flow
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.number import ZERO
from gen_robot.algebra.pose import Moments, Motion, Pose, Shift, Wrench
from gen_robot.algebra.turn import Turn
from gen_robot.algebra.vectors import Matrix, Scalar, Values, Vec3
from gen_robot.algorithms.classical import Moving, turning
from gen_robot.algorithms.joint_terms import body, dofs, joint_motion, posed
from gen_robot.algorithms.lane_sums import added_up
from gen_robot.algorithms.matrix import put, zeros
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link, Model


def doubled(v: Vec3) -> Vec3:
    return v + v


@dataclass(frozen=True)
class Hop:
    """Split the way to a child's frame: turns, one shift in the axes between, turns."""

    outer: Pose
    shift: Vec3
    inner: Pose
    drift: Vec3  # D2

    @staticmethod
    def over(pose: Pose, omega: Vec3, rho: Vec3, twice: bool) -> Hop:
        turns = [k for k, step in enumerate(pose.steps) if not isinstance(step, Shift)]
        cut = turns[-1] if turns else 0
        last = pose.steps[cut] if turns else None
        after = [s for s in pose.steps[cut + 1 :] if isinstance(s, Shift)]
        on_axis = isinstance(last, Turn) and last.axis == "z" and all(not s.by.x and not s.by.y for s in after)
        if after and not on_axis:
            cut = len(pose.steps)
        s = ORIGIN
        outer, inner = [], []
        for k, step in enumerate(pose.steps):
            if isinstance(step, Shift):
                s = s + step.by
            elif k < cut:
                s = step.down(s)
                outer.append(step)
            else:
                inner.append(step)
        outer_pose, inner_pose = Pose(tuple(outer)), Pose(tuple(inner))
        w = outer_pose.down(omega)
        slide = inner_pose.up(rho)
        s2 = s + s if twice else s
        slide = slide + slide if twice else slide
        return Hop(outer_pose, s, inner_pose, w.cross(s2) + slide)

    def up_flow(self, flow: Flow, body: Moments, hurry: bool) -> Flow:
        for step in reversed(self.inner.steps):
            flow = flow.turned(step)
        flow = flow.shifted(self.shift)
        if hurry:
            first = self.inner.up(body.first) + self.shift * body.mass
            flow = flow.hurried(self.drift, Moments(body.mass, first, body.second))
        for step in reversed(self.outer.steps):
            flow = flow.turned(step)
        return flow

    def up_slope(self, R: Vec3, force: Vec3) -> Vec3:
        R, force = self.inner.up(R), self.inner.up(force)
        return self.outer.up(R + self.drift.cross(force))


@dataclass(frozen=True)
class Imposed:
    k: int
    S: Motion
    V: Motion
    Q: Motion
    P: Vec3

    def down(self, pose: Pose, hop: Hop) -> Imposed:
        def over(m: Motion, w: Vec3) -> Motion:
            a, v = hop.outer.down(m.angular), hop.outer.down(m.linear)
            v = v + a.cross(hop.shift) + hop.outer.down(w).cross(hop.drift)
            return Motion(hop.inner.down(a), hop.inner.down(v))

        return Imposed(self.k, pose.down_motion(self.S), over(self.V, self.S.angular), over(self.Q, self.P), pose.down(self.P))


@dataclass(frozen=True)
class Station:
    link: Link
    pose: Pose
    hop: Hop
    rates: list[Imposed]
    wrenches: list[Imposed]


def derivatives(model, t, q, qd, qdd, relative=False, hubs=(0, 0), twice=True):
    hN, hW = hubs
    tau = [ZERO] * model.nv
    M, dq, dqd = zeros(model.nv), zeros(model.nv), zeros(model.nv)
    two = doubled if twice else (lambda v: v)

    def visit(link, before, path):
        depth = len(path) + 1
        i = link.number
        pose = posed(t, link, q)
        moving = before.carry(t, link, pose, qd, qdd)
        r = joint_motion(link, qd)
        hop = Hop.over(pose, before.w, r.linear, twice)
        omega2 = two(moving.w)
        own = [imposed(k, S, pose, before, moving, r, omega2, link) for k, S in dofs(link)]
        near, far = own, own
        if path and depth <= hN:
            near = own + [x.down(pose, hop) for x in path[-1].rates]
        if path and depth <= hW:
            far = own + [x.down(pose, hop) for x in path[-1].wrenches]
        path = [*path, Station(link, pose, hop, near, far)]
        mine = body(t, link, q)
        composite = mine
        wrench = moving.needs(mine)
        flow = Flow.of(Motion(ORIGIN, ORIGIN), mine) if relative else Flow.of(Motion(omega2, ORIGIN), mine)
        for child in model.children(i):
            f, m, u = visit(child, moving, path)
            wrench = wrench + added_up(child, link, f)
            composite = composite + added_up(child, link, m)
            flow = flow + added_up(child, link, u)
        for x in own:
            S, k = x.S, x.k
            tau[k] = wrench.dot(S) + qdd[k] * link.rotor_inertia
            N = composite.momentum(S)
            w, v = S.angular, S.linear
            if relative:
                Ow = omega2.cross(w)
                turned = composite.second @ Ow
                K = turned + omega2.cross(composite.first).cross(v)
                R = K + flow.seen_by(S)
                sigma = r.cross(S)
                Wv = Wrench(omega2.cross(N.force), omega2.cross(N.moment) - K) + flow.answer(w) - composite.momentum(sigma)
                p = flow.p + omega2.cross(composite.first)
                P2 = Ow - two(r.angular.cross(w))
                Wd = composite.momentum(x.Q) + Wrench(x.P.cross(p), flow.braked(x.P) - moving.w.cross(composite.second @ P2))
            else:
                R = flow.seen_by(S)
                Wv = composite.momentum(x.V) + flow.answer(w)
                Wd = composite.momentum(x.Q) + flow.answer(x.P)
            Wq = Wd + Wrench(w.cross(wrench.force), w.cross(wrench.moment) + v.cross(wrench.force))
            for y in own:
                M[y.k][k] = N.dot(y.S) + (link.rotor_inertia if y is x else 0)
                dqd[y.k][k] = Wv.dot(y.S)
                dq[y.k][k] = Wd.dot(y.S)
            travel_N(k, N, R, path)
            travel_W(k, Wv, Wq, path)
        up_m = pose.up_moments(composite)
        u = flow
        if relative:
            u = u + Flow.of(Motion(two(r.angular), two(r.linear)), composite)
        return pose.up_wrench(wrench), up_m, hop.up_flow(u, composite, not relative)

    def travel_N(k, N, R, path):
        here = path[-1]
        mine = {kk for kk, _ in dofs(here.link)}
        def meet(N, R, station):
            for x in station.rates:
                if x.k in mine:
                    continue
                M[k][x.k] = M[x.k][k] = N.dot(x.S)
                dqd[k][x.k] = N.dot(x.V) + R.dot(x.S.angular)
                dq[k][x.k] = N.dot(x.Q) + R.dot(x.P)
        depth = len(path)
        meet(N, R, here)
        while depth > max(hN, 1):
            st = path[depth - 1]
            R = st.hop.up_slope(R, N.force)
            N = st.pose.up_wrench(N)
            depth -= 1
            meet(N, R, path[depth - 1])

    def travel_W(k, Wv, Wq, path):
        here = path[-1]
        mine = {kk for kk, _ in dofs(here.link)}
        def meet(Wv, Wq, station):
            for x in station.wrenches:
                if x.k in mine:
                    continue
                dqd[x.k][k] = Wv.dot(x.S)
                dq[x.k][k] = Wq.dot(x.S)
        depth = len(path)
        meet(Wv, Wq, here)
        while depth > max(hW, 1):
            st = path[depth - 1]
            Wv, Wq = st.pose.up_wrench(Wv), st.pose.up_wrench(Wq)
            depth -= 1
            meet(Wv, Wq, path[depth - 1])

    for root in model.roots:
        visit(root, Moving.base(model.base_acceleration(root)), [])
    return tau, M, dq, dqd


def imposed(k, S, pose, before, moving, r, omega2, link):
    w, v = S.angular, S.linear
    sigma = r.cross(S)
    P = moving.w.cross(w) - r.angular.cross(w)
    V = Motion(omega2.cross(w) - sigma.angular, omega2.cross(v) - sigma.linear)
    if link.kind.has_axis:
        Q = Motion(moving.Om @ w, moving.A.cross(w) + moving.Om @ v)
    else:
        Om = turning(pose.down(before.w), pose.down(before.al))
        A = pose.down(before.A + before.Om @ pose.up_point(ORIGIN))
        Q = Motion(Om @ w, A.cross(w) + Om @ v + doubled(P).cross(r.linear))
    return Imposed(k, S, V, Q, P)
