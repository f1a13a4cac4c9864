"""Laws that are known to be broken: told apart in the summary until they hold."""

from __future__ import annotations

KNOWN = {
    "random304.yaml: differs from Pinocchio: forward_dynamics by aba": (
        "aba loses two digits where a floating base weighs nothing"
    ),
}
"""What is known, by a part of what is told of it."""


def known(file: str, law: str) -> str:
    """Return what is known of a law that a file breaks, or nothing."""
    return next((reason for part, reason in KNOWN.items() if part in f"{file}: {law}"), "")
