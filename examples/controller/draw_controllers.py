"""Draw how far the robots were from their paths, from the records of run_controllers.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

Record = NDArray[np.void]

PD, GRAVITY, UNKNOWN, MODEL = "#999999", "#E69F00", "#CC3311", "#0072B2"
PUMA = ("e1", "e2", "e3", "e4", "e5", "e6")
POSITION, ORIENTATION = ("ex", "ey", "ez"), ("erx", "ery", "erz")


def figures(results: Path) -> dict[str, Figure]:
    """Return the figures by their names."""
    return {"controller_puma": puma(results), "controller_panda": panda(results)}


def puma(results: Path) -> Figure:
    """Draw the errors of the PUMA's joints: without a load, and with one."""
    figure, (free, loaded) = _panels(2)
    _errors(free, results / "puma_pd.csv", PUMA, "PD", PD)
    _errors(free, results / "puma_pd_gravity.csv", PUMA, "PD + gravity", GRAVITY)
    _errors(free, results / "puma_computed_torque.csv", PUMA, "computed torque", MODEL)
    _errors(loaded, results / "puma_pd_gravity_load.csv", PUMA, "PD + gravity, load known", GRAVITY)
    _errors(loaded, results / "puma_load_unknown.csv", PUMA, "computed torque, unknown", UNKNOWN)
    _errors(loaded, results / "puma_load_known.csv", PUMA, "computed torque, known", MODEL)
    free.set_ylabel("error of the six joints (rad)")
    for axes in (free, loaded):
        axes.set_ylim(1e-7, 0.3)
    _finished(free, "PUMA 560, no load")
    _finished(loaded, "with a load of 2.5 kg")
    return figure


def panda(results: Path) -> Figure:
    """Draw the path of the Panda's tool as seen from the front, and how far from it the tool was."""
    figure, (path, position, orientation) = _panels(3)
    unknown = _read(results / "panda_load_unknown.csv")
    known = _read(results / "panda_load_known.csv")
    path.plot(
        unknown["y"], unknown["z"], color="0.75", lw=5, solid_capstyle="round", label="wanted"
    )
    for record, label, colour in (
        (unknown, "load unknown", UNKNOWN),
        (known, "load known", MODEL),
    ):
        y, z = record["y"] - record["ey"], record["z"] - record["ez"]
        path.plot(y, z, color=colour, label=label, lw=1)
    path.set(xlabel="y (m)", ylabel="z (m)", title="Panda with a load of 1 kg: path of its tool")
    path.set_aspect("equal", adjustable="datalim")
    path.legend(frameon=False, loc="center", fontsize="small")
    for axes, columns, scale in ((position, POSITION, 1e3), (orientation, ORIENTATION, 1e3)):
        for name, label, colour in (
            ("pd_gravity_load", "PD + gravity, load known", GRAVITY),
            ("load_unknown", "operational space, unknown", UNKNOWN),
            ("load_known", "operational space, known", MODEL),
        ):
            _errors(axes, results / f"panda_{name}.csv", columns, label, colour, scale)
    position.set_ylabel("error of position (mm)")
    orientation.set_ylabel("error of orientation (mrad)")
    position.set_ylim(1e-4, 300)
    orientation.set_ylim(1e-4, 300)
    _finished(position, "its distance from where it should be")
    _finished(orientation, "its turn from how it should stand")
    return figure


def times(runs: dict[str, list[Path]]) -> Figure:
    """Draw which share of cycles took longer than a time; runs are records by a label, taken as one."""
    figure, (axes,) = _panels(1)
    figure.set_figwidth(8.2)
    for (label, files), colour in zip(runs.items(), (MODEL, UNKNOWN), strict=True):
        record = np.concatenate([_read(file) for file in files])
        share = 1 - np.arange(len(record)) / len(record)
        # Of the many short times a few are enough to see; of the longest, all.
        drawn = np.unique(len(record) - np.geomspace(1, len(record), 400).astype(int))
        for column, what, style in (("kernels_us", "kernels", "-"), ("control_us", "control", ":")):
            sizes = np.sort(record[column])
            axes.loglog(sizes[drawn], share[drawn], style, color=colour, label=f"{label}, {what}")
    for where, text in ((10, "1 % of the period"), (1000, "the period")):
        axes.axvline(where, color="0.6", lw=0.8)
        axes.text(
            0.92 * where, 0.6, text, ha="right", va="top", rotation=90, color="0.4", size="small"
        )
    axes.set(
        xlabel="microseconds",
        ylabel="share of cycles that took longer",
        title="time of a cycle at 1 kHz, by the clock",
    )
    axes.set_xlim(left=0.03)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")
    return figure


def _panels(count: int) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(4.4 * count, 3.8), layout="constrained")
    axes = [figure.add_subplot(1, count, k + 1) for k in range(count)]
    for one in axes:
        one.grid(True, color="0.92")
        one.set_axisbelow(True)
        one.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _read(file: Path) -> Record:
    return np.genfromtxt(file, delimiter=",", names=True)


def _errors(
    axes: Axes, file: Path, columns: tuple[str, ...], label: str, colour: str, scale: float = 1.0
) -> None:
    record = _read(file)
    length = scale * np.linalg.norm([record[name] for name in columns], axis=0)
    # At rest the error is zero, of which there is no logarithm; every 5 ms is enough to see.
    shown = np.where(length > 0, length, np.nan)[::5]
    axes.semilogy(record["t"][::5], shown, color=colour, lw=1.2, label=label)


def _finished(axes: Axes, title: str) -> None:
    axes.set(xlabel="time (s)", title=title)
    axes.legend(frameon=False, loc="lower center", fontsize="small")
