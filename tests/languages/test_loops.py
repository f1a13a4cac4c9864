"""Kernels of loops are the same numbers in C and in FORTRAN, and say where loops are singular."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from f77_library import Library, compile_both, needs, random_states
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate
from shipped_robots import MECHANISMS

COUNT = 20


@cache
def written(name: str) -> Output:
    kernels = ("loops",) if name != "four_bar" else ("loops", "loop_close_sc", "loop_terms_sc")
    return generate(name, Options(languages=("c", "f77"), kernels=kernels, trig="libm"))


@needs("gcc", "gfortran")
@pytest.mark.parametrize("name", MECHANISMS)
def test_both_languages_give_the_same_bits(name: str, tmp_path: Path) -> None:
    output = written(name)
    both = compile_both(output, tmp_path)
    states = random_states(output, COUNT)
    if name == "stewart":
        states["q"][:, 3:7] /= np.linalg.norm(states["q"][:, 3:7], axis=1, keepdims=True)
    assert len(both["c"].kernels) >= 10
    for kernel in both["c"].kernels:
        (status, c), (info, f77) = (both[lang](kernel, states) for lang in ("c", "f77"))
        assert np.array_equal(status, info)
        for array, values in c.items():
            ok = status == 0
            assert values[ok].tobytes() == f77[array][ok].tobytes(), (kernel, array)


@needs("gcc", "gfortran")
def test_the_status_of_a_flat_parallelogram_is_a_condition(tmp_path: Path) -> None:
    both: dict[str, Library] = compile_both(written("parallelogram"), tmp_path)
    states = {k: np.zeros((1, 4)) for k in ("q", "qd", "tau")} | {"gains": np.zeros((1, 2))}
    states |= {"yd": np.ones((1, 2)), "ydd": np.ones((1, 2))}
    for kernel in ("loop_forward_dynamics", "loop_velocities", "loop_close", "loop_project"):
        for library in both.values():
            status, _ = library(kernel, states)
            assert 4 < status[0] <= 6, kernel
