"""Put the table of counts into docs/derivatives.md: ours beside Pinocchio's and CasADi's.

    python benchmarks/derivatives_page.py              print the table
    python benchmarks/derivatives_page.py --write      put it into the page
    python benchmarks/derivatives_page.py --check      say whether it is up to date (exit code 1)

Ours are counted in the code as it is; the others' are those that peer_operations.py kept. Needs
example-robot-data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.ir.count import count
from gen_robot.kernels import KERNELS
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search.weighing import OPERATIONS
from peer_counts import kept, spelled
from speed import ROBOTS
from speed_tables import TITLES, as_table, written
from written_page import run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "derivatives.md"

ASKED_OF_PEERS = {
    "inverse_dynamics_derivatives": ("dtau_dq", "dtau_dqd"),
    "forward_dynamics_derivatives": ("dqdd_dq", "dqdd_dqd"),
}
"""Of kernels that give more: what the others' counts are of, so what is counted of ours."""

SHOWN = (
    "placement",
    "jacobian",
    "com",
    "com_jacobian",
    "coriolis_matrix",
    "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
    "inverse_dynamics_adjoint",
    "inverse_dynamics_hessian",
    "regressor",
    "base_regressor",
)
GEN_ROBOT = "gen-robot"


def ours(description: Description, families: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Return what kernels count for a robot; of families, the one for its first tip."""
    options = Options(optimise_for=OPERATIONS)
    with room_for(len(description.links)):
        model = modelled(description, options)
        search = searched(model, options)
        for family in families:
            kernel = next(iter(KERNELS[family].instances(model).values()))
            outputs = search.choose(kernel).graph.outputs
            asked = ASKED_OF_PEERS.get(family, tuple(outputs))
            operations = count([node for name in asked for node in outputs[name]])
            yield family, spelled(operations.as_dict())


def counts(keys: Sequence[str] = tuple(ROBOTS)) -> str:
    """Return the table, a column for each robot."""
    theirs, columns = kept(), {}
    families = [family for family in SHOWN if family in KERNELS]
    for key in keys:
        robot = ROBOTS[key]
        description = read(robot.path, edits=Edits(robot.lock))
        columns[key] = dict(ours(description, families))
    rows = []
    for family in families:
        rows.append([family, GEN_ROBOT, *(f"**{columns[key][family]}**" for key in keys)])
        for called in theirs[keys[0]].get(family, {}):
            rows.append(["", called, *(spelled(theirs[key][family][called]) for key in keys)])
    return as_table(["M + A", "", *(TITLES[key] for key in keys)], rows)


def page() -> str:
    """Return the page with the table in its place."""
    return written(PAGE.read_text(encoding="utf-8"), {}, {"counts": lambda _: counts()})


def main() -> int:
    return run(__doc__, PAGE, page)


if __name__ == "__main__":
    sys.exit(main())
