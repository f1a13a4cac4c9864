"""Take sines and cosines of joint angles for inputs.

Those of sums follow by the addition theorems, in which a constant's are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from gen_robot.algebra.number import ONE
from gen_robot.ir.graph import Graph
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import ADD, CONST, COS, INPUT, MUL, NEG, SIN, SUB, Node
from gen_robot.passes.rebuild import rebuild


def give_sines(kernel: KernelGraph, sines: str, cosines: str) -> KernelGraph:
    """Return the kernel with inputs, element by element beside the angles', for their functions."""

    def turned(graph: Graph, angle: Node) -> tuple[Node, Node]:
        """Return the sine and the cosine of an angle of the old graph."""
        match angle.op:
            case op if op == INPUT:
                _, index = angle.place
                return graph.input(sines, index), graph.input(cosines, index)
            case op if op == CONST:
                return graph.const(angle.number.sin()), graph.const(angle.number.cos())
        if angle.op == MUL:  # lanes of either sense
            sense, other = angle.arguments
            assert sense.op == CONST and abs(sense.number) == ONE, (
                "an angle that is more than a sum"
            )
            s, c = turned(graph, other)
            return s * sense.number, c
        s, c = turned(graph, angle.arguments[0])
        if angle.op == NEG:
            return -s, c
        assert angle.op in (ADD, SUB), "an angle that is more than a sum"
        t, d = turned(graph, angle.arguments[1])
        if angle.op == SUB:
            t = -t
        return s * d + c * t, c * d - s * t

    def given(graph: Graph, old: Node, new: Mapping[int, Node]) -> Node:
        return turned(graph, old.arguments[0])[0 if old.op == SIN else 1]

    return rebuild(kernel, given, (SIN, COS))
