"""How lists of choices are worded in help."""

from __future__ import annotations


def either(words: list[str]) -> str:
    """List words as people do: a, b or c."""
    return " or ".join([", ".join(words[:-1]), words[-1]])
