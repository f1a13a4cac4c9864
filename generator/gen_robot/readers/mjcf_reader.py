"""Robot descriptions in MJCF, MuJoCo's XML: the file as a whole.

MuJoCo itself reads it; what is described here is the model that it would simulate.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gen_robot.algebra.frame import ORIGIN
from gen_robot.description.description import Description, LoopDescription
from gen_robot.description.snap import Snapper
from gen_robot.errors import UserError, listed
from gen_robot.readers.mjcf_compile import PACKAGE, Compiled, compiled
from gen_robot.readers.mjcf_files import ROOT, Files, Node
from gen_robot.readers.mjcf_joints import is_off
from gen_robot.readers.mjcf_links import WORLD, Bodies
from gen_robot.readers.mjcf_loops import loops
from gen_robot.readers.mjcf_names import warnings as name_warnings
from gen_robot.readers.mjcf_not_carried import not_carried
from gen_robot.readers.mjcf_numbers import ROUNDING, vector
from gen_robot.readers.mjcf_text import texts
from gen_robot.readers.robot_name import robot_name
from gen_robot.readers.text_file import printable

MOST_BODIES = 1000

_SIZED = (
    *("body_pos", "body_ipos", "body_mass", "body_inertia", "jnt_pos", "qpos0", "site_pos"),
    *("dof_armature", "dof_damping", "dof_frictionloss"),
)
_LARGEST = 1e30


def read_mjcf(path: Path, text: str, *, snap: bool = True) -> Description:
    """Read a robot from the text of a file, which is one element <mujoco>, and the files it names.

    The world is the base, and everything in it hangs there.
    """
    source = printable(path.name)
    files = Files(path.parent)
    tree = files.tree(path, text, source)
    written = texts(tree, path, files)
    robot = compiled(written, source)
    snapper = Snapper(snap, ROUNDING)
    _check_sizes(robot, source)
    bodies = Bodies(robot, written, source, snapper)
    links = tuple(bodies.described())
    frames, frame_names = bodies.sites()
    closed = tuple(loops(robot, bodies, source))
    name, warnings = _name(tree, path)
    warnings += (
        *name_warnings(source, "links", bodies.names.changed),
        *name_warnings(source, "joints", bodies.joint_names.changed),
        *name_warnings(source, "sites", frame_names.changed),
        *(f"{source}: MuJoCo says: {remark}" for remark in robot.remarks),
        *not_carried(robot, source, written.plugins),
        *_not_enforced(source, closed),
        *snapper.warnings,
    )
    gravity = ORIGIN if is_off(robot, "mjDSBL_GRAVITY") else vector(robot.model.opt.gravity)
    return Description(
        name,
        links,
        source,
        gravity,
        warnings=warnings,
        snaps=tuple(snapper.snaps),
        root_name=WORLD,
        frames=tuple(frames),
        loops=closed,
        companions=files.companions,
        read_with=(PACKAGE,),
    )


def _name(tree: Node, path: Path) -> tuple[str, tuple[str, ...]]:
    """Return the robot's name; a file need not give one."""
    assert tree.tag == ROOT, "or it would not have come here"
    given = tree.attributes.get("model", "").strip()
    name, warning = robot_name(given or path.stem, path, tree.mark)
    return name, warning if given else ()


def _not_enforced(source: str, closed: tuple[LoopDescription, ...]) -> list[str]:
    names = [loop.name for loop in closed]
    told = "equality constraints between bodies are enforced by kernels of loops alone"
    return [f"{source}: {told}: {listed(names)}"] if names else []


def _check_sizes(robot: Compiled, source: str) -> None:
    """Demand numbers that a robot can have, and not too many bodies."""
    model = robot.model
    if not 1 <= model.nbody - 1 <= MOST_BODIES:
        cure = f"a robot has 1 to {MOST_BODIES}, besides the world"
        raise UserError(source, f"has {model.nbody - 1} bodies", cure)
    for field in _SIZED:
        values = np.asarray(getattr(model, field), dtype=float)
        if not np.all(np.abs(values) <= _LARGEST):
            problem = f"has a number in {field} that is not finite or too large"
            raise UserError(source, problem, "no quantity of a robot is beyond 1e30 in size")
    if not np.all(np.abs(model.opt.gravity) <= _LARGEST):
        raise UserError(source, "has no finite gravity", "no quantity of a robot is beyond 1e30")
