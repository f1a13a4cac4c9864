"""A simulation as a picture: positions, rates, torques, energy, the tips' ways, the steps."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from gen_robot.errors import UserError
from gen_robot.simulation.job import Simulated
from gen_robot.simulation.names import coordinates, velocities

COLOURS = ("#0b5394", "#b45f06", "#38761d", "#741b47", "#0f8a8a", "#7f6000", "#444444", "#cc4125")
SUFFIXES = (".png", ".svg", ".pdf")
PLANNED = {"linestyle": (0, (4, 2)), "linewidth": 1.0, "color": "#888888"}
MOST_LABELLED = 8
FEW = 400  # points of a curve that is dashed


def check_matplotlib() -> None:
    """Refuse before anything is computed what cannot be drawn."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        cure = "pip install 'gen-robot[simulate]'"
        raise UserError("--plot", "wants matplotlib, which is not installed", cure) from None


def as_picture(made: Simulated, path: Path) -> bytes:
    """Return the picture in the format that the file's name says."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # The same numbers give the same bytes.
    settings: dict[Any, Any] = {
        "svg.hashsalt": "gen-robot",
        "svg.fonttype": "none",  # text stays text
        "font.size": 9.0,
    }
    kind = path.suffix.removeprefix(".").lower()
    without_date = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind, {})
    with rc_context(settings):
        figure = Figure(figsize=(13.0, 7.4), layout="constrained")
        x = made.trajectory
        figure.suptitle(
            f"{made.robot.name}: {x.method}, {len(x.steps) - 1} steps,"
            f" {x.evaluations} evaluations, {x.rejected} rejected"
        )
        grid = figure.add_gridspec(2, 3)
        _positions(figure.add_subplot(grid[0, 0]), made)
        _rates(figure.add_subplot(grid[0, 1]), made)
        _torques(figure.add_subplot(grid[0, 2]), made)
        _energies(figure.add_subplot(grid[1, 0]), made)
        _steps(figure.add_subplot(grid[1, 1]), made)
        _ways(figure.add_subplot(grid[1, 2], projection="3d"), made)
        stream = io.BytesIO()
        figure.savefig(stream, format=kind, dpi=130, metadata=without_date)
    return stream.getvalue()


def _over_time(axes: Any, title: str, unit: str) -> None:
    axes.set_title(title, loc="left")
    axes.set_xlabel("t [s]")
    axes.set_ylabel(unit)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="#e4e4e4", linewidth=0.6)
    axes.set_axisbelow(True)


def _lines(axes: Any, made: Simulated, values: Any, names: list[str]) -> None:
    for k, (name, column) in enumerate(zip(names, values.T, strict=True)):
        axes.plot(
            made.trajectory.t, column, label=name, color=COLOURS[k % len(COLOURS)], linewidth=1.3
        )


def _legend(axes: Any, count: int) -> None:
    if count <= MOST_LABELLED:
        axes.legend(fontsize=7.5, frameon=False, ncols=2)


def _positions(axes: Any, made: Simulated) -> None:
    names = coordinates(made.robot)
    _over_time(axes, "positions", "q [rad, m]")
    _lines(axes, made, made.trajectory.q, names)
    if made.path is not None:
        t = np.linspace(made.trajectory.t[0], made.trajectory.t[-1], FEW)
        axes.plot(t, made.path(t), **PLANNED)
        axes.plot([], [], label="planned", **PLANNED)
    _legend(axes, len(names))


def _rates(axes: Any, made: Simulated) -> None:
    _over_time(axes, "rates", "qd [rad/s, m/s]")
    _lines(axes, made, made.trajectory.qd, velocities(made.robot))


def _torques(axes: Any, made: Simulated) -> None:
    _over_time(axes, "torques", "tau [Nm, N]")
    _lines(axes, made, made.trajectory.tau, velocities(made.robot))


def _energies(axes: Any, made: Simulated) -> None:
    x = made.trajectory
    _over_time(axes, "energy", "[J]")
    if x.kinetic is None or x.potential is None or x.energy is None:
        return
    rows = (("kinetic", x.kinetic), ("potential", x.potential), ("sum", x.energy))
    for (name, values), colour in zip(rows, (COLOURS[0], COLOURS[1], "#222222"), strict=True):
        axes.plot(x.t, values, label=name, color=colour, linewidth=1.3)
    axes.legend(fontsize=7.5, frameon=False)


def _steps(axes: Any, made: Simulated) -> None:
    x = made.trajectory
    _over_time(axes, "steps", "h [s]")
    sizes = np.abs(x.step_sizes)
    axes.stairs(sizes, x.steps, baseline=None, color=COLOURS[0])
    axes.set_ylim(0, 1.15 * sizes.max())


def _ways(axes: Any, made: Simulated) -> None:
    """Draw where the tips go, and where they should."""
    robot, x = made.robot, made.trajectory
    axes.set_title("ways of the tips [m]", loc="left")
    ways = []
    for k, name in enumerate(robot.frame_names):
        frame = robot.frame(name)
        way = frame.placement(x.q)[:, :3, 3]
        ways.append(way)
        axes.plot(*way.T, color=COLOURS[k % len(COLOURS)], linewidth=1.4, label=name)
        axes.scatter(*way[:1].T, color=COLOURS[k % len(COLOURS)], s=18)
        if made.path is not None:
            t = np.linspace(x.t[0], x.t[-1], FEW)
            label = "" if k else "planned"
            axes.plot(*frame.placement(made.path(t))[:, :3, 3].T, label=label, **PLANNED)
    if not ways:
        return
    # One scale for all axes: a straight way looks straight, a circle round.
    every = np.concatenate(ways)
    middle, half = (every.max(0) + every.min(0)) / 2, max(np.ptp(every, axis=0).max() / 2, 1e-3)
    for centre, set_limits in zip(
        middle, (axes.set_xlim, axes.set_ylim, axes.set_zlim), strict=True
    ):
        set_limits(centre - 1.05 * half, centre + 1.05 * half)
    axes.set_box_aspect((1, 1, 1))
    axes.set_xlabel("x")
    axes.set_ylabel("y")
    axes.set_zlabel("z")
    if len(ways) <= MOST_LABELLED:
        axes.legend(fontsize=7.5, frameon=False)
