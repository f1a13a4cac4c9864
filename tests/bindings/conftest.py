"""The hand-made robot, built once for all tests of the bindings."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tiny_robot
from gen_robot.bindings import Library
from gen_robot.delivery.build import build

LANGUAGES = [
    "c",
    pytest.param(
        "f77",
        marks=pytest.mark.skipif(
            shutil.which("gfortran") is None, reason="there is no FORTRAN compiler"
        ),
    ),
]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    languages = ("c", "f77") if shutil.which("gfortran") else ("c",)
    files = tiny_robot.generated_files(languages=languages)
    folder = tiny_robot.write(tmp_path_factory.mktemp("generated") / "tiny", files)
    build(folder, "tiny")
    return folder


@pytest.fixture(params=LANGUAGES)
def tiny(request: pytest.FixtureRequest, folder: Path) -> Library:
    return tiny_robot.bind(folder, request.param)


@pytest.fixture(scope="session")
def single(tmp_path_factory: pytest.TempPathFactory) -> Library:
    files = tiny_robot.generated_files(precision="single")
    folder = tiny_robot.write(tmp_path_factory.mktemp("single"), files)
    return Library(folder / "tiny.json", build(folder, "tiny"), "c")
