"""Simulations: the loop in C beside one in Python over Pinocchio, and what each integrator costs.

    python benchmarks/simulation.py                 tables
    python benchmarks/simulation.py --figures       and the figures of docs/simulation.md

Both loops make the same steps of RK4 from the same state, in turns, on one thread; the least time of
each counts. The second table is of the free PUMA: how far its energy strays in 10 s from where it
began, over its greatest kinetic energy, against how often forward dynamics was evaluated.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

import gen_robot
from gen_robot.bindings import Library
from gen_robot.integrators.methods import METHODS
from gen_robot.readers.robot_files import read
from pinocchio_robot import pinocchio_model

Reals = NDArray[np.float64]

ROBOTS = ("puma560", "puma560_corke")
KERNELS = ["forward_dynamics", "inverse_dynamics", "kinetic_energy", "potential_energy"]
START = np.array([0.1, -0.5, 0.3, 0.2, 0.4, -0.3])
STEP, STEPS, PASSES = 1e-3, 10_000, 5
DURATION = 10.0
SIZES = (8e-3, 4e-3, 2e-3, 1e-3, 5e-4)
TOLERANCES = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--figures", action="store_true", help="draw the figures, too")
    asked = parser.parse_args()
    robots = {name: gen_robot.load(name, kernels=KERNELS, integrators=True) for name in ROBOTS}
    speed(robots)
    drift(robots)
    if asked.figures:
        from simulation_figures import draw

        draw(robots["puma560"])


def speed(robots: dict[str, Library]) -> None:
    """Print how many times faster the loop in C is."""
    print(f"RK4, {STEPS} steps of {STEP:g} s, us a step: least of {PASSES} passes in turns\n")
    print(f"{'robot':16} {'C':>8} {'pin.aba':>9} {'ratio':>7} {'difference':>11}")
    for name, robot in robots.items():
        ends: dict[str, Reals] = {}
        loops = {"C": in_c(robot, ends), "pin": in_python(name, ends)}
        least = {each: min(times) for each, times in in_turns(loops).items()}
        c, python = (1e6 * least[each] / STEPS for each in ("C", "pin"))
        off = np.abs(ends["C"] - ends["pin"]).max()
        print(f"{name:16} {c:8.3f} {python:9.3f} {python / c:7.1f} {off:11.1e}")


def in_turns(loops: dict[str, Callable[[], None]]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(PASSES):
        for name, loop in loops.items():
            started = time.thread_time()
            loop()
            times[name].append(time.thread_time() - started)
    return times


def in_c(robot: Library, ends: dict[str, Reals]) -> Callable[[], None]:
    def loop() -> None:
        end = STEP * STEPS
        made: Any = robot.simulate(end, START, step=STEP, times=[end], dense=False)
        ends["C"] = np.concatenate([made.q[-1], made.qd[-1]])

    return loop


def in_python(name: str, ends: dict[str, Reals]) -> Callable[[], None]:
    """Return the same steps as a careful user writes them: NumPy on states, pin.aba for rates."""
    model = pinocchio_model(read(name))
    data, tau = model.createData(), np.zeros(model.nv)

    def loop() -> None:
        h, q, v = STEP, START.copy(), np.zeros(model.nv)
        for _ in range(STEPS):
            a1 = pin.aba(model, data, q, v, tau).copy()
            v2 = v + h / 2 * a1
            a2 = pin.aba(model, data, q + h / 2 * v, v2, tau).copy()
            v3 = v + h / 2 * a2
            a3 = pin.aba(model, data, q + h / 2 * v2, v3, tau).copy()
            v4 = v + h * a3
            a4 = pin.aba(model, data, q + h * v3, v4, tau)
            q = q + h / 6 * (v + 2 * v2 + 2 * v3 + v4)
            v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        ends["pin"] = np.concatenate([q, v])

    return loop


def drift(robots: dict[str, Library]) -> None:
    """Print what each integrator costs and keeps."""
    for name, robot in robots.items():
        print(f"\n{name}, free, {DURATION:g} s: evaluations, and how far the energy strays\n")
        for method, rows in work(robot).items():
            cells = (f"{each:g}: {evaluations}, {strays:.1e}" for each, evaluations, strays in rows)
            print(f"{method:20} {'; '.join(cells)}")


def work(robot: Library) -> dict[str, list[tuple[float, int, float]]]:
    """Return by method its rows: step or tolerance, evaluations, straying of the energy."""
    found: dict[str, list[tuple[float, int, float]]] = {}
    for name, method in METHODS.items():
        option, values = ("tolerance", TOLERANCES) if method.is_adaptive else ("step", SIZES)
        found[name] = []
        for value in values:
            made: Any = robot.simulate(DURATION, START, method=name, **{option: value})
            strays = np.abs(made.energy - made.energy[0]).max() / made.kinetic.max()
            found[name].append((value, made.evaluations, float(strays)))
    return found


if __name__ == "__main__":
    main()
