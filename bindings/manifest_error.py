"""What is wrong with a manifest: where, what was found, the cure."""

from __future__ import annotations

AGAIN = "generate the robot's files again"


class ManifestError(ValueError):
    """Report a manifest that cannot be used; `place` is the file, and the place in it."""

    def __init__(self, place: str, problem: str, cure: str = AGAIN) -> None:
        self.place = place
        self.problem = problem
        self.cure = cure
        super().__init__(place, problem, cure)

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}; {self.cure}"


def shown(value: object, limit: int = 60) -> str:
    """Quote a value of a file that may be anybody's: one line, printable, of bounded length."""
    text = "".join(c if c.isprintable() else "?" for c in repr(value)[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "..."
