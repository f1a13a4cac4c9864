"""The page about robot files says what the readers do: its examples are read, its tables complete."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import mujoco
import numpy as np
import pytest

import measure
import mujoco_robot
from arrays import Array
from gen_robot.cli import main
from gen_robot.description import expression
from gen_robot.description.description import Description
from gen_robot.description.joint_kinds import KINDS
from gen_robot.errors import UserError
from gen_robot.readers import (
    urdf_joint,
    yaml_body,
    yaml_drive,
    yaml_geometry,
    yaml_joint,
    yaml_links,
    yaml_reader,
    yaml_tree,
)
from gen_robot.readers.mjcf_not_carried import SUBJECTS
from gen_robot.readers.yaml_fields import Keys
from gen_robot.readers.yaml_joint_keys import INSIDE
from gen_robot.readers.yaml_reader import read_yaml
from quick_library import quick_library
from traced_kernels import evaluated, model_of, way
from urdf_robots import random_state

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "robot-files.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
YAML = [text for language, text in BLOCKS if language == "yaml"]
ERRORS = [text for language, text in BLOCKS if language == "text"]
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
MJCF = [text for language, text in BLOCKS if language == "xml"]
PYTHON = [text for language, text in BLOCKS if language == "python"]
WORDS = set(re.findall(r"[A-Za-z0-9_]+", PAGE))

SOURCES = (yaml_body, yaml_drive, yaml_geometry, yaml_joint, yaml_links, yaml_reader)


def read(text: str) -> Description:
    """Read a whole file, or links of one with free transforms."""
    if not text.startswith("name:"):
        text = "name: part\nconvention: transform\nlinks:\n" + text
    return read_yaml(Path("arm.yaml"), text)


def inertia_matrix(description: Description, seed: int = 1) -> Array:
    model = model_of(description)
    state = random_state(model, np.random.default_rng(seed))
    return evaluated(model, way("inertia_matrix", "crba"), state)["M"]


@pytest.mark.parametrize("text", YAML, ids=lambda text: text.split()[2 if text[0] == "-" else 1])
def test_an_example_is_a_robot_that_moves_or_is_refused_as_the_page_says(text: str) -> None:
    try:
        description = read(text)
    except UserError as error:
        assert f"gen-robot: {error}\n" in ERRORS
        return
    assert not description.warnings
    assert np.linalg.eigvalsh(inertia_matrix(description)).min() > 0


def test_the_error_shown_comes_from_the_example_above_it() -> None:
    found = []
    for text in YAML:
        try:
            read(text)
        except UserError as error:
            found.append(f"gen-robot: {error}\n")
    assert found == ERRORS


def test_both_conventions_of_denavit_and_hartenberg_describe_the_same_arm() -> None:
    modified, standard = (read(text) for text in YAML[:2])
    measure.assert_same(inertia_matrix(standard), inertia_matrix(modified))


def test_every_convention_and_every_type_of_joint_has_an_example() -> None:
    examples = " ".join(YAML)
    for convention in yaml_geometry.CONVENTIONS:
        assert f"convention: {convention}\n" in examples
    for kind in KINDS:
        assert re.search(rf"joint: ({{type: )?{kind}\b", examples), kind


def test_every_key_stands_on_the_page() -> None:
    tables = [keys for m in SOURCES for keys in vars(m).values() if isinstance(keys, Keys)]
    tables += [yaml_links._link_keys(convention) for convention in yaml_geometry.CONVENTIONS]
    keys = {key for table in tables for key in table.required + table.optional}
    keys |= {*INSIDE, *(limit for kind in KINDS.values() for limit in kind.limits)}
    assert len(keys) > 40
    assert keys <= WORDS


def test_every_type_of_urdf_joint_stands_on_the_page() -> None:
    for kind in urdf_joint.TYPES:
        assert f"`{kind}`" in PAGE


def test_limits_are_those_of_the_readers() -> None:
    for limit in (
        f"1 to {yaml_links.MOST_LINKS} links",
        f"at most {yaml_tree.LARGEST_FILE // 1024} KiB",
        f"at most {expression.LONGEST} characters",
        f"{expression.DEEPEST} levels",
        f"numbers up to {expression.LARGEST_POWER}",
    ):
        assert limit in " ".join(PAGE.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_work_on_the_files_of_the_page(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in YAML[:3]:
        (tmp_path / f"{text.split()[1]}.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(command)
    assert program == "gen-robot"
    assert main([*arguments, "--kernels", "gravity", "--quiet"]) == 0


def test_the_robot_in_mjcf_moves_as_mujoco_moves_it(tmp_path: Path) -> None:
    """By the lines of Python that the page has for it."""
    (text,), (lines,) = MJCF, PYTHON
    path = tmp_path / "reacher.xml"
    path.write_text(text)
    theirs = mujoco_robot.bare(mujoco.MjModel.from_xml_path(str(path)))
    state = mujoco_robot.random_state(theirs, np.random.default_rng(3))
    data = mujoco.MjData(theirs)
    data.qpos, data.qvel, data.qfrc_applied = state.qpos, state.qvel, state.qfrc
    robot = quick_library(path, tmp_path, kernels="forward_dynamics")
    exec(lines, {"robot": robot, "data": data})
    measure.assert_same(data.qacc, state.data.qacc, 1e-10)
    assert data.qacc.any() and robot.limits.effort[0] == 20


def test_what_is_not_carried_over_stands_on_the_page() -> None:
    (told,) = re.findall(r"^Whatever else changes.*?\[mjcf.md\]", PAGE, re.M | re.S)
    for word in ("contacts", "springs", "tendons", "actuators", "equality", "fluid", "gravity"):
        assert word in told
        assert any(word in subject.what for subject in SUBJECTS)
