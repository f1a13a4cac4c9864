"""What the generator gives: files that are not yet on disk, and how they came to be."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.description.description import Description
from gen_robot.model.model import Model
from gen_robot.search.choice import Choice


@dataclass(frozen=True)
class Findings:
    """Hold what there is to say of a robot's kernels before they are written."""

    name: str
    description: Description
    model: Model
    choices: tuple[Choice, ...]
    left_out: dict[str, str]  # kernels that nothing computes for this robot, and why
    notes: tuple[str, ...]  # about what the precision asked for cannot hold
    added: dict[str, tuple[str, ...]]  # by language: kernels that complete those asked for


@dataclass(frozen=True)
class Output(Findings):
    """Hold generated files, not yet on disk; the manifest is the last."""

    files: dict[str, str]
