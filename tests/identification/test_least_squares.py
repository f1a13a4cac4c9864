"""Parameters from torques: what is found, how sure it is, and what cannot be found."""

from __future__ import annotations

import numpy as np
import pytest

from arrays import Array
from gen_robot import UserError, identify
from gen_robot.identification.least_squares import Indistinct
from identified_robot import Identified


@pytest.fixture(scope="module")
def puma() -> Identified:
    return Identified("puma560", rotors=True)


@pytest.fixture(scope="module")
def clean(puma: Identified) -> tuple[Array, Array]:
    """Return the base regressor and the torques of random states, without noise."""
    states = puma.states(300)
    return puma.base_regressor(*states), puma.inverse_dynamics(*states)


def noisy(clean: tuple[Array, Array], noise: Array | float, seed: int) -> tuple[Array, Array]:
    Y, tau = clean
    return Y, tau + np.random.default_rng(seed).normal(0, noise, tau.shape)


def test_the_pumas_parameters_are_found_within_three_standard_errors(
    puma: Identified, clean: tuple[Array, Array]
) -> None:
    fit = identify(*noisy(clean, 0.1, seed=0), robot=puma)
    assert fit.names == puma.base_parameter_names
    assert np.all(np.abs(fit.parameters - puma.base_parameters()) < 3 * fit.standard_errors)
    assert fit.noise == pytest.approx(np.full(6, 0.1), rel=0.2)


def test_without_noise_the_parameters_are_exact(
    puma: Identified, clean: tuple[Array, Array]
) -> None:
    fit = identify(*noisy(clean, 0.0, seed=1))
    beta = puma.base_parameters()
    assert np.max(np.abs(fit.parameters - beta)) < 1e-12 * np.max(np.abs(beta))


def test_standard_errors_are_what_repeated_measurements_scatter_by(
    puma: Identified, clean: tuple[Array, Array]
) -> None:
    noise = np.array([1, 2, 0.5, 0.1, 0.1, 0.05])
    few = clean[0][:60], clean[1][:60]
    draws = [noisy(few, noise, seed) for seed in range(80)]
    fits = [identify(Y, tau, weights=1 / noise) for Y, tau in draws]
    off = np.array([(f.parameters - puma.base_parameters()) / f.standard_errors for f in fits])
    assert np.mean(off**2) == pytest.approx(1, abs=0.1)
    assert 0.001 < np.mean(np.abs(off) > 3) < 0.006  # 0.0027 of a normal distribution
    covariance = np.cov(np.array([f.parameters for f in fits]).T)
    assert np.trace(covariance) == pytest.approx(np.trace(fits[0].covariance), rel=0.3)


def test_weights_of_the_residuals_are_those_of_the_noise(
    puma: Identified, clean: tuple[Array, Array]
) -> None:
    noise = np.array([1, 2, 0.5, 0.1, 0.1, 0.05])
    Y, tau = noisy(clean, noise, seed=2)
    plain, best = identify(Y, tau), identify(Y, tau, weights=1 / noise)
    found = identify(Y, tau, weights="residuals")
    assert 1 / found.weights == pytest.approx(noise, rel=0.2)
    assert found.standard_errors == pytest.approx(best.standard_errors, rel=0.1)

    def off(parameters: Array) -> float:
        """Return the distance from the truth, in the least standard errors that there are."""
        errors = (parameters - puma.base_parameters()) / best.standard_errors
        return float(np.sqrt(np.mean(errors**2)))

    assert off(found.parameters) < 1.5
    assert off(plain.parameters) > 3


def test_what_a_motion_does_not_tell_apart_is_named(
    puma: Identified, clean: tuple[Array, Array]
) -> None:
    alone = np.array([0, 1, 0, 0, 0, 0])
    states = [x * alone for x in puma.states(300)]
    with pytest.raises(Indistinct) as found:
        identify(puma.base_regressor(*states), puma.inverse_dynamics(*states), robot=puma)
    error = found.value
    assert {"Sxx1", "Ia3", "Ia4", "Ia5", "Ia6"} <= set(error.still)
    assert ["Sxx2", "Syy2"] in error.groups
    # What is neither of the two can be found.
    left = {*puma.base_parameter_names} - {*error.still} - {n for g in error.groups for n in g}
    kept = [k for k, name in enumerate(puma.base_parameter_names) if name in left]
    Y = puma.base_regressor(*states)[..., kept]
    assert "mx2" in left
    assert len(identify(Y, puma.inverse_dynamics(*states))) == len(kept)


def test_too_few_states_are_told(puma: Identified, clean: tuple[Array, Array]) -> None:
    with pytest.raises(UserError, match="36 equations for 40 parameters; give more states"):
        identify(clean[0][:6], clean[1][:6])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda Y, tau: (Y[..., :-1], tau), "Y has 39 columns, and puma560 40 base parameters"),
        (lambda Y, tau: (Y, tau[:-1]), "Y has the shape"),
        (lambda Y, tau: (Y, tau * np.nan), "tau holds numbers that are not finite"),
        (lambda Y, tau: (Y.astype(str), tau), "Y is of type"),
    ],
    ids=["columns", "states", "not finite", "not numbers"],
)
def test_what_is_no_equation_is_refused(puma: Identified, clean, change, told: str) -> None:
    with pytest.raises(UserError, match=told):
        identify(*change(*noisy(clean, 0.1, seed=1)), robot=puma)


@pytest.mark.parametrize("weights", [np.ones(5), -np.ones(6), "noise"], ids=str)
def test_weights_are_one_positive_number_a_joint(clean, weights) -> None:
    with pytest.raises(UserError, match="weights"):
        identify(*noisy(clean, 0.1, seed=1), weights=weights)


def test_the_table_has_a_row_a_parameter_and_the_numbers_of_the_file(
    puma: Identified, clean: tuple[Array, Array]
) -> None:
    fit = identify(*noisy(clean, 0.1, seed=1), robot=puma)
    rows = {line.split()[0]: line.split() for line in repr(fit).splitlines() if line.strip()}
    assert {*puma.base_parameter_names} <= {*rows}
    assert float(rows["mx2"][4]) == pytest.approx(puma.base_parameters()[1], rel=1e-5)
    assert "file" not in repr(identify(*noisy(clean, 0.1, seed=1)))
