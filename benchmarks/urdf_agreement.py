"""Print how well every installed URDF file's dynamics agree with Pinocchio's.

    pip install pin example-robot-data rtb-data
    python benchmarks/urdf_agreement.py [--floating] [--no-snap] [NAME ...]

Kernels are those that would be generated, evaluated as graphs. An error is max|x - ref| / max|ref|; it
is marked with an exclamation mark where it exceeds its bound: 1e-12, and for qdd also 1e-14 times the
condition of M. Where angles were snapped, M is held to the effect that the report tells, and the others
are shown without a bound.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from tqdm import tqdm

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.errors import UserError
from gen_robot.ledger.snap_effect import snap_effect
from gen_robot.model.canonical import canonical
from gen_robot.readers.robot_files import read
from measure import PRODUCT_BOUND, error, solution_bound
from traced_kernels import Generated
from urdf_robots import Reference, pinocchio_from_urdf, random_state, urdf_files, urdfdom_silenced

SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="short names of files; default all"
    )
    parser.add_argument("--floating", action="store_true", help="set every base free")
    parser.add_argument("--no-snap", action="store_true", help="take angles as they are written")
    asked = parser.parse_args()
    chosen = {n: p for n, p in urdf_files().items() if not asked.names or n in asked.names}
    if not chosen:
        sys.exit("no such files: are example-robot-data and rtb-data installed?")
    print(f"{'file':34} {'dof':>4} {'M':>9} {'h':>9} {'tau':>9} {'qdd':>9}  joints")
    outcomes: Counter[str] = Counter()
    for name, path in tqdm(chosen.items(), unit="robot", leave=False, disable=None):
        outcome, line = _row(path, asked.floating, not asked.no_snap)
        outcomes[outcome] += 1
        tqdm.write(f"{name[:34]:34} {line}")
    print(", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common()))


def _row(path: Path, floating: bool, snap: bool) -> tuple[str, str]:
    """Return how the comparison ended, and its line of the table."""
    try:
        description = read(path, snap=snap, edits=Edits(floating=floating))
    except UserError as refused:
        return "refused", f"refused: {refused}"
    try:
        with urdfdom_silenced():
            theirs = pinocchio_from_urdf(path, floating)
    except ValueError as refused:
        return "refused by Pinocchio", f"refused by Pinocchio: {str(refused)[:60]}"
    model = canonical(description)
    dof = model.free_nv
    reference = Reference(theirs, model, description)
    state = random_state(model, np.random.default_rng(SEED))
    q, qd, qdd, tau = (state[key] for key in ("q", "qd", "qdd", "tau"))
    M = reference.inertia_matrix(q)
    generated = Generated(model)
    h, torques = reference.bias(q, qd), reference.inverse_dynamics(q, qd, qdd)
    bound, M_bound = PRODUCT_BOUND, PRODUCT_BOUND
    if description.snaps:
        as_written = read(path, snap=False, edits=Edits(floating=floating))
        bound, M_bound = np.inf, snap_effect(description, as_written).change + PRODUCT_BOUND
    cells = [
        (error(generated("inertia_matrix", state), M), M_bound),
        (error(generated("bias", state), h, scale=float(np.abs(torques).max())), bound),
        (error(generated("inverse_dynamics", state), torques), bound),
    ]
    remark = ""
    if not M.any():
        # Zero equals zero: such a file says nothing about either program.
        return "without any mass", f"{dof:4} nothing to compare: no moving link has mass"
    if _is_singular(M):
        status = generated.status("forward_dynamics", state)
        remark = f"; M is singular, forward_dynamics returns {status}"
        cells.append((0.0 if status else np.inf, 0.0))
    else:
        found = generated("forward_dynamics", state)
        wanted = reference.forward_dynamics(q, qd, tau)
        cells.append((error(found, wanted), max(bound, solution_bound(M))))
    agree = all(found <= bound for found, bound in cells)
    texts = [f"{found:.1e}{' ' if found <= bound else '!'}" for found, bound in cells]
    texts += ["-"] * (4 - len(texts))
    line = (
        f"{dof:4} " + " ".join(f"{text:>9}" for text in texts) + f"  {_joints(description)}{remark}"
    )
    return ("agree" if agree else "differ"), line


def _is_singular(M: np.ndarray) -> bool:
    """Tell whether M has no inverse, whatever the units of its joints are."""
    size = np.sqrt(np.diag(M))
    return not size.all() or np.linalg.matrix_rank(M / np.outer(size, size)) < len(M)


def _joints(description: Description) -> str:
    """Count the joints of each type."""
    types = Counter(link.joint.type for link in description.links)
    types["mimicking"] = sum(link.joint.mimic is not None for link in description.links)
    counts = [f"{count} {kind}" for kind, count in types.most_common() if count]
    base = ["floating base"] if description.floating_base is not None else []
    return ", ".join(base + counts)


if __name__ == "__main__":
    main()
