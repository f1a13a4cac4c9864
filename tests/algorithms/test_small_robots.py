"""Small robots against what can be derived by hand: a sympy Lagrangian, and Saha's closed forms."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import closed_forms
import measure
from lagrangian import Lagrangian, lagrangian
from random_robots import random_state
from shipped_robots import described
from traced_kernels import PLAIN, WAYS, Way, evaluated, model_of, models_for, way

SEEDS = range(5)


@cache
def derived(robot: str) -> Lagrangian:
    return lagrangian(described(robot))


@pytest.mark.xdist_group("small robots")
@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("robot", ["two_link", "planar3"])
def test_kernels_are_those_of_the_lagrangian(robot: str, way: Way) -> None:
    description, reference = described(robot), derived(robot)
    for seed in SEEDS:
        q, qd, qdd, tau = random_state(description, seed)
        M, h = reference.inertia_matrix(q), reference.bias(q, qd)
        expected = {
            "M": M,
            "h": h,
            "g": reference.gravity(q),
            "tau": M @ qdd + h,
            "qdd": np.linalg.solve(M, tau - h),
            "Minv": np.linalg.inv(M),
            "kinetic_energy": reference.kinetic_energy(q, qd),
            "potential_energy": reference.potential_energy(q),
        }
        state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau, "fext": np.zeros(6 * len(q))}
        # Whatever the base's velocity, only how it changes and turns is felt.
        state |= {"v0": np.array([1.0, 2.0, 3.0, 0, 0, 0]), "a0": np.zeros(6)}
        for model in models_for(description, way):
            found = evaluated(model, way, state)
            if way.kernel == "udut":
                found = {"M": found["U"] @ np.diag(found["D"]) @ found["U"].T}
            elif way.kernel == "udut_inverse":
                V, D = found["Uinv"], found["D"]
                found = {"Minv": V.T @ np.diag(1 / D) @ V}
            elif way.kernel.endswith("energy"):
                found = {way.kernel: found["e"].reshape(())}
            for name, value in found.items():
                if name in ("qdd", "Minv"):
                    measure.assert_solution(value, expected[name], M)
                else:
                    measure.assert_same(value, expected[name])


def planar3() -> tuple[np.ndarray, np.ndarray]:
    """Return the masses and lengths of the shipped planar3; a uniform bar's com is at half of it."""
    links = described("planar3").links
    masses = np.array([float(link.inertial.mass) for link in links])
    lengths = np.array([2 * float(link.inertial.com.x) for link in links])
    return masses, lengths


@pytest.mark.parametrize("seed", SEEDS)
def test_planar3_is_saha_s_example(seed: int) -> None:
    """Saha 1999, eqs. 43a-f, 45 and 48 with their errata."""
    description = described("planar3")
    q, *_ = random_state(description, seed)
    mass, length = planar3()
    M = closed_forms.planar3_inertia_matrix(mass, length, q)
    for method in ("gah", "crba", "lin", "renaud", "noc"):
        m_way = way("inertia_matrix", method)
        for model in models_for(description, m_way):
            measure.assert_same(evaluated(model, m_way, {"q": q})["M"], M)
    plain = model_of(description, PLAIN)
    factors = evaluated(plain, way("udut", "udut"), {"q": q})
    U, D = closed_forms.planar3_udut(mass, length, q)
    measure.assert_solution(factors["U"], U, M)
    measure.assert_solution(factors["D"], D, M)
    inverses = evaluated(plain, way("udut_inverse", "udut"), {"q": q})
    measure.assert_solution(inverses["Uinv"], np.linalg.inv(U), M)
    measure.assert_solution(inverses["D"], D, M)
    inverse = evaluated(plain, way("inertia_inverse", "udut"), {"q": q})["Minv"]
    measure.assert_solution(inverse, closed_forms.planar3_inertia_inverse(mass, length, q), M)
