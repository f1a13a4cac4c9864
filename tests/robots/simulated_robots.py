"""Robots to simulate: an arm, and those whose positions are no sums of velocities."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from gen_robot.bindings import Library
from quick_library import quick_library
from small_robots import SMALL

KERNELS = ("forward_dynamics", "inverse_dynamics", "kinetic_energy", "potential_energy")
RUBBING = """
name: rubbing
f77_prefix: RUBB
convention: transform
links:
  - {name: upper, joint: {type: revolute, limits: {lower: -pi, upper: 3}}, axis: [0, 1, 0], mass: 2,
     com: [0, 0, -0.3], inertia: {xx: 0.05, yy: 0.05, zz: 0.01}, friction: {viscous: 0.1, coulomb: 1.5}}
  - {name: lower, joint: revolute, axis: [0, 1, 0], origin: {xyz: [0, 0, -0.6]}, mass: 1,
     com: [0, 0, -0.2], inertia: {xx: 0.03, yy: 0.03, zz: 0.01}, friction: {coulomb: 0.8}}
"""
"""A double pendulum with friction."""

ROBOTS: dict[str, tuple[str, dict[str, object]]] = {
    "puma560": ("puma560", {}),
    "puma560_corke": ("puma560_corke", {}),
    "rubbing": (RUBBING, {}),
    **{name: (SMALL[name], {}) for name in ("ball", "sled", "flyer")},
}

Simulated = Callable[..., Library]


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Simulated:
    """Return what makes one of these robots with its integrators, once for all tests."""

    @cache
    def made(name: str, lang: str = "c", friction: bool = False) -> Library:
        robot, options = ROBOTS[name]
        folder = tmp_path_factory.mktemp(name)
        return quick_library(
            robot,
            folder,
            lang=lang,
            kernels=KERNELS,
            integrators=True,
            friction=friction,
            **options,
        )

    return made
