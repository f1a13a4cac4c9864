"""What every language is given to write: a robot, its scheduled kernels, and how it was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from shlex import quote
from textwrap import wrap
from typing import Any

from gen_robot.description.description import Description
from gen_robot.ir.lanes import expanded
from gen_robot.ir.routine import Routine
from gen_robot.languages.language import Language
from gen_robot.model.model import Model
from gen_robot.references import LOCAL_WORLD_ALIGNED
from gen_robot.search.choice import Choice
from gen_robot.search.effort import NORMAL


@dataclass(frozen=True)
class ScheduledKernel:
    """Hold a kernel's choice and its routine."""

    choice: Choice
    routine: Routine

    @cached_property
    def apart(self) -> Routine:
        """Return the routine with a scalar statement for each lane, if there are lanes."""
        wide = any(node.width > 1 for node in self.choice.graph.nodes)
        return expanded(self.routine) if wide else self.routine

    @property
    def can_fail(self) -> bool:
        """Tell whether there are states at which the kernel leaves early."""
        return bool(self.routine.singular or self.routine.guards)

    @property
    def counts(self) -> str:
        """Say what the kernel costs."""
        n = self.choice.graph.operations
        parts = [f"{n.mul} mul", f"{n.add} add"]
        parts += [f"{k} {word}" for k, word in ((n.neg, "neg"), (n.div, "div")) if k]
        parts += [f"{k} {word}" for k, word in ((n.sqrt, "sqrt"), (n.sincos, "sincos")) if k]
        return ", ".join(parts)


@dataclass(frozen=True)
class Emission:
    """Hold all that the generated files say."""

    name: str
    model: Model
    kernels: tuple[ScheduledKernel, ...]
    words: tuple[str, ...]  # the command's options that change bytes, without the language
    precision: str
    trig: str  # where sines and cosines come from, in languages that leave a choice
    description: Description  # as the robot's file gives it
    adding: tuple[str, ...] = ()  # languages for which there are more kernels than were asked for
    reference: str = LOCAL_WORLD_ALIGNED  # in what motions of frames are given
    effort: str = NORMAL.name  # with which ways were searched for
    error_bounds: Mapping[str, str] = field(default_factory=dict)  # by kernel: of rounding

    @property
    def without_lanes(self) -> Emission:
        """Return the same for languages that have no vectors."""
        apart = (replace(k, routine=k.apart) for k in self.kernels)
        return replace(self, kernels=tuple(apart))

    @property
    def sizes(self) -> dict[str, int]:
        """Return the sizes of all arrays of the kernels."""
        arrays = (array for k in self.kernels for array in k.choice.arrays)
        return {array.name: array.size(self.model) for array in arrays}

    @property
    def title(self) -> str:
        n = self.model.free_nv
        return f"rigid-body dynamics of {self.name}, {n} degree{'s' if n > 1 else ''} of freedom"

    def written_by(self, language: Language) -> str:
        """Give the command that writes these files, as anybody may type it.

        Of a path only the file's own name: the same robot gives the same bytes wherever it lies.
        """
        robot = quote(self.description.typed or self.description.source)
        # A file may be called anything: no comment may begin or end within its name.
        robot = robot.replace("/*", "/?").replace("*/", "?/")
        beside = [f"--lang {name}" for name in self.adding if name != language.name]
        words = ("gen-robot", robot, "--lang", language.name, *beside, *self.words)
        return f"Written by: {' '.join(words)}"

    def opening(self, language: Language) -> dict[str, Any]:
        """Return what every file says first: whose it is, what it is, the command that wrote it."""
        return {
            "name": self.name,
            "title": self.title,
            "command": wrap(self.written_by(language), 94, subsequent_indent=" " * 6),
        }

    def about(self, scheduled: ScheduledKernel) -> dict[str, Any]:
        """Return what every language says of a kernel, by the names that templates use."""
        kernel = scheduled.choice.kernel
        return {
            "name": kernel.name,
            "title": kernel.title,
            "algorithm": str(scheduled.choice.way),
            "counts": scheduled.counts,
            "arguments": self.meanings(scheduled),
            "has_status": kernel.status,
            "status_beyond": kernel.status_beyond,
            "can_fail": scheduled.can_fail,
        }

    def meanings(self, scheduled: ScheduledKernel) -> list[str]:
        """Say what each of a kernel's arrays holds, and its shape."""
        shapes = {array: array.shape(self.model) for array in scheduled.choice.arrays}
        return [
            f"{array.name}: {array.meaning} ({' x '.join(str(n) for n in shape)})"
            for array, shape in shapes.items()
        ]
