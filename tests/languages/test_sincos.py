"""The inline sines and cosines of C are right to a unit in the last place, wherever they are asked."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from sincos_probe import BUILDS, Exact, Probe, Reference, around, of_all_sizes

MOST = 1 << 20  # quarter turns: what is beyond goes to the library
MOST_IN_FLOAT = 1 << 13

pytestmark = [
    pytest.mark.skipif(not shutil.which("gcc"), reason="the reference is GCC's"),
    pytest.mark.xdist_group("sincos"),
]


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Reference:
    return Reference(tmp_path_factory.mktemp("reference"))


@pytest.fixture(scope="module")
def doubles(reference: Reference) -> Exact:
    """Return multiples of pi/2 with their neighbours, both sides of the limit, and random arguments.

    `benchmarks/sincos_error.py` takes every multiple: the three that are worst of all are here.
    """
    multiples = np.arange(-MOST - 64, MOST + 64, 61)
    worst = np.array([413441, 826882, 1048575])
    found = [around(np.concatenate([multiples, worst, -worst])), of_all_sizes(20_000, 7, 1.7e6)]
    return reference(np.resize(np.concatenate(found), 4 * 75_000))


@pytest.fixture(scope="module")
def floats(reference: Reference) -> Exact:
    found = [
        around(np.arange(-MOST_IN_FLOAT - 64, MOST_IN_FLOAT + 64)),
        of_all_sizes(20_000, 8, 13_000),
    ]
    return reference(np.resize(np.concatenate(found), 4 * 45_000).astype(np.float32))


@pytest.mark.parametrize("build", BUILDS)
def test_doubles_are_right_to_a_unit_in_the_last_place(
    build: str, doubles: Exact, tmp_path: Path
) -> None:
    assert max(doubles.worst(Probe(tmp_path, build))) <= 0.85


@pytest.mark.parametrize("build", ["gcc, fused", "gcc, baseline", "clang, ISO, not fused"])
def test_floats_by_way_of_doubles_are_all_but_rounded_rightly(
    build: str, floats: Exact, doubles: Exact, tmp_path: Path
) -> None:
    probe = Probe(tmp_path, build, "widened")
    assert max(floats.worst(probe)) <= 0.501


@pytest.mark.parametrize("build", ["gcc, fused", "gcc, baseline", "clang, fused"])
def test_floats_without_doubles_are_right_to_a_unit_in_the_last_place(
    build: str, floats: Exact, tmp_path: Path
) -> None:
    assert max(floats.worst(Probe(tmp_path, build, "float"))) <= 0.85


def test_the_measure_notices_an_error_of_a_unit(doubles: Exact) -> None:
    def off_by_one(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.nextafter(np.sin(x), 9), np.cos(x)

    sine, cosine = doubles.worst(off_by_one)
    assert sine > 1 > 0.85 > cosine


@pytest.mark.parametrize("recipe", ["double", "widened", "float"])
@pytest.mark.parametrize("build", ["gcc, fused", "gcc, ISO, not fused", "clang, baseline"])
def test_what_is_no_angle_or_far_away_is_as_in_the_library(
    build: str, recipe: str, tmp_path: Path
) -> None:
    probe = Probe(tmp_path, build, recipe)
    limits = np.finfo(probe.dtype)
    x = [0.0, -0.0, limits.smallest_subnormal, -limits.smallest_normal]
    x += [np.inf, -np.inf, np.nan, 1.0]
    x += [limits.max, -limits.max, 1e30, -1e9]
    x += [2.0**22, -(2.0**31), 2.0**63, 3.0 * 2.0**51]
    arguments = np.array(x, dtype=probe.dtype)
    with np.errstate(invalid="ignore"):
        exact = np.sin(arguments.astype(float)), np.cos(arguments.astype(float))
    for found, should in zip(probe(arguments), exact, strict=True):
        np.testing.assert_allclose(found, should, rtol=limits.eps, atol=0)


@pytest.mark.parametrize("flag", ["-ffast-math", "-Ofast", "-funsafe-math-optimizations"])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_where_sums_may_be_regrouped_the_library_is_asked(
    compiler: str, flag: str, doubles: Exact, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    monkeypatch.setitem(BUILDS, "loose", (compiler, (flag,)))
    assert max(doubles.worst(Probe(tmp_path, "loose"))) <= 0.85
