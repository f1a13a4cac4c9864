"""The robots that ship, as read and as generated: once per run, for many tests ask for the same."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

import pytest
from _pytest.mark import ParameterSet

from gen_robot.description.description import Description
from gen_robot.kernels import KERNELS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read, shipped

TWIN = "puma560_corke"
"""Other numbers for the PUMA: the same joints, zeros and right angles."""

DYNAMICS = tuple(KERNELS)
"""The kernels that are tried on every robot."""

SMALL = ("two_link", "planar3", "scara")
"""Robots whose kernels are short, every one of them."""


def _one_process(robot: str) -> ParameterSet:
    return pytest.param(robot, marks=pytest.mark.xdist_group(robot))


ROBOTS = [_one_process(name) for name in shipped() if name != TWIN]
"""The robots' names, for parametrize: tests of one robot share a process, and with it what is here."""

SHIPPED = [_one_process(name) for name in shipped()]
"""The same with the twin, for what is soon done."""


@cache
def kernels_of(robot: str) -> tuple[str, ...]:
    """Return the kernels that tests try on a robot: all that there are on a small one.

    What holds of a kernel's text and of its bits shows on three joints as it does on seven, where
    derivatives take compilers ten times as long.
    """
    return tuple(KERNELS)


@cache
def described(robot: str) -> Description:
    """Return a shipped robot as its file has it."""
    return read(robot)


@cache
def generated(robot: str, **options: Hashable) -> Output:
    """Return a shipped robot's files in both languages."""
    return generate_described(described(robot), Options(("c", "f77"), **options))  # type: ignore[arg-type]
