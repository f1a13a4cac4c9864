"""What the manifest says of the files beside it: enough to make them again, and to know them."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from gen_robot import manifest as writing
from gen_robot.bindings.manifest import read_manifest
from gen_robot.cli import main
from gen_robot.description.edit import Edits
from gen_robot.options import Options
from gen_robot.pipeline import generate
from gen_robot.readers.robot_files import read_file
from golden_files import difference
from shipped_robots import described

TREE = """\
name: arm
convention: transform
base: {type: floating, mass: 2, com: [0, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
links:
  - {name: upper, joint: revolute, mass: 1, com: [0.1, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
  - {name: plate, joint: fixed, mass: 0.25, com: [0, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
  - {name: hook, parent: base, joint: fixed, mass: 0.5, com: [0, 0, 0],
     inertia: {xx: 1, yy: 1, zz: 1}}
  - {name: lower, parent: plate, joint: prismatic, axis: [1, 0, 0], mass: 3, com: [0, 0, 0],
     inertia: {xx: 1, yy: 1, zz: 1}}
"""


def content(robot: str | Path, options: Options) -> dict[str, Any]:
    output = generate(robot, options)
    read: dict[str, Any] = json.loads(output.files[f"{output.name}.json"])
    return read


def test_every_option_is_in_it() -> None:
    """What is added to the options later is in it by itself."""
    edits = Edits(lock={"link2": "pi/2"}, root="link1", tip="link3", floating=True)
    options = Options(
        name="arm",
        kernels=("gravity", "bias"),
        algorithms={"bias": "rnea"},
        optimise_for="operations",
        effort="high",
        moves=3,
        precision="single",
        trig="libm",
        friction=True,
        rotors=True,
        regroup=False,
        snap=False,
        edits=edits,
        payload="link3",
        jacobian="local",
        f77_prefix="ARM",
        examples=("c",),
    )
    said = content("planar3", options)["options"]
    assert set(said) == {each.name for each in (*fields(options), *fields(edits))} - {"edits"}
    assert said == {
        "languages": ["c"],
        "name": "arm",
        "kernels": ["gravity", "bias"],
        "algorithms": {"bias": "rnea"},
        "optimise_for": "operations",
        "effort": "high",
        "moves": 3,
        "precision": "single",
        "trig": "libm",
        "friction": True,
        "rotors": True,
        "regroup": False,
        "snap": False,
        "payload": "link3",
        "runtime": [],
        "frame": {},
        "frames": None,
        "jacobian": "local",
        "together": [],
        "integrators": False,
        "examples": ["c"],
        "f77_prefix": "ARM",
        "lock": {"link2": "pi/2"},
        "root": "link1",
        "tip": "link3",
        "floating": True,
        "loops": None,
    }


@pytest.mark.parametrize("kernels", [("all",), ("dynamics", "regressor")])
def test_kernels_are_said_as_they_are_asked_for(kernels: tuple[str, ...]) -> None:
    assert Options(kernels=kernels).as_dict()["kernels"] == kernels


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_it_names_the_input_by_the_sum_of_its_bytes(mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "tree.yaml"
    path.write_bytes(mark + TREE.encode())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert read_file(path).sha256 == digest
    assert content(path, Options(kernels=("gravity",)))["input"] == {
        "file": "tree.yaml",
        "sha256": digest,
    }


def test_it_names_every_link_and_the_body_that_carries_it(tmp_path: Path) -> None:
    path = tmp_path / "tree.yaml"
    path.write_text(TREE)
    said = content(path, Options(kernels=("inverse_dynamics_fext",)))
    rows = [tuple(link.values()) for link in said["links"]]
    assert rows == [
        ("base", None, "floating_base", 1, 2.0),
        ("upper", "base", "upper", 2, 1.0),
        ("plate", "upper", "plate", 2, 0.25),
        ("hook", "base", "hook", 1, 0.5),
        ("lower", "plate", "lower", 3, 3.0),
    ]
    assert said["bodies"] == ["base", "upper", "lower"]
    shape = said["kernels"]["inverse_dynamics_fext"]["shapes"]["fext"]
    assert shape == [6 * len(said["bodies"])]


def test_the_bindings_read_what_is_said_to_the_user(tmp_path: Path) -> None:
    output = generate("scara", Options(kernels=("gravity",)))
    (tmp_path / "scara.json").write_text(output.files["scara.json"])
    read = read_manifest(tmp_path / "scara.json")
    assert any("friction is given and left out" in each for each in read.warnings)
    assert read.report[0] == "scara: 4 degrees of freedom, 4 moving links"


def test_it_names_the_form_for_many_states_by_language(tmp_path: Path) -> None:
    """FORTRAN has none; manifests of before do not speak of it."""
    said = content("two_link", Options(("c", "f77"), kernels=("gravity",)))
    path = tmp_path / "two_link.json"
    for batch in ({"c": "two_link_gravity_batch"}, {}):
        path.write_text(json.dumps(said))
        assert read_manifest(path).kernels[0].batch == batch
        said["kernels"]["gravity"].pop("batch", None)


def test_it_draws_the_zeros_of_matrices() -> None:
    """Turning a robot about the vertical changes no torque; limbs do not feel each other."""
    kernels = ("inertia_matrix", "inverse_dynamics_derivatives")
    puma = content("puma560", Options(kernels=kernels))["kernels"]
    drawn = puma["inverse_dynamics_derivatives"]["sparsity"]
    assert [row[0] for row in drawn["dtau_dq"]] == ["."] * 6
    assert drawn["dtau_dq"][5] == ".xxxx."
    assert drawn["M"] == puma["inertia_matrix"]["sparsity"]["M"]
    torso = content("torso", Options(kernels=kernels[:1]))["kernels"]
    assert any("." in row for row in torso["inertia_matrix"]["sparsity"]["M"])


def test_sources_do_not_know_the_version_that_wrote_them(monkeypatch: pytest.MonkeyPatch) -> None:
    before = generate("two_link", Options(("c", "f77"))).files
    monkeypatch.setattr(writing, "__version__", "9.8.7")
    after = generate("two_link", Options(("c", "f77"))).files
    changed = [file for file in before if before[file] != after[file]]
    assert changed == ["two_link.json"]
    assert json.loads(after["two_link.json"])["generator"] == "gen-robot 9.8.7"
    assert writing.compared(before["two_link.json"]) == writing.compared(after["two_link.json"])


def test_another_version_that_writes_the_same_is_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["two_link", "--quiet", "-o", str(tmp_path)]
    assert main(arguments) == 0
    monkeypatch.setattr(writing, "__version__", "9.8.7")
    assert main([*arguments, "--check"]) == 0
    assert difference(tmp_path / "two_link", generate("two_link", Options()).files) == ""
    path = tmp_path / "two_link" / "two_link.json"
    path.write_text(re.sub(r'"nv": 2', '"nv": 3', path.read_text(), count=1))
    assert main([*arguments, "--check"]) == 1
    assert '+  "nv": 2' in capsys.readouterr().out
    assert difference(tmp_path / "two_link", generate("two_link", Options()).files)


def test_a_described_robot_without_a_file_has_no_sum() -> None:
    from gen_robot.description.general import general_robot
    from gen_robot.pipeline import generate_described

    assert described("two_link").sha256 is not None
    output = generate_described(general_robot(2), Options(kernels=("gravity",)))
    assert json.loads(output.files[f"{output.name}.json"])["input"]["sha256"] is None
