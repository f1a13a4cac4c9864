"""Repeat Mata et al. 2002, section 5.1: forward dynamics in single precision, by every method.

A short, light link carries a long, heavy one, so that the inertia matrix is ill-conditioned. For 180
positions of the second link, qdd in single precision is compared with qdd in double precision by the
same method. Prints the paper's Table 5 beside ours; --write also draws docs/figures/stability.svg
(needs matplotlib: pip install 'gen-robot[bench]').
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from pathlib import Path

import numpy as np
from tqdm import tqdm

import base_coordinates
from accelerations import (
    ANGLES,
    EXTENDED,
    Array,
    Method,
    accelerations,
    condition_numbers,
    has_extended_registers,
)
from gen_robot.algorithms import giving
from gen_robot.algorithms.method import Quantity

JOINT = 2  # the table's title says joint 1, its rows say qdd_2

IN_BASE_COORDINATES = Method("aba, base coordinates")

PAPER = {
    IN_BASE_COORDINATES: (0.4976, 0.01324),
    # What the paper calls CRBA is Walker and Orin's method.
    Method("gauss_jordan", "walker_orin+gibbs_appell"): (1.2922, 0.2750630),
    Method("gauss_jordan", "gah+gibbs_appell"): (0.5340020, 0.0087611),
}
"""Largest and average difference in rad/s^2: Mata et al. 2002, Table 5.

The averages are those of signed differences, and its ABA is in base coordinates: docs/experiments.md.
"""

METHODS = [
    Method("aba"),
    Method("udut"),
    *(
        Method(solver.name, f"{inertia.name}+gibbs_appell")
        for solver, inertia in product(giving(Quantity.SOLUTION), giving(Quantity.INERTIA_MATRIX))
    ),
]
DRAWN = [
    Method("gauss_jordan", "walker_orin+gibbs_appell"),
    Method("gauss_jordan", "gah+gibbs_appell"),
    Method("aba"),
]


def main() -> None:
    """Print the table, and draw the figure if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="draw docs/figures/stability.svg")
    asked = parser.parse_args()
    extended = has_extended_registers()
    errors: dict[Method, Array] = {}
    rows = []
    for method in tqdm(METHODS, unit="method", disable=not sys.stderr.isatty()):
        exact = accelerations(method, "double")
        errors[method] = accelerations(method, "single") - exact
        other = accelerations(method, "single", EXTENDED) - exact if extended else None
        rows.append(_row(method, errors[method], other))
    rows.insert(1, _row(IN_BASE_COORDINATES, _in_base_coordinates(), None))
    heads = ["max", "average", "signed average", "max, extended", "average, extended"]
    heads += ["max, paper", "average, paper"]
    print(f"| solver | M(q) by | {' | '.join(heads)} |")
    print("|---|---|" + "---:|" * len(heads))
    print("\n".join(rows))
    condition = condition_numbers()
    print(f"\ncondition number of M(q): {condition.min():.3g} to {condition.max():.3g}")
    if asked.write:
        _draw({method: errors[method] for method in DRAWN}, condition)


def _row(method: Method, error: Array, extended: Array | None) -> str:
    cells = [method.solver, method.inertia, *_largest_and_average(error)]
    cells.append(f"{abs(error[:, JOINT - 1].mean()):.2g}")
    cells += _largest_and_average(extended) if extended is not None else ["", ""]
    cells += [f"{number:g}" for number in PAPER.get(method, ())] or ["", ""]
    return f"| {' | '.join(cells)} |"


def _in_base_coordinates() -> Array:
    """Return the errors of the articulated recursion as it is printed."""
    single, double = (base_coordinates.accelerations(ANGLES, r) for r in (np.float32, np.float64))
    return np.asarray(single - double, np.float64)


def _largest_and_average(error: Array) -> list[str]:
    size = np.abs(error[:, JOINT - 1])
    return [f"{size.max():.2g}", f"{size.mean():.2g}"]


def _draw(errors: dict[Method, Array], condition: Array) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from figure import panels, save

    figure, (differences, conditions) = panels(2)
    for method, error in errors.items():
        label = f"{method.solver} on {method.inertia}" if method.pair else "aba, udut"
        # Some differences are exactly zero, which a logarithm cannot show.
        size = np.maximum(np.abs(error[:, JOINT - 1]), 1e-6)
        differences.semilogy(ANGLES, size, ".-", label=label, linewidth=0.8, markersize=3)
    differences.set_ylim(1e-6, 10)
    differences.set_title("|qdd$_2$ single $-$ qdd$_2$ double|, rad/s$^2$")
    differences.legend(frameon=False, fontsize=8, loc="center right")
    conditions.plot(ANGLES, condition, color="0.3", linewidth=1.2)
    conditions.set_title("condition number of M(q)")
    conditions.set_ylim(0)
    for axes in (differences, conditions):
        axes.set_xlabel("q$_2$, degrees")
        axes.set_xticks(range(0, 361, 60))
    save(figure, "stability")


if __name__ == "__main__":
    main()
