"""Write the integrators of a robot, in each language that has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from gen_robot.errors import UserError
from gen_robot.integrators import c, f77
from gen_robot.integrators.methods import METHODS
from gen_robot.integrators.robot import OPTION, simulated
from gen_robot.integrators.status import STATUSES
from gen_robot.languages.emission import Emission

WRITERS: Mapping[str, ModuleType] = {"c": c, "f77": f77}
"""What writes them, by language."""


@dataclass(frozen=True)
class Integrators:
    """Hold what was written, and what the manifest says of it."""

    files: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, Any] = field(default_factory=dict)


def integrators(emission: Emission, languages: Sequence[str], has_friction: bool) -> Integrators:
    """Return the files of a robot's integrators in these languages."""
    written = [name for name in languages if name in WRITERS]
    if not written:
        raise UserError(OPTION, "have no language", f"add --lang {' or --lang '.join(WRITERS)}")
    robot = simulated(emission, has_friction)
    files: dict[str, str] = {}
    for name in written:
        files |= WRITERS[name].files(robot)
    return Integrators(
        files,
        {
            "methods": [
                {"name": m.name, "title": m.title, "order": m.order, "adaptive": m.is_adaptive}
                for m in METHODS.values()
            ],
            "statuses": [status.name for status in STATUSES],
            "feed_forward": robot.has_inverse_dynamics,
            "friction": bool(robot.friction),
            "symbols": {name: WRITERS[name].symbols(robot) for name in written},
            "memory": {name: WRITERS[name].memory(robot) for name in written},
        },
    )
