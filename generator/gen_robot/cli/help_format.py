"""How help looks: as it is written, with what is read from records filled in."""

from __future__ import annotations

import argparse
from importlib import import_module


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Fill in what stands in records that take time to import: when help is shown, not before."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return _filled(action.help or "", "<kernel names>", "kernel_names")

    def _format_text(self, text: str) -> str:
        return super()._format_text(_filled(text, "<kernel table>", "kernel_table"))


def _filled(text: str, mark: str, function: str) -> str:
    if mark not in text:
        return text
    filling: str = getattr(import_module("gen_robot.cli.kernel_help"), function)()
    return text.replace(mark, filling)
