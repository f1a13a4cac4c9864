r"""How names of the code are written in papers: omega3_x is \omega_{3x}, dtau_dq is a fraction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from gen_robot.ir.derived import ADJOINT, DERIVATIVE
from gen_robot.ir.graph import Label

# fmt: off
_GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
)
# fmt: on
LETTERS = {
    **{name: f"\\{name}" for name in _GREEK},
    "Om": r"\Omega",
    "qd": r"\dot{q}",
    "qdd": r"\ddot{q}",
    "qddd": r"\dddot{q}",
}
"""Symbols that are no letters of the alphabet."""

_PARTIAL = r"\frac{{\partial {}}}{{\partial {}}}"
_DERIVATIVE = re.compile(r"d([A-Za-z]+)_d([A-Za-z]+)")
_INVERSE = re.compile(r"([A-Z])inv")
_PASSING = re.compile(r"([xyz]*)(\d*)")
_VARIABLE = re.compile(r"([A-Za-z]+)(\d+(?:_\d+)*)(?:_([xyz]+\d*))?")
_NUMBERED = re.compile(r"([A-Za-z]+)(\d*)_?")


def spelled_label(label: Label, apart: bool = False) -> str:
    """Return a value's name: its symbol, its links and component below, what else it has above.

    A comma stands between a value and the variable by which it is differentiated; a multiple of
    what is named has a tilde.
    `apart` is for robots of ten links and more, where 12 may be a link, or the links 1 and 2.
    """
    symbol, component, by = label.symbol, label.component, ""
    if symbol.startswith(DERIVATIVE):
        component, variable = _parts_of_derivative(component)
        symbol, by = symbol.removeprefix(DERIVATIVE), f",{_spelled_word(variable, apart)}"
    is_adjoint = symbol.startswith(ADJOINT)
    part = _NUMBERED.fullmatch(symbol.removeprefix(ADJOINT))
    word, number = part.groups() if part else (symbol, "")
    spelled = rf"\bar{{{letter(word)}}}" if is_adjoint else letter(word)
    if label.scaled:
        spelled = rf"\tilde{{{spelled}}}"
    component, step = _component(component)
    above = number + (f"({step})" if step else "")
    above += ascii_lowercase[label.lane] if label.lane is not None else ""
    below = joined(label.links, apart) + component + by
    return spelled + _placed("_", below) + _placed("^", above)


def spelled_element(array: str, indices: Sequence[int]) -> str:
    """Return an element of an array; indices count from 1."""
    if found := _DERIVATIVE.fullmatch(array):
        above, below = map(letter, found.groups())
        row, column = (*indices, "")[:2]
        return _PARTIAL.format(f"{above}_{{{row}}}", f"{below}_{{{column}}}")
    if found := _INVERSE.fullmatch(array):
        return f"({found[1]}^{{-1}})_{{{joined(indices)}}}"
    return f"{letter(array)}_{{{joined(indices)}}}"


def letter(word: str) -> str:
    """Return a symbol without what stands below and above it."""
    if word in LETTERS:
        return LETTERS[word]
    return word if len(word) == 1 else rf"\mathit{{{word.replace('_', chr(92) + '_')}}}"


def joined(numbers: Sequence[int], apart: bool = False) -> str:
    """Return indices side by side, as papers have them, or apart where that could be misread."""
    return ("," if apart or any(n > 9 for n in numbers) else "").join(map(str, numbers))


def _parts_of_derivative(component: str) -> tuple[str, str]:
    """Return the component of the value that is differentiated, and what by."""
    own, _, by = component.partition("_")
    return (own, by) if by and _PASSING.fullmatch(own) else ("", component)


def _spelled_word(word: str, apart: bool) -> str:
    """Return a variable from its name in the code: q2, omega3_y."""
    found = _VARIABLE.fullmatch(word)
    if not found:
        return letter(word)
    symbol, links, component = found.groups()
    numbers = tuple(map(int, links.split("_")))
    return spelled_label(Label(symbol, numbers, component or ""), apart)


def _component(component: str) -> tuple[str, str]:
    """Return a component and, of a value on its way to another frame, how many steps it has come."""
    found = _PASSING.fullmatch(component)
    return (found[1], found[2]) if found else (rf"\mathit{{{component}}}", "")


def _placed(where: str, text: str) -> str:
    return f"{where}{{{text}}}" if text else ""
