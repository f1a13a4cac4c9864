"""A folder that gen-robot wrote: loaded as it was written, or not at all.

The manifest's seal tells whether it is as written, its sums whether the files are those that it
describes, and the stamp of the folder's own build whether the library was built from them. If it was
not, the library is built in the cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gen_robot.bindings.manifest_check import checked_content
from gen_robot.delivery import cache, toolchain
from gen_robot.delivery.build import current_build
from gen_robot.delivery.cache import Entry
from gen_robot.delivery.march import AUTO
from gen_robot.delivery.sums import digest
from gen_robot.errors import UserError, listed
from gen_robot.languages import BOUND, LANGUAGES
from gen_robot.seal import is_intact

AGAIN = "generate it again"
CERTIFICATE = ".proof.json"
"""How the names of files end that `gen-robot verify` leaves in a folder."""


@dataclass(frozen=True)
class Written:
    """Hold the files of a folder, which are as their manifest says."""

    name: str
    files: dict[str, str]


def manifest_at(place: Path) -> Path | None:
    """Return the manifest at a path or in a folder; None if the path is no folder's."""
    if not place.is_dir():
        return place if place.suffix == ".json" else None
    own = place / f"{place.resolve().name}.json"
    found = [own] if own.is_file() else sorted(place.glob("*.json"))
    found = [path for path in found if not path.name.endswith(CERTIFICATE)]
    if not found:
        problem = "holds no manifest, as a folder that gen-robot wrote does"
        raise UserError(str(place), problem, "name such a folder, or a robot's file")
    if len(found) > 1:
        names = listed([path.name for path in found])
        raise UserError(str(place), f"holds more than one manifest: {names}", "name one of them")
    return found[0]


def library_of(manifest: Path, lang: str, march: str = AUTO) -> Entry:
    """Return the library of the folder that a manifest is in, built if need be.

    The folder's own build is for whatever processors it was built for; who names some gets them.
    """
    content = checked_content(manifest)
    if not is_intact(content):
        raise UserError(str(manifest), "was edited since gen-robot wrote it", AGAIN)
    name, sums = content["name"], content.get("files", {})
    _refuse_changed(manifest.parent, sums)
    if march == AUTO and (library := current_build(manifest.parent, name, sums)):
        return Entry(manifest, library)
    tools = toolchain.identity((LANGUAGES[lang],), march)
    batches = lang in BOUND
    key = cache.key("folder", name, sums, digest(manifest), march, tools, batches)
    return cache.fetch(key, lambda: _read(manifest, content), march, batches=batches)


def _refuse_changed(folder: Path, sums: dict[str, str]) -> None:
    """Refuse files that are not those the manifest describes."""
    for file, wanted in sums.items():
        path = folder / file
        try:
            found = digest(path)
        except FileNotFoundError:
            raise UserError(str(path), "is missing, and the manifest lists it", AGAIN) from None
        except OSError as error:
            raise UserError(str(path), f"cannot be read: {error.strerror}", AGAIN) from None
        if found != wanted:
            raise UserError(
                str(path),
                "is not the file that its manifest describes: it was edited, or comes from elsewhere",
                f"{AGAIN}; or, if this is meant, build it yourself and bind it by"
                " gen_robot.Library(manifest, library)",
            )


def _read(manifest: Path, content: dict[str, Any]) -> Written:
    paths = [manifest.parent / file for file in content.get("files", {})]
    texts = {path.name: path.read_bytes().decode("utf-8") for path in paths}
    # Under the name that the build looks for it by.
    texts[f"{content['name']}.json"] = manifest.read_bytes().decode("utf-8")
    return Written(content["name"], texts)
