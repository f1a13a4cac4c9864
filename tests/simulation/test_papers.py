"""The papers' simulation of a PUMA gives the printed errors, by every method the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from puma_simulation import (
    INTERVAL,
    METHODS,
    PRINTED_TABLE_2,
    PROVENZANO,
    PROVENZANO_START,
    ROBOT,
    TOLERANCE,
    TOOL,
    Followed,
    follow,
    options,
    table_2,
)
from straight_path import JointMotion

from gen_robot.bindings import Library
from quick_library import quick_library

pytestmark = pytest.mark.xdist_group("simulated")

Made = Callable[[str], Library]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    @cache
    def build(name: str) -> Library:
        return quick_library(ROBOT, tmp_path_factory.mktemp("puma"), **options(METHODS[name]))

    return build


def followed(robot: Library, **settings: object) -> Followed:
    motion = JointMotion(robot, TOOL, PROVENZANO, PROVENZANO_START)
    return follow(robot, motion, tolerance=TOLERANCE, **settings)  # type: ignore[arg-type]


def test_the_tool_is_planned_along_a_line_at_constant_speed_and_attitude(made: Made) -> None:
    robot = made("GAH")
    motion = JointMotion(robot, TOOL, PROVENZANO, PROVENZANO_START)
    tool = robot.frame(TOOL)
    for t in (0.0, 1.3, 5.0):
        q, qd, qdd = motion.at(t)
        T = tool.placement(q)
        assert np.abs(T[:3, 3] - PROVENZANO.position(t)).max() < 1e-12
        assert np.abs(T[:3, :3] - PROVENZANO.attitude).max() < 1e-12
        assert np.abs(tool.velocity(q, qd) - [*PROVENZANO.velocity, 0, 0, 0]).max() < 1e-12
        assert np.abs(tool.acceleration(q, qd, qdd)).max() < 1e-11
    assert abs(np.linalg.norm(PROVENZANO.velocity) - 0.1) < 2e-4


def test_errors_are_the_printed_ones_within_a_third_and_the_tolerance_never_binds(
    made: Made,
) -> None:
    robot = made("GAH")
    found = followed(robot)
    ratio = table_2(robot, found) / np.array(PRINTED_TABLE_2["GAH"])
    assert np.all((ratio > 1 / 1.3) & (ratio < 1.3))
    assert (found.rejected, found.evaluations) == (0, 301)


def test_methods_differ_from_the_tenth_decimal_on(made: Made) -> None:
    reference = followed(made("GAH"))
    for name in ("CRBM", "ABM"):
        other = followed(made(name))
        for a, b in zip(other.moved, reference.moved, strict=True):
            assert 0 < np.abs(a - b).max() < 1e-9


def test_torques_that_are_held_miss_the_printed_errors_by_far(made: Made) -> None:
    robot = made("GAH")
    found = table_2(robot, followed(robot, torques=f"held for {INTERVAL} s"))
    assert np.all(found / np.array(PRINTED_TABLE_2["GAH"]) > 50)


def test_shorter_steps_leave_no_error(made: Made) -> None:
    robot = made("GAH")
    motion = JointMotion(robot, TOOL, PROVENZANO, PROVENZANO_START)
    tight = follow(robot, motion, "cash_karp", step=0.02)
    assert table_2(robot, tight)[0] < 1e-7
