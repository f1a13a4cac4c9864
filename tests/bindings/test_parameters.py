"""Inertial parameters in Python: names, the robot's own numbers, the map to base parameters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gen_robot.bindings.manifest import read_manifest
from gen_robot.bindings.manifest_error import ManifestError
from gen_robot.bindings.parameters import Parameters
from gen_robot.options import Options
from gen_robot.pipeline import generate

OUTPUT = generate("two_link", Options(kernels=("regressors",), rotors=True))
CONTENT: dict[str, Any] = json.loads(OUTPUT.files["two_link.json"])


@pytest.fixture
def parameters() -> Parameters:
    return Parameters("two_link", CONTENT)


def test_columns_have_the_parameters_names(parameters: Parameters) -> None:
    kernels = CONTENT["kernels"]
    assert kernels["regressor"]["columns"]["Y"] == list(parameters.standard_names)
    assert kernels["base_regressor"]["columns"]["Yb"] == list(parameters.base_names)
    assert parameters.standard_names[:10] == tuple(
        ["m1", "mx1", "my1", "mz1", "Ixx1", "Ixy1", "Iyy1", "Ixz1", "Iyz1", "Izz1"]
    )
    assert parameters.standard_names[20:] == ("Ia1", "Ia2")


def test_base_parameters_are_a_linear_map_of_any_number_of_standard_ones(
    parameters: Parameters,
) -> None:
    pi = np.random.default_rng(1).uniform(-1, 1, (3, 4, 22))
    beta = parameters.base(pi)
    assert beta.shape == (3, 4, len(parameters.base_names))
    assert beta[2, 1] == pytest.approx(parameters.matrix() @ pi[2, 1])
    assert parameters.base() == pytest.approx(parameters.base(parameters.standard()))


def test_a_wrong_number_of_them_is_told(parameters: Parameters) -> None:
    with pytest.raises(ValueError, match=r"its shape is \(21,\); expected \(\.\.\., 22\)"):
        parameters.base(np.ones(21))


def test_a_robot_without_regressors_says_how_to_get_them() -> None:
    plain = generate("two_link", Options(kernels=("bias",))).files["two_link.json"]
    with pytest.raises(AttributeError, match=r"without regressors; .* 'base_regressor'"):
        Parameters("two_link", json.loads(plain))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda m: m.pop("standard_parameters"), "standard_parameters: is missing"),
        (lambda m: m["base_parameters"].popitem(), r"shapes.Yb: is \[2, \d\]; .* it is \[2, \d\]"),
        (lambda m: m["base_parameters"]["Sxx1"].update(mx9=1.0), "has a term 'mx9'"),
        (lambda m: m["kernels"]["regressor"]["columns"]["Y"].pop(), "21 are not its columns"),
    ],
    ids=["no numbers", "too few", "unknown", "columns"],
)
def test_a_manifest_whose_parameters_disagree_is_refused(change, told: str, tmp_path: Path) -> None:
    content = json.loads(OUTPUT.files["two_link.json"])
    path = tmp_path / "two_link.json"
    path.write_text(json.dumps(content))
    read_manifest(path)
    change(content)
    path.write_text(json.dumps(content))
    with pytest.raises(ManifestError, match=told):
        read_manifest(path)
