"""Emitted FORTRAN 77 in fixed form, read back into the same programs as C."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gen_robot.errors import UserError, shown
from gen_robot.verification.f77_expressions import KEPT, Expression, Line
from gen_robot.verification.literals import DOUBLE
from gen_robot.verification.program import LITERAL, SIGN, Builder, Guard, Program
from gen_robot.verification.signature import Array, Signature

_STATUS = "INFO"
_POSITIVE = r"IF \((.*) \.GT\. (\S+)\) ([A-Z][A-Z0-9_]*) = (\S+)"


def read_f77(text: str, file: str, signature: Signature) -> Program:
    """Return the program of one routine."""
    return _Reader(text, file, signature).program()


def statements(text: str) -> Iterator[Line]:
    """Yield statements: comments dropped, continued lines joined, 72 columns."""
    current: Line | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw[:72].rstrip()
        if not line or raw[0] in "Cc*!":
            continue
        if len(line) > 5 and line[5] not in " 0" and not line[:5].strip() and current:
            current = current._replace(text=current.text + line[6:])
            continue
        if current:
            yield current
        current = Line(number, line[:5].strip(), line[6:].strip().upper())
    if current:
        yield current


class _Reader:
    def __init__(self, text: str, file: str, signature: Signature) -> None:
        self.file = file
        self.signature = signature
        self.double = signature.bits == DOUBLE
        self.kind = "D" if self.double else ""  # of functions
        self.build = Builder(signature.bits)
        self.named: dict[str, int] = {}
        self.arrays: dict[str, Array] = {}
        self.declared: set[str] = set()
        self.kept: dict[int, int] = {}
        self.is_part = False
        self.exits: dict[str, Line] = {}  # labels that guards go to
        self.text = text

    def fail(self, line: Line, problem: str) -> UserError:
        cure = "gen-robot verify reads only what gen-robot writes"
        return UserError(f"{self.file}:{line.number}", problem, cure)

    def program(self) -> Program:
        symbol = self.signature.symbol.rstrip("_").upper()
        lines = self._routine(symbol)
        self._opening(lines[0])
        self._body(lines)
        for array in self.signature.outputs:
            for k in range(array.size):
                if (array.name, k) not in self.build.outputs:
                    raise self.fail(lines[-1], f"{array.name}[{k}] is never assigned")
        return self.build.program

    def _body(self, lines: list[Line]) -> None:
        """Take all statements, and see that guards go where outputs are zeroed, or to the end."""
        rest = iter(lines[1:])
        self.exits = {}
        has_returned = False
        for line in rest:
            is_end = line.text == "END" or (self.is_part and line.label and line.text == "CONTINUE")
            if is_end or has_returned:
                self._exit([line, *rest])
                break
            has_returned = self._statement(line, rest)
        # Without guards there is nothing behind the end to return from.
        may_leave = self.signature.has_status and bool(self.build.guards)
        if may_leave and not has_returned and not self.is_part:
            raise self.fail(lines[-1], "the routine does not return")

    def _exit(self, lines: list[Line]) -> None:
        first, *others = lines
        is_label = bool(first.label) and first.text == "CONTINUE"
        for label, line in self.exits.items():
            if not is_label or label != first.label:
                raise self.fail(line, f"goes to {label}, which is not where the routine ends")
        zeros = re.compile(r"[A-Z]\w*\([\d,]+\) = 0\.0([DE]0)?")
        inside = others[:-1] if is_label else []
        ends = (others[-1:] if is_label else lines) or lines
        if [line.text for line in ends] != ["END"] or (self.is_part and inside):
            raise self.fail(first, "is no end of a routine")
        for line in inside:
            if line.label or not zeros.fullmatch(line.text):
                raise self.fail(line, "is no zero of an output")

    def _routine(self, symbol: str) -> list[Line]:
        found: list[list[Line]] = []
        is_inside = False
        for line in statements(self.text):
            if re.match(rf"SUBROUTINE\s+{re.escape(symbol)}\s*\(", line.text):
                found.append([])
                is_inside = True
            if is_inside:
                found[-1].append(line)
                is_inside = line.text != "END"
        if len(found) != 1:
            raise UserError(
                self.file, f"defines {shown(symbol)} {len(found)} times", "once is right"
            )
        return found[0]

    def _opening(self, line: Line) -> None:
        names = [name.strip() for name in line.text[line.text.index("(") + 1 : -1].split(",")]
        arrays = self.signature.arrays
        if len(names) != len(arrays) + self.signature.has_status or len({*names}) != len(names):
            raise self.fail(line, f"takes {len(names)} arguments")
        if self.signature.has_status and names[-1] != _STATUS:
            raise self.fail(line, f"its last argument is not {_STATUS}")
        self.arrays = dict(zip(names, arrays, strict=False))

    # Statements -------------------------------------------------------------------------------

    def _statement(self, line: Line, rest: Iterator[Line]) -> bool:
        """Take one statement; return whether the routine returns there."""
        if line.label:
            raise self.fail(line, f"a label, {line.label}")
        kind = "DOUBLE PRECISION " if self.double else "REAL "
        if line.text.startswith(kind):
            self._declare(line, line.text.removeprefix(kind))
        elif re.fullmatch(rf"INTEGER\s+{_STATUS}", line.text) or line.text == f"{_STATUS} = 0":
            pass
        elif line.text.startswith("CALL ") and not self.is_part:
            self._part(line, rest)
        elif line.text == "RETURN" and self.signature.has_status:
            return True
        elif found := re.fullmatch(_POSITIVE, line.text):
            self._sign(line, next(rest, line), *found.groups())
        elif line.text.startswith("IF ("):
            self._guard(line, rest)
        elif "=" in line.text:
            self._assign(line)
        else:
            raise self.fail(line, f"{shown(line.text)} is no statement of a kernel")
        return False

    def _declare(self, line: Line, names: str) -> None:
        for name, bounds in re.findall(r"([A-Z][A-Z0-9_]*)\s*(?:\(([^)]*)\))?", names):
            if name in self.declared:
                raise self.fail(line, f"{name} is declared twice")
            self.declared.add(name)
            if name == KEPT and not self.is_part and bounds.isdigit():
                self.arrays[name] = Array(KEPT, (int(bounds),))
            array = self.arrays.get(name)
            if bounds != (",".join(map(str, array.shape)) if array else ""):
                raise self.fail(line, f"{name} has the bounds ({bounds})")

    def _guard(self, line: Line, rest: Iterator[Line]) -> None:
        found = re.fullmatch(r"IF \(\.NOT\. \((.*) \.GT\. (.*)\)\) THEN", line.text)
        inside = [next(rest, line).text for _ in range(3)]
        status = re.fullmatch(rf"{_STATUS} = (\d+)", inside[0])
        leaves = re.fullmatch(r"GO TO (\d+)", inside[1])
        is_guard = inside[2] == "END IF" and self.signature.has_status
        if not found or not leaves or not status or not is_guard:
            raise self.fail(line, "a branch that is no guard")
        self.exits[leaves.group(1)] = line
        value, limit = (Expression(self, line, text).whole() for text in found.groups())
        self.build.guards.append(Guard(value, limit, int(status.group(1))))

    def _part(self, line: Line, rest: Iterator[Line]) -> None:
        """Read a part of a routine where it is called, with its own names for arrays."""
        found = re.fullmatch(r"CALL ([A-Z]\w*)\(([^()]*)\)", line.text)
        if not found:
            raise self.fail(line, "is no call of a part")
        handed = [name.strip() for name in found.group(2).split(",")]
        lines = self._routine(found.group(1))
        opening = lines[0].text
        names = [name.strip() for name in opening[opening.index("(") + 1 : -1].split(",")]
        has_status = handed[-1] == _STATUS
        if has_status != (names[-1] == _STATUS) or len({*names}) != len(handed):
            raise self.fail(line, "hands other arguments to a part than it takes")
        pairs = [(a, b) for a, b in zip(names, handed, strict=True) if b != _STATUS]
        if any(b not in self.arrays or (a == KEPT) != (b == KEPT) for a, b in pairs):
            raise self.fail(line, "hands to a part what is no array")
        outer = self.named, self.arrays, self.declared, self.exits
        self.named, self.declared = {}, set()
        self.arrays = {a: outer[1][b] for a, b in pairs}
        self.is_part = True
        guards = len(self.build.guards)
        self._body(lines)
        self.named, self.arrays, self.declared, self.exits = outer
        self.is_part = False
        if len(self.build.guards) > guards and not has_status:
            raise self.fail(line, "the status of a part is not asked for")
        if has_status:
            asked = next(rest, line)
            goes = re.fullmatch(rf"IF \({_STATUS} \.NE\. 0\) GO TO (\d+)", asked.text)
            if not goes or not self.signature.has_status:
                raise self.fail(asked, "the status of a part is not looked at")
            self.exits[goes.group(1)] = asked

    def _sign(self, line: Line, after: Line, argument: str, zero: str, name: str, one: str) -> None:
        """Take a sign: what is zero becomes one of a positive argument, minus one of a negative."""
        values = [Expression(self, line, text).whole() for text in (zero, one)]
        literals = [self.build.nodes[k] for k in values]
        was = self.build.nodes[self.named[name]] if name in self.named else None
        is_sign = [(node.op, node.literal) for node in literals] == [(LITERAL, 0), (LITERAL, 1)]
        if not is_sign or was != literals[0]:
            raise self.fail(line, "a branch that is no sign")
        if after.text != f"IF ({argument} .LT. {zero}) {name} = -{one}":
            raise self.fail(after, "half of a sign")
        self.named[name] = self.build.put(SIGN, Expression(self, line, argument).whole())

    def _assign(self, line: Line) -> None:
        target, _, expression = line.text.partition("=")
        value = Expression(self, line, expression).whole()
        target = target.strip()
        name, bracket, inside = target.partition("(")
        if not bracket:
            if target not in self.declared or target in self.named or target in self.arrays:
                raise self.fail(line, f"{target} is not declared, or has a value already")
            self.named[target] = value
            return
        place = self.place(line, name.strip(), inside.rstrip(") ").split(","))
        if place[0] == KEPT:
            self.kept[place[1]] = value
            return
        if place in self.build.outputs or self.arrays[name.strip()] not in self.signature.outputs:
            raise self.fail(line, f"{target} is assigned twice, or is no output")
        self.build.outputs[place] = value

    def place(self, line: Line, name: str, indices: list[str]) -> tuple[str, int]:
        """Return which element of which array this is, row by row from zero."""
        array = self.arrays.get(name)
        if array is None or name not in self.declared or len(indices) != len(array.shape):
            raise self.fail(line, f"{shown(name)} is no array of {len(indices)} dimensions")
        position = 0
        for index, length in zip(indices, array.shape, strict=True):
            if not index.strip().isdigit() or not 1 <= int(index) <= length:
                raise self.fail(line, f"{name} has no element ({', '.join(indices)})")
            position = position * length + int(index) - 1
        return array.name, position
