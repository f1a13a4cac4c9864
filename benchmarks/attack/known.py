"""Laws that are known to be broken: told apart in the summary until they hold."""

from __future__ import annotations

KNOWN = {
    "is beyond the range of single precision": "constants beyond the range of single precision",
}
"""What is known, by a part of what is told of it."""


def known(law: str) -> str:
    """Return what is known of a broken law, or nothing."""
    return next((reason for part, reason in KNOWN.items() if part in law), "")
