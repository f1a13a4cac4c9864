"""The robots that MuJoCo simulates for the controllers are those of the kernels."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

import measure
import run_controllers
from built_controllers import EXAMPLE
from f77_library import needs
from quick_library import quick_library

pytestmark = needs("cc")

PROBE = Path(__file__).parent / "controller" / "plant_probe.c"
NO_LOAD = np.zeros(10)
LOAD = np.array([2.5, 0.01, -0.02, 0.1, 0.01, 0.001, 0.002, 0.012, -0.001, 0.009])


@dataclass(frozen=True)
class Robot:
    """Say what a plant is made from, and what the kernels."""

    model: Path
    carrier: str
    joints: tuple[str, ...]
    source: str
    options: Mapping[str, object] = field(default_factory=dict)


ROBOTS = {
    "puma": Robot(
        EXAMPLE / "plant" / "puma560.xml",
        "link6",
        tuple(f"link{k}" for k in range(1, 7)),
        "puma560",
    ),
    "panda": Robot(
        run_controllers.panda_urdf(),
        "panda_hand",
        tuple(f"panda_joint{k}" for k in range(1, 8)),
        str(run_controllers.panda_urdf()),
        {"lock": {"panda_finger_joint1": 0}},
    ),
}


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile what asks the plant for M and h."""
    program = tmp_path_factory.mktemp("probe") / "plant_probe"
    library = run_controllers.mujoco_library()
    subprocess.run(
        [
            *("cc", "-std=c99", f"-I{EXAMPLE / 'plant'}", "-isystem", library.parent / "include"),
            *(PROBE, library, f"-Wl,-rpath,{library.parent}", "-lm", "-o", program),
        ],
        check=True,
    )
    return program


def asked(probe: Path, model: Path, robot: Robot, load: np.ndarray, q: np.ndarray, qd: np.ndarray):
    """Return M, h and what else would act in the plant, at all states."""
    rows = [load, *np.hstack([q, qd])]
    done = subprocess.run(
        [probe, model, robot.carrier, *robot.joints],
        input="\n".join(" ".join(f"{x:.17g}" for x in row) for row in rows),
        capture_output=True,
        text=True,
        check=True,
    )
    found = np.array([[float(x) for x in line.split()] for line in done.stdout.splitlines()])
    n = len(robot.joints)
    M, h, others = np.split(found, [n * n, n * n + n], axis=1)
    return M.reshape(-1, n, n), h, others


@pytest.mark.parametrize("name", ROBOTS)
def test_plants_have_the_inertia_and_the_bias_of_the_kernels(
    name: str, probe: Path, tmp_path: Path
) -> None:
    robot = ROBOTS[name]
    kernels = quick_library(
        robot.source,
        tmp_path,
        kernels=["inertia_and_bias"],
        payload=robot.carrier,
        **robot.options,
    )
    assert kernels.joint_names == robot.joints
    q, qd, _ = kernels.random_state(5, 20)
    for load in (NO_LOAD, LOAD):
        M, h, others = asked(probe, robot.model, robot, load, q, qd)
        for k in range(len(q)):
            wanted = kernels.inertia_and_bias(q[k], qd[k], load)
            measure.assert_same(M[k], wanted[0], 1e-10)
            measure.assert_same(h[k], wanted[1], 1e-10)
        assert not others.any(), "nothing but torques and gravity acts on the joints"

    # A plant that differs in one number is another one.
    _, other, _ = asked(probe, robot.model, robot, LOAD * (1 + 1e-6 * (LOAD == 2.5)), q, qd)
    assert np.abs(other - h).max() > 1e-8


def test_bodies_that_cannot_exist_are_why_the_puma_s_inertias_are_moved(
    probe: Path, tmp_path: Path
) -> None:
    """MuJoCo refuses the measured inertia of link 3, as it stands in the robot's file."""
    robot = ROBOTS["puma"]
    text = robot.model.read_text()
    measured = text.replace("0.076 0.0225 0.086", "0.066 0.0125 0.086")
    assert measured != text
    (tmp_path / "measured.xml").write_text(measured)
    with pytest.raises(subprocess.CalledProcessError) as refused:
        asked(probe, tmp_path / "measured.xml", robot, NO_LOAD, np.zeros((1, 6)), np.zeros((1, 6)))
    assert "inertia" in refused.value.stderr
