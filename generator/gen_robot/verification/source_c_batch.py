"""Kernels for many states in emitted C, read back: one state is one lane, so a vector is a number.

Only the group of states that is computed at once is read. What stands around the groups, from shuffles
to the choice of a processor's width, is known by the sum of its text (`batch_shell.py`); the lines that
hand states on to groups are held against what they have to be.
"""

from __future__ import annotations

import re
from typing import Any

from gen_robot.errors import shown
from gen_robot.verification.batch_shell import check_shell, is_loop
from gen_robot.verification.c_expressions import Expressions, Scope, kind, type_name
from gen_robot.verification.c_text import parsed, without_comments
from gen_robot.verification.program import COS, SIGN, SIN, SQRT, UNTOLD, Guard, Program
from gen_robot.verification.signature import Array, Signature

_FUNCTION = r"^static (?:INLINE|APART) (int|void) {}\(.*?^\}}"
_SOUND, _FAR = "sound", "far"
_STARTS = {_SOUND: " bits sound[1] = {~(bits){0}};", _FAR: " bits far = {0};"}


def read_batch(text: str, file: str, signature: Signature) -> Program | None:
    """Return the program of a group of states; None if there is only a loop over single states."""
    return _Reader(text, file, signature).program()


class _Reader(Expressions):
    """Hold what has been read of a group."""

    def __init__(self, text: str, file: str, signature: Signature) -> None:
        super().__init__(file, signature.bits, without_comments(text, file))
        self.signature = signature
        self.kernel = signature.symbol.removeprefix(f"{signature.robot}_").removesuffix("_batch")
        self.is_part = False
        self.assigned: dict[tuple[str, int], int] = {}
        self.places = 0
        self.piece = ""  # the text that is read

    def program(self) -> Program | None:
        check_shell(self.text, self.file, self.kernel, self.signature)
        if is_loop(self.text, self.kernel):
            return None
        function = self._function_of(f"{self.kernel}_group")
        self._body(function.body)
        for array in self.signature.outputs:
            for k in range(array.size):
                if (array.name, k) not in self.build.outputs:
                    raise self.fail(function.body, f"{array.name}[{k}] is never written")
        return self.build.program

    def _function_of(self, name: str) -> Any:
        found = list(re.finditer(_FUNCTION.format(re.escape(name)), self.text, re.M | re.S))
        if len(found) != 1:
            raise self.fail(1, f"defines {shown(name)} {len(found)} times")
        piece = re.sub(r"\brestrict\b|\bINLINE\b|\bAPART\b", "", found[0].group())
        first = self.text.count("\n", 0, found[0].start()) + 1
        if "#" in piece:
            raise self.fail(first, "a line for the preprocessor inside of a routine")
        self.piece = piece
        return parsed(piece, first, self.file)

    # Statements -------------------------------------------------------------------------------

    def _body(self, body: Any) -> None:
        *statements, last = body.block_items
        for statement in statements:
            self._statement(statement)
        if self.is_part:
            self._statement(last)
            return
        given: Any = getattr(last, "expr", None)
        wants_sound = bool(self.build.guards)
        is_sound = kind(given) == "FuncCall" and given.name.name == "all_sound"
        is_one = getattr(given, "value", "") == "1"
        if kind(last) != "Return" or not (is_sound if wants_sound else is_one or is_sound):
            raise self.fail(last, "does not return whether all states are sound")

    def _statement(self, statement: Any) -> None:
        what = kind(statement)
        if what == "Decl":
            self._declaration(statement)
        elif what == "Assignment" and statement.op == "=":
            self._assign(statement.lvalue, self.number(statement.rvalue))
        elif what == "Assignment" and statement.op == "&=":
            self._sound(statement)
        elif what == "FuncCall":
            self._call(statement, statement.name.name, statement.args.exprs)
        elif what == "If":
            self._far(statement)
        elif what != "Cast" or type_name(statement.to_type.type) != "void":
            raise self.fail(statement, f"{what} is no statement of a kernel")

    def _declaration(self, statement: Any) -> None:
        name, of = statement.name, type_name(statement.type)
        is_array = kind(statement.type) == "ArrayDecl"
        if name in (_FAR, _SOUND):
            if _STARTS[name] not in self.piece or self.is_part:
                raise self.fail(statement, f"{name} does not start as it has to")
            return
        if kind(statement.type) == "PtrDecl":
            pointed = getattr(statement.init, "name", "")
            if pointed != f"to_{name}" or name not in self._outputs:
                raise self.fail(statement, f"{name} is no place of an output")
            self.scope.results[name] = self._outputs[name]
        elif is_array and type_name(statement.type.type) == "lanes" and statement.init is None:
            self._columns(statement, name, self.index(statement.type.dim))
        elif of == "lanes" and statement.init is None and not self.scope.has(name):
            self.scope.groups[name] = ()
        elif of == "lanes" and "const" in statement.quals and not self.scope.has(name):
            self.scope.named[name] = self.number(statement.init)
        else:
            raise self.fail(statement, f"{name} is no constant vector with a value")

    @property
    def _outputs(self) -> dict[str, Array]:
        return {array.name: array for array in self.signature.outputs}

    def _columns(self, statement: Any, name: str, size: int) -> None:
        """Take an array of vectors: the columns of an input or an output, or what parts keep."""
        inputs = {array.name: array for array in self.signature.inputs}
        array = inputs.get(name) or self._outputs.get(name)
        if array is None and name == "kept" and not self.is_part:
            self.scope.kept, self.places = name, size
        elif array is None or array.size != size:
            raise self.fail(statement, f"{name} has {size} columns")
        elif name in inputs:
            self.scope.inputs[name] = Array(array.name, (0,))  # nothing is read yet
        else:
            self.scope.results[name] = array

    def _assign(self, target: Any, value: int) -> None:
        name = getattr(getattr(target, "name", None), "name", "")
        place = (name, self.index(target.subscript) if kind(target) == "ArrayRef" else -1)
        if name in self.scope.results and 0 <= place[1] < self.scope.results[name].size:
            if place in self.assigned:
                raise self.fail(target, f"{name}[{place[1]}] is assigned twice")
            self.assigned[place] = value
        elif name and name == self.scope.kept and 0 <= place[1] < self.places:
            self.kept[place[1]] = value
        else:
            raise self.fail(target, "assigns to what is no output")

    def _sound(self, statement: Any) -> None:
        target, test = statement.lvalue, statement.rvalue
        is_mask = kind(target) == "ArrayRef" and getattr(target.name, "name", "") == _SOUND
        compared: Any = getattr(test, "expr", None)
        if not is_mask or kind(test) != "Cast" or getattr(compared, "op", "") != ">":
            raise self.fail(statement, "is no guard")
        value, limit = self.number(compared.left), self.number(compared.right)
        self.build.guards.append(Guard(value, limit, UNTOLD))

    def _far(self, branch: Any) -> None:
        inside = branch.iftrue.block_items or []
        test = getattr(getattr(branch.cond, "name", None), "name", "")
        leaves = len(inside) == 1 and getattr(getattr(inside[0], "expr", None), "value", "") == "0"
        if test != "any_far" or not leaves or branch.iffalse is not None:
            raise self.fail(branch, "a branch that does not leave states to the scalar kernel")

    def _call(self, call: Any, name: str, arguments: list[Any]) -> None:
        reads, writes = re.fullmatch(r"read_(\d)", name), re.fullmatch(r"write_(\d)", name)
        if reads and len(arguments) == 3:
            self._read(call, int(reads.group(1)), arguments)
        elif writes and len(arguments) == 3:
            self._write(call, int(writes.group(1)), arguments)
        elif name == "sincos_of" and len(arguments) in (3, 4):
            angle = self.number(self.addressed(arguments[0]))
            for argument, op in zip(arguments[1:3], (SIN, COS), strict=True):
                target = getattr(self.addressed(argument), "name", "")
                if self.scope.groups.pop(target, None) != ():
                    raise self.fail(call, f"a sine goes to {shown(target)}")
                if target == "unused":
                    self.scope.groups[target] = ()
                else:
                    self.scope.named[target] = self.build.put(op, angle)
        elif re.fullmatch(rf"{self.kernel}_part\d+", name) and not self.is_part:
            self._part(call, name, arguments)
        else:
            raise self.fail(call, f"calls {shown(name)}, which is not read")

    def _read(self, call: Any, columns: int, arguments: list[Any]) -> None:
        source, size, target = arguments
        name, start = self._place(target)
        inputs = {array.name: array for array in self.signature.inputs}
        known = self.scope.inputs.get(name)
        whole = known is not None and self._place(source) == (f"from_{name}", start)
        if not whole or self.index(size) != inputs[name].size or known is None:
            raise self.fail(call, "reads what is no column of an input")
        if start > known.size or start + columns > inputs[name].size:
            raise self.fail(call, "reads columns in another order")
        self.scope.inputs[name] = Array(name, (max(known.size, start + columns),))

    def _write(self, call: Any, columns: int, arguments: list[Any]) -> None:
        value, to, size = arguments
        name, start = self._place(to)
        array = self._outputs.get(name.removeprefix("to_"))
        if self.is_part:  # which know an output by where it is written to
            array = array or self.scope.results.get(name)
        if array is None or self.index(size) != array.size or start + columns > array.size:
            raise self.fail(call, "writes what is no column of an output")
        if columns == 1:
            values = [self.number(value)]
        else:
            if self._place(value) != (array.name, start):
                raise self.fail(call, "writes other columns")
            places = [(array.name, start + k) for k in range(columns)]
            if any(place not in self.assigned for place in places):
                raise self.fail(call, "writes columns that are not known yet")
            values = [self.assigned[place] for place in places]
        for k, number in enumerate(values):
            place = (array.name, start + k)
            if self.build.outputs.get(place, number) != number:
                raise self.fail(call, f"{array.name}[{start + k}] is written twice")
            self.build.outputs[place] = number

    def _place(self, node: Any) -> tuple[str, int]:
        if kind(node) == "BinaryOp" and node.op == "+" and kind(node.left) == "ID":
            return str(node.left.name), self.index(node.right)
        raise self.fail(node, "no place in an array where one is expected")

    def _part(self, call: Any, name: str, arguments: list[Any]) -> None:
        """Read a part of a kernel where it is called; arrays keep their names."""
        function = self._function_of(name)
        outer, inner = self.scope, Scope()
        for parameter, argument in zip(function.decl.type.args.params, arguments, strict=True):
            own, handed = parameter.name, getattr(argument, "name", "")
            if own == handed and own in outer.inputs:
                inner.inputs[own] = outer.inputs[own]
            elif own == handed == outer.kept:
                inner.kept = own
            elif own == handed == _SOUND or (own == f"to_{handed}" and handed in outer.results):
                pass
            else:
                raise self.fail(call, f"hands {shown(handed)} to a part as {shown(own)}")
        self.scope, self.is_part = inner, True
        self._body(function.body)
        self.scope, self.is_part = outer, False

    def _function(self, node: Any, name: str, argument: Any) -> int:
        if name == "ALL" and kind(argument) == "Constant":
            return self.number(argument)
        if name == "ALL" and kind(argument) == "UnaryOp" and kind(argument.expr) == "Constant":
            return self.number(argument)
        if name == "square_root":
            return self.build.put(SQRT, self.number(argument))
        if name == "sign_of":
            return self.build.put(SIGN, self.number(argument))
        raise self.fail(node, "a FuncCall is not read")
