"""Repeat the papers' experiments: simulations of a PUMA, and two bodies in single precision.

python benchmarks/papers/run.py              print the page
python benchmarks/papers/run.py --write      write docs/experiments.md and its figures

Provenzano et al., section 4 (Figs. 1, 2 and Table 2); Mata et al. 2002, section 5.1 (Fig. 2, Table 5)
and section 5.2. Needs a C compiler; figures need matplotlib (pip install 'gen-robot[bench]').
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from experiments_page import PAGE, Results, page
from numpy.typing import NDArray
from puma_simulation import (
    MATA,
    MATA_STARTS,
    METHODS,
    PROVENZANO,
    PROVENZANO_START,
    TOLERANCE,
    TOOL,
    TORQUES,
    Followed,
    built,
    built_without_motors,
    follow,
    table_2,
    tool_motion,
)
from straight_path import JointMotion
from tqdm import tqdm
from two_bodies import COLUMNS, differences

from gen_robot.bindings import Library

Array = NDArray[np.float64]

INTEGRATORS = ("fehlberg4", "fehlberg5", "rk4", "dopri5", "cash_karp")
TIGHT = 0.005
"""Seconds a step, where only rounding and the arm's instability are left."""
ROUNDS = 9
OF_MATA = "GAH, Cholesky"


def main() -> None:
    """Compute everything, and print or write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write docs/experiments.md, figures")
    asked = parser.parse_args()
    steps = len(METHODS) + len(INTEGRATORS) + len(MATA_STARTS) + len(COLUMNS) + 7
    with tqdm(total=steps, unit="step", disable=not sys.stderr.isatty()) as bar:

        def progress(text: str) -> None:
            bar.set_description(text)
            bar.update()

        found = results(progress)
        text = page(found)
        if asked.write:
            progress("figures")
            _draw(found)
            PAGE.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)


def results(progress: Callable[[str], None]) -> Results:
    """Run all experiments."""
    robots: dict[str, Library] = {}
    for name, way in METHODS.items():
        progress(f"PUMA by {name}")
        robots[name] = built(way)
    any_robot = robots["GAH"]
    motion = JointMotion(any_robot, TOOL, PROVENZANO, PROVENZANO_START)
    followed = {name: follow(robot, motion, tolerance=TOLERANCE) for name, robot in robots.items()}
    tables = {name: table_2(any_robot, one) for name, one in followed.items()}
    by_integrator: dict[str, Followed] = {}
    for method in INTEGRATORS:
        progress(f"PUMA by {method}")
        by_integrator[method] = follow(any_robot, motion, method)
    alternatives: dict[str, Followed] = {}
    for rule in [*TORQUES][1:]:
        progress(f"torques {rule}")
        alternatives[f"torques {rule}"] = follow(any_robot, motion, torques=rule)
    progress("PUMA without motors")
    with TemporaryDirectory() as folder:
        bare = built_without_motors(METHODS["GAH"], Path(folder))
        its_motion = JointMotion(bare, TOOL, PROVENZANO, PROVENZANO_START)
        alternatives["no motor inertias"] = follow(bare, its_motion)
    progress("a tight integration")
    tight = follow(any_robot, motion, "cash_karp", step=TIGHT)
    progress("times")
    times = _times(robots)
    mata: dict[str, Followed] = {}
    other = robots[OF_MATA]
    for name, q0 in MATA_STARTS.items():
        progress(f"PUMA, {name}")
        mata[name] = follow(other, JointMotion(other, TOOL, MATA, q0), tolerance=TOLERANCE)
    first, q0 = next(iter(MATA_STARTS.items()))
    progress("order 5, and the same by other methods")
    fifth = follow(other, JointMotion(other, TOOL, MATA, q0), "fehlberg5")
    agreeing = [
        follow(robots[name], JointMotion(other, TOOL, MATA, q0), tolerance=TOLERANCE)
        for name in ("CRBM", "ABM")
    ]
    bodies = []
    for column in COLUMNS:
        progress(f"two bodies by {column.name}")
        bodies.append(differences(column))
    return Results(
        any_robot,
        followed,
        tables,
        by_integrator,
        {name: table_2(any_robot, one) for name, one in by_integrator.items()},
        {name: table_2(any_robot, one) for name, one in alternatives.items()},
        _distance(any_robot, tight),
        times,
        mata,
        fifth,
        _largest(mata[first], agreeing),
        tuple(bodies),
    )


def _times(robots: Mapping[str, Library]) -> dict[str, float]:
    """Return the seconds of 20,000 evaluations inside the integrator, the methods taking turns."""
    start = np.array(PROVENZANO_START)
    best = dict.fromkeys(robots, np.inf)
    for _ in range(ROUNDS):
        for name, robot in robots.items():
            begun = perf_counter()
            robot.simulate(5.0, start, np.zeros(6), method="rk4", step=1e-3, times=[5.0])
            best[name] = min(best[name], perf_counter() - begun)
    return best


def _distance(robot: Library, followed: Followed) -> Array:
    """Return how far the tool is from its plan."""
    planned, moved = (tool_motion(robot, each)[0] for each in (followed.planned, followed.moved))
    return np.asarray(np.linalg.norm(planned - moved, axis=1))


def _largest(one: Followed, others: list[Followed]) -> float:
    """Return by how much joint angles, rates and accelerations differ at most."""
    return max(
        float(np.abs(a - b).max())
        for other in others
        for a, b in zip(one.moved, other.moved, strict=True)
    )


def _draw(found: Results) -> None:
    from drawings import draw_errors, draw_paths, draw_two_bodies

    from accelerations import condition_numbers

    first = next(iter(found.mata))
    draw_paths(
        {
            "Provenzano et al., section 4": found.followed["GAH"],
            "Mata et al. 2002, section 5.2": found.mata[first],
        }
    )
    by_integrator = {
        name: (one.t, _distance(found.robot, one)) for name, one in found.by_integrator.items()
    }
    reference = found.followed["GAH"].moved[0]
    by_method = {
        name: (one.t, np.abs(one.moved[0] - reference).max(axis=1))
        for name, one in found.followed.items()
        if name != "GAH"
    }
    draw_errors(by_integrator, by_method, found.growth)
    draw_two_bodies(found.bodies, condition_numbers())


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    main()
