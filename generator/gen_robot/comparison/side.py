"""One of the two things that are compared: what its manifest and its sources say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from gen_robot.bindings.manifest import Joint, Kernel, Manifest
from gen_robot.bindings.manifest_check import python_name
from gen_robot.comparison import c_source, f77_source
from gen_robot.comparison.source import KernelSource
from gen_robot.description.description import Description
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.languages import LANGUAGES
from gen_robot.model.model import Model
from gen_robot.options import Options

READERS = {"c": c_source.kernels, "f77": f77_source.kernels}
"""By language: what reads a source back."""


@dataclass(frozen=True)
class Described:
    """Hold what is known of a robot whose file is there: a folder has none of it."""

    description: Description
    model: Model  # with no symbols in it
    options: Options
    ways: Mapping[str, AnyWay]  # by kernel


@dataclass(frozen=True)
class Side:
    """Hold a robot's kernels as they are generated, or as they stand in a folder."""

    title: str  # as it was asked for
    manifest: Manifest
    language: str
    source: str  # the text of the language's source
    shown: tuple[str, ...]  # kernels that are compared line by line; others serve for numbers
    described: Described | None = None
    notes: tuple[str, ...] = ()

    @cached_property
    def kernels(self) -> dict[str, Kernel]:
        return {kernel.name: kernel for kernel in self.manifest.kernels}

    @cached_property
    def sources(self) -> dict[str, KernelSource]:
        """Return all kernels of the source by name."""
        own = {k.name: k.symbol[self.language] for k in self.manifest.kernels if self.writes(k)}
        return READERS[self.language](self.source, own)

    def writes(self, kernel: Kernel) -> bool:
        return self.language in kernel.symbol

    @property
    def file(self) -> str:
        """Return the name of the source."""
        return LANGUAGES[self.language].source_of(self.manifest.name)

    def arrays(self, kernel: str) -> Mapping[str, str]:
        """Return what the source calls a kernel's arrays, by their names in Python."""
        entry = self.manifest.content["kernels"][kernel]
        spelled = [*entry["inputs"], *entry["outputs"]]
        names = [python_name(name) for name in spelled]
        if self.language == "f77":
            spelled = f77_source.arrays(self.source, self.kernels[kernel].symbol[self.language])
        return dict(zip(names, spelled, strict=False))  # INFO may follow

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Return the moving links in order, from 1."""
        links = {link.name: link for link in self.manifest.links}
        joints = {joint.name: joint for joint in self.manifest.joints}
        found = []
        for number, name in enumerate(self.manifest.bodies, 1):
            link = links.get(name)
            # What carries it, fixed links between them aside.
            carrier = links.get(link.parent) if link and link.parent else None
            joint = link.joint if link and link.joint else name
            found.append(
                Body(number, name, joint, (carrier.body or 0) if carrier else 0, joints.get(joint))
            )
        return tuple(found)


@dataclass(frozen=True)
class Body:
    """Hold a moving link, as a manifest tells of it."""

    number: int
    name: str
    joint_name: str
    parent: int  # 0 is the base
    joint: Joint | None = field(default=None)  # None where it follows another
