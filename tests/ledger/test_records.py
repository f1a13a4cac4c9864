"""Records and gains in docs/operations.md: what is kept is what the code gives, and never more."""

from __future__ import annotations

import pytest

import records
import structure_gains
from c_counter import counted
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.search.weighing import OPERATIONS
from published_counts import others
from urdf_robots import urdf_files
from whole_counts import COUNTED, FLOATING, counts, described, whole


def installed(name: str) -> bool:
    """Tell whether a robot can be read here."""
    return name.startswith(("general", "puma")) or name.removesuffix(FLOATING) in urdf_files()


@pytest.mark.parametrize("robot", [*records.ROBOTS, "general12"])
def test_normal_records_are_counts_of_the_emitted_text(robot: str) -> None:
    if not installed(robot):
        pytest.skip("the package with this robot's file is not installed")
    options = Options(kernels=tuple(COUNTED), optimise_for=OPERATIONS)
    text = counted(generate_described(described(robot), options))
    kept = records.kept()[records.NORMAL_NAME][robot]
    kinds = ("mul", "add", "div")
    assert {k: {kind: text[k][kind] for kind in kinds} for k in COUNTED} == kept, (
        f"run python benchmarks/records.py --write {robot}"
    )


def test_the_record_of_the_longest_chain_is_what_the_code_gives() -> None:
    found = {name: vars(n) for name, n in counts(described("general30")).items()}
    kept = records.kept()[records.NORMAL_NAME]["general30"]
    assert {k: {kind: found[k][kind] for kind in own} for k, own in kept.items()} == kept


def test_every_effort_needs_less_than_the_one_before() -> None:
    found = records.kept()
    assert list(found[records.NORMAL_NAME]) == list(records.EVERY)
    assert list(found[records.HIGH_NAME]) == list(records.ROBOTS)
    for robot, before in records.BEFORE.items():
        normal, *high = (
            [own[robot][k]["mul"] + own[robot][k]["add"] for k in COUNTED]
            for own in (found[records.NORMAL_NAME], found[records.HIGH_NAME])
            if robot in own
        )
        assert all(n < b for n, b in zip(normal, before, strict=True))
        assert all(h <= n for own in high for h, n in zip(own, normal, strict=True))


def test_long_chains_need_no_more_than_was_promised() -> None:
    promised = {"general12": (1935, 1510, 1480, 3415, 3873)}
    promised["general30"] = (8630, 4050, 4000, 12650, 10623)
    for robot, most in promised.items():
        kept = records.kept()[records.NORMAL_NAME][robot]
        sums = [kept[k]["mul"] + kept[k]["add"] for k in COUNTED]
        assert all(own <= limit for own, limit in zip(sums, most, strict=True))


@pytest.mark.parametrize("robot", records.EVERY)
def test_records_are_below_all_that_is_published(robot: str) -> None:
    every = [(kernel, other) for kernel in COUNTED for other in others(robot, kernel)]
    assert every
    text = "\n".join(records.others_section())
    for kernel, other in every:
        count = records.kept()[records.NORMAL_NAME][robot][kernel]
        assert not other.is_whole or count["mul"] + count["add"] < other.total
        assert str(other) in text


def test_structure_never_needs_more_than_there_was_before() -> None:
    found = structure_gains.kept()
    assert list(found["before"]) == list(found["now"]) == list(structure_gains.ROBOTS)
    for robot, before in found["before"].items():
        assert all(found["now"][robot][kernel] <= before[kernel] for kernel in COUNTED)


@pytest.mark.parametrize("robot", ["z1", "hyq_no_sensors", "bolt"])
def test_kept_gains_are_what_the_code_gives(robot: str) -> None:
    if not installed(robot):
        pytest.skip("the package with this robot's file is not installed")
    found = {kernel: whole(n) for kernel, n in counts(described(robot)).items()}
    assert found == structure_gains.kept()["now"][robot], (
        "run python benchmarks/structure_gains.py --write"
    )
