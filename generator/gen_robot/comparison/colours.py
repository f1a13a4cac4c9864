"""Colours on a terminal, or none."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

CHOICES = ("auto", "always", "never")
_CODES = {"left": "31", "right": "32", "title": "1", "step": "36", "faint": "2", "constant": "7"}


@dataclass(frozen=True)
class Colours:
    """Mark parts of a text, if it is shown where that can be seen."""

    are_on: bool = False

    def paint(self, role: str, text: str) -> str:
        """Mark a text; what was marked inside it stays."""
        if not self.are_on or not text:
            return text
        start = f"\x1b[{_CODES[role]}m"
        return f"{start}{text.replace(_END, _END + start)}{_END}"


_END = "\x1b[0m"


def colours(choice: str, stream: TextIO) -> Colours:
    """Return what --color asks for; auto is on for terminals, unless NO_COLOR is set (no-color.org)."""
    if choice != "auto":
        return Colours(choice == "always")
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Colours(wanted and stream.isatty())
