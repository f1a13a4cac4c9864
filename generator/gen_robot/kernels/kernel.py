"""The record that every kernel has: what goes in, what comes out, how it may be computed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gen_robot.algebra.vectors import Scalar
from gen_robot.algorithms.coverage import EVERYTHING, Coverage
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.kernels.array import Array
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.kernels.task import Task
from gen_robot.model.formulation import Formulation, Limbs
from gen_robot.model.model import Model

Outputs = dict[str, list[Scalar]]
Methods = tuple[Method, ...]


@dataclass(frozen=True, eq=False)
class Route:
    """Say how a kernel is put together from what methods give.

    A solver works on what the parts give; it comes first among the methods that `trace` is told.
    """

    parts: tuple[Quantity, ...]
    trace: Callable[[Task, Methods], Outputs]
    solver: Quantity | None = None
    formulations: tuple[Formulation, ...] = ()  # where they differ from the methods'
    limbs: tuple[Limbs, ...] = tuple(Limbs)  # how they may be taken, if the methods may
    covers: Coverage = EVERYTHING  # if the methods cover more
    # What the solver makes of the outputs of the kernel that it is built on, where that is all.
    on_top: Callable[[Task, Method, Outputs], Outputs] | None = None


@dataclass(frozen=True)
class Argument:
    """Name what must be chosen before a kernel is one routine: a frame, a variable."""

    name: str
    meaning: str
    choices: Callable[[Model], tuple[str, ...]]


def identifier(name: str) -> str:
    """Return a word of letters, digits and single _ for a name that may hold anything."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "x"


def identifiers(names: Sequence[str]) -> dict[str, str]:
    """Return such words for names, no two alike."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        word = plain = identifier(name)
        number = 2
        while word in taken:
            word, number = f"{plain}_{number}", number + 1
        taken.add(word)
        found[name] = word
    return found


Arguments = Mapping[str, str]
"""What was chosen for a kernel, by the name of what had to be chosen."""


def nothing(model: Model, arguments: Arguments) -> None:
    """Refuse no robot."""


@dataclass(frozen=True, eq=False)
class Kernel:
    """Describe one generated routine, or a family of them that differ in an argument."""

    name: str
    title: str  # what it computes, as a noun: "inertia matrix M(q)"
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]
    routes: tuple[Route, ...]
    status: bool = False  # whether it reports a joint whose pivot fails
    status_beyond: str = ""  # what a number k is beyond those of the n joints, if there are such
    built_on: str = ""  # the kernel whose choice solvers are given
    any_frames: bool = False  # whether solvers may be given it in other frames than were chosen
    parts: tuple[str, ...] = ()  # kernels whose costs add up to an estimate of this one's
    derivatives: tuple[str, ...] = ()  # kernels that its first and second derivatives come from
    takes: tuple[Argument, ...] = ()
    group: str = DYNAMICS  # by which it may be asked for
    sines_given: bool = False  # whether its inputs hold those of the angles: `kernels/sines.py`
    refuses: Callable[[Model, Arguments], str | None] = nothing  # see `refusal`
    arguments: Arguments = field(default_factory=dict)  # what was chosen
    word: str = ""  # what was chosen, as the end of its name
    mass_free: bool = False  # whether no mass enters: then it takes none that is known late
    members: tuple[Kernel, ...] = ()  # the kernels that it computes at once

    @property
    def each(self) -> tuple[Kernel, ...]:
        """Return the kernels that it computes: its members, or itself."""
        return self.members or (self,)

    def refusal(self, model: Model) -> str | None:
        """Say why there is no such kernel for a robot; None: there is."""
        return self.refuses(model, self.arguments)

    def instances(self, model: Model) -> dict[str, Kernel]:
        """Return the kernel by its name, or by name and argument for each choice that there is."""
        if not self.takes:
            return {self.name: self}
        argument, *rest = self.takes
        found: dict[str, Kernel] = {}
        for choice, word in identifiers(argument.choices(model)).items():
            one = replace(
                self,
                name=f"{self.name}_{word}",
                title=self.title.replace(f"a {argument.name}", f"{argument.name} {choice}"),
                takes=tuple(rest),
                arguments={**self.arguments, argument.name: choice},
                word=f"{self.word}_{word}".lstrip("_"),
            )
            found |= one.instances(model)
        return found
