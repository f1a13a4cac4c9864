"""What every language is given to write: a robot, its scheduled kernels, and how it was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.algorithms import UNITS
from gen_robot.ir.routine import Routine
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model
from gen_robot.selection import Choice, sizes


@dataclass(frozen=True)
class ScheduledKernel:
    """Hold a kernel's choice and its routine."""

    choice: Choice
    routine: Routine

    @property
    def counts(self) -> str:
        """Say what the kernel costs."""
        n = self.choice.traced.operations
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
    f77_prefix: str | None = None  # as the robot's file gives it

    @property
    def title(self) -> str:
        n = self.model.free_nv
        return f"rigid-body dynamics of {self.name}, {n} degree{'s' if n > 1 else ''} of freedom"

    def command(self, language: str) -> str:
        """Return the command that writes these files, as anybody may type it."""
        return " ".join(("gen-robot", self.model.source, "--lang", language, *self.words))

    def summary(self, place: str = "[{}]", first: int = 0) -> list[str]:
        """Say which joints there are, in order, and what each kernel costs.

        `place` is how the language writes an element's index, which counts from `first`.
        """
        links = self.model.links
        width = max(len(link.joint_name) for link in links)
        joints = [
            f"  {self._place(link, place, first):>5}  {link.joint_name:<{width}}"
            f"  {link.joint_type}{'' if link.parent == link.number - 1 else _on(self.model, link)}"
            for link in links
        ]
        wide = max(len(k.choice.kernel.name) for k in self.kernels)
        costs = [
            f"  {k.choice.kernel.name:<{wide}}  {k.counts}  ({k.choice.description})"
            for k in self.kernels
        ]
        return [
            "Joints, in the order of q and qd:",
            *(line.rstrip() for line in joints),
            "Kernels and their operations:",
            *costs,
        ]

    def _place(self, link: Link, place: str, first: int) -> str:
        """Say where a joint's coordinates stand in q, or whose they follow."""
        if link.following:
            return f"as {self.model.link(link.following.leader).joint_name}"
        start = Coordinates(self.model).places(link)[0] + first
        last = start + link.kind.nq - 1
        return place.format(start if start == last else f"{start}..{last}")

    def size(self, array: str) -> int:
        """Return the number of elements of a kernel's array."""
        total = 1
        for length in sizes(self.model, array):
            total *= length
        return total

    def meaning(self, array: str) -> str:
        """Say what an array holds, and its shape."""
        shape = " x ".join(str(n) for n in sizes(self.model, array))
        return f"{array}: {UNITS[array]} ({shape})"


def _on(model: Model, link: Link) -> str:
    return f", on {model.link(link.parent).name if link.parent else 'the base'}"
