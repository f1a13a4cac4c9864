"""A four-bar linkage by its closed form, and over a long time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from arrays import Array
from closed_mechanisms import mechanism
from quick_library import quick_library


def four_bar_positions(crank: float, elbow: float) -> tuple[Array, Array]:
    """Return the coupler's and the rocker's angles against the ground, by the law of cosines."""
    a, b, c, d = 0.2, 0.5, 0.4, 0.4
    pin = a * np.array([np.cos(crank), np.sin(crank)])
    across = np.array([d, 0.0]) - pin
    far = np.hypot(*across)
    at_pin = np.arccos((b**2 + far**2 - c**2) / (2 * b * far))
    coupler = np.arctan2(across[1], across[0]) + elbow * at_pin
    tip = pin + b * np.array([np.cos(coupler), np.sin(coupler)])
    return coupler, np.arctan2(tip[1], tip[0] - d)


def four_bar_energies(crank: float, elbow: float) -> tuple[float, float]:
    """Return what kinetic energy is at a unit rate of the crank, times two; and potential energy."""
    step = 1e-5

    def places(angle: float) -> Array:
        coupler, rocker = four_bar_positions(angle, elbow)
        pin = 0.2 * np.array([np.cos(angle), np.sin(angle)])
        return np.array(
            [
                *(pin / 2),
                *(pin + 0.25 * np.array([np.cos(coupler), np.sin(coupler)])),
                *(0.2 * np.array([np.cos(rocker), np.sin(rocker)]) + [0.4, 0]),
                *(angle, coupler, rocker),
            ]
        )

    masses, lengths = np.array([0.6, 1.5, 1.2]), np.array([0.2, 0.5, 0.4])
    rates = (places(crank + step) - places(crank - step)) / (2 * step)
    inertia = np.concatenate([np.repeat(masses, 2), masses * lengths**2 / 12])
    height = places(crank)[1:6:2]
    return float(inertia @ rates**2), float(9.81 * masses @ height)


def test_the_four_bar_has_the_lagrangian_of_its_crank() -> None:
    own = mechanism("four_bar")
    for q in own.q:
        crank = q[0]
        coupler, rocker = crank + q[1], q[2]
        found = min(
            (1, -1), key=lambda e: abs(np.sin((four_bar_positions(crank, e)[1] - rocker) / 2))
        )
        assert abs(np.sin((four_bar_positions(crank, found)[0] - coupler) / 2)) < 1e-12
        qd = own("loop_velocities", q=q, yd=np.array([1.3]))["qd"]
        model = own("loop_inertia_and_bias", q=q, qd=qd)
        M, _ = four_bar_energies(crank, found)
        assert abs(model["M_red"][0, 0] - M) < 1e-8 * M
        step = 1e-4
        (M1, V1), (M0, V0) = (four_bar_energies(crank + s, found) for s in (step, -step))
        bias = (M1 - M0) / (4 * step) * 1.3**2 + (V1 - V0) / (2 * step)
        assert abs(model["h_red"][0] - bias) < 1e-5 * max(1.0, abs(bias))


def test_energy_is_kept_over_ten_seconds(tmp_path: Path) -> None:
    bar = quick_library(
        "four_bar", tmp_path, kernels=("loops", "kinetic_energy", "potential_energy")
    )
    q = bar.neutral_closed()
    qd = bar.loop_velocities(q, [2.0])
    tau, gains, h = np.zeros(3), np.zeros(2), 4e-3

    def energy() -> float:
        return float(bar.kinetic_energy(q, qd) + bar.potential_energy(q))

    def rate(q: Array, qd: Array) -> Array:
        qdd: Array = bar.loop_forward_dynamics(q, qd, tau, gains)[0]
        return qdd

    start, lost, gap = energy(), 0.0, 0.0
    for _ in range(2500):
        a1 = rate(q, qd)
        a2 = rate(q + h / 2 * qd, qd + h / 2 * a1)
        a3 = rate(q + h / 2 * qd + h**2 / 4 * a1, qd + h / 2 * a2)
        a4 = rate(q + h * qd + h**2 / 2 * a2, qd + h * a3)
        q = q + h * qd + h**2 / 6 * (a1 + a2 + a3)
        qd = qd + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        dq, dqd = bar.loop_project(q, qd)
        q, qd = q + dq, qd + dqd
        lost = max(lost, abs(energy() - start))
        gap = max(gap, float(np.abs(bar.loop_residual(q)).max()))
    assert gap < 1e-9
    assert lost < 1e-4
