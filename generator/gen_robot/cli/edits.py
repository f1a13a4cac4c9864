"""What --root, --tip, --lock and --floating mean, to every verb that has them."""

from __future__ import annotations

import argparse

from gen_robot.description.edit import Edits
from gen_robot.errors import UserError, shown


def edits(asked: argparse.Namespace) -> Edits:
    """Return what the user wants of the robot other than it stands in its file."""
    locked = pairs("--lock", asked.lock, "JOINT=VALUE")
    return Edits(locked, asked.root, asked.tip, asked.floating)


def pairs(option: str, texts: list[str], form: str) -> dict[str, str]:
    """Split what was given as NAME=VALUE."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UserError(option, f"is {shown(text)}", f"write {form}")
        found[name] = value
    return found
