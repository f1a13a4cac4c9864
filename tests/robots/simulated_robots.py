"""Robots to simulate: an arm, and those whose positions are no sums of velocities."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from gen_robot.bindings import Library
from quick_library import quick_library
from small_robots import SMALL

KERNELS = ("forward_dynamics", "inverse_dynamics", "kinetic_energy", "potential_energy")
ROBOTS: dict[str, tuple[str, dict[str, object]]] = {
    "puma560": ("puma560", {}),
    "puma560_corke": ("puma560_corke", {}),
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
