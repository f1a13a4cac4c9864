"""Lines that names and numbers have made too long."""

from __future__ import annotations

from collections.abc import Callable


def fitted(text: str, width: int, continued: Callable[[str], str]) -> str:
    """Break lines between words; `continued` is what the rest of a line begins with."""
    lines: list[str] = []
    for line in text.splitlines():
        while len(line) > width:
            start = len(line) - len(line.lstrip())
            place = line.rfind(" ", start, width + 1)
            if place < 0:  # one word, which nobody can break
                break
            lines.append(line[:place].rstrip())
            line = continued(line) + line[place:].lstrip()
        lines.append(line)
    return "\n".join(lines) + "\n"
