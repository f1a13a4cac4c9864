"""Mutations of numbers, words and values."""

from __future__ import annotations

import re
from random import Random

from attack.hostile import EXPRESSIONS, NUMBERS, TEXTS
from attack.places import XML_VALUE, YAML_VALUE, drawn_place, is_xml, replaced

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NUMBER = re.compile(r"(?<![A-Za-z_0-9])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def scaled(draw: Random, number: str) -> str:
    return f"{number}e{draw.randint(-45, 40)}" if "e" not in number.lower() else f"-{number}"


def near(draw: Random, number: str) -> str:
    """Change one digit."""
    digits = [k for k, c in enumerate(number) if c.isdigit()]
    k = draw.choice(digits)
    return f"{number[:k]}{draw.randint(0, 9)}{number[k + 1 :]}"


def negated(draw: Random, number: str) -> str:
    return number[1:] if number.startswith("-") else f"-{number}"


def drawn(draw: Random, number: str) -> str:
    return f"{draw.uniform(-3, 3):.{draw.randint(1, 17)}g}"


def tiny(draw: Random, number: str) -> str:
    """Return almost zero, or almost what stood there."""
    small = f"{draw.randint(1, 9)}e-{draw.randint(3, 20)}"
    if draw.random() < 0.5:
        return small
    return repr(float(number) * (1 + float(small)))[:24]


def hostile_number(draw: Random, number: str) -> str:
    return draw.choice(NUMBERS)


def expression(draw: Random, number: str) -> str:
    return draw.choice(EXPRESSIONS)


# Words and values -------------------------------------------------------------------------------


def misspelt(draw: Random, word: str) -> str:
    k = draw.randrange(len(word))
    return draw.choice(
        [
            word[:k] + word[k + 1 :],
            word[:k] + word[k] + word[k:],
            word[: k - 1] + word[k - 1 : k + 1][::-1] + word[k + 1 :] if k else word.upper(),
            word[:k] + draw.choice("abcxyz_") + word[k + 1 :],
            word.capitalize(),
        ]
    )


def hostile_text(draw: Random, word: str) -> str:
    return draw.choice(TEXTS)


def other_word(draw: Random, text: str) -> str:
    """Put a word of the file in another's place."""
    words = list(WORD.finditer(text))
    if not words:
        return text
    return replaced(text, draw.choice(words).span(), draw.choice(words).group())


def other_value(draw: Random, text: str) -> str:
    values = list((XML_VALUE if is_xml(text) else YAML_VALUE).finditer(text))
    if not values:
        return text
    return replaced(text, draw.choice(values).span(), draw.choice(values).group())


def hostile_value(draw: Random, text: str) -> str:
    found = drawn_place(draw, XML_VALUE if is_xml(text) else YAML_VALUE, text)
    if not found:
        return text
    new = draw.choice(TEXTS)
    if not is_xml(text) and draw.random() < 0.5:
        new = draw.choice([f"'{new}'", f'"{new}"', f"[{new}]", f"{{{new}: 1}}"])
    return replaced(text, found.span(), new)
