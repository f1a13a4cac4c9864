"""Fixtures for what builds: a cache of one's own, and builds that cost nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import tiny_robot
from gen_robot.delivery import build, cache, generating
from gen_robot.options import Options


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


@pytest.fixture
def generations(monkeypatch: pytest.MonkeyPatch, compiled: Path, builds: list[Path]) -> list[Any]:
    """Count what is generated; builds cost nothing, and give a library that is not looked at."""
    made: list[Any] = []
    real = generating.generate

    def counted(robot: Any, options: Options, progress: Any) -> Any:
        made.append(options)
        return real(robot, options, progress)

    def built(folder: Path, name: str, **_: str) -> Path:
        builds.append(folder)
        (folder / "build").mkdir()
        path = folder / "build" / f"lib{name}.so"
        path.write_bytes(compiled.read_bytes())
        return path

    monkeypatch.setattr(generating, "generate", counted)
    monkeypatch.setattr(cache, "build", built)
    return made
