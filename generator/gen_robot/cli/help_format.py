"""How help looks: as it is written, with what is read from records filled in."""

from __future__ import annotations

import argparse
from importlib import import_module

FILLINGS = {"<kernel names>": "kernel_names", "<kernel table>": "kernel_table"}
"""What stands for texts from records, and the function of `kernel_help` that gives them."""


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Fill in what stands in records that take time to import: when help is shown, not before."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return filled(action.help or "")

    def _format_text(self, text: str) -> str:
        return super()._format_text(filled(text))


def filled(text: str) -> str:
    """Return a text of the help with what is read from records in its place."""
    for mark, function in FILLINGS.items():
        if mark in text:
            made: str = getattr(import_module("gen_robot.cli.kernel_help"), function)()
            text = text.replace(mark, made)
    return text
