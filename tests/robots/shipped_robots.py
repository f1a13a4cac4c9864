"""The robots that ship, as read and as generated: once per run, for many tests ask for the same."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from unittest.mock import patch

import pytest
from _pytest.mark import ParameterSet

from gen_robot import pipeline
from gen_robot.description.description import Description
from gen_robot.kernels import ALL
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import searched
from gen_robot.readers.robot_files import read, shipped
from gen_robot.search.search import Search

TWIN = "puma560_corke"
"""Other numbers for the PUMA: the same joints, zeros and right angles."""

SMALL = ("two_link", "planar3", "scara")
"""Robots whose kernels are short, every one of them."""


def _one_process(robot: str) -> ParameterSet:
    return pytest.param(robot, marks=pytest.mark.xdist_group(robot))


MECHANISMS = ("bennett", "five_bar", "four_bar", "parallelogram", "stewart", "three_rrr")
"""Robots that ship for the sake of their loops: as trees they tell no more than the others do."""

ROBOTS = [_one_process(name) for name in shipped() if name not in (TWIN, *MECHANISMS)]
"""The robots' names, for parametrize: tests of one robot share a process, and with it what is here."""

SHIPPED = [_one_process(name) for name in shipped() if name not in MECHANISMS]
"""The same with the twin, for what is soon done."""


@cache
def described(robot: str) -> Description:
    """Return a shipped robot as its file has it."""
    return read(robot)


def asked_of(robot: str) -> tuple[str, ...]:
    """Return what tests ask for on a robot: all kernels on a small one, else those of dynamics.

    What holds of a kernel's text and bits shows on three joints as it does on seven, where
    derivatives take compilers ten times as long.
    """
    return (ALL if robot in SMALL else DYNAMICS,)


def kernels_of(robot: str) -> tuple[str, ...]:
    """Return the names of the kernels that tests try on a robot."""
    output = generated(robot, kernels=asked_of(robot), friction=True)
    return tuple(choice.kernel.name for choice in output.choices)


@cache
def generated(robot: str, **options: Hashable) -> Output:
    """Return a shipped robot's files in both languages."""
    asked = Options(("c", "f77"), **options)  # type: ignore[arg-type]

    def searched_once(model: Model, *_: object, **__: object) -> Search:
        # Neither kernels nor sines nor languages matter to a search, which takes most of the time.
        same = replace(asked, languages=("c",), kernels=(), trig="libm")
        key = robot, repr(same)
        if key not in _searches:
            _searches[key] = searched(model, same)
        return _searches[key]

    with patch.object(pipeline, "searched", searched_once):
        return pipeline.generate_described(described(robot), asked)


_searches: dict[tuple[str, str], Search] = {}
