"""Regressors: what each inertial parameter of each link adds to each joint torque.

Torques are linear in masses and moments (Atkeson, An and Hollerbach 1986). A body that moves by Om and
A needs the force m A + Om l and a moment that is linear in its second moments (classical.py); what of
these a joint has to bear is their power on the motion (z; v) that a unit rate of the joint gives to
the link. So the axes travel to the links, as they do in gah, and nothing travels back: a link's columns
are dot products in its own frame. No body's number is needed for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gen_robot.algebra.frame import IDENTITY
from gen_robot.algebra.number import ONE, ZERO
from gen_robot.algebra.pose import Motion, Pose, Shift
from gen_robot.algebra.turn import Rotation, Turn
from gen_robot.algebra.vectors import Mat3, Matrix, Values
from gen_robot.algorithms.classical import MOVING, Moving, turning
from gen_robot.algorithms.joint_terms import dofs, posed
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.algorithms.moment_columns import by_inertia, by_second_moments
from gen_robot.algorithms.sources import ATKESON_1986, MATA_2002
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.formulation import Bodies
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import turn

Axes = Sequence[tuple[int, Motion]]
"""The joints that move a link: place among the velocities, motion that a unit rate gives the link."""

OfLink = Callable[[Tape, Link, Moving, Axes, Values], None]
"""Is told how a link moves, and by which axes."""


def regressor(model: Model, t: Tape, q: Values, qd: Values, qdd: Values) -> Matrix:
    """Return Y with tau = Y pi, without rotors and friction: ten columns a link, in the user's frames.

    They are m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz, the inertia about the frame's origin.
    """
    Y = _empty(model)

    def columns(t: Tape, link: Link, moving: Moving, axes: Axes, q: Values) -> None:
        i = link.number
        way, turns, axes_of_user = _to_user(link, q)
        t.step(i, "at the origin of the user's frame")
        moving, axes = _seen(t, link, way, moving, axes)
        t.step(i, "what its mass, first moments and inertia add to the torques")
        for k, axis in axes:
            found = by_inertia(moving, axis).down(turns).renamed(axes_of_user)
            Y[k][10 * (i - 1) : 10 * i] = found.label(t, "I", k + 1, i).in_order

    _walk(model, t, q, qd, qdd, columns)
    return Y


def moment_regressor(model: Model, t: Tape, q: Values, qd: Values, qdd: Values) -> Matrix:
    """Return the same by moments in canonical frames: m, mx, my, mz, Sxx, Sxy, Syy, Sxz, Syz, Szz."""
    Y = _empty(model)

    def columns(t: Tape, link: Link, moving: Moving, axes: Axes, q: Values) -> None:
        i = link.number
        turns = [turn(link.turned, q)] if link.turned else []
        t.step(i, "what its first and second moments add to the torques")
        for k, axis in axes:
            found = by_second_moments(moving, axis).down(turns)
            Y[k][10 * (i - 1) : 10 * i] = found.label(t, "S", k + 1, i).in_order

    _walk(model, t, q, qd, qdd, columns)
    return Y


def _empty(model: Model) -> Matrix:
    return [[ZERO] * (10 * len(model.links)) for _ in range(model.nv)]


def _walk(model: Model, t: Tape, q: Values, qd: Values, qdd: Values, of_link: OfLink) -> None:
    def visit(link: Link, before: Moving, axes: Axes) -> None:
        j = link.number
        pose = posed(t, link, q)
        moving = before.carry(t, link, pose, qd, qdd)
        t.step(j, "axes of the joints before it, z_kj and v_kj")
        seen = []
        for k, axis in axes:
            moved = pose.down_motion(axis, t.way("z", "v", links=(k + 1, j)))
            seen.append((k, t.motion("z", "v", k + 1, j, value=moved)))
        seen += dofs(link)
        of_link(t, link, moving, seen, q)
        for child in model.children(j):
            visit(child, moving, seen)

    for root in model.roots:
        visit(root, Moving.base(model.base_carries(root)), [])


def _to_user(link: Link, q: Values) -> tuple[Pose, list[Turn], Mat3]:
    """Split the way to the user's frame: what motions take, how columns turn, and which they become.

    Columns of one joint turn for less than the motions that they are made of; a rotation that only
    exchanges axes is free there. Any other costs less for the motions.
    """
    turns = [turn(link.turned, q)] if link.turned else []
    origin, rotation = link.user_frame.origin, link.user_frame.rotation
    if _exchanges_axes(rotation):
        at = turns[0].up(origin) if turns else origin
        return Pose((Shift(at),)), turns, rotation
    return Pose((*turns, Shift(origin), Rotation(rotation))), [], IDENTITY


def _seen(
    t: Tape, link: Link, pose: Pose, moving: Moving, axes: Axes
) -> tuple[Moving, list[tuple[int, Motion]]]:
    """Return how a link moves, and what its axes do, in another frame that moves with it."""
    i = link.number
    w, al, Om, A = moving.w, moving.al, moving.Om, moving.A
    for step in pose.steps:
        if isinstance(step, Shift):
            A = A + Om @ step.by
        else:
            w, al, A = step.down(w), step.down(al), step.down(A)
            Om = turning(w, al)
    for symbol, value in (("omegau", w), ("alphau", al), ("Au", A)):
        t.vector(symbol, i, value=value)
    seen = []
    for k, axis in axes:
        moved = pose.down_motion(axis)
        seen.append((k, t.motion("zu", "vu", k + 1, i, value=moved)))
    return Moving(w, al, Om, A), seen


def _exchanges_axes(rotation: Mat3) -> bool:
    """Tell whether a rotation takes axes to axes, in either sense."""
    return all(not x or abs(x) == ONE for v in (rotation.x, rotation.y, rotation.z) for x in v)


METHOD = Method(
    "unit_bodies",
    "power of unit bodies' wrenches on the axes",
    ((ATKESON_1986, ""), (MATA_2002, "section 4.1")),
    {Quantity.REGRESSOR: regressor, Quantity.BASE_REGRESSOR: moment_regressor},
    (
        *MOVING,
        Symbols(
            {"z": "direction of the axis", "v": "velocity that a unit rate gives"},
            "of joint {0}, at the origin of link {1} and in its frame",
            links=2,
        ),
        Symbols(
            {"omegau": "angular velocity", "alphau": "angular acceleration", "Au": "acceleration"},
            "of link {0}, at the origin and in the axes of the user's frame",
        ),
        Symbols(
            {"zu": "direction of the axis", "vu": "velocity that a unit rate gives"},
            "of joint {0}, at the origin of the user's frame of link {1}",
            links=2,
        ),
        Symbols(
            {
                "Yl": "what the first moments add",
                "YI": "what the elements of the inertia add",
                "YS": "what the second moments add",
            },
            "to the torque at joint {0} if they are link {1}'s",
            links=2,
        ),
        Symbols({"Ym": "what the mass"}, "of link {1} adds at joint {0}", links=2, parts=False),
    ),
    bodies=(Bodies.AS_GIVEN,),
)
