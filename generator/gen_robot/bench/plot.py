"""A run as a picture: operations against time, the share of trigonometry, one state against many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gen_robot.bench.times import ARRAYS, MANY, ONE, KernelTimes, Report, RobotTimes
from gen_robot.errors import UserError, listed, shown

COLOURS = ("#0b5394", "#b45f06", "#38761d", "#741b47", "#134f5c", "#7f6000", "#444444")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")
ANGLES, REST = "#d9822b", "#0b5394"

Row = tuple[RobotTimes, KernelTimes]


def plotter(path: Path) -> Callable[[Report], None]:
    """Return what writes the picture; refuse before anything is timed what cannot be written."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        cure = "pip install 'gen-robot[bench]'"
        raise UserError("--plot", "wants matplotlib, which is not installed", cure) from None
    known = sorted(FigureCanvasAgg.get_supported_filetypes())
    kind = path.suffix.removeprefix(".").lower()
    if kind not in known:
        cure = f"end the name with one of: {', '.join(known)}"
        raise UserError("--plot", f"{shown(path.name)} is no picture that can be written", cure)
    if not path.parent.is_dir():
        raise UserError("--plot", f"there is no folder {shown(path.parent)}", "make it first")

    def write(report: Report) -> None:
        rows = [(robot, one) for robot in report.robots for one in robot.kernels]
        own = [(robot, one) for robot, one in rows if one.auto]
        height = max(4.2, 0.26 * len(own) + 2.0)
        figure = Figure(figsize=(15.0, height), layout="constrained")
        axes = figure.subplots(1, 3)
        _operations(axes[0], report, rows)
        _trigonometry(axes[1], report, own)
        _one_and_many(axes[2], report, own)
        for each in axes:
            each.spines[["top", "right"]].set_visible(False)
            each.set_axisbelow(True)
        try:
            figure.savefig(path, dpi=150)
        except OSError as error:
            problem = f"{shown(path)} cannot be written: {error.strerror}"
            raise UserError("--plot", problem) from None

    return write


def _operations(axes: Any, report: Report, rows: list[Row]) -> None:
    """Draw each kernel's time over its operations, with the lines of equal speed."""
    kernels = list(dict.fromkeys(one.kernel for _, one in rows))
    robots = list(dict.fromkeys(robot.robot for robot, _ in rows))
    for robot, one in rows:
        axes.plot(
            max(one.flop, 1),
            one.times[ONE].low,
            MARKERS[kernels.index(one.kernel) % len(MARKERS)],
            color=COLOURS[robots.index(robot.robot) % len(COLOURS)],
            markerfacecolor=None if one.auto else "none",
            alpha=1.0 if one.auto else 0.6,
        )
    axes.set(xscale="log", yscale="log", title="operations and time, one state in C")
    axes.set(xlabel="multiplications, additions, divisions, roots", ylabel="ns")
    axes.grid(True, which="both", color="0.93")
    for name in kernels:
        mark = MARKERS[kernels.index(name) % len(MARKERS)]
        axes.plot([], [], mark, color="0.3", label=name)
    for name in robots:
        colour = COLOURS[robots.index(name) % len(COLOURS)]
        axes.plot([], [], "-", color=colour, linewidth=4, label=name)
    # The line of the machine's peak: nothing is below it.
    low, high = axes.get_xlim()
    peak = max(robot.peak.scalar for robot, _ in rows)
    axes.plot([low, high], [low / peak, high / peak], "--", color="0.5", label="peak, scalars")
    axes.set_xlim(low, high)
    _legend(axes, 3)


def _legend(axes: Any, columns: int) -> None:
    """Explain below the panel, where nothing is drawn."""
    place = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.14), "ncols": columns}
    axes.legend(fontsize=7, frameon=False, **place)


def _labels(report: Report, rows: list[Row]) -> list[str]:
    several = len(report.robots) > 1
    return [f"{robot.robot} {one.kernel}" if several else one.kernel for robot, one in rows]


def _bars(axes: Any, labels: list[str]) -> list[float]:
    """Prepare horizontal bars, the first on top."""
    places = [float(-k) for k in range(len(labels))]
    axes.set_yticks(places, labels, fontsize=8)
    axes.grid(True, axis="x", color="0.93")
    return places


def _trigonometry(axes: Any, report: Report, rows: list[Row]) -> None:
    """Draw how a kernel's time is divided."""
    places = _bars(axes, _labels(report, rows))
    shares = [one.share_of_trigonometry or 0.0 for _, one in rows]
    angles = [share * one.times[ONE].low for share, (_, one) in zip(shares, rows, strict=True)]
    rest = [one.times[ONE].low - part for part, (_, one) in zip(angles, rows, strict=True)]
    axes.barh(places, rest, color=REST, label="arithmetic, memory")
    axes.barh(places, angles, left=rest, color=ANGLES, label="sines and cosines")
    for place, share, (_, one) in zip(places, shares, rows, strict=True):
        axes.text(one.times[ONE].low, place, f" {100 * share:.0f} %", va="center", fontsize=7)
    axes.set(title="share of trigonometry", xlabel="ns, one state in C")
    axes.margins(x=0.12)
    _legend(axes, 3)


def _one_and_many(axes: Any, report: Report, rows: list[Row]) -> None:
    """Draw the time of a state alone, in a batch in C, and in an array from Python."""
    places = _bars(axes, _labels(report, rows))
    kinds = [(ONE, "one call a state, C", REST), (MANY, "batch, C", "#38761d")]
    kinds.append((ARRAYS, "arrays of states, Python", "#741b47"))
    there = [each for each in kinds if any(each[0] in one.times for _, one in rows)]
    thick = 0.8 / len(there)
    for k, (how, label, colour) in enumerate(there):
        shifted = [place + 0.4 - thick * (k + 0.5) for place in places]
        values = [one.times[how].low if how in one.times else 0.0 for _, one in rows]
        axes.barh(shifted, values, height=thick, color=colour, label=label)
    batches = listed(list(dict.fromkeys(str(robot.batch) for robot in report.robots)))
    axes.set(title=f"one state and {batches} states", xlabel="ns a state")
    _legend(axes, 3)
