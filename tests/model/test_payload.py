"""A load that is known at run time only: kernels that take it as ten numbers, in the link's frame."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import f77_library
from compiled import compile_c
from f77_library import compile_both, needs
from gen_robot.algebra.frame import shift
from gen_robot.cli import main
from gen_robot.delivery.library import load
from gen_robot.description.description import (
    BASE,
    Description,
)
from gen_robot.description.edit import with_floating
from gen_robot.description.split import split_joints
from gen_robot.errors import UserError
from gen_robot.kernels import KERNELS
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.model.canonical import canonical
from gen_robot.model.payload import Payload, with_payload
from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read
from loaded_robots import LOAD, loaded, numbers, with_tool
from random_robots import random_robot
from reduced_robot import Reduced, with_followers
from small_urdf import TREE, read_text
from traced_kernels import HELD, PLAIN, WAYS, evaluated, model_of, models_for, way

NOTHING = np.zeros(10)
TAKING = (
    "crba",
    "gah",
    "meeting",
    "fijany_bejczy",
    "unit_rnea",
    "gibbs_appell",
    "rnea",
    "cholesky",
    "gauss_jordan",
    "ldlt",
    "aba",
    "recursive",
)
"""The algorithms that take a load; the others prepare the masses off-line."""


def agrees(description: Description, link: str, seed: int) -> set[str]:
    """Assert that loads count where algorithms take them; return the algorithms that do."""
    references = [
        (Reduced(loaded(description, link), seed), numbers(LOAD)),
        (Reduced(description, seed), NOTHING),
    ]
    taking = set()
    for each in WAYS:
        for model in models_for(description, each, link):
            taking |= each.methods
            for reference, load_numbers in references:
                state = reference.state | {"payload": load_numbers}
                reference.assert_is(each.kernel, evaluated(model, each, state))
    return taking


# Against Pinocchio --------------------------------------------------------------------------------


@pytest.mark.parametrize("link", ["link1", "link3", "link4", "tool"])
def test_a_load_on_a_chain_is_that_of_pinocchio(link: str) -> None:
    robot = with_tool(random_robot(41, 4), 41)
    assert agrees(robot, link, 1) == set(TAKING)


@pytest.mark.parametrize("seed", [42, 43])
def test_a_load_on_a_tree_is_that_of_pinocchio(seed: int) -> None:
    robot = with_tool(random_robot(seed, 5, branched=True, fixed=0.2), seed)
    agrees(robot, "tool", seed)


def test_a_load_far_from_the_tips_is_that_of_pinocchio() -> None:
    kinds = ("helical", "cylindrical", "universal")
    agrees(split_joints(random_robot(44, 5, branched=True, kinds=kinds)), "link2", 2)


@pytest.mark.parametrize("kind", ["planar", "spherical", "floating"])
def test_a_load_on_a_link_that_moves_freely_is_that_of_pinocchio(kind: str) -> None:
    robot = random_robot(45, 3, kinds=(kind,))
    link = next(k.name for k in robot.links if k.joint.type == kind)
    agrees(robot, link, 3)


@pytest.mark.parametrize("link", [BASE, "link2"])
def test_a_load_on_a_robot_that_floats_is_that_of_pinocchio(link: str) -> None:
    agrees(random_robot(46, 3, floating=True), link, 4)


def test_a_load_on_a_follower_is_that_of_pinocchio() -> None:
    robot = with_followers(random_robot(47, 4), 47, 2)
    link = next(k.name for k in robot.links if k.joint.mimic)
    assert agrees(robot, link, 5) == {*TAKING} - {"aba"}


@pytest.mark.parametrize("link", ["link1", "link2", "link3", "tool"])
def test_a_load_in_a_row_of_parallel_axes_is_that_of_pinocchio(link: str) -> None:
    robot = random_robot(48, 3, prismatic=0.0, convention="modified_dh")
    row = tuple(
        replace(k, joint=replace(k.joint, before=shift(*k.joint.before.origin)))
        for k in robot.links
    )
    robot = with_tool(replace(robot, links=row), 48)
    assert any(k.turned for k in model_of(robot, HELD).links)
    agrees(robot, link, 6)


def test_a_load_in_another_frame_is_noticed() -> None:
    robot = with_tool(random_robot(41, 4), 41)
    reference = Reduced(loaded(robot, "link4"), 1)
    model = model_of(robot, PLAIN, "tool")
    state = reference.state | {"payload": numbers(LOAD)}
    outputs = evaluated(model, way("inertia_matrix", "crba"), state)
    with pytest.raises(AssertionError):
        reference.assert_is("inertia_matrix", outputs)


# As generated -------------------------------------------------------------------------------------

COVERED = tuple(k.name for k in KERNELS.values() if k.group == DYNAMICS and "udut" not in k.name)


@pytest.mark.parametrize("regroup", [True, False], ids=["regrouped", "not regrouped"])
@pytest.mark.parametrize("robot", ["chain", "row"])
def test_compiled_kernels_take_the_load(robot: str, regroup: bool, tmp_path: Path) -> None:
    description, link = {
        "chain": (with_tool(random_robot(41, 4), 41), "tool"),
        "row": (read("planar3"), read("planar3").links[-1].name),
    }[robot]
    options = Options(kernels=COVERED, payload=link, regroup=regroup)
    output = generate_described(description, options)
    library = compile_c(output, tmp_path)
    for body in (LOAD, None):
        heavy = loaded(description, link, body) if body else description
        reference = Reduced(heavy, 1)
        state = reference.state | {"payload": numbers(body) if body else NOTHING}
        for name in COVERED:
            status, outputs = library(name, state)
            assert not status
            reference.assert_is(name, outputs)


@needs("gcc", "gfortran")
def test_fortran_takes_the_load_as_c_does(tmp_path: Path) -> None:
    options = Options(("c", "f77"), kernels=COVERED, payload="tool", trig="libm")
    output = generate_described(with_tool(random_robot(41, 4), 41), options)
    states = f77_library.random_states(output, 4)
    states["payload"][:] = numbers(LOAD)
    libraries = compile_both(output, tmp_path)
    for name in COVERED:
        (status, ours), (_, theirs) = (libraries[lang](name, states) for lang in ("f77", "c"))
        assert not status.any()
        for array, value in ours.items():
            assert np.array_equal(value, theirs[array]), f"{name}: {array}"
    source = output.files["random41.f"]
    assert "SUBROUTINE RANDIM(Q, PYLD, M)" in source
    assert "const double *payload" in output.files["random41_f77.h"]


def test_numpy_users_give_the_load_as_an_array(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(cache))
    link = read("two_link").links[-1].name
    arm = load("two_link", payload=link, kernels=("inertia_matrix", "inverse_dynamics"))
    reference = Reduced(loaded(read("two_link"), link), 1)
    state = reference.state
    M = arm.inertia_matrix(state["q"], numbers(LOAD))
    tau = arm.inverse_dynamics(state["q"], state["qd"], state["qdd"], payload=numbers(LOAD))
    reference.assert_is("inertia_matrix", {"M": M})
    reference.assert_is("inverse_dynamics", {"tau": tau})


def test_the_manifest_says_which_link_carries_the_load() -> None:
    link = read("puma560").links[-1].name
    options = Options(kernels=("inertia_matrix", "inverse_dynamics_fext"), payload=link)
    output = generate_described(read("puma560"), options)
    manifest = json.loads(output.files["puma560.json"])
    assert manifest["options"]["payload"] == link
    kernels = manifest["kernels"]
    assert kernels["inertia_matrix"]["inputs"] == ["q", "payload"]
    assert kernels["inverse_dynamics_fext"]["inputs"] == ["q", "qd", "qdd", "fext", "payload"]
    assert kernels["inertia_matrix"]["shapes"]["payload"] == [10]
    assert f"--payload {link}" in output.files["puma560.h"]
    without = generate_described(read("puma560"), replace(options, payload=None))
    manifest = json.loads(without.files["puma560.json"])
    assert manifest["options"]["payload"] is None
    assert "payload" not in manifest["kernels"]["inertia_matrix"]["inputs"]


# What cannot carry or take a load -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("left_han", "--payload: is 'left_han', which is no link; did you mean 'left_hand'?"),
        ("base", "--payload: is 'base', which never moves; name a link that does: "),
        ("trunk", "--payload: is 'trunk', which never moves; name a link that does: "),
        ("camera", "--payload: is 'camera', which never moves; name a link that does: "),
        ("", "--payload: is '', which is no link; allowed: "),
    ],
)
def test_what_cannot_carry_a_load_is_refused(link: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        with_payload(canonical(read_text(TREE)), link)
    assert str(caught.value).startswith(message)


def test_a_base_that_floats_carries_a_load_by_either_of_its_names() -> None:
    model = canonical(with_floating(read_text(TREE)))
    loads = [with_payload(model, name).parameters[0] for name in ("trunk", BASE)]
    one, other = (load.place for load in loads if isinstance(load, Payload))
    assert (one.link, one.frame) == (other.link, other.frame)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--payload", "hand"], "--payload: is 'hand', which is no link; "),
        (
            ["--payload", "link6", "--algorithm", "inertia_matrix=renaud"],
            "--algorithm inertia_matrix=renaud: renaud covers links whose masses are known when the"
            " code is generated; use gah, crba",
        ),
        (
            ["--payload", "link6", "--kernels", "udut"],
            "--kernels udut: udut covers links whose masses are known when the code is generated;"
            " leave this kernel out",
        ),
    ],
)
def test_the_command_line_refuses_in_one_line(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = read("puma560").links[-1].name
    arguments = [word.replace("link6", last) for word in arguments]
    assert main(["puma560", "-o", str(tmp_path), *arguments]) == 2
    found = capsys.readouterr().err
    assert found.startswith(f"gen-robot: {message}")
    assert found.count("\n") == 1
    assert not list(tmp_path.iterdir())
