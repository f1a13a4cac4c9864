"""Emitted C, read back by pycparser: single assignments of + - * /, sines and cosines, and guards.

What is not understood is refused with its line, never skipped. Sines and cosines that are computed
inline are known by the sum of their text; that these are right is trusted, as libm is. A kernel in
parts is read through its calls: what they keep in an array is a value like others. Limbs as lanes of
vectors are read lane by lane.
"""

from __future__ import annotations

import re
from typing import Any

from gen_robot.errors import shown
from gen_robot.verification.c_expressions import (
    Expressions,
    Scope,
    article,
    kind,
    type_name,
)
from gen_robot.verification.c_lanes import lanes_above, register
from gen_robot.verification.c_text import macros, parsed, routine, without_comments
from gen_robot.verification.inline_sines import are_measured
from gen_robot.verification.program import COS, SIN, Guard, Program
from gen_robot.verification.signature import Array, Signature

_INLINE, _LIBRARY, _FAR, _ROW = "sincos4", "library_sincos4", "any_far", "ROW"
_KNOWN_MACROS = {_ROW}
_KEPT, _FAILED = "kept", "failed"


def read_c(text: str, file: str, signature: Signature) -> Program:
    """Return the program of one routine."""
    return _Reader(text, file, signature).program()


class _Reader(Expressions):
    """Hold what has been read of a routine."""

    def __init__(self, text: str, file: str, signature: Signature) -> None:
        super().__init__(file, signature.bits, without_comments(text, file))
        self.signature = signature
        self.macros = macros(self.text)
        self.is_part = False
        self.places = 0  # of the array in which parts hand values on
        self.waiting = False  # a part has returned, and its status was not looked at

    def program(self) -> Program:
        function, returns = self._function_of(self.signature.symbol, is_part=False)
        wanted = "int" if self.signature.has_status else "void"
        if returns != wanted:
            raise self.fail(function, f"the routine is {returns}, not {wanted}")
        arrays = self._parameters(function)
        self.scope = Scope(
            {own: array for own, array in arrays if array in self.signature.inputs},
            {own: array for own, array in arrays if array in self.signature.outputs},
        )
        self._body(function.body, self.signature.has_status)
        for array in self.signature.outputs:
            for k in range(array.size):
                if (array.name, k) not in self.build.outputs:
                    raise self.fail(function.body, f"{array.name}[{k}] is never assigned")
        return self.build.program

    def _function_of(self, symbol: str, is_part: bool) -> tuple[Any, str]:
        piece, first, returns = routine(self.text, self.file, symbol, is_part)
        for name in re.findall(r"[A-Za-z_]\w*", piece):
            if name in self.macros - _KNOWN_MACROS:
                raise self.fail(first, f"the routine uses the macro {shown(name)}")
        return parsed(piece, first, self.file), returns

    def _body(self, body: Any, has_status: bool) -> None:
        ended = False
        for statement in body.block_items or []:
            if ended:
                raise self.fail(statement, "a statement after the return")
            ended = self._statement(statement, has_status)
        if has_status and not ended:
            raise self.fail(body, "the routine does not return its status")
        if self.waiting:
            raise self.fail(body, "the status of a part is not looked at")

    def _parameters(self, function: Any) -> list[tuple[str, Array]]:
        parameters = function.decl.type.args.params
        if len(parameters) != len(self.signature.arrays):
            raise self.fail(function, f"takes {len(parameters)} arrays")
        result = []
        for parameter, array in zip(parameters, self.signature.arrays, strict=True):
            self._check_array(parameter, array.name, array.size)
            result.append((parameter.name, array))
        if len({name for name, _ in result}) != len(result):
            raise self.fail(function, "two arguments have one name")
        return result

    def _check_array(self, parameter: Any, name: str, size: int) -> None:
        is_array = kind(parameter.type) == "ArrayDecl" and parameter.type.dim is not None
        if not is_array or parameter.type.dim.value != str(size):
            raise self.fail(parameter, f"{name} is no array of {size}")
        if type_name(parameter.type.type) != self.real:
            raise self.fail(parameter, f"{parameter.name} is not of type {self.real}")

    # Statements -------------------------------------------------------------------------------

    def _statement(self, statement: Any, has_status: bool) -> bool:
        """Take one statement; return whether it is the last."""
        what = kind(statement)
        if self.waiting and what != "If":
            raise self.fail(statement, "the status of a part is not looked at")
        if what == "Decl":
            self._declaration(statement)
        elif what == "Assignment" and statement.op == "=":
            if getattr(statement.lvalue, "name", "") == _FAILED:
                self._part(statement.rvalue, has_status=True)
            else:
                self._assign(statement.lvalue, self.number(statement.rvalue))
        elif what == "FuncCall":
            self._call(statement)
        elif what == "If":
            self._branch(statement)
        elif what == "Cast" and type_name(statement.to_type.type) == "void":
            pass  # an argument that is not needed
        elif what == "Return" and has_status:
            if getattr(statement.expr, "value", None) != "0":
                raise self.fail(statement, "returns something else than 0 at its end")
            return True
        else:
            raise self.fail(statement, f"{article(what)} is no statement of a kernel")
        return False

    def _declaration(self, statement: Any) -> None:
        name, of = statement.name, type_name(statement.type)
        scope = self.scope
        if scope.has(name):
            raise self.fail(statement, f"{name} is declared twice")
        if of == "pack_bits" or (of == "int" and name == _FAILED and statement.init is None):
            return
        if of == "four" and statement.init is None:
            scope.groups[name] = ()
        elif name == _KEPT and kind(statement.type) == "ArrayDecl" and not self.is_part:
            self.places = self.index(statement.type.dim)
            self._check_array(statement, name, self.places)
            scope.kept = name
        elif of == self.real and "const" in statement.quals and statement.init is not None:
            scope.named[name] = self.number(statement.init)
        elif "const" in statement.quals and register(self.text, of, self.real):
            init = statement.init
            lanes = register(self.text, of, self.real) or 0
            is_list = kind(init) == "InitList"
            scope.named[name] = self.filled(init, of) if is_list else self.vector(init, lanes)
        else:
            raise self.fail(statement, f"{name} is no constant of type {self.real} with a value")

    def _assign(self, target: Any, value: int) -> None:
        name = getattr(getattr(target, "name", None), "name", "")
        if kind(target) != "ArrayRef" or not (
            name in self.scope.results or name == self.scope.kept
        ):
            raise self.fail(target, "assigns to what is no output")
        if name in self.scope.results:
            self._put(target, self.scope.results[name], self.index(target.subscript), value)
        elif self.index(target.subscript) < self.places:
            self.kept[self.index(target.subscript)] = value
        else:
            raise self.fail(target, "keeps a value beyond the end")

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
            angles = [self.number(a) for a in arguments[:4]]
            sines, cosines = (self._name(a) for a in arguments[4:6])
            if sines == cosines or any(self.scope.groups.get(g) != () for g in (sines, cosines)):
                raise self.fail(call, "sines and cosines go where none are expected")
            self.scope.groups[sines] = tuple(self.build.put(SIN, a) for a in angles)
            self.scope.groups[cosines] = tuple(self.build.put(COS, a) for a in angles)
        elif name == _ROW and name in self.macros and len(arguments) == 5:
            self._row(call, arguments)
        elif re.fullmatch(r"\w+_part\d+", name) and not self.is_part:
            self._part(call, has_status=False)
        else:
            raise self.fail(call, f"calls {shown(name)}, which is not read")

    def _row(self, call: Any, arguments: list[Any]) -> None:
        to = arguments[0]
        plain = kind(to) == "ID" and to.name in self.scope.results
        if not plain and (kind(to) != "BinaryOp" or to.op != "+" or kind(to.left) != "ID"):
            raise self.fail(call, "a row goes where none is expected")
        array, start = (to.name, 0) if plain else (to.left.name, self.index(to.right))
        if array not in self.scope.results:
            raise self.fail(call, "a row goes to what is no output")
        for k, each in enumerate(arguments[1:]):
            self._put(call, self.scope.results[array], start + k, self.number(each))

    def _part(self, call: Any, has_status: bool) -> None:
        """Read a part of a kernel where it is called, with its own names for arrays."""
        if kind(call) != "FuncCall" or self.is_part:
            raise self.fail(call, "no call of a part where one is expected")
        function, returns = self._function_of(call.name.name, is_part=True)
        if returns != ("int" if has_status else "void"):
            raise self.fail(call, f"calls what returns {returns}")
        outer, inner = self.scope, Scope()
        parameters = function.decl.type.args.params
        for parameter, argument in zip(parameters, call.args.exprs, strict=True):
            name, own = getattr(argument, "name", ""), parameter.name
            array = outer.inputs.get(name) or outer.results.get(name)
            if inner.has(own) or (array is None and name != outer.kept):
                raise self.fail(call, f"hands {shown(name)} to a part")
            self._check_array(parameter, own, array.size if array else self.places)
            if array is None:
                inner.kept = own
            else:
                (inner.inputs if name in outer.inputs else inner.results)[own] = array
        self.scope, self.is_part = inner, True
        self._body(function.body, has_status)
        self.scope, self.is_part = outer, False
        self.waiting = has_status

    def _name(self, argument: Any) -> str:
        return str(getattr(self.addressed(argument), "name", ""))

    def _branch(self, branch: Any) -> None:
        test = branch.cond
        inside = branch.iftrue.block_items or []
        if branch.iffalse is not None:
            raise self.fail(branch, "an else")
        if self.waiting:
            is_left = kind(test) == "ID" and test.name == _FAILED and len(inside) == 1
            if not is_left or self._leaving(inside[0]) != _FAILED:
                raise self.fail(branch, "the status of a part is not looked at")
            self.waiting = False
        elif kind(test) == "FuncCall" and test.name.name == _FAR:
            # The same sines and cosines from the library, for angles that are far away.
            asked = [name for call in inside for name in self._library(call)]
            if sorted(asked) != sorted(self.scope.groups):
                raise self.fail(branch, "the library is not asked for every sine and cosine")
        elif kind(test) == "UnaryOp" and test.op == "!" and getattr(test.expr, "op", "") == ">":
            self.build.guards.append(self._guard(branch))
        elif kind(test) == "UnaryOp" and test.op == "!" and kind(test.expr) == "FuncCall":
            self._lane_guards(branch, test.expr, inside)
        else:
            raise self.fail(branch, "a branch that is no guard")

    def _guard(self, branch: Any) -> Guard:
        test, inside = branch.cond, branch.iftrue.block_items or []
        is_test = kind(test) == "UnaryOp" and test.op == "!" and getattr(test.expr, "op", "") == ">"
        if not is_test or len(inside) != 1 or branch.iffalse is not None:
            raise self.fail(branch, "a guard that does not leave")
        value, limit = self.number(test.expr.left), self.number(test.expr.right)
        return Guard(value, limit, int(self._leaving(inside[0])))

    def _leaving(self, statement: Any) -> str:
        """Return the status with which a routine is left: a joint's number, or a part's status."""
        last = getattr(statement, "expr", None)
        if kind(statement) != "Return" or last is None:
            raise self.fail(statement, "a guard that does not leave")
        if not self.is_part:
            calls = kind(last) == "FuncCall" and last.name.name.endswith("_fails")
            if not calls or not self.signature.has_status:
                raise self.fail(statement, "a guard that does not leave")
            last = last.args.exprs[-1]
        return _FAILED if getattr(last, "name", "") == _FAILED else str(self.index(last))

    def _lane_guards(self, branch: Any, test: Any, inside: list[Any]) -> None:
        """Take a guard of vectors as one for each lane, which are asked one by one if any fails."""
        above = lanes_above(self.text, test.name.name, self.real)
        if above is None or len(test.args.exprs) != 2 or len(inside) != above[0]:
            raise self.fail(branch, "a branch that is no guard")
        values, limits = (self.vector(self.addressed(a), above[1]) for a in test.args.exprs)
        for lane, each in enumerate(inside):
            if lane + 1 < above[0]:
                guard = self._guard(each)
            else:
                guard = Guard(values[lane], limits[lane], int(self._leaving(each)))
            if guard[:2] != (values[lane], limits[lane]):
                raise self.fail(each, "a guard that asks for another lane")
            self.build.guards.append(guard)

    def _library(self, call: Any) -> tuple[str, str]:
        arguments = call.args.exprs if kind(call) == "FuncCall" and call.args else []
        if len(arguments) != 6 or call.name.name != _LIBRARY:
            raise self.fail(call, f"not a call of {_LIBRARY}")
        angles = [self.number(a) for a in arguments[:4]]
        sines, cosines = (self._name(a) for a in arguments[4:])
        same = self.scope.groups.get(sines) == tuple(self.build.put(SIN, a) for a in angles)
        if not same or self.scope.groups.get(cosines) != tuple(
            self.build.put(COS, a) for a in angles
        ):
            raise self.fail(call, "the library is asked for other angles")
        return sines, cosines
