"""How fast kinematics, derivatives and regressors are beside Pinocchio's and CasADi's.

    python benchmarks/derivative_speed.py                     print the table
    python benchmarks/derivative_speed.py --casadi FOLDER     ... with what peer_operations.py --c wrote
    python benchmarks/derivative_speed.py --write             put it into docs/performance.md

Options, peers and measuring are those of speed.py: one process, one core, contenders in turns. It also
says whether the ratios were found that are asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from derivative_tables import FAMILIES, KERNELS, TABLES, held
from gen_robot.description.description import Description
from gen_robot.kernels.kernel import identifiers
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from speed import measured, parser, run

ROBOTS = ("puma560", "ur5", "panda")
BATCH = 20_000


def kernels(description: Description) -> Sequence[str]:
    """Return the kernels to time: of families, the one for the robot's tip."""
    tip, *_ = identifiers([*modelled(description, Options()).frames]).values()
    return [f"{name}_{tip}" if name in FAMILIES else name for name in KERNELS]


def main() -> int:
    asked = parser(__doc__, ROBOTS).parse_args()
    asked.threads = False

    def told() -> dict[str, Any]:
        found = measured(asked, kernels, BATCH)
        print(held(found))
        return found

    return run(asked, TABLES, told)


if __name__ == "__main__":
    sys.exit(main())
