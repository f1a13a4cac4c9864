"""Kernels with inline sines and cosines: what differs from the library's, and what does not."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from f77_library import Library, compile_one, random_states
from gen_robot.languages.trig import ABOUT, INLINE, LIBM, TRIGS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from random_robots import random_robot
from shipped_robots import ROBOTS, asked_of, described, generated, kernels_of
from trig_accuracy import trig_accuracy

ROUNDING = 2.0**-53
AT_MOST = 8
"""Roundings of the largest value, of cond(M) times that where a kernel solves."""

FAR = (1e7, -1e15, 1e300)


Both = Callable[[str], tuple[Output, Library, Library]]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    """Return what compiles a robot's kernels with inline sines and with the library's, once."""

    @cache
    def make(robot: str) -> tuple[Output, Library, Library]:
        folder, kernels = tmp_path_factory.mktemp(robot), asked_of(robot)
        inline, libm = (generated(robot, kernels=kernels, friction=True, trig=t) for t in TRIGS)
        return (
            inline,
            compile_one(inline, folder / INLINE, "c"),
            compile_one(libm, folder / LIBM, "c"),
        )

    return make


@pytest.mark.parametrize("robot", ROBOTS)
def test_results_differ_from_the_librarys_by_roundings(robot: str, both: Both) -> None:
    output, inline, libm = both(robot)
    states = random_states(output, 200)
    condition = np.linalg.cond(libm("inertia_matrix", states)[1]["M"]).max()
    for kernel in kernels_of(robot):
        (status, found), (other, should) = (library(kernel, states) for library in (inline, libm))
        assert np.array_equal(status, other)
        allowed = AT_MOST * ROUNDING * (condition if inline.kernels[kernel]["status"] else 1)
        for name, values in found.items():
            away, size = (np.abs(x).max() for x in (values - should[name], should[name]))
            assert away <= allowed * size, (kernel, name, away / size / ROUNDING)


@pytest.mark.parametrize("robot", ROBOTS)
def test_one_angle_far_away_gives_the_librarys_bits(robot: str, both: Both) -> None:
    """All angles of a state are the library's then, and nothing else is different."""
    output, inline, libm = both(robot)
    states = random_states(output, len(FAR))
    states["q"][np.arange(len(FAR)), 1] = FAR
    for kernel in kernels_of(robot):
        (status, found), (other, should) = (library(kernel, states) for library in (inline, libm))
        assert np.array_equal(status, other)
        assert all(found[name].tobytes() == should[name].tobytes() for name in found), kernel


def test_what_is_no_number_stays_none(tmp_path: Path) -> None:
    library = compile_one(generated("puma560"), tmp_path, "c")
    for bad in (np.nan, np.inf, -np.inf):
        q = np.full((1, 6), bad)
        M = library("inertia_matrix", {"q": q})[1]["M"]
        # What does not depend on q is a number all the same.
        assert np.isnan(M[0, 0, 0]) and np.isfinite(M[0, 5, 5])
        given = {"q": q, "qd": np.ones((1, 6)), "tau": np.ones((1, 6))}
        status, found = library("forward_dynamics", given)
        assert status[0] and np.isnan(found["qdd"]).all()


@pytest.mark.parametrize("precision", ["double", "single"])
def test_kernels_keep_their_digits(precision: str, tmp_path: Path) -> None:
    """`benchmarks/inline_sines_accuracy.py` asks this of all shipped robots and of arms."""
    kernels = ("inertia_matrix", "bias", "forward_dynamics")
    options = Options(kernels=kernels, precision=precision)
    found = trig_accuracy(described("puma560"), options, 6, 3, tmp_path)
    assert set(found) == set(kernels)
    for errors in found.values():
        assert errors.typical <= 1.5 and errors.libm.max() > 0.25


def test_kernels_without_angles_have_no_sines() -> None:
    slides = random_robot(2, 3, prismatic=1.0)
    texts = [generate_described(slides, Options(trig=trig)).files["random2.c"] for trig in TRIGS]
    own, library = (re.sub(r"Written by: .*", "", text) for text in texts)
    assert own == library
    assert "sin" not in re.sub(r"/\*.*?\*/", "", own, flags=re.S)


@pytest.mark.parametrize("trig", TRIGS)
def test_the_head_tells_whose_sines_they_are(trig: str) -> None:
    text = generated("two_link", trig=trig).files["two_link.c"]
    head = " ".join(text.split("*/")[0].split())
    assert [each for each in TRIGS if ABOUT[each] in head] == [trig]
    assert ("sincos4" in text) == (trig == INLINE)
    assert ("--trig libm" in head) == (trig == LIBM)


def test_fortran_has_its_intrinsic_functions_either_way() -> None:
    own, library = (generated("puma560", trig=trig).files["puma560.f"] for trig in TRIGS)
    assert "DSIN(Q(2))" in own
    assert own == library.replace(" --TRIG LIBM", "")
