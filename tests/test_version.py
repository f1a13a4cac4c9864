"""The version stands in three places, for three readers: Python, pip and meson."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import gen_robot

ROOT = Path(__file__).resolve().parent.parent


def test_all_say_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    meson = re.search(r"^  version: '(.+)',$", (ROOT / "meson.build").read_text(), re.M)
    assert meson is not None
    assert gen_robot.__version__ == project["version"] == meson[1] == version("gen-robot")
