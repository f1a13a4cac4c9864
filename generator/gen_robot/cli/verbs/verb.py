"""The record that every verb has."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Verb:
    """Describe a command: the module that runs it, what it is for, what may follow it."""

    module: str
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    description: str = ""
    examples: str = ""
