"""Print how well derivatives of public URDF files' dynamics agree with Pinocchio's.

    pip install pin example-robot-data
    python benchmarks/derivative_agreement.py [--floating] [NAME ...]

Kernels are those that would be generated, evaluated as graphs at one random state. An error is
max|x - ref| / max|ref|; it is marked with an exclamation mark where it exceeds 1e-11, and for what is
solved for 1e-14 times the condition of M. Angles are taken as they are written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from tqdm import tqdm

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from gen_robot.description.edit import Edits
from gen_robot.model.canonical import canonical
from gen_robot.readers.robot_files import read
from measure import error
from pinocchio_derivatives import of_urdf
from traced_kernels import Generated
from urdf_robots import Reference, pinocchio_from_urdf, random_state, urdf_files, urdfdom_silenced

TWELVE = (
    "ur5_robot",
    "ur10_robot",
    "panda",
    "kinova",
    "xarm7",
    "talos_left_arm",
    "hyq_no_sensors",
    "anymal_b_simple_description/anymal",
    "solo12",
    "icub_reduced",
    "simple_humanoid",
    "talos_reduced",
)
BOUND = 1e-11
SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: twelve robots")
    parser.add_argument("--floating", action="store_true", help="set every base free")
    asked = parser.parse_args()
    files = urdf_files()
    missing = [name for name in asked.names or TWELVE if name not in files]
    if missing:
        sys.exit(f"no such files: {', '.join(missing)}; is example-robot-data installed?")
    heads = ("C", "tau", "M", "dtau_dq", "dtau_dqd", "qdd", "dqdd_dq", "dqdd_dqd", "Minv")
    print(f"{'file':36} {'dof':>4} " + " ".join(f"{head:>9}" for head in heads))
    failed = 0
    for name in tqdm(asked.names or TWELVE, unit="robot", leave=False, disable=None):
        dof, errors, bounds = _errors(files[name], asked.floating)
        bad = [found > bound for found, bound in zip(errors, bounds, strict=True)]
        failed += any(bad)
        cells = [f"{e:.1e}{'!' if b else ' '}" for e, b in zip(errors, bad, strict=True)]
        tqdm.write(f"{name[:36]:36} {dof:4} " + " ".join(f"{cell:>9}" for cell in cells))
    sys.exit(f"{failed} differ" if failed else None)


def _errors(path: Path, floating: bool) -> tuple[int, list[float], list[float]]:
    """Return the degrees of freedom of a robot, the error of each array and what it may be."""
    description = read(path, snap=False, edits=Edits(floating=floating))
    with urdfdom_silenced():
        theirs = pinocchio_from_urdf(path, floating)
    model = canonical(description)
    state = random_state(model, np.random.default_rng(SEED))
    reference = of_urdf(Reference(theirs, model, description), state)
    condition = float(np.linalg.cond(reference["inverse_dynamics_derivatives", "M"]))
    generated = Generated(model)
    found = {kernel: generated.outputs(kernel, state) for kernel, _ in reference}
    errors = [error(found[kernel][array], value) for (kernel, array), value in reference.items()]
    solved = max(BOUND, 1e-14 * condition)
    bounds = [solved if kernel.startswith("forward") else BOUND for kernel, _ in reference]
    return model.free_nv, errors, bounds


if __name__ == "__main__":
    main()
