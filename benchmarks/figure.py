"""Figures as SVG files that are the same bytes for the same numbers."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

FIGURES = Path(__file__).resolve().parent.parent / "docs" / "figures"

# Ids would be random without a salt; text stays text, so that no font is copied into the file.
mpl.rcParams.update({"svg.hashsalt": "gen-robot", "svg.fonttype": "none", "font.size": 9})


def panels(count: int, width: float = 4.2, height: float = 3.6) -> tuple[Figure, list[Axes]]:
    """Return a figure with so many panels side by side."""
    figure = Figure(figsize=(width * count, height), layout="constrained")
    axes = [figure.add_subplot(1, count, k + 1) for k in range(count)]
    for one in axes:
        one.grid(True, color="0.9")
        one.set_axisbelow(True)
        one.spines[["top", "right"]].set_visible(False)
    return figure, axes


def save(figure: Figure, name: str) -> Path:
    """Write a figure below docs/figures, without date and version."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    path = FIGURES / f"{name}.svg"
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    # matplotlib ends some lines with a blank; editors and git would complain.
    text = path.read_text(encoding="utf-8")
    path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")
    return path
