"""How lists of choices are worded in help."""

from __future__ import annotations

from collections.abc import Iterable

FILES = "YAML, URDF, MJCF"
"""The formats of robot files, as readers/formats.py has them; help does not wait for the readers."""


def either(words: list[str]) -> str:
    """List words as people do: a, b or c."""
    return " or ".join([", ".join(words[:-1]), words[-1]])


def choice(words: Iterable[str], default: str) -> str:
    """List words of which one is taken if none is given: a (default), b or c."""
    return either([f"{word} (default)" if word == default else word for word in words])
