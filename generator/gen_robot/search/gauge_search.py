"""Which moments should vanish: how the masses of a robot are moved so that its torques are light.

The motion of all links is traced once. For each joint in turn, from the tips to the base, all ways
to spend what it leaves free are tried: bodies are moved, the torques are traced in the same graph
and counted. Joints of congruent limbs go together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from gen_robot.algebra.pose import Moments, Pose, Wrench
from gen_robot.algebra.vectors import Scalar, Values
from gen_robot.algorithms.classical import Moving
from gen_robot.algorithms.joint_terms import dofs, no_rates, posed
from gen_robot.algorithms.tape import Tape
from gen_robot.ir.graph import Graph
from gen_robot.ir.needs import Counts
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.gauge import Sizes, is_free, on_axis, part_on_axis
from gen_robot.model.limbs import with_lanes
from gen_robot.model.model import Link, Model
from gen_robot.model.pose import fixed_pose, in_frame
from gen_robot.model.regroup import own_part, without
from gen_robot.model.structure import OWN, Gauge, Spent, Vanishing

SWEEPS = 3

_PARENT = {name: Vanishing(name, of_parent=True) for name in ("l_x", "l_y", "S_xz", "S_yz")}
_m, _l_z, _S_zz = OWN

TRIED: tuple[Spent, ...] = tuple(
    product(
        (_m, _PARENT["l_x"]),
        (_l_z, _PARENT["l_y"], _PARENT["S_xz"]),
        (_S_zz, _PARENT["S_yz"]),
    )
)
"""What a joint's freedom may be spent on; what else was tried never cost less."""

LONG = 16
"""Beyond so many degrees of freedom less is tried, for it would take long."""

EVERYWHERE: Spent = (_PARENT["l_x"], _PARENT["l_y"], _PARENT["S_yz"])
"""What suits a chain without special constants, from the third link on."""


FEW = (*(own for own in TRIED[::2] if own[1] != _PARENT["S_xz"]), EVERYWHERE)


def rule(model: Model) -> Gauge:
    """Return what suits chains without special constants: no search."""
    links = (k for k in model.links if is_free(k) and model.link(k.parent).parent)
    return tuple((link.number, EVERYWHERE) for link in links)


def best_gauge(model: Model, frames: Model, *, with_push: bool, per_step: int) -> Gauge:
    """Return what the freedom of all joints is best spent on, for torques with or without qdd.

    `model` is as canonical frames have it, `frames` the same as it is traced.
    """
    weighed = _Torques(model, frames, with_push, per_step)
    groups = [g for g in _together(model) if is_free(model.link(g[0]))]
    tried = TRIED if model.nv <= LONG else FEW
    waiting = set(groups)
    for _ in range(SWEEPS):
        for group in [g for g in reversed(groups) if g in waiting]:
            waiting.discard(group)
            if weighed.improved(group, tried):
                near = _beside(model, group)
                waiting |= {other for other in groups if near & {*other}} - {group}
    return gauge(weighed.spent)


def _beside(model: Model, group: tuple[int, ...]) -> set[int]:
    """Return the links whose bodies joints of these links change, and their children."""
    parents = {model.link(number).parent for number in group}
    children = {k.number for n in {*group, *parents} - {0} for k in model.children(n)}
    return parents | children


def gauge(spent: dict[int, Spent]) -> Gauge:
    """Return what is not spent as without a search, in order."""
    return tuple((number, own) for number, own in sorted(spent.items()) if own != OWN)


def _together(model: Model) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of links whose joints go together: those that would be lanes of one."""
    for link in with_lanes(model).links:
        yield link.stands_for or (link.number,)


class _Torques:
    """Weigh the torques of a robot for any gauge."""

    def __init__(self, model: Model, frames: Model, with_push: bool, per_step: int) -> None:
        self.model, self.frames, self.per_step = model, frames, per_step
        graph = Graph()
        t = Tape(graph)
        coordinates = Coordinates(model)
        self.coordinates = coordinates
        self.q = coordinates.positions(graph.inputs("q", model.free_nq))
        qd = coordinates.rates(graph.inputs("qd", model.free_nv))
        self.qdd: Values = no_rates(model)
        if with_push:
            self.qdd = coordinates.rates(graph.inputs("qdd", model.free_nv))
        self.poses: dict[int, Pose] = {}
        self.moving: dict[int, Moving] = {}
        for link in frames.links:
            pose = self.poses[link.number] = posed(t, link, self.q)
            base = None if link.parent else Moving.base(frames.base_carries(link))
            before = base or self.moving[link.parent]
            self.moving[link.number] = before.carry(
                t, link, pose, qd, self.qdd, is_tip=not frames.children(link.number)
            )
        self.graph, self.counts = graph, Counts(graph)
        self.sizes = Sizes.of(model)
        self.on_axis = {k.number: on_axis(k) for k in model.links if is_free(k)}
        self.fixed = {k.number: fixed_pose(k) for k in model.links}
        self.spent: dict[int, Spent] = {}
        self.state = _State({}, {}, [0] * model.nv)
        everything = [link.number for link in reversed(model.links)]
        self.state = self._state(self.spent, everything)
        self.best = self._weight(self.state)

    def improved(self, group: tuple[int, ...], tried: Sequence[Spent]) -> bool:
        """Spend what the joints of these links leave free otherwise, if that is lighter."""
        changed = {k.number for number in group for k in self.model.path(number)}
        order = sorted(changed, reverse=True)
        found = False
        for own in tried:
            spent = self.spent | dict.fromkeys(group, own)
            if spent != self.spent:
                state = self._state(spent, order)
                if (weight := self._weight(state)) < self.best:
                    self.spent, self.state, self.best, found = spent, state, weight, True
        return found

    def _weight(self, state: _State) -> int:
        roots = [self.graph.node(x) for x in self.coordinates.torques(state.torques)]
        return self.counts.weight(roots, self.per_step)

    def _state(self, spent: dict[int, Spent], changed: Sequence[int]) -> _State:
        """Return what masses and wrenches become; children come before their parents."""
        state = self.state.copied()
        for number in changed:
            link = self.model.link(number)
            children = self.model.children(number)
            body = sum((state.parts[k.number] for k in children), start=link.body)
            part = self._part(link, body, spent.get(number, OWN), state)
            if link.parent:
                state.parts[number] = self.fixed[number].up_moments(part)
            self._torque(self.frames.link(number), without(body, part), state)
        return state

    def _part(self, link: Link, body: Moments, spent: Spent, state: _State) -> Moments:
        """Return what a link gives to its parent, whose later children have given theirs."""
        own = own_part(link, body)
        if spent == OWN:
            return own
        parent = self.model.link(link.parent)
        later = [k for k in self.model.children(parent.number) if k.number > link.number]
        so_far = sum((state.parts[k.number] for k in later), start=parent.body)
        return part_on_axis(self.on_axis[link.number], body, so_far, spent, self.sizes) or own

    def _torque(self, link: Link, body: Moments, state: _State) -> None:
        wrench = self.moving[link.number].needs(in_frame(link, body, self.q))
        for child in self.frames.children(link.number):
            wrench = wrench + state.wrenches[child.number]
        for k, motion in dofs(link):
            state.torques[k] = wrench.dot(motion) + self.qdd[k] * link.rotor_inertia
        state.wrenches[link.number] = self.poses[link.number].up_wrench(wrench)


@dataclass(frozen=True)
class _State:
    """Hold what links give to their parents, masses and wrenches, and the torques."""

    parts: dict[int, Moments]
    wrenches: dict[int, Wrench]
    torques: list[Scalar]

    def copied(self) -> _State:
        return _State(dict(self.parts), dict(self.wrenches), list(self.torques))
