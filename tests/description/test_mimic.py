"""Joints that mimic others: every kernel gives the reduced equations, or says that it cannot."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import measure
from compiled import compile_c
from gen_robot.algebra.frame import shift
from gen_robot.algebra.number import ONE, Number
from gen_robot.cli import main
from gen_robot.description.description import Description, Mimic
from gen_robot.errors import UserError
from gen_robot.kernels import KERNELS, instances
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.kernels.way import algorithms
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled
from random_robots import random_robot
from reduced_robot import Reduced, tied, with_followers
from traced_kernels import HELD, WAYS, evaluated, model_of, models_for, way

EVERY = tuple(name for name, kernel in KERNELS.items() if kernel.group == DYNAMICS)
COVERED = tuple(name for name in EVERY if "udut" not in name and name != "forward_dynamics_fext")
"""The kernels of dynamics that some algorithm reduces."""


def agrees(description: Description, seed: int) -> set[str]:
    """Assert that every algorithm gives the reduced equations; return those that cover the robot."""
    reference = Reduced(description, seed)
    covering = set()
    for each in WAYS:
        for model in models_for(description, each):
            reference.assert_is(each.kernel, evaluated(model, each, reference.state))
            covering |= each.methods
    return covering


# Where followers stand ----------------------------------------------------------------------------


@pytest.mark.parametrize("joints", [3, 4, 6])
def test_serial_robots_obey_the_reduced_equations(joints: int) -> None:
    description = with_followers(random_robot(joints, joints), joints, joints // 2)
    covering = agrees(description, joints)
    everything = {method for each in WAYS for method in each.methods}
    assert covering == everything - {"aba", "udut", "sparse_kkt", "cfa"}


@pytest.mark.parametrize("joints", [3, 5, 7])
def test_branched_robots_obey_the_reduced_equations(joints: int) -> None:
    whole = random_robot(50 + joints, joints, branched=True, fixed=0.2)
    agrees(with_followers(whole, joints, joints // 2), joints)


def test_robots_with_all_kinds_of_joint_obey_the_reduced_equations() -> None:
    kinds = ("helical", "cylindrical", "planar", "spherical", "floating")
    whole = random_robot(7, 7, branched=True, floating=True, kinds=kinds)
    agrees(with_followers(whole, 7, 2), 7)


@pytest.mark.parametrize("leader", ["joint1", "joint4"], ids=["follows", "precedes"])
@pytest.mark.parametrize("branched", [False, True], ids=["serial", "branched"])
def test_a_follower_may_come_before_or_after_its_leader(leader: str, branched: bool) -> None:
    whole = random_robot(21, 4, branched=branched)
    other = {"joint1": "joint4", "joint4": "joint1"}[leader]
    ties = {
        other: Mimic(leader, Number("-1.5"), Number("0.3")),
        "joint2": Mimic(leader, ONE),
    }
    agrees(tied(whole, ties), 2)


def test_frames_are_held_between_parallel_axes_of_followers() -> None:
    chain = random_robot(4, 3, prismatic=0.0, convention="modified_dh")
    tie = {"joint3": Mimic("joint2", Number("-2"), Number("0.5"))}
    row = tied(with_parallel_axes(chain), tie)
    assert any(link.turned for link in model_of(row, HELD).links)
    agrees(row, 3)


def with_parallel_axes(chain: Description) -> Description:
    """Return a chain of which no link is turned against the one before."""
    links = tuple(
        replace(k, joint=replace(k.joint, before=shift(*k.joint.before.origin)))
        for k in chain.links
    )
    return replace(chain, links=links)


def test_friction_of_a_follower_acts_on_its_leader() -> None:
    description = with_followers(random_robot(8, 5, branched=True), 8, 2)
    reference = Reduced(description, 8)
    model = model_of(description)
    expected = reference.values["inverse_dynamics", "tau"] + reference.drag()
    for method in ("rnea", "gibbs_appell"):
        tau_way = way("inverse_dynamics", method)
        found = evaluated(model, tau_way, reference.state, friction=True)
        measure.assert_same(found["tau"], expected)
    tau = reference.state["tau"] - reference.drag()
    qdd = np.linalg.solve(reference.M, tau - reference.values["bias", "h"])
    found = evaluated(model, way("forward_dynamics", "ldlt"), reference.state, friction=True)
    measure.assert_solution(found["qdd"], qdd, reference.M)


def test_a_wrong_relation_is_noticed() -> None:
    description = random_robot(21, 4)
    reference = Reduced(tied(description, {"joint4": Mimic("joint2", Number("1.5"))}), 1)
    wrong = model_of(tied(description, {"joint4": Mimic("joint2", Number("1.5001"))}))
    outputs = evaluated(wrong, way("inertia_matrix", "crba"), reference.state)
    with pytest.raises(AssertionError):
        reference.assert_is("inertia_matrix", outputs)


# Through the whole pipeline -----------------------------------------------------------------------


def test_the_manifest_lists_who_mimics_whom() -> None:
    ties = {
        "joint1": Mimic("joint3", Number("-0.5"), Number("0.25")),
        "joint4": Mimic("joint2", Number(2)),
    }
    description = tied(random_robot(21, 4, prismatic=0.0), ties)
    output = generate_described(description, Options(kernels=("gravity",)))
    manifest = json.loads(output.files["random21.json"])
    assert (manifest["nq"], manifest["nv"]) == (2, 2)
    assert [joint["name"] for joint in manifest["joints"]] == ["joint2", "joint3"]
    assert [joint["index"] for joint in manifest["joints"]] == [0, 1]
    assert manifest["mimics"] == [
        {
            "name": "joint1",
            "type": "revolute",
            "joint": "joint3",
            "multiplier": -0.5,
            "offset": 0.25,
        },
        {"name": "joint4", "type": "revolute", "joint": "joint2", "multiplier": 2, "offset": 0},
    ]
    assert manifest["kernels"]["gravity"]["shapes"] == {"q": [2], "g": [2]}
    assert "1  as [1]  joint1  revolute" in output.files["random21.h"]


def test_compiled_kernels_obey_the_reduced_equations(tmp_path: Path) -> None:
    whole = random_robot(33, 5, branched=True, floating=True)
    description = with_followers(whole, 33, 2)
    reference = Reduced(description, 33)
    library = compile_c(generate_described(description, Options(kernels=COVERED)), tmp_path)
    for name in COVERED:
        status, outputs = library(name, reference.state)
        assert not status
        reference.assert_is(name, outputs)


# What cannot be reduced ---------------------------------------------------------------------------

HAND = """
name: hand
convention: modified_dh
links:
  - {name: wrist, joint: revolute, dh: {}, mass: 1, com: [0.1, 0, 0]}
  - {name: thumb, joint: revolute, dh: {alpha: pi/2}, mass: 1, com: [0.1, 0, 0]}
  - name: finger
    parent: wrist
    joint: {type: revolute, mimic: {joint: thumb, multiplier: -1}}
    dh: {alpha: pi/2, a: 0.1}
    mass: 1
    com: [0.1, 0, 0]
"""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--algorithm", "forward_dynamics=aba"],
            "--algorithm forward_dynamics=aba: aba cannot reduce joints that mimic others (finger);"
            " use cholesky, gauss_jordan, ldlt",
        ),
        (
            ["--algorithm", "forward_dynamics=udut"],
            "--algorithm forward_dynamics=udut: udut cannot reduce joints that mimic others"
            " (finger); use cholesky, gauss_jordan, ldlt",
        ),
        (
            ["--kernels", "inertia_inverse", "--algorithm", "inertia_inverse=udut"],
            "--algorithm inertia_inverse=udut: udut cannot reduce joints that mimic others (finger);"
            " use cholesky",
        ),
        (
            ["--kernels", "udut"],
            "--kernels udut: udut cannot reduce joints that mimic others (finger);"
            " leave this kernel out",
        ),
        (
            ["--kernels", "gravity,forward_dynamics_fext"],
            "--kernels forward_dynamics_fext: aba cannot reduce joints that mimic others (finger);"
            " leave this kernel out",
        ),
    ],
)
def test_what_cannot_reduce_says_so_and_names_what_can(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(HAND)
    assert main([str(path), "-o", str(tmp_path), *arguments]) == 2
    assert capsys.readouterr().err == f"gen-robot: {message}\n"
    assert [p.name for p in tmp_path.iterdir()] == ["hand.yaml"]


def test_auto_chooses_what_can_reduce(tmp_path: Path) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(HAND)
    assert main([str(path), "-o", str(tmp_path), "--quiet", "--kernels", ",".join(COVERED)]) == 0
    manifest = json.loads((tmp_path / "hand" / "hand.json").read_text())
    assert [joint["name"] for joint in manifest["joints"]] == ["wrist", "thumb"]
    assert manifest["kernels"]["forward_dynamics"]["algorithm"] not in ("aba", "udut")


def test_algorithms_of_the_table_are_refused_one_by_one() -> None:
    description = tied(random_robot(21, 3), {"joint3": Mimic("joint1")})
    for name, kernel in instances(modelled(description, Options())).items():
        for algorithm in {"aba", "udut"} & set(algorithms(kernel)):
            with pytest.raises(UserError, match=f"{algorithm} cannot reduce joints"):
                options = Options(kernels=(name,), algorithms={name: algorithm})
                generate_described(description, options)


def test_all_kernels_are_those_that_can_be_reduced() -> None:
    description = with_followers(random_robot(4, 4), 4, 2)
    output = generate_described(description, Options(kernels=("all",)))
    assert {choice.kernel.name for choice in output.choices} >= {*COVERED}
    assert {*output.left_out} & {*EVERY} == {*EVERY} - {*COVERED}
    reasons = {name: reason for name, reason in output.left_out.items() if name in EVERY}
    assert all("mimic" in reason for reason in reasons.values())
