"""Find the inertial parameters of a robot from torques, and write them into its file.

    python identify_puma.py                  the PUMA 560, with noise of 0.1 N m on every torque
    python identify_puma.py --noise 0.5 --out fitted.yaml

A measurement is played by the robot's own kernels: joints follow sums of sines, and torques are those
of inverse dynamics with noise added. Then everything is as with a real robot: stack the regressor over
the measured states, fit, look at the standard errors, write the file, and use it.
"""

from __future__ import annotations

import argparse

import numpy as np

import gen_robot


def excitation(joints: int, seconds: float, rate: float, rng: np.random.Generator):
    """Return positions, velocities and accelerations of joints that all move at several frequencies."""
    t = np.arange(0, seconds, 1 / rate)[:, None, None]
    w = 2 * np.pi / seconds * np.arange(1, 6)  # whole periods, so that filtering is easy
    a, b = rng.uniform(-1, 1, (2, joints, len(w))) / w
    sine, cosine = np.sin(w * t), np.cos(w * t)
    q = (a * sine + b * cosine).sum(axis=-1)
    qd = (w * (a * cosine - b * sine)).sum(axis=-1)
    qdd = (-(w**2) * (a * sine + b * cosine)).sum(axis=-1)
    return q, qd, qdd


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--noise", type=float, default=0.1, help="of the torques, in N m")
    parser.add_argument("--out", default="puma560_fitted.yaml", help="the file to write")
    asked = parser.parse_args()

    # Rotors are part of the PUMA's torques, so they are identified, too.
    kernels = ["inverse_dynamics", "base_regressor"]
    puma = gen_robot.load("puma560", kernels=kernels, rotors=True)
    rng = np.random.default_rng(1986)
    q, qd, qdd = excitation(puma.nv, seconds=10, rate=100, rng=rng)
    tau = puma.inverse_dynamics(q, qd, qdd)
    tau += rng.normal(0, asked.noise, tau.shape)

    fit = gen_robot.identify(puma.base_regressor(q, qd, qdd), tau, robot=puma)
    print(fit)
    # Of 40 parameters one is more than three off in every tenth draw of the noise.
    off = np.abs(fit.parameters - puma.base_parameters()) / fit.standard_errors
    print(f"\nfarthest from the truth: {off.max():.1f} standard errors")

    print(fit.write("puma560", asked.out))
    fitted = gen_robot.load(asked.out, kernels=["inverse_dynamics"], name="fitted")
    q, qd, qdd = excitation(puma.nv, seconds=10, rate=100, rng=rng)
    error = fitted.inverse_dynamics(q, qd, qdd) - puma.inverse_dynamics(q, qd, qdd)
    print(f"torques of the written file, on another motion, off by {np.abs(error).max():.2g} N m")


if __name__ == "__main__":
    main()
