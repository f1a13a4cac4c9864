"""A generated folder as one side of a comparison: its manifest and its sources, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gen_robot.bindings.manifest import Manifest, read_manifest
from gen_robot.bindings.manifest_error import ManifestError
from gen_robot.comparison.asked import Asked
from gen_robot.comparison.side import READERS, Side
from gen_robot.delivery.folder import manifest_at
from gen_robot.delivery.sums import digest_of
from gen_robot.errors import UserError
from gen_robot.kernels import ALL, KERNELS
from gen_robot.kernels.known_late import PREPARED
from gen_robot.kernels.together import TOGETHER
from gen_robot.languages import LANGUAGES
from gen_robot.seal import is_intact

LARGEST_SOURCE = 1 << 28
AGAIN = "generate it again"


def manifest_in(folder: Path) -> tuple[Path, Manifest]:
    """Return the manifest of a folder, and where it is."""
    place = manifest_at(folder)
    assert place is not None, "a folder, or its manifest"
    try:
        return place, read_manifest(place)
    except ManifestError as error:
        raise UserError(error.place, error.problem, error.cure) from None


def languages_of(manifest: Manifest) -> list[str]:
    """Return the languages of a folder that can be compared."""
    return [name for name in READERS if all(name in k.symbol for k in manifest.kernels)]


def asked_of_others(manifest: Manifest) -> tuple[str, ...]:
    """Return the kernels that a robot beside the folder is asked for."""
    plain = [k for k in manifest.kernels if PREPARED not in (array.name for array in k.outputs)]
    return tuple(kernel.name for kernel in plain if kernel.name != TOGETHER)


def folder_side(asked: Asked, language: str, names: Sequence[str] | None = None) -> Side:
    """Read the folder's source in a language; `names` are of the kernels to compare, or None: all."""
    assert asked.folder is not None
    place, manifest = manifest_in(asked.folder)
    own = languages_of(manifest)
    if language not in own:
        cure = f"use --lang {own[0]}" if own else "generate it in C or FORTRAN 77"
        raise UserError(str(place), f"has no kernels in {LANGUAGES[language].title}", cure)
    path = place.parent / LANGUAGES[language].source_of(manifest.name)
    content = _content(path)
    notes = [] if is_intact(manifest.content) else [f"{place.name} was edited since it was written"]
    if manifest.content.get("files", {}).get(path.name) != digest_of(content):
        notes.append(f"{path.name} is not the file that its manifest describes: it was edited")
    side = Side(
        asked.text,
        manifest,
        language,
        content.decode("utf-8", "replace"),
        _wanted(manifest, names, str(place)),
        notes=tuple(f"{asked.text}: {note}" for note in notes),
    )
    for kernel in manifest.kernels:
        if kernel.name not in side.sources:
            problem = f"lacks {kernel.symbol[language]}, which its manifest lists"
            raise UserError(str(path), problem, AGAIN)
    return side


def _wanted(manifest: Manifest, names: Sequence[str] | None, place: str) -> tuple[str, ...]:
    """Return the kernels to compare: those of some names, families or groups."""
    own = [kernel.name for kernel in manifest.kernels]
    if names is None or ALL in names:
        return tuple(own)
    groups = {k.name for k in KERNELS.values() if k.group in names} | {*names}
    found = tuple(k for k in own if any(k == name or k.startswith(f"{name}_") for name in groups))
    exact = tuple(k for k in own if k in groups)
    if not found:
        raise UserError(place, f"has none of {', '.join(names)}", f"it has {', '.join(own)}")
    return exact or found


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_SOURCE:
            raise UserError(str(path), f"has more than {LARGEST_SOURCE} bytes", AGAIN)
        return path.read_bytes()
    except OSError as error:
        raise UserError(str(path), f"cannot be read: {error.strerror}", AGAIN) from None
