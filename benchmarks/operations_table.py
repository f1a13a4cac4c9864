"""Write docs/operations.md: what every algorithm costs, beside the papers, from the code as it is.

python benchmarks/operations_table.py --write      write the page
python benchmarks/operations_table.py --check      say whether it is up to date (exit code 1)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from gen_robot.algorithms import METHODS
from gen_robot.description.description import Description
from gen_robot.description.general import general_robot
from gen_robot.ledger.formats import markdown_table, paper_lines, published_lines, table
from gen_robot.ledger.ledger import COLUMNS, Candidate, Entry, Ledger, ledger
from gen_robot.ledger.papers import Paper
from gen_robot.ledger.records import FIELDS
from gen_robot.options import Options
from gen_robot.readers.robot_files import read, shipped
from gen_robot.search.search import LONG
from gen_robot.search.weighing import OPERATIONS
from operations_depth import depth_section
from operations_growth import (
    gains,
    growth_section,
    in_all,
    overtaking_section,
    regrouped,
    structured,
)
from records import others_section, records_section
from structure_gains import gains_section
from written_page import run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "operations.md"
JOINTS = range(2, 11)
"""As many as it takes to see a cubic from n = 4 on, with three counts more that lie on it."""

PLAIN, REGROUPED, STRUCTURE, _ = COLUMNS

IN_DETAIL = 6
COUNTED = (
    "inertia_matrix",
    "bias",
    "inverse_dynamics",
    "inertia_and_bias",
    "forward_dynamics",
    "inertia_inverse",
)
SHIPPED = (
    "inertia_matrix",
    "bias",
    "inverse_dynamics",
    "inertia_and_bias",
    "gravity",
    "forward_dynamics",
)
SHOWN = (*FIELDS, "lines")
"""Columns of the tables that have all counts."""

PAIRS = ("gah+gibbs_appell", "crba+gibbs_appell", "meeting+gibbs_appell", "lin+lin")
"""Of the many ways to form matrix and bias together; the others lie between."""

NOT_TRIED = [method.name for method in METHODS.values() if not method.wins_on_long_chains]

NEVER_TRIED = [method.name for method in METHODS.values() if method.wins_to == 0]

INTRODUCTION = """\
# Operation counts

What each algorithm costs, counted in the code that is generated: after common subexpressions are
shared, constants folded and all passes run. `python benchmarks/operations_table.py --write` wrote
this page, and a test fails if it is not what the code gives today. For a robot of your own:
`gen-robot ops arm.yaml`. [algorithms.md](algorithms.md) explains the methods; kinematics, derivatives
and regressors are counted in [derivatives.md](derivatives.md), beside Pinocchio's and CasADi's.

M is multiplications, A additions and subtractions. *Plain* is `--no-regroup`: masses are added up
off-line, as the papers do. *Regrouped* moves all that a joint cannot move to the link before it
(Gautier and Khalil's base parameters). *Structure* is the default, `--effort normal`: a search chooses
frames, the moments that vanish and where wrenches meet axes, for the methods that know of these; the
others need what they need regrouped. *High* is `--effort high`: the same after exact rewriting, which
takes minutes and is counted for the records alone. Bold, or a star, is what `auto`
takes with `--optimise-for operations`: the least M + A + 8 (divisions + roots). By default it weighs
the longest chain of operations as well ([algorithms.md](algorithms.md)). Beyond {long} degrees of
freedom, to save time, it does not try {not_tried};
and on no robot {never_tried}.

The *general robot* is the one for which the papers count: n revolute joints, alpha_1 = a_1 = d_1 = 0,
gravity along z_0, every other constant generic (`generator/gen_robot/description/general.py`). Here as
everywhere its frames are made canonical first; the papers keep d_n, which is zero in ours. The papers
count neither negations nor sines and cosines: of these the general robot needs n - 1 pairs, for its
first angle never matters.
"""


def main() -> int:
    """Write or check the page; without either, print it."""
    return run(__doc__, PAGE, lambda: page(general_ledgers(), shipped_ledgers()))


def general_ledgers(joints: Sequence[int] = JOINTS) -> list[Ledger]:
    """Count the general robots."""
    return [_ledger(general_robot(n), COUNTED, _is_shown) for n in joints]


def shipped_ledgers() -> list[Ledger]:
    """Count the robots that ship, as auto generates them; those with loops: loop_operations.py."""
    robots = [robot for name in shipped() if not (robot := read(name)).loops]
    return [_ledger(robot, SHIPPED, lambda c: c.auto) for robot in robots]


def _ledger(
    robot: Description, kernels: Sequence[str], wanted: Callable[[Candidate], bool]
) -> Ledger:
    return ledger(robot, kernels, wanted=wanted, options=Options(optimise_for=OPERATIONS))


def page(general: Sequence[Ledger], robots: Sequence[Ledger]) -> str:
    """Return the whole page."""
    detailed = next(one for one in general if one.joints == IN_DETAIL)
    return "\n".join(
        [
            INTRODUCTION.format(
                long=LONG, not_tried=", ".join(NOT_TRIED), never_tried=", ".join(NEVER_TRIED)
            ),
            *records_section(),
            *growth_section(general, COUNTED),
            *overtaking_section(general, COUNTED, IN_DETAIL),
            *_beyond_papers(general),
            *_detail(detailed),
            *_by_joints(general),
            *depth_section(),
            *_shipped(robots),
            *_published(robots),
            *others_section(),
            *gains_section(),
        ]
    )


def _is_shown(candidate: Candidate) -> bool:
    # What auto takes is what the solvers are given.
    return "+" not in candidate.algorithm or candidate.algorithm in PAIRS or candidate.auto


def _beyond_papers(general: Sequence[Ledger]) -> list[str]:
    """Say where a method of ours needs more than its own paper."""
    lines = []
    for one in general:
        for entry, paper in above_papers(one):
            theirs = paper.total(one.joints)
            count = regrouped(one, entry)
            lumped = entry.lumped.total if entry.lumped else 0
            lines.append(
                f"| {one.joints} | {entry.kernel} | {entry.algorithm} | {lumped} | {count.total} "
                f"| {theirs} | {paper.method} |"
            )
    head = [
        "## Where a paper needs fewer",
        "",
        "All operations (M, A, divisions, roots) of a method, plain, where they are more "
        "than the paper of the same method says.",
        "",
        "| n | kernel | method | plain | regrouped | paper | |",
        "|---:|---|---|---:|---:|---:|---|",
    ]
    return [*head, *lines, ""]


def above_papers(one: Ledger) -> list[tuple[Entry, Paper]]:
    """Return the entries that, without regrouping, need more than the paper of their method."""
    pairs = [(entry, one.paper(entry)) for entry in one.entries]
    return [
        (entry, paper)
        for entry, paper in pairs
        if paper and entry.lumped and entry.lumped.total > paper.total(one.joints)
    ]


def _detail(one: Ledger) -> list[str]:
    lines = [f"## The general robot with {one.joints} joints", ""]
    for kernel in one.kernels:
        lines += [f"### {kernel}", "", markdown_table(table(one, kernel, SHOWN))]
        if papers := paper_lines(one, kernel):
            lines += ["Papers:", "", *(f"- {line}" for line in papers), ""]
    return lines


def _by_joints(general: Sequence[Ledger]) -> list[str]:
    lines = [
        f"## General robots with {general[0].joints} to {general[-1].joints} joints",
        "",
        "M + A of each method; after a method, in italics, its paper.",
        "",
    ]
    for kernel in COUNTED:
        entries = in_all(general, kernel)
        lines += [f"### {kernel}, plain", "", *_rows(general, entries, PLAIN)]
        lines += [f"### {kernel}, regrouped", "", *_rows(general, entries, REGROUPED)]
        # Solvers gain what they are given.
        better = [e for e in entries if gains(general, e)]
        if better:
            lines += [f"### {kernel}, structure", "", *_rows(general, better, STRUCTURE)]
    return lines


def _rows(general: Sequence[Ledger], entries: Sequence[Entry], column: str) -> list[str]:
    with_paper = [e.algorithm for e in entries if general[-1].paper(e) and column == PLAIN]
    heads = ["n"]
    for entry in entries:
        heads.append(entry.algorithm)
        heads += ["*paper*"] if entry.algorithm in with_paper else []
    lines = [f"| {' | '.join(heads)} |", "|" + "---:|" * len(heads)]
    for one in general:
        cells = [str(one.joints)]
        for each in entries:
            entry = one.entry(each.kernel, each.algorithm)
            count = entry.columns[column]
            cell = f"{count.operations.mul} + {count.operations.add}"
            cells.append(f"**{cell}**" if column != PLAIN and entry.auto else cell)
            if entry.algorithm in with_paper:
                paper = one.paper(entry)
                assert paper
                cells.append(f"*{paper.mul(one.joints)} + {paper.add(one.joints)}*")
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _shipped(robots: Sequence[Ledger]) -> list[str]:
    lines = [
        "## The robots that ship",
        "",
        "What `auto` generates; in the last columns the same method regrouped, without a search, and",
        "plain.",
        "",
        f"| robot | kernel | algorithm | {' | '.join(FIELDS)} | lines of C | regrouped | plain |",
        "|---|---|---|" + "---:|" * (len(FIELDS) + 3),
    ]
    for one in robots:
        for kernel in one.kernels:
            entry = next(e for e in one.of(kernel) if e.auto)
            count = structured(one, entry)
            name = f"{entry.algorithm} on {count.on}" if count.on else entry.algorithm
            numbers = [*count.operations.as_dict().values(), count.lines]
            less = [entry.columns[column].operations for column in (REGROUPED, PLAIN)]
            pairs = [f"{n.mul} + {n.add}" for n in less]
            cells = [one.robot, kernel, name, *map(str, numbers), *pairs]
            lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _published(robots: Sequence[Ledger]) -> list[str]:
    """Put what is printed for a robot beside what auto generates for it."""
    lines = [
        "## Published for these robots",
        "",
        "What is printed for a robot itself, and what other generators write for it, beside what "
        "`auto` generates. What papers print elsewhere on this page is for the general robot.",
        "",
        "| robot | kernel | ours, M + A | published |",
        "|---|---|---:|---|",
    ]
    for one in robots:
        for kernel in one.kernels:
            entry = next(e for e in one.of(kernel) if e.auto)
            ours = structured(one, entry).operations
            lines += [
                f"| {one.robot} | {kernel} | {ours.mul} + {ours.add} | {line} |"
                for line in published_lines(one, kernel)
            ]
    return [*lines, ""]


if __name__ == "__main__":
    sys.exit(main())
