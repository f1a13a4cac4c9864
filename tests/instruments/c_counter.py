"""Count the operations and lines of generated C from its text alone."""

from __future__ import annotations

import re
from collections import Counter

from pycparser import c_ast, c_parser
from pycparser.c_generator import CGenerator

from gen_robot.output import Output


class _Counter(c_ast.NodeVisitor):
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
        if node.name.name == "sincos4":  # some may stand there again, to fill the group
            self.angles.update(_text(angle) for angle in node.args.exprs[:4])
        if node.name.name == "sqrt":
            self.tally["sqrt"] += 1
        self.generic_visit(node)


def _text(node: c_ast.Node) -> str:
    return str(CGenerator().visit(node))


def counted(output: Output) -> dict[str, dict[str, int]]:
    """Count the operations of each kernel in the emitted C; a sine and cosine of an angle are one."""
    text = output.files[f"{output.name}.c"]
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"\[\w+_RESTRICT (\d+)\]", r"[\1]", text)
    text = re.sub(r"\bROW\((\w+) \+ \d+,", r"ROW(\1,", text)  # an address
    text = re.sub(r"^#if LANES$.*?^#else$(.*?)^#endif$", r"\1", text, flags=re.M | re.S)
    kernels = re.findall(rf"^\w+ {output.name}_\w+\(.*?^}}", text, re.M | re.S)
    named = {choice.kernel.name for choice in output.choices}
    types = "typedef double four[4]; typedef unsigned long pack_bits;"
    found = {}
    parsed = c_parser.CParser().parse("\n".join([types, *kernels])).ext
    for definition in (each for each in parsed if isinstance(each, c_ast.FuncDef)):
        name = definition.decl.name.removeprefix(output.name + "_")
        if name in named:
            counter = _Counter()
            counter.visit(definition.body)
            found[name] = {
                key: counter.tally[key] for key in ("mul", "add", "neg", "div", "sqrt")
            } | {"sincos": len(counter.angles)}
    return found


def code_lines(output: Output) -> dict[str, int]:
    """Count the lines of code in each kernel's body, without what calls and leaves it."""
    text = re.sub(r"/\*.*?\*/", "", output.files[f"{output.name}.c"], flags=re.S)
    found = {}
    for name, body in re.findall(rf"^\w+ {output.name}_(\w+)\(.*?^{{(.*?)^}}", text, re.M | re.S):
        lines = [line.strip() for line in body.splitlines()]
        framing = ("", "return 0;")
        found[name] = sum(1 for x in lines if x not in framing and not x.startswith("(void)"))
    return found
