"""The rules of FORTRAN 77 that compilers and checkers let pass, and the project's own.

`violations` reads a source as X3.9-1978 describes it - lines, statements, then words - and names
the rule that each offence breaks. It knows the statements that generated code and its examples use;
any other statement is an offence by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gen_robot.printers.f77_names import INTRINSICS

CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 =+-*/(),.$':")
"""3.1: the FORTRAN character set."""

_BLOCKS = ("IF", "END IF", "GO TO", "RETURN", "CONTINUE", "END")
GENERATED = ("SUBROUTINE", "CALL", "type", "assignment", *_BLOCKS)
"""The statements of generated code, which calls nothing but its own; COMMON, SAVE, DATA and DO are not
among them."""

PROGRAM = (*GENERATED, "PROGRAM", "PARAMETER", "DO", "WRITE", "FORMAT", "STOP", "EXTERNAL", "ELSE")
"""The statements of a main program that calls it, and of integrators."""

_STATEMENTS = {
    "SUBROUTINE": r"SUBROUTINE [A-Z0-9]+\(.*\)",
    "PROGRAM": r"PROGRAM [A-Z0-9]+",
    "type": r"(DOUBLE PRECISION|REAL|INTEGER) [A-Z].*",
    "PARAMETER": r"PARAMETER \(.*\)",
    "IF": r"IF \(.*",
    "ELSE": r"ELSE",
    "EXTERNAL": r"EXTERNAL [A-Z0-9]+",
    "END IF": r"END IF",
    "GO TO": r"GO TO \d+",
    "DO": r"DO \d+ [A-Z0-9]+ = .*",
    "CALL": r"CALL [A-Z0-9]+\(.*\)",
    "WRITE": r"WRITE \(.*",
    "FORMAT": r"FORMAT \(.*\)",
    "RETURN": r"RETURN",
    "STOP": r"STOP",
    "CONTINUE": r"CONTINUE",
    "END": r"END",
    "assignment": r"[A-Z][A-Z0-9]*(\([A-Z0-9, +]*\))? = .*",
}
_LONG = ("SUBROUTINE", "PROGRAM", "PARAMETER", "CONTINUE", "EXTERNAL")
_WORD = re.compile(r"(?<![A-Z0-9.])[A-Z][A-Z0-9_]*")
_LOGICAL = re.compile(r"\.(NOT|AND|OR|GT|LT|GE|LE|EQ|NE)\.")
_NUMBER = re.compile(r"(?<![A-Z0-9])(\d+\.\d*|\.\d+|\d+)([DE][+-]?\d+)?(?![A-Z0-9.])")


@dataclass(frozen=True)
class Statement:
    """Hold a statement of one or more lines; strings are blanked out."""

    number: int  # of its first line
    label: str
    text: str

    @property
    def kind(self) -> str | None:
        kinds = (k for k, form in _STATEMENTS.items() if re.fullmatch(form, self.text))
        return next(kinds, None)


def violations(source: str, *, precision: str = "double", by_hand: bool = False) -> list[str]:
    """Return an entry '<line>: <rule>' for each offence.

    What is written by hand has more kinds of statements, and its order of evaluation is free.
    """
    allowed = PROGRAM if by_hand else GENERATED
    found = list(_line_violations(source))
    units: list[list[Statement]] = [[]]
    for statement in _statements(source):
        units[-1].append(statement)
        if statement.text == "END":
            units.append([])
    if units.pop():
        found.append("0: a program unit has no END")
    own = {unit[0].text.split("(")[0].split()[-1] for unit in units}
    for unit in units:
        for statement in unit:
            called = statement.text.removeprefix("CALL ").split("(")[0]
            if statement.kind == "CALL" and not by_hand and called not in own:
                found.append(f"{statement.number}: {called} is not in this file")
            elif statement.kind not in allowed:
                found.append(f"{statement.number}: this statement is not allowed")
            elif statement.kind != "FORMAT":
                rules = _in_statement(statement, precision, not by_hand)
                found += (f"{statement.number}: {rule}" for rule in rules)
        found += _name_violations(unit)
    return found


# Lines --------------------------------------------------------------------------------------------


def _line_violations(source: str) -> Iterator[str]:
    if not source.endswith("\n"):
        yield "0: the last line does not end"
    continued = 0
    for number, line in enumerate(source.splitlines(), 1):
        if not line.isascii() or not line.isprintable():
            yield f"{number}: a character is not printable ASCII"
        if line != line.upper():
            yield f"{number}: a letter is not a capital"
        if len(line) > 72:
            yield f"{number}: text after column 72"
        if _is_comment(line):
            continue
        if set(re.sub(r"'[^']*'", "", line)) - CHARACTERS:
            yield f"{number}: a character is not FORTRAN's"
        if line[:5].strip() and not re.fullmatch(r" *[1-9]\d*", line[:5].rstrip()):
            yield f"{number}: columns 1 to 5 hold no label"
        continued = continued + 1 if line[5:6] not in (" ", "0") else 0
        if continued and line[:5].strip():
            yield f"{number}: a continuation line has a label"
        if continued == 20:
            yield f"{number}: more than 19 continuation lines"


def _is_comment(line: str) -> bool:
    return line[:1] in ("C", "*") or not line.strip()


def _statements(source: str) -> Iterator[Statement]:
    lines = [(n, k) for n, k in enumerate(source.splitlines(), 1) if not _is_comment(k)]
    while lines:
        number, first = lines.pop(0)
        text = first[6:72]
        while lines and lines[0][1][5:6] not in (" ", "0"):
            text += lines.pop(0)[1][6:72]
        text = re.sub(r"'[^']*'", "''", text)
        yield Statement(number, first[:5].strip(), " ".join(text.split()))


# Statements ---------------------------------------------------------------------------------------


def _in_statement(statement: Statement, precision: str, ordered: bool) -> Iterator[str]:
    text = _LOGICAL.sub(r" .\1. ", statement.text)
    # Powers are one operator, which generated kernels have no use for.
    powers = r"(?<=[\w)])\*\*(?=[\w(])" if not ordered else r"(?!)"
    if re.search(r"[-+*/] *[-+*/]", re.sub(rf"\(6, \*\)|\(\*, |{powers}", "(", text)):
        yield "two operators stand side by side"
    if statement.kind in ("assignment", "IF"):
        if ordered and _may_be_regrouped(text):
            yield "a compiler may regroup this expression"
        wanted = "D" if precision == "double" else "E"
        for digits, exponent in _NUMBER.findall(text):
            if "." in digits and not exponent.startswith(wanted):
                yield f"a constant without {wanted} exponent"
        other = {"DSIN", "DCOS", "DSQRT"} if wanted == "E" else {"SIN", "COS", "SQRT"}
        if other & set(_WORD.findall(text)):
            yield "a function of the other precision"


def _may_be_regrouped(text: str) -> bool:
    """Tell whether two operators of one rank stand in a row without parentheses."""
    while True:
        inner = re.search(r"\(([^()]*)\)", text)
        part = inner.group(1) if inner else text
        for expression in re.split(r"=|,|\.[A-Z]+\.", _NUMBER.sub("1", part)):
            terms = re.split(r"[-+]", expression.strip().lstrip("-"))
            if len(terms) > 2 or any(len(re.split(r"[*/]", term)) > 2 for term in terms):
                return True
        if inner is None:
            return False
        text = text[: inner.start()] + text[inner.end() :]


# Names --------------------------------------------------------------------------------------------


def _name_violations(unit: list[Statement]) -> Iterator[str]:
    declared: set[str] = set()
    called: set[str] = set()
    for statement in unit:
        n, kind, text = statement.number, statement.kind, statement.text
        if kind == "type":
            text = re.sub(r"^(DOUBLE PRECISION|REAL|INTEGER) ", "", text)
            names = re.sub(r"\([^)]*\)", "", text).replace(" ", "").split(",")
            for name in names:
                if name in declared:
                    yield f"{n}: {name} is declared twice"
                if name in INTRINSICS:
                    yield f"{n}: {name} is an intrinsic function"
                declared.add(name)
        elif kind in ("CALL", "SUBROUTINE", "PROGRAM"):
            called.add(text.split("(")[0].split()[1])
        elif kind == "EXTERNAL":
            called.add(text.split()[1])
        for name in _WORD.findall(_LOGICAL.sub(" ", text)) if kind != "FORMAT" else ():
            if len(name) > 6 and name not in _LONG:
                yield f"{n}: {name} has more than six characters"
            if "_" in name:
                yield f"{n}: {name} has an underscore"
    known = declared | called | INTRINSICS
    keywords = {"THEN", *" ".join(k for k in PROGRAM if k.isupper()).split()}
    for statement in unit:
        if statement.kind in ("type", "FORMAT", None):
            continue
        text = _NUMBER.sub("1", _LOGICAL.sub(" ", statement.text))
        for name in _WORD.findall(text):
            if name not in known and name not in keywords:
                yield f"{statement.number}: {name} is not declared"
    if called & declared:
        yield f"{unit[0].number}: {', '.join(called & declared)} names a routine and a variable"
