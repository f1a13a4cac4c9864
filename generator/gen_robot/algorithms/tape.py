"""Record an algorithm as it runs on symbols: its values' names and the steps it takes."""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.algebra.flow import Flow
from gen_robot.algebra.pose import Moments, Motion, Quantity, Wrench
from gen_robot.algebra.vectors import Mat3, Scalar, SymMat3, Vec3
from gen_robot.ir.graph import Graph, Label, Step
from gen_robot.ir.kernel_graph import Guard
from gen_robot.ir.node import CONST, Node
from gen_robot.model.lane_places import NO_LANES, LanePlaces

_AXES = ("x", "y", "z")
_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_BY_COLUMNS = ("xx", "yx", "zx", "xy", "yy", "zy", "xz", "yz", "zz")
_NAMES = {Vec3: _AXES, SymMat3: _ELEMENTS, Mat3: _BY_COLUMNS}


class SingularPivot(Exception):
    """Say that a pivot is zero at every state; the kernel can only report its joint."""

    def __init__(self, joint: int) -> None:
        super().__init__(joint)
        self.joint = joint


class Tape:
    """Give the values of an algorithm the papers' names; each method returns what it is given."""

    def __init__(self, graph: Graph, places: LanePlaces = NO_LANES) -> None:
        self.graph = graph
        self.places = places
        self.guards: list[Guard] = []
        self.joint_at: dict[int, int] = {}  # by place in q: the joint, of those met so far

    def guard(self, joint: int, pivot: Scalar, limit: Scalar) -> None:
        """Ask at run time that a pivot be above a limit, in all lanes; raise if it never can be."""
        sides = self.graph.node(pivot), self.graph.node(limit)
        lanes = self.places.of_velocity.get(joint - 1)
        joints = tuple(k + 1 for k in lanes.velocities) if lanes else (joint,)
        # What is the same in all lanes fails in the first of them.
        guard = Guard(joints[: max(side.width for side in sides)], *sides)
        if singular := guard.always_fails:
            raise SingularPivot(singular)
        if guard.pivot.op != CONST and guard not in self.guards:
            self.guards.append(guard)

    def step(self, link: int, text: str, name: str = "", source: str = "") -> None:
        """Begin a step at a link or joint (0: the whole robot): the heading above what follows."""
        lanes = self.places.of_link.get(link)
        self.graph.step(Step(link, text, name, source, lanes.links if lanes else ()))

    def scalar(self, symbol: str, *links: int, value: Scalar) -> Scalar:
        self._label(value, symbol, links, "")
        return value

    def vector(self, symbol: str, *links: int, value: Vec3) -> Vec3:
        for axis, x in zip(_AXES, value, strict=True):
            self._label(x, symbol, links, axis)
        return value

    def tensor(self, symbol: str, *links: int, value: SymMat3) -> SymMat3:
        for element, x in zip(_ELEMENTS, value, strict=True):
            self._label(x, symbol, links, element)
        return value

    def matrix(self, symbol: str, *links: int, value: Mat3) -> Mat3:
        for element, x in zip(_BY_COLUMNS, value, strict=True):
            self._label(x, symbol, links, element)
        return value

    def motion(self, angular: str, linear: str, *links: int, value: Motion) -> Motion:
        self.vector(angular, *links, value=value.angular)
        self.vector(linear, *links, value=value.linear)
        return value

    def wrench(self, force: str, moment: str, *links: int, value: Wrench) -> Wrench:
        self.vector(force, *links, value=value.force)
        self.vector(moment, *links, value=value.moment)
        return value

    def moments(self, first: str, second: str, *links: int, value: Moments) -> Moments:
        self.vector(first, *links, value=value.first)
        self.tensor(second, *links, value=value.second)
        return value

    def flow(self, p: str, G: str, *links: int, value: Flow) -> Flow:
        self.vector(p, *links, value=value.p)
        self.matrix(G, *links, value=value.G)
        return value

    def way(
        self, *symbols: str, links: tuple[int, ...]
    ) -> Callable[[int, Quantity | Flow], object]:
        """Return a note that names what a quantity is on its way across a link: omega3_y1, ..."""

        def note(step: int, quantity: Quantity | Flow) -> None:
            for symbol, part in zip(symbols, _parts(quantity), strict=True):
                names = _NAMES[type(part)]
                for name, x in zip(names, part, strict=True):
                    self._label(x, symbol, links, f"{name}{step}", passing=True)

        return note

    def _label(
        self,
        value: Scalar,
        symbol: str,
        links: tuple[int, ...],
        component: str,
        passing: bool = False,
    ) -> None:
        if isinstance(value, Node):
            self.graph.label(value, Label(symbol, links, component, passing))


def _parts(quantity: Quantity | Flow) -> tuple[Vec3 | SymMat3 | Mat3, ...]:
    match quantity:
        case Flow(p, G):
            return p, G
        case Motion(angular, linear):
            return angular, linear
        case Wrench(force, moment):
            return force, moment
        case Moments(_, first, second):
            return first, second
    return (quantity,)
