"""What mutations are made of: a text of either format, and places in it that are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Mutation = Callable[[Random, str], str]

YAML_VALUE = re.compile(r"(?<=: )[^\s{\[#][^,}\]#\n]*")
XML_VALUE = re.compile(r'(?<==")[^"]*(?=")')


def is_xml(text: str) -> bool:
    return text.lstrip().startswith("<")


def replaced(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def drawn_place(draw: Random, pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return one of the places where a pattern is found, or nothing."""
    every = list(pattern.finditer(text))
    return draw.choice(every) if every else None


def at_place(pattern: re.Pattern[str], new: Callable[[Random, str], str]) -> Mutation:
    """Return the mutation that replaces something found by what is drawn for it."""

    def mutation(draw: Random, text: str) -> str:
        found = drawn_place(draw, pattern, text)
        return replaced(text, found.span(), new(draw, found.group())) if found else text

    return mutation
