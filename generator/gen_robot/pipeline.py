"""The whole way on one page: from a robot's file to generated files."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gen_robot.algorithms import KERNELS, Setting
from gen_robot.description.description import Description
from gen_robot.ir.schedule import schedule
from gen_robot.languages import LANGUAGES
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.manifest import manifest
from gen_robot.model.canonical import canonical
from gen_robot.model.hold import hold_parallel
from gen_robot.model.model import Model
from gen_robot.model.payload import with_payload
from gen_robot.model.regroup import lump_masses, regroup
from gen_robot.options import PRECISIONS, Options
from gen_robot.readers.robot_files import read
from gen_robot.render import render
from gen_robot.selection import Choice, Selection


@dataclass(frozen=True)
class Output:
    """Hold generated files, not yet on disk; the manifest is the last."""

    name: str
    files: dict[str, str]
    description: Description
    model: Model
    choices: tuple[Choice, ...]
    left_out: dict[str, str]  # kernels that nothing computes for this robot, and why


def generate(
    robot: str | Path,
    options: Options,
    progress: Callable[[str], None] = lambda text: None,
) -> Output:
    """Return the generated files of a robot: a path, or the name of one that ships."""
    description = read(robot, snap=options.snap, edits=options.edits)
    return generate_described(description, options, progress)


def generate_described(
    description: Description,
    options: Options,
    progress: Callable[[str], None] = lambda text: None,
) -> Output:
    """Return the generated files of a described robot."""
    with collector_at_rest(), room_for_recursion(len(description.links)):
        return _generate(description, options, progress)


def _generate(
    description: Description, options: Options, progress: Callable[[str], None]
) -> Output:
    model = canonical(description)
    if options.payload is not None:
        model = with_payload(model, options.payload)
    selection = Selection(settings(model, options), dict(options.algorithms), progress)
    left_out: dict[str, str] = {}
    if options.kernels == tuple(KERNELS):
        # Whoever asks for all kernels wants those that there are.
        reasons = {name: selection.impossible(name) for name in KERNELS}
        left_out = {name: reason for name, reason in reasons.items() if reason}
    choices = tuple(selection.choose(name) for name in options.kernels if name not in left_out)
    kernels = tuple(ScheduledKernel(c, schedule(c.traced)) for c in choices)
    name = options.name or description.name
    emission = Emission(name, model, kernels, options.words, options.precision, description)

    files: dict[str, str] = {}
    languages = [LANGUAGES[language] for language in options.languages]
    for language in languages:
        files |= language.files(emission)
    # In the order of the table: the build does not depend on the order of asking.
    in_order = [language for language in LANGUAGES.values() if language in languages]
    files["meson.build"] = render("meson.build.j2", name=name, languages=in_order)
    symbols = {
        c.kernel.name: {each.name: each.symbol(emission, c.kernel.name) for each in languages}
        for c in choices
    }
    snaps = [str(snap) for snap in description.snaps]
    text = manifest(name, model, choices, options.as_dict(), languages, symbols, files, snaps)
    files[f"{name}.json"] = text
    return Output(name, files, description, model, choices, left_out)


def settings(model: Model, options: Options) -> dict[str, Setting]:
    """Return what algorithms may be traced on, by the form of the model."""
    attached = regroup(model) if options.regroup else lump_masses(model)
    forms = {"plain": model, "attached": attached}
    held = hold_parallel(attached)
    if any(link.turned for link in held.links):
        forms |= {"held": held, "plain held": hold_parallel(model)}
    epsilon = PRECISIONS[options.precision]
    return {name: Setting(form, epsilon, options.friction) for name, form in forms.items()}


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Stop the garbage collector: graphs grow to 10^5 nodes, all alive, which it would walk often."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def room_for_recursion(links: int) -> Iterator[None]:
    """Let recursions go as deep as the robot: they call themselves for each link of a chain."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 1000 + 20 * links))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
