"""Draw how operation counts grow with the joints of the general robot, ours and the papers'.

Writes docs/figures/inertia_matrix.svg and docs/figures/forward_dynamics.svg; needs matplotlib
(pip install 'gen-robot[bench]').
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from matplotlib.axes import Axes
from tqdm import tqdm

from figure import panels, save
from gen_robot.description.general import general_robot
from gen_robot.ledger.ledger import Candidate, Ledger, ledger
from gen_robot.ledger.papers import PAPERS, Paper
from gen_robot.options import Options
from gen_robot.search.weighing import OPERATIONS

JOINTS = (*range(2, 13), 14, 16, 18, 20)
COLOURS = {
    "gah": "C0",
    "crba": "C1",
    "lin": "C2",
    "renaud": "C4",
    "walker_orin": "C5",
    "noc": "C3",
    "cholesky": "C0",
    "gauss_jordan": "C3",
    "ldlt": "C2",
    "aba": "C1",
    "udut": "C1",
    "gibbs_appell": "C0",
    "rnea": "C3",
}
KERNELS = ("inertia_matrix", "bias", "inverse_dynamics", "forward_dynamics")


def main() -> None:
    """Count, draw and write."""
    ledgers = [_count(n) for n in tqdm(JOINTS, unit="robot")]
    _inertia_matrix(ledgers)
    _forward_dynamics(ledgers)


def _count(joints: int) -> Ledger:
    options = Options(optimise_for=OPERATIONS)
    return ledger(general_robot(joints), KERNELS, wanted=_is_drawn, options=options)


def _is_drawn(candidate: Candidate) -> bool:
    return candidate.algorithm in COLOURS


def _inertia_matrix(ledgers: Sequence[Ledger]) -> None:
    figure, (all_of_it, each) = panels(2)
    for algorithm in ("noc", "gah", "renaud", "walker_orin", "lin", "crba"):
        _ours(all_of_it, ledgers, "inertia_matrix", algorithm)
        _ours(each, ledgers, "inertia_matrix", algorithm, per_square=True)
    for paper in _drawn("inertia_matrix"):
        _theirs(all_of_it, paper)
        _theirs(each, paper, per_square=True)
    all_of_it.set_title("M(q): operations")
    all_of_it.set_ylim(0, 6000)
    each.set_title("M(q): operations / n$^2$")
    each.set_ylim(0, 45)
    _finish(all_of_it, "lower right")
    _finish(each, "lower right")
    save(figure, "inertia_matrix")


def _forward_dynamics(ledgers: Sequence[Ledger]) -> None:
    figure, (inverse, forward) = panels(2)
    for algorithm in ("rnea", "gibbs_appell"):
        _ours(inverse, ledgers, "inverse_dynamics", algorithm)
    for paper in _drawn("inverse_dynamics"):
        _theirs(inverse, paper)
    for algorithm in ("gauss_jordan", "cholesky", "ldlt", "aba"):
        _ours(forward, ledgers, "forward_dynamics", algorithm)
    for paper in _drawn("forward_dynamics"):
        _theirs(forward, paper)
    inverse.set_title("inverse dynamics: operations")
    forward.set_title("forward dynamics: operations")
    forward.set_ylim(0, 12000)
    inverse.set_ylim(0, 6000)
    _finish(inverse, "upper left")
    _finish(forward, "upper left")
    save(figure, "forward_dynamics")


def _drawn(kernel: str) -> list[Paper]:
    """Return the papers with a formula, for methods that are drawn."""
    return [p for p in PAPERS if p.kernel == kernel and not p.only and p.algorithm in COLOURS]


def _ours(
    axes: Axes, ledgers: Sequence[Ledger], kernel: str, algorithm: str, per_square: bool = False
) -> None:
    totals = []
    for one in ledgers:
        count = one.entry(kernel, algorithm).regrouped
        assert count
        totals.append(count.total / (one.joints**2 if per_square else 1))
    joints = [one.joints for one in ledgers]
    label = "aba, udut" if algorithm == "aba" else algorithm
    axes.plot(joints, totals, ".-", color=COLOURS[algorithm], label=label, linewidth=1.2)


def _theirs(axes: Axes, paper: Paper, per_square: bool = False) -> None:
    totals = [paper.total(n) / (n**2 if per_square else 1) for n in JOINTS]
    axes.plot(JOINTS, totals, "--", color=COLOURS[paper.algorithm], linewidth=0.8)


def _finish(axes: Axes, place: Literal["upper left", "lower right"]) -> None:
    axes.set_xlabel("joints n")
    axes.set_xlim(JOINTS[0], JOINTS[-1])
    axes.set_xticks(range(2, JOINTS[-1] + 1, 2))
    axes.plot([], [], "--", color="0.4", linewidth=0.8, label="the method's paper")
    axes.legend(frameon=False, fontsize=8, loc=place)


if __name__ == "__main__":
    main()
