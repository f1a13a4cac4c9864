"""The counts we report are the counts of the text we write."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from pycparser import c_ast, c_parser

from gen_robot.algorithms import KERNELS
from gen_robot.options import Options
from gen_robot.pipeline import Output, generate, generate_described
from gen_robot.robot_files import shipped
from random_robots import general_robot


class Counter_(c_ast.NodeVisitor):
    """Count the operations of a function's body as the C text has them."""

    def __init__(self) -> None:
        self.tally: Counter[str] = Counter()
        self.angles: set[str] = set()

    def visit_BinaryOp(self, node: c_ast.BinaryOp) -> None:
        kinds = {"*": "mul", "/": "div", "+": "add", "-": "add"}
        if node.op in kinds:
            self.tally[kinds[node.op]] += 1
        self.generic_visit(node)

    def visit_UnaryOp(self, node: c_ast.UnaryOp) -> None:
        # A minus in front of a number is part of the number.
        if node.op == "-" and not isinstance(node.expr, c_ast.Constant):
            self.tally["neg"] += 1
        self.generic_visit(node)

    def visit_FuncCall(self, node: c_ast.FuncCall) -> None:
        if node.name.name in ("sin", "cos"):
            self.angles.add(_text(node.args))
        if node.name.name == "sqrt":
            self.tally["sqrt"] += 1
        self.generic_visit(node)


def _text(node: c_ast.Node) -> str:
    from pycparser.c_generator import CGenerator

    return str(CGenerator().visit(node))


def counted(output: Output) -> dict[str, dict[str, int]]:
    """Count the operations of each kernel in the emitted C."""
    text = output.files[f"{output.name}.c"]
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    text = re.sub(r"\[\w+_RESTRICT (\d+)\]", r"[\1]", text)
    found = {}
    for definition in c_parser.CParser().parse(text).ext:
        name = definition.decl.name.removeprefix(output.name + "_")
        if name in KERNELS:
            counter = Counter_()
            counter.visit(definition.body)
            found[name] = {
                key: counter.tally[key] for key in ("mul", "add", "neg", "div", "sqrt")
            } | {"sincos": len(counter.angles)}
    return found


def assert_ledger_is_text(output: Output) -> None:
    found = counted(output)
    for choice in output.choices:
        assert found[choice.kernel.name] == choice.traced.operations.as_dict()


@pytest.mark.parametrize("robot", shipped())
@pytest.mark.parametrize("friction", [False, True])
def test_counts_are_those_of_the_emitted_text(robot: str, friction: bool) -> None:
    options = Options(kernels=tuple(KERNELS), friction=friction)
    assert_ledger_is_text(generate(robot, options))


@pytest.mark.parametrize("solver", KERNELS["forward_dynamics"].algorithms)
def test_counts_of_solvers_are_those_of_the_emitted_text(solver: str) -> None:
    options = Options(algorithms={"forward_dynamics": solver})
    assert_ledger_is_text(generate_described(general_robot(4), options))


def test_auto_is_the_cheapest() -> None:
    for robot in shipped():
        auto = {c.kernel.name: c.traced.operations.cost for c in generate(robot, Options()).choices}
        for name, kernel in KERNELS.items():
            for algorithm in kernel.algorithms:
                by = generate(robot, Options(kernels=(name,), algorithms={name: algorithm}))
                if name in auto:
                    assert auto[name] <= by.choices[0].traced.operations.cost
