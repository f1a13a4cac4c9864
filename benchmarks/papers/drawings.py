"""The figures of docs/experiments.md."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray
from puma_simulation import ROBOT, Followed
from two_bodies import ANGLES, Differences

import gen_robot

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from figure import panels, save

Array = NDArray[np.float64]
LINKS = tuple(f"link{k}" for k in range(1, 7))
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b")


def draw_paths(cases: Mapping[str, Followed]) -> None:
    """Draw the arm where each path begins and ends, the plan, and what became of it."""
    robot = gen_robot.load(ROBOT, kernels=("placement",), frames=LINKS)
    figure = Figure(figsize=(5.0 * len(cases), 4.4), layout="constrained")
    for k, (title, followed) in enumerate(cases.items(), 1):
        axes = figure.add_subplot(1, len(cases), k, projection="3d")
        (planned, *_), (moved, *_) = followed.planned, followed.moved
        for q, colour, label in ((planned[0], "0.25", "start"), (planned[-1], "0.7", "end")):
            axes.plot(
                *_joints(robot, q).T, "o-", color=colour, markersize=3, linewidth=2, label=label
            )
        tool = robot.frame(LINKS[-1])
        axes.plot(
            *tool.placement(planned)[:, :3, 3].T, color=COLOURS[0], linewidth=2, label="planned"
        )
        path = tool.placement(moved)[:, :3, 3]
        axes.plot(*path.T, "--", color=COLOURS[1], linewidth=1.2, label="moved")
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("x, m")
        axes.set_ylabel("y, m")
        axes.set_zlabel("z, m", labelpad=-6)
        for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
            axis.set_major_locator(MaxNLocator(4))
        axes.set_aspect("equal")
        axes.view_init(elev=24, azim=-55)
        axes.tick_params(labelsize=7)
        axes.legend(frameon=False, fontsize=8, loc="upper left")
    save(figure, "experiments_paths")


def _joints(robot: gen_robot.Library, q: Array) -> Array:
    """Return the origins of the base and of all links."""
    return np.array([np.zeros(3), *(robot.frame(name).placement(q)[:3, 3] for name in LINKS)])


def draw_errors(
    integrators: Mapping[str, tuple[Array, Array]],
    methods: Mapping[str, tuple[Array, Array]],
    rate: float,
) -> None:
    """Draw the tool's error over time, by integrator, and what methods differ by."""
    figure, (left, right) = panels(2, width=4.6)
    for (name, (t, error)), colour in zip(integrators.items(), COLOURS, strict=False):
        left.semilogy(t[1:], error[1:], color=colour, linewidth=1.3, label=name)
    t, error = next(iter(integrators.values()))
    left.semilogy(
        t[10:],
        error[-1] * np.exp(rate * (t[10:] - t[-1])),
        ":",
        color="0.4",
        linewidth=1,
        label=f"$e^{{{rate:.2g} t}}$",
    )
    left.set_title("distance of the tool from its plan, m", fontsize=9)
    left.legend(frameon=False, fontsize=8, loc="lower right")
    for (name, (t, error)), colour in zip(methods.items(), COLOURS, strict=False):
        right.semilogy(t[1:], np.maximum(error[1:], 1e-17), color=colour, linewidth=1.1, label=name)
    right.set_title("largest difference of a joint angle from GAH's, rad", fontsize=9)
    right.legend(frameon=False, fontsize=8, loc="upper left")
    for axes in (left, right):
        axes.set_xlabel("t, s")
    save(figure, "experiments_errors")


def draw_two_bodies(found: Sequence[Differences], condition: Array) -> None:
    """Draw qdd_2 in single and in double precision, by method, and the condition number."""
    figure = Figure(figsize=(8.6, 6.0), layout="constrained")
    for k, one in enumerate(found, 1):
        axes = figure.add_subplot(2, 2, k)
        axes.plot(ANGLES, one.single, color=COLOURS[0], linewidth=1, label="single precision")
        axes.plot(ANGLES, one.double, "--", color="0.2", linewidth=1, label="double precision")
        axes.set_title(f"{one.column.name}: {one.column.way}, qdd$_2$, rad/s$^2$", fontsize=9)
        axes.set_ylim(490.3, 492.9)
        axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(0.08, 1.0))
    axes = figure.add_subplot(2, 2, 4)
    axes.plot(ANGLES, condition, color="0.3", linewidth=1.2)
    axes.set_title("condition number of M(q)", fontsize=9)
    axes.set_ylim(0)
    for axes in figure.axes:
        axes.grid(True, color="0.9")
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlabel("q$_2$, degrees")
        axes.set_xticks(range(0, 361, 60))
    save(figure, "experiments_two_bodies")
