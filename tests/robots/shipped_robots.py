"""The robots that ship, as read and as generated: once per run, for many tests ask for the same."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

import pytest

from gen_robot.description.description import Description
from gen_robot.kernels import KERNELS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read, shipped

ALL = tuple(KERNELS)
"""The names of all kernels."""

SHIPPED = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in shipped()]
"""The robots' names, for parametrize: tests of one robot share a process, and with it what is here."""


@cache
def described(robot: str) -> Description:
    """Return a shipped robot as its file has it."""
    return read(robot)


@cache
def generated(robot: str, **options: Hashable) -> Output:
    """Return a shipped robot's files in both languages."""
    return generate_described(described(robot), Options(("c", "f77"), **options))  # type: ignore[arg-type]
