"""Forward dynamics where it is hard: single precision, an ill-conditioned arm, pivots of zero."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arrays import Array
from compiled import Compiled, compile_c
from gen_robot.algebra.frame import AT_ORIGIN, shift
from gen_robot.algebra.number import ONE, ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    LinkDescription,
)
from gen_robot.description.general import general_robot
from gen_robot.kernels import KERNELS
from gen_robot.kernels.way import algorithms
from gen_robot.options import Options
from gen_robot.pipeline import generate, generate_described

METHODS = list(algorithms(KERNELS["forward_dynamics"]))
WAYS = [
    (kernel, algorithm)
    for kernel in ("forward_dynamics", "inertia_inverse", "udut")
    for algorithm in algorithms(KERNELS[kernel])
    if algorithm not in ("sparse_kkt", "cfa")  # which want bodies that leave no state singular
]
ANGLES = np.radians(np.arange(0, 360, 2.0))
LARGEST_CONDITION = 6e4  # of the two-link arm's inertia matrix


def accelerations(method: str, precision: str, folder: Path) -> Array:
    """Return qdd of the two-link arm at rest, for a turn of its second link."""
    options = Options(
        kernels=("forward_dynamics",),
        algorithms={"forward_dynamics": method},
        precision=precision,
    )
    library = compile_c(generate("two_link", options), folder / precision, "-ffp-contract=off")
    results = []
    for angle in ANGLES:
        state = {"q": np.array([0, angle]), "qd": np.zeros(2), "tau": np.zeros(2)}
        status, outputs = library("forward_dynamics", state)
        assert status == 0
        results.append(outputs["qdd"].astype(np.float64))
    return np.array(results)


@pytest.mark.parametrize("method", METHODS)
def test_single_precision_on_an_ill_conditioned_arm(method: str, tmp_path: Path) -> None:
    """Mata et al. 2002, section 5.1: articulated inertias keep the digits that elimination loses."""
    exact = accelerations(method, "double", tmp_path)
    error = np.abs(accelerations(method, "single", tmp_path) - exact).max()
    epsilon = float(np.finfo(np.float32).eps)
    bound = epsilon * LARGEST_CONDITION * np.abs(exact).max()
    assert error < (1e-3 if method in ("aba", "udut") else bound)


def loss(robot: str, method: str, carried: bool, folder: Path) -> float:
    """Return the mean of max|dqdd| / max|qdd| in single precision, with or without torques."""
    kernels = ("forward_dynamics", "inverse_dynamics")
    options = Options(kernels=kernels, algorithms={"forward_dynamics": method})
    single, double = (
        compile_c(generate(robot, replace(options, precision=p)), folder / p, "-ffp-contract=off")
        for p in ("single", "double")
    )
    n = double.manifest["nv"]
    random = np.random.default_rng(20261118)
    losses = []
    for _ in range(200):
        # Rounded at once, so that both are given the same numbers.
        state = {name: random.uniform(-3, 3, n).astype(np.float32) for name in ("q", "qd", "qdd")}
        tau = double("inverse_dynamics", state)[1]["tau"]
        state["tau"] = (tau if carried else np.zeros(n)).astype(np.float32)
        exact, found = (k("forward_dynamics", state)[1]["qdd"] for k in (double, single))
        losses.append(np.abs(found - exact).max() / np.abs(exact).max())
    return float(np.mean(losses))


@pytest.mark.parametrize("robot", ["two_link", "planar3", "puma560_corke"])
def test_under_torques_that_carry_the_robot_aba_loses_what_ldlt_loses(
    robot: str, tmp_path: Path
) -> None:
    """What both begin with, tau less what the motion needs, has lost its digits already."""
    ways = ("ldlt on crba+gibbs_appell", "aba")
    ldlt, aba = (loss(robot, way, True, tmp_path / way.split()[0]) for way in ways)
    assert 0.5 < ldlt / aba < 2


@pytest.mark.parametrize(
    ("robot", "least", "most"), [("two_link", 100, 1e5), ("planar3", 1, 3), ("scara", 1, 3)]
)
def test_without_torques_aba_gains_digits_on_what_is_ill_conditioned(
    robot: str, least: float, most: float, tmp_path: Path
) -> None:
    ldlt, aba = (loss(robot, way, False, tmp_path / way) for way in ("ldlt", "aba"))
    assert least < ldlt / aba < most


def point_mass_on_massless_links() -> Description:
    """Return a planar arm whose only mass is at its tip: stretched, it cannot be pulled."""
    half = Number("0.5")
    links = []
    for i, before in ((1, AT_ORIGIN), (2, shift(half, ZERO, ZERO))):
        joint = JointDescription(f"joint{i}", "revolute", before)
        body = Inertial(ONE * 2, Vec3(half, ZERO, ZERO)) if i == 2 else Inertial()
        links.append(LinkDescription(f"link{i}", f"link{i - 1}" if i > 1 else BASE, joint, body))
    return Description("slack", tuple(links), "slack.yaml")


def massless_tip() -> Description:
    """Return an arm with nothing on its last joint."""
    *others, last = general_robot(3).links
    return Description("light", (*others, replace(last, inertial=Inertial())), "light.yaml")


def built(description: Description, way: tuple[str, str], precision: str, folder: Path) -> Compiled:
    kernel, algorithm = way
    options = Options(kernels=(kernel,), algorithms={kernel: algorithm}, precision=precision)
    return compile_c(generate_described(description, options), folder)


def at(q: list[float]) -> dict[str, Array]:
    rest = np.zeros(len(q))
    return {"q": np.array(q), "qd": rest, "tau": rest + 1.0}


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_a_massless_tip_is_reported_by_its_joint(
    way: tuple[str, str], precision: str, tmp_path: Path
) -> None:
    library = built(massless_tip(), way, precision, tmp_path)
    status, outputs = library(way[0], at([0.3, -0.7, 1.1]))
    assert status == 3
    assert all(np.isnan(array).all() for array in outputs.values())


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_a_singular_state_is_reported_and_no_other(
    way: tuple[str, str], precision: str, tmp_path: Path
) -> None:
    library = built(point_mass_on_massless_links(), way, precision, tmp_path)
    for singular in ([0.3, 0.0], [-2.0, np.pi]):
        status, outputs = library(way[0], at(singular))
        assert status == 1
        assert all(np.isnan(array).all() for array in outputs.values())
    status, outputs = library(way[0], at([0.3, 1.0]))
    assert status == 0
    assert all(np.isfinite(array).all() for array in outputs.values())
