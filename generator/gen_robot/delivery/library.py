"""load(): from a robot to its compiled kernels in one call."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from gen_robot.bindings import Library
from gen_robot.languages import DEFAULT, LANGUAGES


def load(robot: str | Path, lang: str = DEFAULT, **options: Any) -> Library:
    """Return a robot's kernels as NumPy functions; generate and build them if that is needed.

    `robot` is a path to a description, the name of a shipped robot, or a folder that gen-robot
    wrote. Options are those of the command line: name, kernels, algorithms, precision, friction,
    regroup, snap, payload, lock (joint -> value), root, tip, floating. Shipped robots with default
    options come compiled; everything else is built once and kept in the user's cache directory
    (GEN_ROBOT_CACHE names another one).
    """
    if lang not in LANGUAGES:
        raise ValueError(f"lang: is '{lang}'; allowed: {', '.join(LANGUAGES)}")
    if (generated := _generated_folder(robot)) is not None:
        if options:
            raise TypeError(f"{robot}: is generated already; options: {', '.join(options)}")
        return _load_generated(generated, lang)
    if lang == DEFAULT and not options and (prebuilt := _prebuilt(str(robot))) is not None:
        return Library(*prebuilt, lang)

    from gen_robot.options import Options
    from gen_robot.pipeline import generate

    output = generate(robot, Options(languages=(lang,), **_frozen(options)))
    return _build(output.name, output.files, lang)


def _build(name: str, texts: Mapping[str, str], lang: str) -> Library:
    from gen_robot.delivery.cache import fetch

    entry = fetch(name, texts, (LANGUAGES[lang],))
    return Library(entry.manifest, entry.library, lang)


def _prebuilt(name: str) -> tuple[Path, Path] | None:
    """Find the manifest and the library of a robot that came compiled with the package."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return None
    # Joined file by file: in an editable install the folder as such does not exist.
    found = [files("gen_robot").joinpath("_native", name, name + end) for end in (".json", ".so")]
    manifest, library = (Path(str(path)) if path.is_file() else None for path in found)
    return (manifest, library) if manifest and library else None


def _generated_folder(robot: str | Path) -> Path | None:
    """Return the manifest in a folder that gen-robot wrote; a bare name is a shipped robot's."""
    if isinstance(robot, str) and robot == Path(robot).name and not robot.endswith(".json"):
        return None
    path = Path(robot)
    if path.is_dir():
        path = path / f"{path.resolve().name}.json"
    return path if path.suffix == ".json" and path.is_file() else None


def _load_generated(manifest: Path, lang: str) -> Library:
    """Bind a generated folder: by its own build if that is newer than its files, else by cache."""
    from gen_robot.delivery.build import LIBRARY
    from gen_robot.errors import UserError

    content = json.loads(manifest.read_text(encoding="utf-8"))
    sources = [manifest, *(manifest.parent / file for file in content["files"])]
    library = manifest.parent / "build" / LIBRARY.format(content["name"])
    try:
        newest = max(path.stat().st_mtime_ns for path in sources)
        if library.is_file() and library.stat().st_mtime_ns >= newest:
            return Library(manifest, library, lang)
        texts = {path.name: path.read_text(encoding="utf-8") for path in sources}
    except FileNotFoundError as error:
        raise UserError(
            str(error.filename), "is missing, and the manifest lists it", "generate it again"
        ) from None
    return _build(content["name"], texts, lang)


def _frozen(options: Mapping[str, Any]) -> dict[str, Any]:
    """Bring options into the form of the pipeline: tuples, and edits of the robot together."""
    from gen_robot.description.edit import Edits

    frozen = dict(options)
    edits = {key: frozen.pop(key) for key in ("lock", "root", "tip", "floating") if key in frozen}
    if "lock" in edits:
        edits["lock"] = {joint: str(value) for joint, value in edits["lock"].items()}
    if edits:
        frozen["edits"] = Edits(**edits)
    kernels = frozen.get("kernels")
    if kernels is not None:
        names = kernels.split(",") if isinstance(kernels, str) else kernels
        frozen["kernels"] = tuple(names)
    return frozen
