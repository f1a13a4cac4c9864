"""Forward dynamics by the constraint-force algorithm (Featherstone and Orin 2000, eq. 28).

Solved for the constraint forces beta of all joints, the system of a chain is block-tridiagonal, for a
body meets two joints. With W = I^-1,

    B_i^T (W_i + X_i W_i-1 X_i^T) B_i beta_i - B_i^T W_i X_i+1^T B_i+1 beta_i+1 - ... = known

It is solved by cyclic reduction: every second joint is eliminated at once, then every second of those
that are left. All else is local, but for the angular velocities, which are sums over the joints before:
these are formed pairwise, too. So operations grow as the number of links N, and the longest chain of
operations as log N: with a processor a link, that is the time (Fijany, Sharf and D'Eleuterio 1995).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen_robot.algebra.pose import Motion, Pose
from gen_robot.algebra.vectors import Mat3, Matrix, Scalar, Values, Vec3
from gen_robot.algorithms.articulated import Pivot
from gen_robot.algorithms.block import FACTORED, Factored, columns, product
from gen_robot.algorithms.joint_terms import body, joint_motion, no_rates, posed
from gen_robot.algorithms.loose_bodies import (
    LOOSE,
    SOLID_CHAIN,
    JointSpace,
    LooseBody,
    down,
    minus,
    own_force,
    plus,
    rates_of,
    spin_terms,
    up,
)
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.sources import (
    FEATHERSTONE_FIJANY_1999,
    FEATHERSTONE_ORIN_2000,
    FIJANY_1995,
)
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies, Frames
from gen_robot.model.model import Model

X, Y, Z = Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)


def forward_dynamics(
    model: Model, t: Tape, q: Values, qd: Values, tau: Values, check: Pivot
) -> list[Scalar]:
    """Return the joint accelerations; no pivot can fail, for each body has inertia of its own."""
    links = model.links
    poses = [posed(t, link, q) for link in links]
    base = model.base_carries(links[0])
    spins = _spins(model, t, poses, base.w, qd)
    joints = [JointSpace.of(link) for link in links]
    bodies = [LooseBody.of(link.body) for link in links]

    # Beyond the last link there is nothing; before the first one, the base.
    c, free = [], [[*base.al, *base.A]]
    for link, pose in zip(links, poses, strict=True):
        t.step(link.number, "what velocities and torques give to it as a loose body (eqs. 23, 24)")
        c.append(spin_terms(t, link, pose, spins[link.number - 1], qd)[0])
        wrench = minus(
            joints[link.number - 1].known(tau),
            own_force(t, link, body(t, link, q), spins[link.number]),
        )
        if link.number < len(links):
            wrench = minus(wrench, up(poses[link.number], joints[link.number].known(tau)))
        free.append(bodies[link.number - 1].answer(wrench))

    system = []
    for k, (joint, pose) in enumerate(zip(joints, poses, strict=True)):
        t.step(k + 1, "its rows of the constraint forces' equations (eq. 28)")
        outer = [bodies[k].answer(column) for column in joint.basis]
        own = columns([joint.along(answer) for answer in outer])
        if k:
            reached = [up(pose, column) for column in joint.basis]
            inner = [bodies[k - 1].answer(column) for column in reached]
            back = [[product(a, b) for a in inner] for b in reached]
            own = [plus(row, other) for row, other in zip(own, back, strict=True)]
            # Seen from the joint before: its rows, by this joint's unknowns.
            answered = [[-x for x in joints[k - 1].along(a)] for a in inner]
            before = columns(answered, len(joints[k - 1].basis))
        else:
            before = []
        for place, soft in enumerate(joint.softness):
            own[place][place] = own[place][place] + soft
        gap = minus(plus(c[k], down(pose, free[k])), free[k + 1])
        given = plus(joint.along(gap), joint.given(tau))
        system.append(_Row(own, before, given))

    unknown = _cyclic_reduction(t, system, list(range(1, len(links) + 1)))

    qdd: list[Scalar] = no_rates(model)
    accelerations = [free[0]]
    forces = [joint.force(x) for joint, x in zip(joints, unknown, strict=True)]
    for k, link in enumerate(links):
        t.step(link.number, "acceleration of the body under all forces (eq. 23)")
        wrench = forces[k]
        if k + 1 < len(links):
            wrench = minus(wrench, up(poses[k + 1], forces[k + 1]))
        a = plus(free[k + 1], bodies[k].answer(wrench))
        t.motion("al", "a", link.number, value=Motion(Vec3(*a[:3]), Vec3(*a[3:])))
        accelerations.append(a)
    for k, joint in enumerate(joints):
        t.step(k + 1, "qdd_i, the acceleration across the joint (eq. 29)")
        across = minus(minus(accelerations[k + 1], down(poses[k], accelerations[k])), c[k])
        for place, value in rates_of(t, joint, tau, unknown[k], across):
            qdd[place] = value
    return qdd


@dataclass(frozen=True)
class _Row:
    """Hold a joint's equations: by its own unknowns, by those of the joint before, the right side."""

    own: Matrix
    before: Matrix  # rows: unknowns of the joint before; columns: this one's
    given: list[Scalar]


def _cyclic_reduction(t: Tape, rows: Sequence[_Row], numbers: list[int]) -> list[list[Scalar]]:
    """Solve a block-tridiagonal system: eliminate every second joint, then solve what is left."""
    factors: dict[int, Factored] = {}
    beyond: dict[int, Matrix] = {}  # L^-1 times the block by the unknowns beyond, by columns
    inside: dict[int, Matrix] = {}  # the same by those before
    lowered: dict[int, list[Scalar]] = {}
    last = len(rows) - 1
    for k in range(0, last + 1, 2):
        t.step(numbers[k], "eliminate every second joint (eq. 28)")
        factor = factors[k] = Factored.of(t, numbers[k], rows[k].own)
        lowered[k] = factor.lowered(rows[k].given)
        inside[k] = [factor.lowered(row) for row in rows[k].before]
        ahead = columns(rows[k + 1].before, len(rows[k + 1].own)) if k < last else []
        beyond[k] = [factor.lowered(column) for column in ahead]

    kept: list[_Row] = []
    for k in range(1, last + 1, 2):
        t.step(numbers[k], "what is left for the others (eq. 28)")
        own, given = rows[k].own, rows[k].given
        own, given = _reduced(own, given, factors[k - 1], beyond[k - 1], lowered[k - 1])
        if k < last:
            own, given = _reduced(own, given, factors[k + 1], inside[k + 1], lowered[k + 1])
        before = [
            [-x for x in _products(factors[k - 1], one, beyond[k - 1])] for one in inside[k - 1]
        ]
        kept.append(_Row(own, before, given))
    solved = _cyclic_reduction(t, kept, numbers[1::2]) if kept else []

    unknown: list[list[Scalar]] = []
    for k in range(last + 1):
        if k % 2:
            unknown.append(solved[k // 2])
            continue
        t.step(numbers[k], "constraint forces beta_i (eq. 28)")
        right = lowered[k]
        for block, other in ((inside[k], k // 2 - 1), (beyond[k], k // 2)):
            for column, x in zip(block, solved[other] if block else (), strict=True):
                right = [r - y * x for r, y in zip(right, column, strict=True)]
        unknown.append(factors[k].raised(right))
    return unknown


def _reduced(
    own: Matrix, given: Values, factor: Factored, block: Matrix, lowered: Values
) -> tuple[Matrix, list[Scalar]]:
    """Return a joint's equations without the unknowns of a neighbour."""
    left = [minus(row, _products(factor, one, block)) for row, one in zip(own, block, strict=True)]
    scaled = factor.scaled(lowered)
    return left, [g - product(one, scaled) for g, one in zip(given, block, strict=True)]


def _products(factor: Factored, one: Values, block: Matrix) -> list[Scalar]:
    return [product(factor.scaled(one), other) for other in block]


def _spins(model: Model, t: Tape, poses: Sequence[Pose], base: Vec3, qd: Values) -> list[Vec3]:
    """Return the angular velocities of the base and of all links, each in its own axes."""
    turns = []
    for link, pose in zip(model.links, poses, strict=True):
        t.step(link.number, "its turn and its rate")
        turns.append(
            _Turned(Mat3(pose.down(X), pose.down(Y), pose.down(Z)), joint_motion(link, qd).angular)
        )
    t.step(0, "angular velocities, by pairs of links, pairs of pairs, ...")
    found = [base, *_scan(turns, base)]
    for link, w in zip(model.links, found[1:], strict=True):
        t.vector("omega", link.number, value=w)
    return found


@dataclass(frozen=True)
class _Turned:
    """Say what becomes of an angular velocity across some links: Q w + b."""

    Q: Mat3
    b: Vec3

    def __call__(self, w: Vec3) -> Vec3:
        return self.Q @ w + self.b

    def then(self, other: _Turned) -> _Turned:
        return _Turned(other.Q.times(self.Q), other(self.b))


def _scan(turns: Sequence[_Turned], start: Vec3) -> list[Vec3]:
    """Return what becomes of a vector after one, two, ... of these."""
    if len(turns) == 1:
        return [turns[0](start)]
    pairs = [a.then(b) for a, b in zip(turns[::2], turns[1::2], strict=False)]
    after_pairs = _scan(pairs, start)
    found = []
    for k, turn in enumerate(turns):
        if k % 2:
            found.append(after_pairs[k // 2])
        else:
            found.append(turn(after_pairs[k // 2 - 1] if k else start))
    return found


METHOD = Method(
    "cfa",
    "constraint forces by cyclic reduction",
    (
        (FEATHERSTONE_ORIN_2000, "eq. 28"),
        (FIJANY_1995, ""),
        (FEATHERSTONE_FIJANY_1999, ""),
    ),
    {
        Quantity.FORWARD_DYNAMICS: forward_dynamics,
        Quantity.FORWARD_DYNAMICS_MOVING_BASE: forward_dynamics,
    },
    (*LOOSE, FACTORED),
    covers=SOLID_CHAIN,
    bodies=(Bodies.AS_GIVEN,),  # what has lost mass to others does not answer by itself
    frames=(Frames.ATTACHED,),
    wins_to=0,
    loses=1,
)
