"""Emitted C, read back by pycparser: single assignments of + - * /, sines and cosines, and guards.

What is not understood is refused with its line, never skipped. Sines and cosines that are computed
inline are known by the sum of their text; that these are right is trusted, as libm is.
"""

from __future__ import annotations

import re
from typing import Any

from gen_robot.errors import UserError, shown
from gen_robot.verification.c_text import macros, parsed, routine, without_comments
from gen_robot.verification.inline_sines import are_measured
from gen_robot.verification.literals import DOUBLE, rounded
from gen_robot.verification.program import (
    ADD,
    COS,
    DIV,
    INPUT,
    LITERAL,
    MUL,
    NEG,
    SIN,
    SUB,
    Builder,
    Guard,
    Program,
)
from gen_robot.verification.signature import Array, Signature

_BINARY = {"+": ADD, "-": SUB, "*": MUL, "/": DIV}
_TRIG = {"sin": SIN, "cos": COS, "sinf": SIN, "cosf": COS}
_INLINE, _LIBRARY, _FAR, _ROW = "sincos4", "library_sincos4", "any_far", "ROW"
_KNOWN_MACROS = {_ROW}


def read_c(text: str, file: str, signature: Signature) -> Program:
    """Return the program of one routine."""
    return _Reader(text, file, signature).program()


class _Reader:
    """Hold what has been read of a routine."""

    def __init__(self, text: str, file: str, signature: Signature) -> None:
        self.file = file
        self.signature = signature
        self.real = "double" if signature.bits == DOUBLE else "float"
        self.build = Builder(signature.bits)
        self.named: dict[str, int] = {}
        self.groups: dict[str, list[int]] = {}  # elements of sines1, cosines1 ...
        self.text = without_comments(text, file)
        self.macros = macros(self.text)

    def fail(self, node: Any, problem: str, cure: str = "") -> UserError:
        line = node if isinstance(node, int) else node.coord.line
        cure = cure or "gen-robot verify reads only what gen-robot writes"
        return UserError(f"{self.file}:{line}", problem, cure)

    def program(self) -> Program:
        body, arrays = self._function()
        self.inputs = {own: array for own, array in arrays if array in self.signature.inputs}
        self.results = {own: array for own, array in arrays if array in self.signature.outputs}
        ended = False
        for statement in body.block_items or []:
            if ended:
                raise self.fail(statement, "a statement after the return")
            ended = self._statement(statement)
        if self.signature.has_status and not ended:
            raise self.fail(body, "the routine does not return its status")
        for array in self.signature.outputs:
            for k in range(array.size):
                if (array.name, k) not in self.build.outputs:
                    raise self.fail(body, f"{array.name}[{k}] is never assigned")
        return self.build.program

    def _function(self) -> tuple[Any, list[tuple[str, Array]]]:
        piece, first, returns = routine(self.text, self.file, self.signature.symbol)
        for name in re.findall(r"[A-Za-z_]\w*", piece):
            if name in self.macros - _KNOWN_MACROS:
                raise self.fail(first, f"the routine uses the macro {shown(name)}")
        function = parsed(piece, first, self.file)
        wanted = "int" if self.signature.has_status else "void"
        if returns != wanted:
            raise self.fail(function, f"the routine is {returns}, not {wanted}")
        return function.body, self._parameters(function)

    def _parameters(self, function: Any) -> list[tuple[str, Array]]:
        parameters = function.decl.type.args.params
        if len(parameters) != len(self.signature.arrays):
            raise self.fail(function, f"takes {len(parameters)} arrays")
        result = []
        for parameter, array in zip(parameters, self.signature.arrays, strict=True):
            is_array = _kind(parameter.type) == "ArrayDecl" and parameter.type.dim is not None
            if not is_array or parameter.type.dim.value != str(array.size):
                raise self.fail(parameter, f"{array.name} is no array of {array.size}")
            if _type_name(parameter.type.type) != self.real:
                raise self.fail(parameter, f"{parameter.name} is not of type {self.real}")
            result.append((parameter.name, array))
        if len({name for name, _ in result}) != len(result):
            raise self.fail(function, "two arguments have one name")
        return result

    # Statements -------------------------------------------------------------------------------

    def _statement(self, statement: Any) -> bool:
        """Take one statement; return whether it is the last."""
        kind = _kind(statement)
        if kind == "Decl":
            self._declaration(statement)
        elif kind == "Assignment" and statement.op == "=":
            self._assign(statement.lvalue, self.value(statement.rvalue))
        elif kind == "FuncCall":
            self._call(statement)
        elif kind == "If":
            self._branch(statement)
        elif kind == "Cast" and _type_name(statement.to_type.type) == "void":
            pass  # an argument that is not needed
        elif kind == "Return" and self.signature.has_status:
            if getattr(statement.expr, "value", None) != "0":
                raise self.fail(statement, "returns something else than 0 at its end")
            return True
        else:
            raise self.fail(statement, f"{_article(kind)} is no statement of a kernel")
        return False

    def _declaration(self, statement: Any) -> None:
        name, of = statement.name, _type_name(statement.type)
        taken = name in self.named or name in self.groups
        if taken or name in self.inputs or name in self.results:
            raise self.fail(statement, f"{name} is declared twice")
        if of == "pack_bits":
            return
        if of == "four" and statement.init is None:
            self.groups[name] = []
        elif of == self.real and "const" in statement.quals and statement.init is not None:
            self.named[name] = self.value(statement.init)
        else:
            raise self.fail(statement, f"{name} is no constant of type {self.real} with a value")

    def _assign(self, target: Any, value: int) -> None:
        if _kind(target) != "ArrayRef" or getattr(target.name, "name", "") not in self.results:
            raise self.fail(target, "assigns to what is no output")
        self._put(target, self.results[target.name.name], self._index(target.subscript), value)

    def _put(self, where: Any, array: Array, index: int, value: int) -> None:
        place = (array.name, index)
        if index >= array.size:
            raise self.fail(where, f"{array.name}[{index}] is beyond its end")
        if place in self.build.outputs:
            raise self.fail(where, f"{array.name}[{index}] is assigned twice")
        self.build.outputs[place] = value

    def _call(self, call: Any) -> None:
        name = getattr(call.name, "name", "")
        arguments = call.args.exprs if call.args else []
        if name == _INLINE and len(arguments) == 7:
            if not are_measured(self.text):
                raise self.fail(call, f"{_INLINE} is not the text that was measured")
            angles = [self.value(a) for a in arguments[:4]]
            sines, cosines = (self._address(a) for a in arguments[4:6])
            if any(self.groups.get(g) != [] for g in (sines, cosines)):
                raise self.fail(call, "sines and cosines go where none are expected")
            self.groups[sines] = [self.build.put(SIN, a) for a in angles]
            self.groups[cosines] = [self.build.put(COS, a) for a in angles]
        elif name == _ROW and name in self.macros and len(arguments) == 5:
            to = arguments[0]
            plain = _kind(to) == "ID" and to.name in self.results
            if not plain and (_kind(to) != "BinaryOp" or to.op != "+" or _kind(to.left) != "ID"):
                raise self.fail(call, "a row goes where none is expected")
            array, start = (to.name, 0) if plain else (to.left.name, self._index(to.right))
            if array not in self.results:
                raise self.fail(call, "a row goes to what is no output")
            for k, each in enumerate(arguments[1:]):
                self._put(call, self.results[array], start + k, self.value(each))
        else:
            raise self.fail(call, f"calls {shown(name)}, which is not read")

    def _address(self, argument: Any) -> str:
        if _kind(argument) != "UnaryOp" or argument.op != "&":
            raise self.fail(argument, "no address where one is expected")
        return str(argument.expr.name)

    def _branch(self, branch: Any) -> None:
        test = branch.cond
        inside = branch.iftrue.block_items or []
        if branch.iffalse is not None:
            raise self.fail(branch, "an else")
        if _kind(test) == "FuncCall" and test.name.name == _FAR:
            # The same sines and cosines from the library, for angles that are far away.
            asked = [name for call in inside for name in self._library(call)]
            if sorted(asked) != sorted(self.groups):
                raise self.fail(branch, "the library is not asked for every sine and cosine")
        elif _kind(test) == "UnaryOp" and test.op == "!" and getattr(test.expr, "op", "") == ">":
            leaves = len(inside) == 1 and _kind(inside[0]) == "Return" and self.signature.has_status
            if not leaves or not _fails(inside[0].expr):
                raise self.fail(branch, "a guard that does not leave")
            value, limit = self.value(test.expr.left), self.value(test.expr.right)
            self.build.guards.append(Guard(value, limit))
        else:
            raise self.fail(branch, "a branch that is no guard")

    def _library(self, call: Any) -> tuple[str, str]:
        arguments = call.args.exprs if _kind(call) == "FuncCall" and call.args else []
        if len(arguments) != 6 or call.name.name != _LIBRARY:
            raise self.fail(call, f"not a call of {_LIBRARY}")
        angles = [self.value(a) for a in arguments[:4]]
        sines, cosines = (self._address(a) for a in arguments[4:])
        same = self.groups.get(sines) == [self.build.put(SIN, a) for a in angles]
        if not same or self.groups.get(cosines) != [self.build.put(COS, a) for a in angles]:
            raise self.fail(call, "the library is asked for other angles")
        return sines, cosines

    # Expressions ------------------------------------------------------------------------------

    def _index(self, node: Any) -> int:
        if _kind(node) != "Constant" or node.type != "int" or not node.value.isdigit():
            raise self.fail(node, "an index that is no number")
        if len(node.value) > 1 and node.value[0] == "0":
            raise self.fail(node, "an index in octal")
        return int(node.value)

    def value(self, node: Any) -> int:
        """Return the number of an expression's value."""
        kind = _kind(node)
        if kind == "Constant":
            return self.build.put(LITERAL, literal=self._literal(node))
        if kind == "ID" and node.name in self.named:
            return self.named[node.name]
        if kind == "ID":
            raise self.fail(node, f"{shown(node.name)} has no value")
        if kind == "ArrayRef":
            return self._element(node)
        if kind == "BinaryOp" and node.op in _BINARY:
            left, right = self.value(node.left), self.value(node.right)
            return self.build.put(_BINARY[node.op], left, right)
        if kind == "UnaryOp" and node.op == "-":
            return self.build.put(NEG, self.value(node.expr))
        if kind == "Cast" and _type_name(node.to_type.type) == self.real:
            return self.value(node.expr)  # a double's sine as a float
        if (
            kind == "FuncCall"
            and getattr(node.name, "name", "") in _TRIG
            and len(node.args.exprs) == 1
        ):
            return self.build.put(_TRIG[node.name.name], self.value(node.args.exprs[0]))
        raise self.fail(node, f"{_article(kind)} is not read")

    def _element(self, node: Any) -> int:
        name, index = getattr(node.name, "name", ""), self._index(node.subscript)
        if name in self.inputs:
            array = self.inputs[name]
            if index >= array.size:
                raise self.fail(node, f"{name}[{index}] is beyond its end")
            return self.build.put(INPUT, place=(array.name, index))
        if name in self.groups and index < len(self.groups[name]):
            return self.groups[name][index]
        raise self.fail(node, f"{shown(name)}[{index}] has no value")

    def _literal(self, node: Any) -> float:
        text = node.value
        wanted = r"(\d+\.\d*|\.\d+|\d+)([eE][+-]?\d+)?"
        ending = "" if self.real == "double" else "f"
        is_real = re.fullmatch(wanted + ending, text) and re.search(r"[.eE]", text)
        if not is_real:
            raise self.fail(node, f"{shown(text)} is no literal of type {self.real}")
        return rounded(text.removesuffix("f"), self.signature.bits)


def _kind(node: Any) -> str:
    return type(node).__name__


def _type_name(node: Any) -> str:
    names = getattr(getattr(node, "type", node), "names", None) or getattr(node, "names", [])
    return " ".join(names)


def _fails(expression: Any) -> bool:
    return _kind(expression) == "FuncCall" and expression.name.name.endswith("_fails")


def _article(kind: str) -> str:
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"
