"""The manifest of a generated library, as far as the bindings need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gen_robot.bindings.convention import BEFORE
from gen_robot.bindings.manifest_check import checked_content, manifold_name

PLACE = ("name", "type", "index", "index_v", "nq", "nv")
LIMITS = ("lower", "upper", "velocity")


@dataclass(frozen=True)
class Argument:
    """Hold the name and the shape of one array for one state."""

    name: str
    shape: tuple[int, ...]
    meaning: str = ""
    unit: str = ""

    @property
    def with_leading(self) -> str:
        """The shape for any number of states, as messages show it."""
        return f"(..., {', '.join(str(length) for length in self.shape)})"


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
    warnings: tuple[str, ...] = ()
    report: tuple[str, ...] = ()
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
        warnings=tuple(content.get("warnings", ())),
        report=tuple(content.get("report", ())),
        content=content,
    )


def _joint(entry: Mapping[str, Any]) -> Joint:
    limits = entry.get("limits") or {}
    place: dict[str, Any] = {key: entry[key] for key in PLACE}
    bounds: dict[str, Any] = {key: limits.get(key) for key in LIMITS}
    return Joint(**place, manifold=manifold_name(entry), **bounds)


def _kernel(name: str, entry: Mapping[str, Any]) -> Kernel:
    def arguments(role: str) -> tuple[Argument, ...]:
        return tuple(
            Argument(
                each,
                tuple(entry["shapes"][each]),
                entry.get("meanings", {}).get(each, ""),
                entry.get("units", {}).get(each, ""),
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
    )
