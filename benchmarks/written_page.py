"""A page of docs/ that a script writes: print it, write it, or say whether it is up to date."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


def run(description: str | None, page: Path, text: Callable[[], str]) -> int:
    """Do what the command line asks for; return the exit code."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help=f"write docs/{page.name}")
    parser.add_argument("--check", action="store_true", help=f"compare with docs/{page.name}")
    asked = parser.parse_args()
    if asked.write:
        page.write_text(text(), encoding="utf-8")
    elif asked.check:
        if page.read_text(encoding="utf-8") != text():
            print(f"{page.name} is not up to date: run {Path(sys.argv[0]).name} --write")
            return 1
    else:
        sys.stdout.write(text())
    return 0
