"""Every language computes what the first of the table computes, called through the bindings."""

from __future__ import annotations

import numpy as np
import pytest

import gen_robot
from gen_robot.bindings import Library
from gen_robot.delivery.toolchain import find_compiler
from gen_robot.languages import BOUND, DEFAULT

OTHERS = [language for language in BOUND.values() if language.name != DEFAULT]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache") / "own"))
        yield


@pytest.fixture(scope="module")
def first() -> Library:
    return gen_robot.load("two_link", DEFAULT, kernels="all")


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.name)
def test_every_language_gives_the_same_numbers(language, first: Library) -> None:
    if find_compiler(language.compiler) is None:
        pytest.skip(f"there is no {language.compiler.title}")
    other = gen_robot.load("two_link", language.name, kernels="all")
    assert other.kernels == first.kernels
    rng = np.random.default_rng(4)
    for kernel in first._manifest.kernels:
        states = [rng.uniform(-2, 2, (20, *argument.shape)) for argument in kernel.inputs]
        ours, theirs = (getattr(library, kernel.name)(*states) for library in (other, first))
        pairs = zip(ours, theirs, strict=True) if len(kernel.outputs) > 1 else [(ours, theirs)]
        for mine, its in pairs:
            assert np.abs(mine - its).max() <= 1e-12 * np.abs(its).max()


@pytest.mark.parametrize("language", OTHERS, ids=lambda language: language.name)
def test_every_language_reports_a_singular_inertia_matrix(language, tmp_path) -> None:
    if find_compiler(language.compiler) is None:
        pytest.skip(f"there is no {language.compiler.title}")
    point = tmp_path / "point.yaml"
    point.write_text(STRETCHED)
    stretched, bent = np.array([[0.3, 0.0], [0.3, 1.0]])
    for lang in (DEFAULT, language.name):
        arm = gen_robot.load(point, lang, kernels=["forward_dynamics"])
        assert np.isfinite(arm.forward_dynamics(bent, [0, 0], [1, 1])).all()
        with pytest.raises(np.linalg.LinAlgError, match="joint"):
            arm.forward_dynamics(stretched, [0, 0], [1, 1])
        found = arm.forward_dynamics([bent, stretched], [0, 0], [1, 1], check=False)
        assert np.isnan(found).all(axis=-1).tolist() == [False, True]


@pytest.mark.parametrize("language", BOUND.values(), ids=list(BOUND))
def test_every_language_fails_where_the_inertia_matrix_always_is_singular(
    language, tmp_path
) -> None:
    if find_compiler(language.compiler) is None:
        pytest.skip(f"there is no {language.compiler.title}")
    point = tmp_path / "point.yaml"
    point.write_text(STRETCHED.replace("a: 1", "").replace("[1, 0, 0]", "[0, 0, 0]"))
    arm = gen_robot.load(point, language.name, kernels=["forward_dynamics"])
    with pytest.raises(np.linalg.LinAlgError, match="joint"):
        arm.forward_dynamics([0.3, 1.0], [0, 0], [1, 1])


STRETCHED = """\
name: point
convention: modified_dh
links:
  - {name: a, joint: revolute, dh: {}, mass: 0, com: [0, 0, 0], inertia: {}}
  - {name: b, joint: revolute, dh: {a: 1}, mass: 1, com: [1, 0, 0], inertia: {}}
"""
