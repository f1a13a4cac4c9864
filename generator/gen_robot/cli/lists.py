"""Lists as they are typed, with commas."""

from __future__ import annotations


def listed(text: str | None) -> tuple[str, ...] | None:
    """Return the words of a list with commas, each once; None if there is no list."""
    if text is None:
        return None
    return tuple(dict.fromkeys(word.strip() for word in text.split(",")))
