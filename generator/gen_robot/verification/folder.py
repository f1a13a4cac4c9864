"""A generated folder as it is verified: its manifest as far as it says what routines take and give."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from gen_robot.description.edit import Edits
from gen_robot.errors import UserError, shown
from gen_robot.verification.c_text import forms
from gen_robot.verification.literals import DOUBLE, SINGLE
from gen_robot.verification.members import Member
from gen_robot.verification.program import Place
from gen_robot.verification.signature import Array, Signature
from gen_robot.verification.source_c import read_c
from gen_robot.verification.source_c_batch import read_batch
from gen_robot.verification.source_f77 import read_f77
from gen_robot.verification.units import unit_of

PROOF = ".proof.json"
"""How the names of certificates end."""

_LARGEST = 1 << 28
_AGAIN = "generate it again"

BATCH = "c batch"
"""Kernels for many states: they count as another language."""

READERS: Mapping[str, tuple[str, Callable[[str, str, Signature], Any]]] = {
    "c": (".c", read_c),
    BATCH: ("_batch.c", read_batch),
    "f77": (".f", read_f77),
}
"""By language: how a source's name ends, and what reads it: a program, or None if there is none."""


@dataclass(frozen=True)
class Source:
    """Hold one source file."""

    language: str
    file: str
    text: str
    sha256: str
    is_as_written: bool  # the manifest has the same sum
    form: str = ""  # which of several texts a preprocessor may make of it


Rotation = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Asked:
    """Hold what else the code was generated for."""

    friction: bool = False
    payload: str | None = None  # a link with a load that is an input
    parameters: tuple[str, ...] = ()  # inertial ones that are inputs, LINK.mass and so on
    frame: Mapping[str, str] = field(default_factory=dict)  # added ones, by name
    words: Mapping[str, str] = field(default_factory=dict)  # what kernels of a frame end in
    reference: str = ""  # in which axes motions of frames are given
    frames: Mapping[str, str] = field(default_factory=dict)  # by kernel: which it was made for
    bodies: tuple[str, ...] = ()  # links in the order of external wrenches
    standard: tuple[str, ...] = ()  # parameters of regressors by name, all
    base: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # sums of standard ones
    conditions: tuple[tuple[str, str, str, Rotation], ...] = ()  # loop, condition, link and axes
    own: tuple[float, ...] = ()  # the values of `parameters` in the robot's file
    members: Mapping[str, tuple[Member, ...]] = field(default_factory=dict)  # of kernels of several


@dataclass(frozen=True)
class Subject:
    """Hold what is verified."""

    folder: Path
    name: str
    robot_file: str  # as the manifest names it
    robot_sha256: str
    sources: tuple[Source, ...]
    kernels: Mapping[str, Mapping[str, Signature]]  # by kernel and language
    places: Mapping[str, int]  # where each joint's coordinates begin
    count: int  # of coordinates
    rates: Mapping[str, int]  # where each joint's velocities begin
    positions: int  # the length of q
    edits: Edits
    snap: bool
    asked: Asked
    units: Mapping[str, str]  # of arrays: of elements that turn, of those that slide
    bits: int = DOUBLE

    def unit(self, kernel: str, place: Place, turning: Collection[int]) -> str:
        """Return the unit of an element, seen which velocities turn; all of its array if unknown."""
        array, index = place
        sizes = {a.name: a.size for s in self.kernels[kernel].values() for a in s.outputs}
        units = self.units[array]
        own = unit_of(array, units, sizes[array], index, self.count, turning)
        return own or f"({units})"

    @property
    def certificate(self) -> Path:
        return self.folder / f"{self.name}{PROOF}"


def with_members(subject: Subject) -> Subject:
    """Return what is verified with kernels that stand in others only."""
    kernels, units = dict(subject.kernels), dict(subject.units)
    for name, members in subject.asked.members.items():
        for member in members:
            signatures = subject.kernels[name].items()
            own = {language: member.signature(whole) for language, whole in signatures}
            alone = kernels.setdefault(member.kernel, own)
            if any(s.sizes != alone[language].sizes for language, s in own.items()):
                problem = f"its manifest gives {member.kernel} other arrays in {name}"
                raise UserError(str(subject.folder), problem, _AGAIN)
            for array, beside in member.outputs.items():
                units.setdefault(array, subject.units[beside])
    return replace(subject, kernels=kernels, units=units)


def read_folder(folder: Path) -> Subject:
    """Return what stands in a folder, or beside a manifest."""
    place = _manifest(folder)
    try:
        content = json.loads(_bytes(place))
        return _subject(place.parent, content)
    except UserError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"is no manifest of gen-robot: {type(error).__name__}: {shown(error)}"
        raise UserError(str(place), problem, _AGAIN) from None


def _manifest(folder: Path) -> Path:
    if not folder.is_dir():
        if folder.suffix == ".json":
            return folder
        raise UserError(shown(folder), "is no folder that gen-robot wrote", "name such a folder")
    own = folder / f"{folder.resolve().name}.json"
    found = [own] if own.is_file() else sorted(folder.glob("*.json"))
    found = [path for path in found if not path.name.endswith(PROOF)]
    if len(found) != 1:
        problem = f"holds {len(found)} manifests"
        raise UserError(str(folder), problem, "name a folder that gen-robot wrote, or its manifest")
    return found[0]


def _subject(folder: Path, content: Mapping[str, Any]) -> Subject:
    name, options = content["name"], content["options"]
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise UserError(str(folder), f"its manifest has the name {shown(name)}", _AGAIN)
    bits = {"double": DOUBLE, "single": SINGLE}[options["precision"]]
    kernels = {
        str(kernel): {
            language: _signature(entry, symbol, bits, name)
            for language in READERS
            if (symbol := _symbol(entry, language))
        }
        for kernel, entry in content["kernels"].items()
    }
    sums = content["files"]
    sources = []
    for language, (ending, _) in READERS.items():
        if any(language in symbols for symbols in kernels.values()):
            sources += _sources(folder, f"{name}{ending}", language, sums)
    if not sources:
        raise UserError(str(folder), "has no source in C or FORTRAN 77", "generate one")
    return Subject(
        folder,
        name,
        str(content["input"]["file"]),
        str(content["input"]["sha256"]),
        tuple(sources),
        kernels,
        {str(j["name"]): int(j["index"]) for j in content["joints"]},
        int(content["nv"]),
        {str(j["name"]): int(j["index_v"]) for j in content["joints"]},
        int(content["nq"]),
        Edits(
            lock={str(k): str(v) for k, v in options["lock"].items()},
            root=options["root"],
            tip=options["tip"],
            floating=bool(options["floating"]),
            loops=options["loops"],
        ),
        bool(options["snap"]),
        _asked(content, options),
        {str(a): str(u) for e in content["kernels"].values() for a, u in e["units"].items()},
        bits,
    )


def _asked(content: Mapping[str, Any], options: Mapping[str, Any]) -> Asked:
    payload = options["payload"]
    kernels = content["kernels"]
    members = {k: e["members"] for k, e in kernels.items() if "members" in e}
    every = {**{str(m["kernel"]): m for own in members.values() for m in own}, **kernels}
    return Asked(
        bool(options["friction"]),
        None if payload is None else str(payload),
        tuple(_parameter(p["name"]) for p in content.get("parameters", ())),
        {str(k): str(v) for k, v in options["frame"].items()},
        {str(f["name"]): str(f["word"]) for f in content["frames"]},
        str(options["jacobian"]),
        {k: str(e["arguments"]["frame"]) for k, e in every.items() if e["arguments"]},
        tuple(map(str, content["bodies"])),
        tuple(map(str, content.get("standard_parameters", ()))),
        {
            str(name): {str(of): float(x) for of, x in parts.items()}
            for name, parts in content.get("base_parameters", {}).items()
        },
        tuple(_condition(row, content["loops"]) for row in content.get("loop_rows", ())),
        tuple(float(p["value"]) for p in content.get("parameters", ())),
        {str(k): tuple(map(_member, own)) for k, own in members.items()},
    )


def _member(entry: Mapping[str, Any]) -> Member:
    outputs = {str(own): str(name) for own, name in entry["outputs"].items()}
    return Member(str(entry["kernel"]), tuple(map(str, entry["inputs"])), outputs)


def _parameter(name: str) -> str:
    if not re.search(r"\.(mass|com\.[xyz]|inertia\.(xx|xy|xz|yy|yz|zz))$", name):
        raise ValueError(f"{name} is no inertial parameter")
    return name


def _condition(
    row: Mapping[str, Any], loops: Sequence[Mapping[str, Any]]
) -> tuple[str, str, str, Rotation]:
    axes = {loop["name"]: loop["axes"] for loop in loops}[row["loop"]]
    rotation = tuple(tuple(float(x) for x in line) for line in axes["rotation"])
    return str(row["loop"]), str(row["condition"]), str(axes["link"]), rotation


def _symbol(entry: Mapping[str, Any], language: str) -> str | None:
    if language == BATCH:
        return entry["batch"].get("c") if "c" in entry["symbol"] else None
    return entry["symbol"].get(language)


def _signature(entry: Mapping[str, Any], symbol: str, bits: int, robot: str) -> Signature:
    def arrays(names: list[str]) -> tuple[Array, ...]:
        return tuple(Array(str(n), tuple(int(k) for k in entry["shapes"][n])) for n in names)

    inputs, outputs = arrays(entry["inputs"]), arrays(entry["outputs"])
    return Signature(str(symbol), inputs, outputs, bool(entry["status"]), bits, robot)


def _sources(folder: Path, file: str, language: str, sums: Mapping[str, str]) -> list[Source]:
    content = _bytes(folder / file)
    digest = sha256(content).hexdigest()
    text = content.decode("utf-8", "replace")
    return [
        Source(language, file, each, digest, sums.get(file) == digest, form)
        for form, each in (forms(text) if language == "c" else {"": text}).items()
    ]


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise UserError(str(path), f"has more than {_LARGEST} bytes", _AGAIN)
        return path.read_bytes()
    except OSError as error:
        raise UserError(str(path), f"cannot be read: {error.strerror}", _AGAIN) from None
