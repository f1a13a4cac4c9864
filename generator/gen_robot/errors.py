"""Errors split by blame: the user's input, or a bug of ours."""

from __future__ import annotations


class UserError(ValueError):
    """Report what the user can put right: where, what was found, what is allowed.

    The command line prints it as one message and exits with code 2.
    """

    def __init__(self, place: str, problem: str, cure: str = "") -> None:
        self.place = place
        """Where it is: a file and a path in it, an option, a function."""
        self.problem = problem
        """What was found there."""
        self.cure = cure
        """What is allowed, or what to do; may be empty."""
        super().__init__(place, problem, cure)

    def __str__(self) -> str:
        text = f"{self.place}: {self.problem}" if self.place else self.problem
        return f"{text}; {self.cure}" if self.cure else text


class RobotWarning(UserWarning):
    """Tell of a robot's file or options what is accepted, and may not be what was meant."""


def shown(value: object, limit: int = 60) -> str:
    """Quote a value from a stranger's file: one line, printable, of bounded length."""
    text = str(value)
    start = "".join(c if c.isprintable() else "?" for c in text[:limit])
    return f"'{start}'" if len(text) <= limit else f"'{start}...' ({len(text)} characters)"


def nearest(word: str, allowed: list[str] | tuple[str, ...]) -> str:
    """Suggest the allowed spelling closest to a word, or list what is allowed."""
    from difflib import get_close_matches

    close = get_close_matches(word[:64], allowed, n=1, cutoff=0.6)
    if close:
        return f"did you mean '{close[0]}'?"
    return "allowed: " + ", ".join(allowed[:20]) + (", ..." if len(allowed) > 20 else "")


def listed(names: list[str], most: int = 5) -> str:
    """List a few names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def counted(number: int, noun: str) -> str:
    """Put a number before a noun, in the plural where that is due."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
