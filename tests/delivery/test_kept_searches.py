"""What a search has found is made once, and nothing depends on whether it is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.delivery.kept_searches import FOLDER, kept
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from shipped_robots import described


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(tmp_path))
    tmp_path.chmod(0o700)
    return tmp_path


def test_a_text_is_made_once(cache: Path) -> None:
    made = []

    def make() -> str:
        made.append("once")
        return "found"

    assert kept(["puma", 1], make) == kept(["puma", 1], make) == "found"
    assert kept(["puma", 2], make) == "found"
    assert len(made) == 2
    assert len([*(cache / FOLDER).iterdir()]) == 2


def test_without_a_cache_it_is_made_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEN_ROBOT_CACHE", "/dev/null/nowhere")
    assert kept("anything", lambda: "made") == "made"


@pytest.mark.parametrize("effort", ["normal", "high"])
def test_kept_or_not_the_bytes_are_the_same(cache: Path, effort: str) -> None:
    options = Options(
        kernels=("inertia_matrix", "bias"), effort=effort, moves=20 if effort == "high" else None
    )
    robot = described("scara")
    fresh, first, second = (
        generate_described(robot, options, kept=how).files
        for how in (lambda of, make: make(), kept, kept)
    )
    assert fresh == first == second
    assert [*(cache / FOLDER).iterdir()]


def test_a_damaged_text_is_made_again(cache: Path) -> None:
    options = Options(kernels=("inertia_matrix",), effort="high", moves=20)
    robot = described("planar3")
    good = generate_described(robot, options, kept=kept).files
    for path in (cache / FOLDER).iterdir():
        path.write_text("{", encoding="utf-8")
    assert generate_described(robot, options, kept=kept).files == good
