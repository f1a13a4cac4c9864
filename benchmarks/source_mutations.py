"""Small faults put into a generated routine, in C or FORTRAN 77: what verify has to find."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

KINDS = ("sign", "digit3", "digit12", "index", "swap", "drop", "out", "guard")


@dataclass(frozen=True)
class Dialect:
    """Hold how a language writes what is changed."""

    begins: str  # a routine of a symbol
    ends: str
    literal: str
    exponent: str
    element: str  # of an input
    assignment: str  # to a name; the rest of the line is an expression
    output: str
    guard: str  # what is compared, the limit, and what is returned
    numbers: tuple[str, str]  # zero and one


C = Dialect(
    r"^(?:void|int) {}\(.*?\{{$",
    r"^\}",
    r"(?<![\w.])(\d+\.\d+(?:e-?\d+)?)(f?)(?![\w.])",
    "e",
    r"\b(q|qd|qdd|tau)\[(\d+)\]",
    r"^    const (?:double|float) (\w+) = ",
    r"^    (?:M|h|tau|g|qdd)(\[\d+\]) = ",
    r"\(!\((\w+) > ([\w.]+)\)\) \{\s+return \w+\(\w+, (\d+)\);\s+\}",
    ("0.0", "1.0"),
)
F77 = Dialect(
    r"^      SUBROUTINE {}\(.*?$",
    r"^      (?:RETURN|END)$",  # behind a return is where guards go
    r"(?<![\w.])(\d+\.\d+)(D-?\d+)(?![\w.])",
    "D",
    r"\b(Q|QD|QDD|TAU)\((\d+)\)",
    r"^      ([A-Z]\w*) = ",
    r"^      (?:M|H|TAU|G|QDD)(\([\d,]+\)) = ",
    r"\(\.NOT\. \((\w+) \.GT\. ([\w.]+)\)\) THEN\s+INFO = (\d+)\s+GO TO \d+\s+END IF",
    ("0.0D0", "1.0D0"),
)
DIALECTS = {"c": C, "f77": F77}


def mutants(text: str, symbol: str, language: str, kind: str) -> Iterator[str]:
    """Yield the whole text with one fault in it, in the order of the places."""
    dialect = DIALECTS[language]
    name = re.escape(symbol.rstrip("_").upper() if language == "f77" else symbol)
    opening = re.search(dialect.begins.format(name), text, re.M | re.S)
    assert opening, f"no routine {symbol}"
    closing = re.compile(dialect.ends, re.M).search(text, opening.end())
    assert closing
    body = text[opening.end() : closing.start()]
    for changed in _MUTATIONS[kind](body, dialect):
        if changed != body and (language == "c" or _fits(changed)):
            yield text[: opening.end()] + changed + text[closing.start() :]


def _fits(body: str) -> bool:
    return all(len(line) <= 72 or line.startswith("C") for line in body.splitlines())


def _statements(body: str, dialect: Dialect) -> Iterator[tuple[int, int]]:
    """Yield where expressions are: on lines that assign, with no comment."""
    for found in re.finditer(rf"(?m)(?:{dialect.assignment}|{dialect.output})", body):
        line_end = body.find("\n", found.end())
        comment = body.find("/*", found.end(), line_end)
        yield found.end(), comment if comment >= 0 else line_end


def _sign(body: str, dialect: Dialect) -> Iterator[str]:
    for start, end in _statements(body, dialect):
        for found in re.finditer(r" ([+-]) ", body[start:end]):
            at = start + found.start(1)
            yield body[:at] + ("-" if body[at] == "+" else "+") + body[at + 1 :]


def _digit(place: int) -> Callable[[str, Dialect], Iterator[str]]:
    def changed(body: str, dialect: Dialect) -> Iterator[str]:
        for start, end in _statements(body, dialect):
            for found in re.finditer(dialect.literal, body[start:end]):
                mantissa, rest = found.groups()
                number, _, power = mantissa.partition("e")
                value = Decimal(number)
                if not value:
                    continue
                step = Decimal(1).scaleb(value.adjusted() - place + 1)
                written = f"{value + step:f}" + (f"e{power}" if power else "")
                at, after = start + found.start(), start + found.end()
                yield body[:at] + written + rest + body[after:]

    return changed


def _index(body: str, dialect: Dialect) -> Iterator[str]:
    top = {
        array: max(int(k) for a, k in re.findall(dialect.element, body) if a == array)
        for array, _ in re.findall(dialect.element, body)
    }
    least = 0 if dialect is C else 1
    for start, end in _statements(body, dialect):
        for found in re.finditer(dialect.element, body[start:end]):
            array, k = found.groups()
            other = int(k) + 1 if int(k) < top[array] else least
            at, after = start + found.start(2), start + found.end(2)
            yield body[:at] + str(other) + body[after:]


def _swap(body: str, dialect: Dialect) -> Iterator[str]:
    earlier: list[str] = []
    for start, end in _statements(body, dialect):
        for found in re.finditer(r"\b[A-Za-z_]\w*\b(?![\[(])", body[start:end]):
            if found.group() in earlier and len(earlier) > 1:
                place = earlier.index(found.group())
                other = earlier[place - 1]
                at, after = start + found.start(), start + found.end()
                yield body[:at] + other + body[after:]
        line = body[body.rfind("\n", 0, start) + 1 : start]
        if declared := re.match(dialect.assignment, line):
            earlier.append(declared.group(1))


def _drop(body: str, dialect: Dialect) -> Iterator[str]:
    for start, end in _statements(body, dialect):
        for found in re.finditer(r" [+-] [^()+;\n-]+?(?= [+-] |;|\)|$)", body[start:end]):
            yield body[: start + found.start()] + body[start + found.end() :]


def _out(body: str, dialect: Dialect) -> Iterator[str]:
    found = [m for m in re.finditer(f"(?m){dialect.output}", body)]
    for a, b in pairwise(found):
        if _assigned(body, a) == _assigned(body, b):
            continue  # the same value: nothing changes
        yield (
            body[: a.start(1)]
            + b.group(1)
            + body[a.end(1) : b.start(1)]
            + a.group(1)
            + body[b.end(1) :]
        )


def _assigned(body: str, output: re.Match[str]) -> str:
    """Return what is assigned to an output."""
    return re.split(r";|\n", body[output.end() :], maxsplit=1)[0]


def _guard(body: str, dialect: Dialect) -> Iterator[str]:
    """Put in another limit, another pivot, another joint; leave the guard out."""
    zero, one = dialect.numbers
    guards = list(re.finditer(dialect.guard, body))
    for number, found in enumerate(guards):
        pivot, limit, joint = found.groups()
        other = guards[number - 1].group(1)
        for group, new in (
            (2, one if limit == zero else zero),
            (2, pivot),
            (1, other if other != pivot else limit),
            (3, str(int(joint) + 1)),
        ):
            # Another pivot may not be known yet at this place: then it is not read.
            yield body[: found.start(group)] + new + body[found.end(group) :]
        start = body.rfind("\n", 0, found.start())
        yield body[:start] + body[found.end() :]


_MUTATIONS = {
    "sign": _sign,
    "digit3": _digit(3),
    "digit12": _digit(12),
    "index": _index,
    "swap": _swap,
    "drop": _drop,
    "out": _out,
    "guard": _guard,
}
