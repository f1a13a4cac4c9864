"""A generated folder as it is verified: its manifest as far as it says what routines take and give."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from gen_robot.description.edit import Edits
from gen_robot.errors import UserError, shown
from gen_robot.verification.literals import DOUBLE, SINGLE
from gen_robot.verification.program import Program
from gen_robot.verification.signature import Array, Signature
from gen_robot.verification.source_c import read_c
from gen_robot.verification.source_f77 import read_f77

PROOF = ".proof.json"
"""How the names of certificates end."""

_LARGEST = 1 << 28
_AGAIN = "generate it again"

READERS: Mapping[str, tuple[str, Callable[[str, str, Signature], Program]]] = {
    "c": (".c", read_c),
    "f77": (".f", read_f77),
}
"""By language: how a source's name ends, and what reads it."""


@dataclass(frozen=True)
class Source:
    """Hold one source file."""

    language: str
    file: str
    text: str
    sha256: str
    is_as_written: bool  # the manifest has the same sum


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
    edits: Edits
    snap: bool
    unusual: str  # why no kernel of it is covered; mostly nothing

    @property
    def certificate(self) -> Path:
        return self.folder / f"{self.name}{PROOF}"


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
            language: _signature(entry, entry["symbol"][language], bits)
            for language in READERS
            if language in entry["symbol"]
        }
        for kernel, entry in content["kernels"].items()
    }
    sums = content["files"]
    sources = []
    for language, (ending, _) in READERS.items():
        if any(language in symbols for symbols in kernels.values()):
            sources.append(_source(folder, f"{name}{ending}", language, sums))
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
        Edits(
            lock={str(k): str(v) for k, v in options["lock"].items()},
            root=options["root"],
            tip=options["tip"],
            floating=bool(options["floating"]),
        ),
        bool(options["snap"]),
        _unusual(content, options),
    )


def _unusual(content: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    if content["nq"] != content["nv"]:
        return "it has joints with more positions than velocities"
    if options["payload"] or options["runtime"]:
        return "it takes inertial parameters at run time"
    if options["friction"]:
        return "it was generated with --friction"
    return ""


def _signature(entry: Mapping[str, Any], symbol: str, bits: int) -> Signature:
    def arrays(names: list[str]) -> tuple[Array, ...]:
        return tuple(Array(str(n), tuple(int(k) for k in entry["shapes"][n])) for n in names)

    return Signature(
        str(symbol), arrays(entry["inputs"]), arrays(entry["outputs"]), bool(entry["status"]), bits
    )


def _source(folder: Path, file: str, language: str, sums: Mapping[str, str]) -> Source:
    content = _bytes(folder / file)
    digest = sha256(content).hexdigest()
    text = content.decode("utf-8", "replace")
    return Source(language, file, text, digest, sums.get(file) == digest)


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise UserError(str(path), f"has more than {_LARGEST} bytes", _AGAIN)
        return path.read_bytes()
    except OSError as error:
        raise UserError(str(path), f"cannot be read: {error.strerror}", _AGAIN) from None
