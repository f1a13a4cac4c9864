"""What auto generates for a robot where operations are all that counts, and robots by name."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.description.general import general_robot
from gen_robot.ir.count import Operations
from gen_robot.kernels import KERNELS
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read, shipped
from gen_robot.search.weighing import OPERATIONS

COUNTED = {
    "inertia_matrix": "M",
    "inverse_dynamics": "tau",
    "bias": "h",
    "inertia_and_bias": "M and h",
    "forward_dynamics": "qdd",
}
"""The kernels that are compared, and what tables call them."""

GENERAL = "general"
FLOATING = ", floating"
LOCKED = {"panda": {"panda_finger_joint1": "0"}}
"""Of an arm with a gripper, the arm."""

TESTS = Path(__file__).resolve().parent.parent / "tests"


def described(name: str) -> Description:
    """Return a robot by its name: general6, one that ships, or a URDF file of an installed package."""
    if name.startswith(GENERAL):
        return general_robot(int(name.removeprefix(GENERAL)))
    if name in shipped():
        return read(name)
    file = name.removesuffix(FLOATING)
    edits = Edits(lock=LOCKED.get(file, {}), floating=name.endswith(FLOATING))
    return read(_urdf_files()[file], edits=edits)


def counts(
    description: Description, kernels: Sequence[str] = tuple(COUNTED)
) -> dict[str, Operations]:
    """Return by kernel what is generated where operations are all that counts."""
    options = Options(optimise_for=OPERATIONS)
    with room_for(len(description.links)):
        search = searched(modelled(description, options), options)
        return {name: search.choose(KERNELS[name]).graph.operations for name in kernels}


def whole(operations: Operations) -> int:
    """Return what papers add up."""
    return operations.mul + operations.add


def _urdf_files() -> dict[str, Path]:
    # Needs Pinocchio, which only those who count need to have.
    sys.path.extend(str(TESTS / folder) for folder in ("instruments", "references", "robots"))
    from urdf_robots import urdf_files

    return urdf_files()
