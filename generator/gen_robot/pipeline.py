"""The whole way on one page: from a robot's file to generated files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gen_robot.algebra.exact import Exact
from gen_robot.algorithms import DEFAULT_KERNELS, KERNELS, Setting
from gen_robot.errors import UserError, nearest, shown
from gen_robot.ir.schedule import schedule
from gen_robot.languages import LANGUAGES
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.manifest import manifest
from gen_robot.model.canonical import canonical
from gen_robot.model.description import Description
from gen_robot.model.model import Model
from gen_robot.model.names import check_robot_name
from gen_robot.model.regroup import lump_masses, regroup
from gen_robot.render import render
from gen_robot.robot_files import read
from gen_robot.selection import Choice, Selection

PRECISIONS = {"double": Exact(2) ** -52, "single": Exact(2) ** -23}
"""The precisions that kernels can compute in, with their machine epsilons."""


@dataclass(frozen=True)
class Options:
    """Hold what the user asks for."""

    languages: tuple[str, ...] = ("c",)
    name: str | None = None
    kernels: tuple[str, ...] = DEFAULT_KERNELS
    algorithms: Mapping[str, str] = field(default_factory=dict)
    precision: str = "double"
    friction: bool = False
    regroup: bool = True
    snap: bool = True

    def __post_init__(self) -> None:
        _one_of("--lang", self.languages, tuple(LANGUAGES))
        _one_of("--kernels", self.kernels, tuple(KERNELS))
        _one_of("--precision", (self.precision,), tuple(PRECISIONS))
        _one_of("--algorithm", tuple(self.algorithms), tuple(KERNELS))
        for kernel, algorithm in self.algorithms.items():
            allowed = (*KERNELS[kernel].algorithms, "auto")
            _one_of(f"--algorithm {kernel}", (algorithm,), allowed)
        if self.name is not None and (reason := check_robot_name(self.name)):
            raise UserError("--name", f"is {shown(self.name)}", reason)

    @property
    def words(self) -> tuple[str, ...]:
        """Return the options that change bytes, as they are typed; not the language."""
        words = [f"--name {self.name}"] if self.name else []
        if self.kernels != DEFAULT_KERNELS:
            words.append("--kernels " + ",".join(self.kernels))
        words += [f"--algorithm {k}={a}" for k, a in self.algorithms.items() if a != "auto"]
        words += [f"--precision {self.precision}"] if self.precision != "double" else []
        words += ["--friction"] if self.friction else []
        words += [] if self.regroup else ["--no-regroup"]
        words += [] if self.snap else ["--no-snap"]
        return tuple(words)

    def as_dict(self) -> dict[str, object]:
        """Return the options that the manifest keeps."""
        return {
            "friction": self.friction,
            "regroup": self.regroup,
            "snap": self.snap,
            "payload": None,
            "precision": self.precision,
        }


@dataclass(frozen=True)
class Output:
    """Hold generated files, not yet on disk; the manifest is the last."""

    name: str
    files: dict[str, str]
    description: Description
    model: Model
    choices: tuple[Choice, ...]


def generate(
    robot: str | Path,
    options: Options = Options(),  # noqa: B008 - a frozen value
    progress: Callable[[str], None] = lambda text: None,
) -> Output:
    """Return the generated files of a robot: a path, or the name of one that ships."""
    description = read(robot)
    model = canonical(description)
    light = regroup(model) if options.regroup else lump_masses(model)
    setting = Setting(light, PRECISIONS[options.precision], options.friction)
    selection = Selection(setting, dict(options.algorithms), progress)
    choices = tuple(selection.choose(name) for name in options.kernels)
    kernels = tuple(ScheduledKernel(c, schedule(c.traced)) for c in choices)
    name = options.name or description.name
    emission = Emission(name, model, kernels, options.words, options.precision)

    files: dict[str, str] = {}
    for language in options.languages:
        files |= LANGUAGES[language].files(emission)
    files["meson.build"] = render(
        "meson.build.j2",
        name=name,
        languages=list(options.languages),
        c_source=f"{name}.c",
        header=f"{name}.h",
    )
    symbols = {
        c.kernel.name: {
            language: LANGUAGES[language].symbol(emission, c.kernel.name)
            for language in options.languages
        }
        for c in choices
    }
    text = manifest(name, model, choices, options.as_dict(), symbols, files)
    files[f"{name}.json"] = text
    return Output(name, files, description, model, choices)


def _one_of(place: str, values: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for value in values:
        if value not in allowed:
            raise UserError(place, f"is {shown(value)}", nearest(value, allowed))
