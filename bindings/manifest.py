"""The manifest of a generated library, as far as the bindings need it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from gen_robot.bindings.convention import BEFORE
from gen_robot.bindings.manifest_check import checked_content, manifold_name, python_name

PLACE = ("name", "type", "index", "index_v", "nq", "nv")
LIMITS = ("lower", "upper", "velocity", "effort")

FORMER_WRENCHES, FORMER_SCALAR = "fext", "e"
"""What manifests that name neither rows nor scalars have of them."""


@dataclass(frozen=True)
class Argument:
    """Hold the name of one array, and the shape for one state that it has in memory."""

    name: str
    shape: tuple[int, ...]
    meaning: str = ""
    unit: str = ""
    rows: tuple[str, ...] = ()  # what its equal parts belong to, by name
    is_scalar: bool = False  # one number, which is an array of one only in memory

    @cached_property
    def forms(self) -> tuple[tuple[int, ...], ...]:
        """The shapes that it may have in Python, the foremost first."""
        if self.is_scalar:
            return ((),)
        if not self.rows:
            return (self.shape,)
        return ((len(self.rows), math.prod(self.shape) // len(self.rows)), self.shape)

    @property
    def with_leading(self) -> str:
        """Its shapes for any number of states, as messages show them."""
        return " or ".join(
            f"({', '.join(['...', *(str(length) for length in form)])})" for form in self.forms
        )


@dataclass(frozen=True)
class Kernel:
    """Hold one generated routine's interface; inputs come before outputs."""

    name: str
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]
    status: bool
    symbol: Mapping[str, str]  # by language
    algorithm: str
    operations: Mapping[str, int]
    title: str = ""
    batch: Mapping[str, str] = field(
        default_factory=dict
    )  # the symbol for many states, by language
    arguments: Mapping[str, str] = field(default_factory=dict)  # what it was made for: a frame


@dataclass(frozen=True)
class Joint:
    """Hold one joint's part of q (from `index`) and of qd (from `index_v`); None is no limit."""

    name: str
    type: str
    index: int
    index_v: int
    nq: int
    nv: int
    manifold: str
    lower: float | None
    upper: float | None
    velocity: float | None
    effort: float | None

    @property
    def in_q(self) -> slice:
        """Its part of q: `q[..., joint.in_q]`."""
        return slice(self.index, self.index + self.nq)

    @property
    def in_qd(self) -> slice:
        """Its part of qd, and of whatever else has an element for each velocity."""
        return slice(self.index_v, self.index_v + self.nv)


@dataclass(frozen=True)
class Link:
    """Hold one link of the robot's file; fixed ones are part of another's moving body.

    Bodies count from 1, in the order of external wrenches; 0 is a base that stands still.
    """

    name: str
    parent: str | None = None
    joint: str | None = None
    body: int | None = None
    mass: float | None = None


@dataclass(frozen=True)
class FrameEntry:
    """Hold one frame that kernels were made for; their names end in its word.

    It is placed in the frame that the robot's file gives to the link of its body; body 0 is a base
    that stands still.
    """

    name: str
    word: str
    link: str
    body: int
    placement: tuple[tuple[float, ...], ...]  # homogeneous, by rows


@dataclass(frozen=True)
class Parameter:
    """Hold one inertial parameter that kernels take at run time, with its value in the robot's file."""

    name: str
    unit: str
    value: float


@dataclass(frozen=True)
class Manifest:
    """Hold a library's robot and its kernels."""

    name: str
    nq: int
    nv: int
    precision: str
    joints: tuple[Joint, ...]
    kernels: tuple[Kernel, ...]
    languages: Mapping[str, Mapping[str, str]]  # how the routines of each are called
    links: tuple[Link, ...] = ()
    bodies: tuple[str, ...] = ()
    frames: tuple[FrameEntry, ...] = ()
    reference: str = ""  # in what motions of frames are given
    warnings: tuple[str, ...] = ()
    report: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    loops: tuple[str, ...] = ()  # by name
    loop_rows: tuple[str, ...] = ()  # conditions that are kept: loop and condition
    independent: tuple[int, ...] = ()  # places among the velocities
    actuated: tuple[int, ...] = ()
    closed_configuration: tuple[float, ...] = ()
    content: Mapping[str, Any] = field(default_factory=dict)  # all that the file says


def read_manifest(path: Path) -> Manifest:
    """Read <name>.json; a ManifestError says what is wrong with it, and where."""
    content = checked_content(path)
    return Manifest(
        name=content["name"],
        nq=content["nq"],
        nv=content["nv"],
        precision=content["options"]["precision"],
        joints=tuple(_joint(entry) for entry in content["joints"]),
        kernels=tuple(_kernel(name, entry) for name, entry in content["kernels"].items()),
        languages=content.get("languages", BEFORE),
        links=tuple(_link(entry) for entry in content.get("links", ())),
        bodies=tuple(content.get("bodies", ())),
        frames=tuple(_frame(entry) for entry in content.get("frames", ())),
        reference=str(content["options"].get("jacobian", "")),
        warnings=tuple(content.get("warnings", ())),
        report=tuple(content.get("report", ())),
        parameters=tuple(Parameter(**entry) for entry in content.get("parameters", ())),
        loops=tuple(entry["name"] for entry in content.get("loops", ())),
        loop_rows=tuple(
            f"{entry['loop']}: {entry['condition']}" for entry in content.get("loop_rows", ())
        ),
        independent=tuple(content.get("independent", ())),
        actuated=tuple(content.get("actuated", ())),
        closed_configuration=tuple(map(float, content.get("closed_configuration", ()))),
        content=content,
    )


def _joint(entry: Mapping[str, Any]) -> Joint:
    limits = entry.get("limits") or {}
    place: dict[str, Any] = {key: entry[key] for key in PLACE}
    bounds: dict[str, Any] = {key: limits.get(key) for key in LIMITS}
    return Joint(**place, manifold=manifold_name(entry), **bounds)


def _link(entry: Mapping[str, Any]) -> Link:
    return Link(entry["name"], *(entry.get(key) for key in ("parent", "joint", "body", "mass")))


def _frame(entry: Mapping[str, Any]) -> FrameEntry:
    placement = tuple(tuple(map(float, row)) for row in entry["placement"])
    return FrameEntry(entry["name"], entry["word"], entry["link"], entry["body"], placement)


def _looks(argument: str, entry: Mapping[str, Any]) -> tuple[tuple[str, ...], bool]:
    """Return an argument's rows, and whether it is a scalar; older manifests do not say."""
    size = math.prod(entry["shapes"][argument])
    if "rows" in entry:
        return tuple(entry["rows"].get(argument, ())), size == 1 and argument in entry["scalars"]
    links = size // 6 if argument == FORMER_WRENCHES and size % 6 == 0 else 0
    return tuple(f"link {k + 1}" for k in range(links)), size == 1 and argument == FORMER_SCALAR


def _kernel(name: str, entry: Mapping[str, Any]) -> Kernel:
    def arguments(role: str) -> tuple[Argument, ...]:
        return tuple(
            Argument(
                python_name(each),
                tuple(entry["shapes"][each]),
                entry.get("meanings", {}).get(each, ""),
                entry.get("units", {}).get(each, ""),
                *_looks(each, entry),
            )
            for each in entry[role]
        )

    return Kernel(
        name=name,
        inputs=arguments("inputs"),
        outputs=arguments("outputs"),
        status=entry["status"],
        symbol=entry["symbol"],
        algorithm=entry.get("way", entry["algorithm"]),
        operations=entry["operations"],
        title=entry.get("title", ""),
        batch=entry.get("batch", {}),
        arguments=entry.get("arguments", {}),
    )
