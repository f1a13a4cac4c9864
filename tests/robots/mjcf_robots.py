"""MJCF files of other projects, if their packages are installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

PACKAGES = ("dm_control", "gymnasium-robotics", "gymnasium")


def mjcf_files() -> dict[str, Path]:
    """Return the XML files of the installed packages by their places there; no package is imported."""
    found: dict[str, Path] = {}
    for package in PACKAGES:
        try:
            listed = files(package) or []
        except PackageNotFoundError:
            continue
        found |= {
            str(each.with_suffix("")): Path(str(each.locate())).resolve()
            for each in listed
            if each.suffix == ".xml"
        }
    return dict(sorted(found.items()))
