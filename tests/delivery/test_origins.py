"""A library is found by all files that its robot was read from, not by the robot's own alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gen_robot.delivery import library, origins
from gen_robot.delivery.asked import asked
from gen_robot.delivery.cache import Entry
from gen_robot.errors import UserError
from gen_robot.readers.robot_files import read
from small_mjcf import stl, written

FILES: dict[str, str | bytes] = {
    "robots/arm.xml": '<mujoco model="arm"><include file="../parts/defaults.xml"/><asset>'
    '<mesh name="m" file="m.stl"/></asset><worldbody><body><joint axis="1 0 0"/>'
    '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>',
    "parts/defaults.xml": '<mujoco><default><joint armature="0.5"/></default></mujoco>',
    "robots/m.stl": stl(),
}

FOUND = """
import sys, warnings
import gen_robot
warnings.simplefilter("ignore")
print(gen_robot.load(sys.argv[1], kernels="inertia_matrix").inertia_matrix([0.0])[0, 0])
print("pipeline" in str(sys.modules.keys()), "mujoco" in sys.modules)
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    return written(tmp_path, FILES)


def entry_of(robot: Path) -> Entry:
    return library.found(robot, asked(kernels="gravity"))


def test_another_include_or_mesh_makes_another_library(root, arm, generations) -> None:
    first = entry_of(arm)
    assert entry_of(arm) == first and len(generations) == 1, "a robot is generated once"
    for file, other in (
        ("parts/defaults.xml", str(FILES["parts/defaults.xml"]).replace("0.5", "0.6")),
        ("robots/m.stl", stl(2.0)),
    ):
        written(arm.parents[1], {file: other})
        changed = entry_of(arm)
        assert changed != first and entry_of(arm) == changed
        written(arm.parents[1], {file: FILES[file]})
        assert entry_of(arm) == first
    assert len(generations) == 3


def test_an_include_that_includes_others_is_followed(root, arm, generations) -> None:
    entry_of(arm)
    more = '<mujoco><include file="more.xml"/></mujoco>'
    damping = '<mujoco><default><joint damping="{}"/></default></mujoco>'
    written(arm.parents[1], {"parts/defaults.xml": more, "robots/more.xml": damping.format(1)})
    second = entry_of(arm)
    assert entry_of(arm) == second and len(generations) == 2
    written(arm.parents[1], {"robots/more.xml": damping.format(2)})
    assert entry_of(arm) != second and len(generations) == 3


def test_a_file_that_is_gone_is_missed(root, arm, generations) -> None:
    entry_of(arm)
    (arm.parent / "m.stl").unlink()
    with pytest.raises(UserError, match=r"names 'm\.stl', which is not there"):
        entry_of(arm)


def test_another_mujoco_makes_another_library(root, arm, generations, monkeypatch) -> None:
    first = entry_of(arm)
    monkeypatch.setattr(origins, "version", lambda package: "99.0")
    assert entry_of(arm) != first and len(generations) == 2


def test_a_robot_of_one_file_leaves_no_names(root, tmp_path, generations) -> None:
    robot = (
        "name: one\nconvention: modified_dh\nlinks: [{name: a, joint: revolute, dh: {}, mass: 1}]\n"
    )
    path = written(tmp_path, {"one.yaml": robot})
    entry_of(path)
    assert not [*root.glob("*.origins")]
    entry_of(written(tmp_path, FILES))
    assert len([*root.glob("*.origins")]) == 1


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"files": 1, "packages": []}'])
def test_damaged_names_cost_time_only(root, arm, generations, damage: str) -> None:
    first = entry_of(arm)
    (names,) = root.glob("*.origins")
    names.write_text(damage)
    assert entry_of(arm) == first
    assert len(generations) == 2 and json.loads(names.read_text())["packages"] == ["mujoco"]


def test_the_manifest_names_all_files(root, arm, generations) -> None:
    said: Any = json.loads(entry_of(arm).manifest.read_text())["input"]
    sums = {each.path: each.sha256 for each in read(arm).companions}
    assert said["companions"] == sums and set(sums) == {"../parts/defaults.xml", "m.stl"}
    assert said["file"] == "arm.xml"


def test_a_library_is_found_without_mujoco_or_the_generator(root: Path, arm: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    def found() -> list[str]:
        run = [sys.executable, "-c", FOUND, str(arm)]
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.split()

    first, *made = found()
    assert made == ["True", "True"]
    assert found() == [first, "False", "False"]
    written(
        arm.parents[1], {"parts/defaults.xml": str(FILES["parts/defaults.xml"]).replace("0.5", "9")}
    )
    assert float(found()[0]) == pytest.approx(float(first) + 8.5)


def test_a_larger_mesh_is_heavier(tmp_path: Path) -> None:
    """Else the tests above would see no difference between meshes."""
    masses = []
    for size in (1.0, 2.0):
        path = written(tmp_path, {**FILES, "robots/m.stl": stl(size)})
        masses.append(float(read(path).links[0].inertial.mass))
    assert masses[1] == pytest.approx(8 * masses[0])
