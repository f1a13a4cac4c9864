"""Fixtures for what builds: a cache of one's own, and builds that cost nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tiny_robot
from gen_robot.delivery import build, cache


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the library once for all the tests that do not look at how that is done."""
    folder = tmp_path_factory.mktemp("compiled")
    return build.build(tiny_robot.write(folder, tiny_robot.generated_files()), "tiny")


@pytest.fixture
def builds(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Count the builds, which cost nothing here."""
    made: list[Path] = []

    def counted(folder: Path, name: str, **_: str) -> Path:
        made.append(folder)
        (folder / "build").mkdir()
        return Path(shutil.copy(compiled, folder / "build"))

    monkeypatch.setattr(cache, "build", counted)
    return made
