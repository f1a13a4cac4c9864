"""Standard parameters that stand for fitted ones: near the file's, and of bodies that can exist."""

from __future__ import annotations

import numpy as np
import pytest

from gen_robot import identify
from gen_robot.identification.bodies import StandardFit, is_body, pseudo_inertia
from gen_robot.identification.nearest import nearest_parameters
from identified_robot import Identified


@pytest.fixture(scope="module")
def arm() -> Identified:
    """All its bodies can exist."""
    return Identified("torso", friction=True)


def nearest(robot: Identified, base: np.ndarray, errors: float = 1e-3) -> StandardFit:
    count = len(robot.standard_parameter_names)
    return nearest_parameters(
        robot.standard_parameter_names,
        robot.manifest["bodies"],
        robot.standard_parameters(),
        robot.base_parameters(np.eye(count)).T,
        base,
        np.eye(len(base)) * errors**2,
    )


def tens(robot: Identified, parameters: np.ndarray) -> np.ndarray:
    return parameters[: 10 * len(robot.manifest["bodies"])].reshape(-1, 10)


def test_a_body_can_exist_if_points_of_mass_make_it() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        masses, at = rng.uniform(0.1, 2, 6), rng.uniform(-1, 1, (6, 3))
        first = masses @ at
        inertia = sum(
            m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, at, strict=True)
        )
        ten = np.array([masses.sum(), *first, *inertia[np.tril_indices(3)]])
        assert is_body(ten)
        points = np.column_stack([at, np.ones(6)])
        assert pseudo_inertia(ten) == pytest.approx(points.T @ np.diag(masses) @ points)
        too_flat = ten.copy()
        too_flat[9] = ten[4] + ten[6] + 0.01  # Izz above Ixx + Iyy
        assert not is_body(too_flat)
        assert not is_body(-ten)


def test_the_files_own_base_parameters_change_nothing(arm: Identified) -> None:
    found = nearest(arm, arm.base_parameters())
    own = arm.standard_parameters()
    assert np.max(np.abs(found.parameters - own)) < 1e-12 * np.max(np.abs(own))
    assert found.is_consistent
    assert not found.moved


def test_what_is_fitted_is_given_exactly_by_bodies_that_can_exist(arm: Identified) -> None:
    base = arm.base_parameters()
    for seed in range(5):
        fitted = base * (1 + 0.02 * np.random.default_rng(seed).uniform(-1, 1, len(base)))
        found = nearest(arm, fitted)
        assert found.is_consistent
        assert not found.moved
        assert arm.base_parameters(found.parameters) == pytest.approx(fitted, rel=1e-8, abs=1e-9)
        assert all(map(is_body, tens(arm, found.parameters)))


def test_of_what_no_body_has_the_nearest_that_can_exist_is_taken(arm: Identified) -> None:
    """A tip of negative second moments cannot be; what comes out is as likely as can be."""
    base, names = arm.base_parameters(), arm.base_parameter_names
    base[names.index("Sxx5")] = -0.01
    found = nearest(arm, base, errors=0.01)
    assert found.is_consistent
    assert 0.5 < found.moved < 2
    assert "standard errors away" in repr(found)
    assert all(map(is_body, tens(arm, found.parameters)))


def test_friction_is_not_below_zero(arm: Identified) -> None:
    base, names = arm.base_parameters(), arm.base_parameter_names
    base[names.index("fv3")], base[names.index("fc5")] = -0.02, 0.03
    found = nearest(arm, base, errors=0.01)
    values = dict(zip(found.names, found.parameters, strict=True))
    assert values["fv3"] == 0
    assert values["fc5"] == pytest.approx(0.03, abs=1e-3)


def test_bodies_that_cannot_exist_in_the_file_are_told_and_stay_as_near() -> None:
    puma = Identified("puma560", rotors=True)
    found = nearest(puma, puma.base_parameters() * 1.01)
    assert {*found.faults} == {"link1", "link3"}
    assert all(why.endswith("as in the file") for why in found.faults.values())
    own = dict(zip(found.names, puma.standard_parameters(), strict=True))
    values = dict(zip(found.names, found.parameters, strict=True))
    assert values["m1"] == own["m1"] == 0  # nothing of it is felt
    assert values["Izz1"] != own["Izz1"]


def test_the_nearest_does_not_depend_on_units(arm: Identified) -> None:
    """In pounds of mass the same bodies come out."""
    pound = 1 / 0.45359237
    base = arm.base_parameters() * 1.02
    K = arm.base_parameters(np.eye(len(arm.standard_parameter_names))).T
    given = arm.standard_parameter_names, arm.manifest["bodies"]
    covariance = np.eye(len(base))
    kilograms = nearest_parameters(*given, arm.standard_parameters(), K, base, covariance)
    pounds = nearest_parameters(
        *given, arm.standard_parameters() * pound, K, base * pound, covariance
    )
    assert pounds.parameters == pytest.approx(kilograms.parameters * pound, rel=1e-6, abs=1e-9)


def test_a_result_without_a_robot_has_no_standard_parameters(arm: Identified) -> None:
    states = arm.states(100)
    fit = identify(arm.base_regressor(*states), arm.inverse_dynamics(*states))
    with pytest.raises(ValueError, match="give robot="):
        fit.write("torso", "fitted.yaml")
