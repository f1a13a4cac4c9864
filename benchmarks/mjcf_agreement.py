"""Write docs/mjcf.md: how well the dynamics of every installed MJCF file agree with MuJoCo's.

    pip install --no-deps dm_control gymnasium-robotics gymnasium
    python benchmarks/mjcf_agreement.py              print the page
    python benchmarks/mjcf_agreement.py --write      write it: some minutes

Kernels are those that would be generated, evaluated as graphs. MuJoCo's models are stripped of what
readers warn of, and asked for M, bias and accelerations at random states.
"""

from __future__ import annotations

import re
import sys
import warnings
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np
from tqdm import tqdm

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from gen_robot.description.description import Description
from gen_robot.errors import UserError
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled
from gen_robot.readers.mjcf_not_carried import SUBJECTS
from gen_robot.readers.mjcf_reader import read_mjcf
from gen_robot.readers.robot_files import read, read_file
from measure import error
from mjcf_robots import PACKAGES, mjcf_files
from mujoco_robot import bare, random_state
from traced_kernels import Generated
from urdf_robots import urdf_files
from written_page import run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "mjcf.md"
SEED, STATES, BOUND = 1, 3, 1e-10
_PLACE = re.compile(r"^[^:]+:(\d+:\d+:)? ")
URDF = "ur5_robot"

OWN = {
    "loops": "equality constraints between bodies are not enforced by the kernels",
    "renamed": "are changed: ",
    "deprecated": "MuJoCo says: ",
    "robot's name": "--name gives another",
}
"""Words for warnings beside those of mjcf_not_carried.py, and what stands in them."""

WORDS = ("contacts", "springs of balls", "uneven springs", "damping", "free joints", "ball limits")
WORDS += (
    "tendons",
    "actuators",
    "actuators' inertia",
    "equalities",
    "equalities off",
    "fluid",
    "gravity compensation",
)
WORDS += ("mocap", "flex")
"""For the subjects of mjcf_not_carried.py, in their order."""


@dataclass(frozen=True)
class Row:
    """Hold what came of one file."""

    name: str
    dof: int = 0
    errors: tuple[float, ...] = ()  # of M, h, qdd
    bounds: tuple[float, ...] = ()
    snaps: int = 0
    told: tuple[str, ...] = ()
    refused: str = ""
    by_mujoco: str = ""

    @property
    def agrees(self) -> bool:
        return all(e <= b for e, b in zip(self.errors, self.bounds, strict=True))


def row(name: str, path: Path) -> Row:
    """Compare one file's kernels with MuJoCo's own results."""
    try:
        snapped = read_file(path)
        description = read(path, snap=False)
    except UserError as refused:
        return Row(name, refused=str(refused), by_mujoco=_by_mujoco(path))
    with room_for(len(description.links)):
        generated = Generated(modelled(description, Options()))
        theirs, rng = bare(mujoco.MjModel.from_xml_path(str(path))), np.random.default_rng(SEED)
        errors, bounds = np.zeros(3), np.full(3, BOUND)
        for _ in range(STATES):
            state = random_state(theirs, rng)
            given, M = state.kernel_inputs, state.inertia_matrix
            found = (
                error(generated("inertia_matrix", given), M),
                error(generated("bias", given), state.bias),
                error(generated("forward_dynamics", given), state.forward_dynamics),
            )
            errors = np.maximum(errors, found)
            bounds[2] = max(bounds[2], 1e-14 * float(np.linalg.cond(M)) + BOUND)
    told = tuple(
        word for word, what in _words().items() if any(what in w for w in snapped.warnings)
    )
    return Row(name, theirs.nv, tuple(errors), tuple(bounds), len(snapped.snaps), told)


def _words() -> dict[str, str]:
    return dict(zip(WORDS, (subject.what for subject in SUBJECTS), strict=True)) | OWN


def _by_mujoco(path: Path) -> str:
    """Say what MuJoCo itself makes of a file."""
    try:
        model = mujoco.MjModel.from_xml_path(str(path))
    except ValueError:
        return "refuses it, too"
    return f"reads it: {model.nbody - 1} bodies, {model.njnt} joints"


def page() -> str:
    files = mjcf_files()
    if not files:
        sys.exit("no files: are dm_control, gymnasium-robotics and gymnasium installed?")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = [row(*each) for each in tqdm(files.items(), unit="robot", leave=False, disable=None)]
        costs = _costs()
    read_ones = [each for each in rows if not each.refused]
    good = sum(each.agrees for each in read_ones)
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    text = HEAD.format(
        mujoco=version("mujoco"),
        versions=versions,
        total=len(rows),
        read=len(read_ones),
        good=good,
        states=STATES,
        worst=max(max(each.errors[:2]) for each in read_ones),
        accelerations=max(each.errors[2] for each in read_ones),
        refused=len(rows) - len(read_ones),
    )
    text += "".join(_line(each) for each in read_ones)
    text += LEGEND + "".join(f"| {word} | {what} |\n" for word, what in _words().items())
    text += REFUSED + _refusals(rows)
    return text + COSTS.format(rows=costs)


def _line(each: Row) -> str:
    cells = [
        f"{e:.1e}{'' if e <= b else ' **!**'}"
        for e, b in zip(each.errors, each.bounds, strict=True)
    ]
    snaps = str(each.snaps) if each.snaps else ""
    return (
        f"| {each.name} | {each.dof} | {' | '.join(cells)} | {snaps} | {', '.join(each.told)} |\n"
    )


def _refusals(rows: list[Row]) -> str:
    """Return a line for each reason, with the files that it is given for."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for each in rows:
        if each.refused:
            reason = _PLACE.sub("", each.refused).replace("|", "/").replace("<", "&lt;")
            reasons.setdefault((reason, each.by_mujoco), []).append(each.name)
    lines = (f"| {why} | {', '.join(names)} | {own} |\n" for (why, own), names in reasons.items())
    return "".join(lines)


def _costs() -> str:
    """Return operation counts of one robot as URDF, and as the MJCF that MuJoCo makes of it."""
    path = urdf_files()[URDF]
    urdf = ElementTree.parse(path).getroot()
    for link in urdf.iter("link"):
        for seen in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(seen)
    spec = mujoco.MjSpec.from_string(ElementTree.tostring(urdf, encoding="unicode"))
    spec.compile()
    formats = {"URDF": read(path), "MJCF": read_mjcf(Path("ur5.xml"), spec.to_xml())}
    counts = {name: _counts(robot) for name, robot in formats.items()}
    kernels = counts["URDF"]
    return "".join(
        f"| {kernel} | {counts['URDF'][kernel]} | {counts['MJCF'][kernel]} |\n"
        for kernel in kernels
    )


def _counts(description: Description) -> dict[str, str]:
    choices = generate_described(description, Options()).choices
    numbers = {choice.kernel.name: choice.graph.operations for choice in choices}
    return {name: f"{n.mul} mul, {n.add} add, {n.div} div" for name, n in numbers.items()}


HEAD = """\
# MJCF files beside MuJoCo

`benchmarks/mjcf_agreement.py` reads every XML file of {versions},
and compares M, h and the accelerations of the kernels that would be generated with those of
MuJoCo {mujoco} at {states} random states each. What readers warn of - contacts, tendons, damping,
actuators - is switched off in MuJoCo's model; armature and springs are not. An error is
max|x - ref| / max|ref|, the largest of all states. It is marked where it exceeds its bound: 1e-10, and
for accelerations also 1e-14 times the condition of M.

Of {total} files {read} are robots that are read, and {good} of these agree: M and h within {worst:.1e},
accelerations within {accelerations:.1e}. {refused} files are refused, as the table below
says; most of them are parts that others include.

Angles are taken as MuJoCo has them here (`--no-snap`). The column *snapped* counts those that would be
taken as exact without it, which moves M by what the report of each run says.

| file | degrees of freedom | M | h | qdd | snapped | warned of |
|---|---|---|---|---|---|---|
"""
LEGEND = """
What is warned of, and what stands in the warning, with the names of joints, tendons and so on:

| word | warning |
|---|---|
"""
REFUSED = """
## Refused

| why | files | MuJoCo itself |
|---|---|---|
"""
COSTS = """
## MJCF costs what URDF costs

The UR5 of example-robot-data, from its URDF file and from the MJCF file that MuJoCo makes of it, whose
quarter turns are written as `quat="0.707107 0 0.707107 0"`:

| kernel | URDF | MJCF |
|---|---|---|
{rows}"""

if __name__ == "__main__":
    sys.exit(run(__doc__, PAGE, page))
