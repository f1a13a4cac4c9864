"""Numbers as people write them in robot files: 0.4318/2, -3*pi/4, m1*l1^2/12, kept exact.

    sum     = product { (+ | -) product }
    product = signed { (* | /) signed }
    signed  = (+ | -) signed | power
    power   = atom [ ^ signed ]
    atom    = number | pi | parameter | function ( sum ) | ( sum )

The text is a stranger's: it is read by this grammar alone, in one pass, within the limits below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from gen_robot.algebra.number import ONE, PI, Number
from gen_robot.errors import nearest, shown

LONGEST = 1000
DEEPEST = 32
LARGEST_DECIMAL_EXPONENT = 400
LARGEST_POWER = 100

FUNCTIONS: dict[str, Callable[[Number], Number]] = {
    "sqrt": Number.sqrt,
    "sin": Number.sin,
    "cos": Number.cos,
}
RESERVED = ("pi", *FUNCTIONS)
"""Names that a parameter may not take."""

_GRAMMAR = "a value is made of numbers, pi, names from parameters, + - * / ^ ( ), sqrt, sin and cos"
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<mark>[-+*/^()])"
)
_WORD = re.compile(r"[A-Za-z0-9_.]*")
_SPACES = re.compile(r"[ \t\n]*")

# Values on the way to the result are held to the decimal exponent's limit, for sin() of a number
# with a million digits would need as many digits of pi; the result itself has to fit a double.
_ON_THE_WAY = Number(f"1e{LARGEST_DECIMAL_EXPONENT}")
_RESULT = Number("1e300")


class ExpressionError(ValueError):
    """Report a text that is no value: what was found and where, and what is allowed."""

    def __init__(self, problem: str, cure: str = _GRAMMAR) -> None:
        self.problem = problem
        self.cure = cure
        super().__init__(f"{problem}; {cure}")


def parse(text: str, parameters: Mapping[str, Number]) -> Number:
    """Return the value of an expression; raise ExpressionError if it has none."""
    if len(text) > LONGEST:
        raise ExpressionError(
            f"is {shown(text, 20)}", f"an expression has at most {LONGEST} characters"
        )
    if not text.strip():
        raise ExpressionError("is empty")
    value = _Parser(text, parameters).whole()
    if not _within(value, _RESULT):
        raise ExpressionError(
            f"{shown(text)} is {value}", "a value is zero or between 1e-300 and 1e300 in size"
        )
    return value


class _Parser:
    """Walk through one text from left to right; `start` is where the token ahead begins."""

    def __init__(self, text: str, parameters: Mapping[str, Number]) -> None:
        self.text = text
        self.parameters = parameters
        self.depth = 0
        self.end = 0
        self.advance()

    # Tokens -----------------------------------------------------------------------------------

    def advance(self) -> None:
        """Step over the token ahead."""
        spaces = _SPACES.match(self.text, self.end)
        self.start = spaces.end() if spaces else self.end
        match = _TOKEN.match(self.text, self.start)
        if match is None and self.start < len(self.text):
            raise self.error(f"unexpected {shown(self.text[self.start])}")
        self.token = match.group() if match else ""
        self.kind = match.lastgroup if match else "end"
        self.end = self.start + len(self.token)

    def accept(self, marks: str) -> str:
        """Step over the token ahead if it is one of these marks, and return it."""
        if self.kind != "mark" or self.token not in marks:
            return ""
        mark = self.token
        self.advance()
        return mark

    def error(self, problem: str, cure: str = _GRAMMAR, at: int | None = None) -> ExpressionError:
        start = self.start if at is None else at
        return ExpressionError(f"{problem} at character {start + 1} of {shown(self.text)}", cure)

    # Grammar ----------------------------------------------------------------------------------

    def whole(self) -> Number:
        value = self.sum()
        if self.kind != "end":
            raise self.error(
                f"unexpected {shown(self.token)}", "an operator or the end belongs here"
            )
        return value

    def sum(self) -> Number:
        value = self.product()
        while mark := self.accept("+-"):
            term = self.product()
            value = value + term if mark == "+" else value - term
        return value

    def product(self) -> Number:
        value = self.signed()
        at = self.start
        while mark := self.accept("*/"):
            factor = self.signed()
            if mark == "/" and not factor:
                raise self.error("division by zero", "the divisor has to be non-zero", at)
            value = self.bounded(value * factor if mark == "*" else value / factor, at)
            at = self.start
        return value

    def signed(self) -> Number:
        mark = self.accept("+-")
        if not mark:
            return self.power()
        value = self.deeper(self.signed)
        return -value if mark == "-" else value

    def power(self) -> Number:
        base = self.atom()
        at = self.start
        if not self.accept("^"):
            return base
        exponent = self.deeper(self.signed)
        whole = round(float(exponent)) if abs(exponent) <= LARGEST_POWER else None
        if whole is None or exponent != whole:
            raise self.error(
                f"the exponent is {exponent}",
                f"an exponent is a whole number from -{LARGEST_POWER} to {LARGEST_POWER}",
                at,
            )
        if whole < 0 and not base:
            raise self.error("zero to a negative power", "the base has to be non-zero", at)
        return self.bounded(base**whole, at)

    def atom(self) -> Number:
        if self.kind == "number":
            return self.number()
        if self.kind == "name":
            return self.name()
        at = self.start
        if not self.accept("("):
            raise self.missing_value()
        return self.inside_parentheses(at)

    def number(self) -> Number:
        word = _WORD.match(self.text, self.end)
        if word and word.group():
            whole = self.token + word.group()
            raise self.error(
                f"{shown(whole)} is not a number", "write it in decimals, and products with *"
            )
        exponent = self.token.lower().partition("e")[2] or "0"
        # The length comes first: turning a long text into an int is slow, and refused by Python.
        if len(exponent) > 8 or abs(int(exponent)) > LARGEST_DECIMAL_EXPONENT:
            raise self.error(
                f"the exponent of {shown(self.token)} is out of range",
                f"decimal exponents go from -{LARGEST_DECIMAL_EXPONENT} to"
                f" {LARGEST_DECIMAL_EXPONENT}",
            )
        # The zero in front is for mpmath, which cannot read '.0'.
        value = self.bounded(Number(f"0{self.token}"), self.start)
        self.advance()
        return value

    def name(self) -> Number:
        name, at = self.token, self.start
        self.advance()
        if self.token == "(":
            return self.call(name, at)
        if name in FUNCTIONS:
            raise self.error(f"{name} without parentheses", f"write {name}(...)", at)
        if name == "pi":
            return PI
        if name not in self.parameters:
            known = nearest(name, ("pi", *self.parameters))
            cure = f"a number or a known name belongs here; {known}"
            raise self.error(f"unknown name {shown(name)}", cure, at)
        return self.parameters[name]

    def call(self, name: str, at: int) -> Number:
        if name not in FUNCTIONS:
            cure = nearest(name, tuple(FUNCTIONS))
            raise self.error(f"unknown function {shown(name)}", cure, at)
        opened = self.start
        self.advance()
        argument = self.inside_parentheses(opened)
        if name == "sqrt" and argument < 0:
            raise self.error(f"square root of {argument}", "its argument is zero or more", at)
        return FUNCTIONS[name](argument)

    def inside_parentheses(self, at: int) -> Number:
        value = self.deeper(self.sum)
        if not self.accept(")"):
            raise self.error("a parenthesis is not closed", "each ( needs its )", at)
        return value

    # Limits -----------------------------------------------------------------------------------

    def deeper(self, rule: Callable[[], Number]) -> Number:
        """Apply a rule one level down."""
        if self.depth == DEEPEST:
            cure = f"signs, powers and parentheses nest at most {DEEPEST} deep"
            raise self.error("nested too deeply", cure)
        self.depth += 1
        value = rule()
        self.depth -= 1
        return value

    def bounded(self, value: Number, at: int) -> Number:
        if _within(value, _ON_THE_WAY):
            return value
        raise self.error(
            "a value out of range",
            f"values on the way stay zero or between 1e-{LARGEST_DECIMAL_EXPONENT} and"
            f" 1e{LARGEST_DECIMAL_EXPONENT} in size",
            at,
        )

    def missing_value(self) -> ExpressionError:
        if self.kind == "end":
            return self.error("a value is missing")
        if self.token == "*" and self.text[: self.start].endswith("*"):
            return self.error("unexpected '*'", "a power is written with ^")
        return self.error(f"unexpected {shown(self.token)}")


def _within(value: Number, bound: Number) -> bool:
    return not value or ONE / bound <= abs(value) <= bound
