"""A generated folder as one side of a comparison: its manifest and its sources, and nothing else."""

from __future__ import annotations

from pathlib import Path

from gen_robot.bindings.manifest import Manifest, read_manifest
from gen_robot.bindings.manifest_error import ManifestError
from gen_robot.comparison.asked import Asked
from gen_robot.comparison.side import READERS, Side
from gen_robot.delivery.folder import manifest_at
from gen_robot.delivery.sums import digest_of
from gen_robot.errors import UserError
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


def folder_side(asked: Asked, language: str) -> Side:
    """Read the folder's source in a language."""
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
    return Side(
        asked.text,
        manifest,
        language,
        content.decode("utf-8", "replace"),
        tuple(kernel.name for kernel in manifest.kernels),
        notes=tuple(f"{asked.text}: {note}" for note in notes),
    )


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_SOURCE:
            raise UserError(str(path), f"has more than {LARGEST_SOURCE} bytes", AGAIN)
        return path.read_bytes()
    except OSError as error:
        raise UserError(str(path), f"cannot be read: {error.strerror}", AGAIN) from None
