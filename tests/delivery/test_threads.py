"""load() in several threads at once: one build, and everybody's numbers are right."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest

import gen_robot
from f77_library import needs


@needs("gcc")
def test_threads_that_load_the_same_robot_at_once_share_one_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(tmp_path / "cache"))
    together = Barrier(4)
    q = np.random.default_rng(0).uniform(-2, 2, (50, 2))

    def work(_: int) -> np.ndarray:
        together.wait(60)
        return np.asarray(gen_robot.load("two_link", kernels="inertia_matrix").inertia_matrix(q))

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(work, range(4))
    for other in others:
        assert (other == first).all()
    assert len(list((tmp_path / "cache").rglob("*two_link.so"))) == 1
    shipped = gen_robot.load("two_link").inertia_matrix(q)
    assert np.abs(first - shipped).max() <= 1e-12 * np.abs(shipped).max()
