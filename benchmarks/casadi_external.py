"""Compiled kernels in CasADi beside its own virtual machine: time of values, Jacobians and Hessians.

    python benchmarks/casadi_external.py [ROBOT ...] [--passes 200] [--no-control]

For each robot, inverse dynamics three times: the external (gen_robot.casadi.external), a recursive
Newton-Euler algorithm in SX as one writes it by hand, and our own graph in SX, which has as few
operations as the external. The last two run in CasADi's virtual machine. Each is evaluated on 64 states
in one call, by `map`, so that Python takes no part; passes are taken in turns, processor time of the
thread, and the tenth percentile counts. Then ipopt solves the problem of
examples/python/optimal_control.py with each of them, and the times are its own of evaluating
Jacobians and Hessians. Compare ratios only.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / folder)
    for folder in ("tests/instruments", "tests/references", "tests/robots", "examples/python")
)

import optimal_control

import gen_robot.casadi
from gen_robot.bench.tree import Joint, tree_of
from gen_robot.description.edit import Edits
from gen_robot.readers.robot_files import read
from urdf_robots import urdf_files

STATES = 64
IN_A_ROW = 3  # passes, of which the least counts: caches are full of somebody else's before
SOLVED = 5  # times, of which the shortest counts
ROBOTS = ("puma560", "ur5_robot", "panda")
LOCKED = {"panda": {"panda_finger_joint1": "0"}}

Function = Any


@dataclass(frozen=True)
class Timed:
    """Hold a function and the names of the results that are wanted of it."""

    function: Function
    results: tuple[str, ...]


def by_hand(robot: str, lock: dict[str, str]) -> Function:
    """Return inverse dynamics in SX: Newton's and Euler's equations, link after link, 3-vectors."""
    tree = tree_of(read(robot, edits=Edits(lock=lock)))
    n = tree.nv
    q, qd, qdd = (ca.SX.sym(name, n) for name in ("q", "qd", "qdd"))
    turns, omegas, alphas, forces, moments = [], [], [], [], []
    for k, joint in enumerate(tree.joints):
        slides, axis = joint.kind == "prismatic", ca.DM(joint.axis)
        R = ca.DM(joint.place.rotation) @ (ca.DM.eye(3) if slides else _turned(joint.axis, q[k]))
        p = ca.DM(joint.place.origin)
        p = p + ca.DM(joint.place.rotation) @ axis * q[k] if slides else p
        turns.append((R, p))
        at_base = joint.parent < 0
        w = ca.SX(3, 1) if at_base else omegas[joint.parent]
        alpha, a = (ca.SX(3, 1), -ca.DM(tree.gravity)) if at_base else alphas[joint.parent]
        a = R.T @ (a + ca.cross(alpha, p) + ca.cross(w, ca.cross(w, p)))
        w, alpha = R.T @ w, R.T @ alpha
        if slides:
            a = a + 2 * ca.cross(w, axis * qd[k]) + axis * qdd[k]
        else:
            alpha = alpha + axis * qdd[k] + ca.cross(w, axis * qd[k])
            w = w + axis * qd[k]
        omegas.append(w)
        alphas.append((alpha, a))
        force, moment = _needed(joint, w, alpha, a)
        forces.append(force)
        moments.append(moment)
    tau = ca.SX(n, 1)
    for k, joint in reversed(list(enumerate(tree.joints))):
        slides, axis = joint.kind == "prismatic", ca.DM(joint.axis)
        tau[k] = ca.dot(forces[k] if slides else moments[k], axis) + joint.rotor * qdd[k]
        if joint.parent >= 0:
            R, p = turns[k]
            force = R @ forces[k]
            forces[joint.parent] += force
            moments[joint.parent] += R @ moments[k] + ca.cross(p, force)
    return ca.Function("by_hand", [q, qd, qdd], [tau])


def _turned(axis: np.ndarray, angle: Any) -> Any:
    x, u = ca.skew(ca.DM(axis)), ca.DM(axis)
    c, s = ca.cos(angle), ca.sin(angle)
    return c * ca.DM.eye(3) + s * x + (1 - c) * (u @ u.T)


def _needed(joint: Joint, w: Any, alpha: Any, a: Any) -> tuple[Any, Any]:
    """Return the force and the moment about the joint's origin that move what a joint carries."""
    force, moment = ca.SX(3, 1), ca.SX(3, 1)
    for body in joint.bodies:
        R = body.place.rotation
        centre = ca.DM(body.place.origin + R @ body.com)
        tensor = ca.DM(R @ body.inertia @ R.T)
        own = body.mass * (a + ca.cross(alpha, centre) + ca.cross(w, ca.cross(w, centre)))
        force += own
        moment += tensor @ alpha + ca.cross(w, tensor @ w) + ca.cross(centre, own)
    return force, moment


def forms(robot: str, lock: dict[str, str]) -> dict[str, dict[str, Timed]]:
    """Return value, Jacobian and Hessian by contender."""
    external = gen_robot.casadi.external(robot, lock=lock)
    found = {"external": _external_forms(external)}
    expressions = {
        "SX by hand": by_hand(robot, lock),
        "SX of our graph": gen_robot.casadi.function(robot, lock=lock),
    }
    for name, function in expressions.items():
        found[name] = _expanded_forms(function)
    return found


def _external_forms(external: Function) -> dict[str, Timed]:
    """Take the functions that CasADi calls, jac_ and jac_adj1_, and the results that it wants."""
    first, second = external.jacobian(), external.reverse(1).jacobian()
    by_state = [name for name in second.name_out() if not name.endswith("_tau")]
    return {
        "value": Timed(external, ("tau",)),
        "Jacobian": Timed(first, tuple(first.name_out())),
        "Hessian": Timed(second, tuple(by_state)),
    }


def _expanded_forms(function: Function) -> dict[str, Timed]:
    n = function.size1_in(0)
    names = ("q", "qd", "qdd", "adj_tau")
    x = [ca.SX.sym(name, n) for name in names]
    value = function(*x[:3])
    first = {
        f"jac_tau_{name}": ca.jacobian(value, each)
        for name, each in zip(names[:3], x, strict=False)
    }
    gradient = ca.gradient(ca.dot(x[3], value), ca.vertcat(*x[:3]))
    second = {
        f"jac_adj_{a}_{b}": ca.jacobian(gradient[n * i : n * (i + 1)], x[k])
        for i, a in enumerate(names[:3])
        for k, b in enumerate(names[:3])
    }

    def made(title: str, count: int, results: dict[str, Any]) -> Timed:
        given = [x[:count], [*results.values()], names[:count], [*results], {"cse": True}]
        return Timed(ca.Function(title, *given), tuple(results))

    return {
        "value": made("value", 3, {"tau": value}),
        "Jacobian": made("jacobian", 3, first),
        "Hessian": made("hessian", 4, second),
    }


def least(calls: Mapping[str, Callable[[], object]], passes: int) -> dict[str, float]:
    """Return nanoseconds of processor time by contender: the tenth percentile of passes in turns."""
    taken: dict[str, list[int]] = {name: [] for name in calls}
    for _ in range(passes):
        for name, call in calls.items():
            taken[name].append(min(_taken(call) for _ in range(IN_A_ROW)))
    return {name: float(np.percentile(each, 10)) for name, each in taken.items()}


def _taken(call: Callable[[], object]) -> int:
    start = time.thread_time_ns()
    call()
    return time.thread_time_ns() - start


def measured(robot: str, lock: dict[str, str], passes: int) -> None:
    """Print a robot's table."""
    every = forms(robot, lock)
    rng = np.random.default_rng(1)
    names = [*every]
    n = every["external"]["value"].function.size1_in(0)
    given = {name: rng.uniform(-2, 2, n * STATES) for name in ("q", "qd", "qdd", "adj_tau")}
    print(f"\n{Path(robot).stem}: ns a state, and how many times as long as the external\n")
    print(f"|  | {' | '.join(names)} | largest difference |")
    print("|---" * (len(names) + 2) + "|")
    for what in ("value", "Jacobian", "Hessian"):
        runs = {name: Run(each[what], given) for name, each in every.items()}
        for run in runs.values():
            run()
        wanted = runs["SX by hand"].result
        error = max(
            np.abs(run.result - wanted).max() / np.abs(wanted).max() for run in runs.values()
        )
        times = {name: t / STATES for name, t in least(runs, passes).items()}
        cells = [f"{t:.0f} ({t / times['external']:.1f} x)" for t in times.values()]
        print(f"| {what} | {' | '.join(cells)} | {error:.0e} |", flush=True)


class Run:
    """Evaluate a function on many states in memory that is handed over once."""

    def __init__(self, timed: Timed, given: dict[str, np.ndarray]) -> None:
        self.timed, self.mapped = timed, timed.function.map(STATES)
        self.buffer, self.call = self.mapped.buffer()
        self.given = given
        for k, name in enumerate(timed.function.name_in()):
            if name in given:
                self.buffer.set_arg(k, memoryview(given[name]))
        self.results = {}
        for name in timed.results:
            k = timed.function.name_out().index(name)
            self.results[name] = np.zeros(self.mapped.nnz_out(k))
            self.buffer.set_res(k, memoryview(self.results[name]))

    def __call__(self) -> None:
        self.call()

    @property
    def result(self) -> np.ndarray:
        """All results of all states, full."""
        found = []
        for name, values in self.results.items():
            pattern = self.mapped.sparsity_out(self.timed.function.name_out().index(name))
            found.append(ca.DM(pattern, values).full().ravel())
        return np.concatenate(found)


def controlled() -> None:
    """Print how long ipopt took with the external and with expressions."""
    robot = optimal_control.ROBOT
    print(f"\n{robot} in examples/python/optimal_control.py: ipopt with exact Hessians\n")
    print("|  | iterations | cost | evaluating Jacobians, ms | Hessians, ms |")
    print("|---|---|---|---|---|")
    for name, function in (
        ("external", gen_robot.casadi.external(robot)),
        ("SX by hand", by_hand(robot, {})),
        ("SX of our graph", gen_robot.casadi.function(robot)),
    ):
        motions = [optimal_control.solved(function) for _ in range(SOLVED)]
        cells = [name, motions[0].stats["iter_count"], f"{motions[0].cost:.9g}"]
        for what in ("jac_g", "hess_l"):
            cells.append(f"{1e3 * min(m.stats[f't_proc_nlp_{what}'] for m in motions):.1f}")
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("robots", nargs="*", default=ROBOTS)
    parser.add_argument("--passes", type=int, default=200)
    parser.add_argument("--no-control", action="store_true")
    asked = parser.parse_args()
    warnings.simplefilter("ignore", gen_robot.RobotWarning)
    files = urdf_files()
    for robot in asked.robots:
        measured(str(files.get(robot, robot)), LOCKED.get(robot, {}), asked.passes)
    if not asked.no_control:
        controlled()


if __name__ == "__main__":
    main()
