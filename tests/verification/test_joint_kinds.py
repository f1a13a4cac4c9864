"""Kinds of joint and of load: proved as generated, in both languages; refuted of another robot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gen_robot.algebra.number import Number
from gen_robot.verification.program import Node
from gen_robot.verification.prove import Limits, Prover, verdicts
from gen_robot.verification.verdict import BACKWARDS, NOT_PROVED, PROVED, REFUTED, SAMPLED
from joint_kinds_robots import CART, ROBOTS
from proofs import FILES, Generated, exchanged, generated, missed, read_back

KERNELS = ["inertia_matrix", "bias", "inverse_dynamics_fext", "potential_energy"]
NOT_ALL = {"axes": ["inertia_matrix", "inverse_dynamics"]}


def kernels_of(robot: str) -> list[str]:
    return NOT_ALL.get(robot, KERNELS)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Generated]:
    return {
        name: generated(
            tmp_path_factory.mktemp(name), text, "--kernels", ",".join(kernels_of(name))
        )
        for name, text in ROBOTS.items()
    }


@pytest.mark.parametrize("robot", ROBOTS)
def test_kinds_of_joint_are_proved(folders: dict[str, Generated], robot: str) -> None:
    for kernel in kernels_of(robot):
        verdict = folders[robot].verdict(kernel)
        assert verdict.word == PROVED, verdict
        assert verdict.files == FILES


@pytest.mark.parametrize("robot", [name for name in ROBOTS if name != "axes"])
@pytest.mark.parametrize("language", ["c", "f77"])
def test_faults_are_found(folders: dict[str, Generated], robot: str, language: str) -> None:
    for kernel in ("inertia_matrix", "potential_energy"):
        for kind in ("sign", "digit12"):
            assert missed(folders[robot], kernel, language, kind, 2) == []


@pytest.mark.parametrize("robot", ["flying", "cart", "ball"])
def test_exchanged_forces_are_found(folders: dict[str, Generated], robot: str) -> None:
    wrong = exchanged(read_back(folders[robot], "bias"))
    verdict = folders[robot].prover.verdict("bias", wrong, ("x",))
    assert verdict.word in (REFUTED, NOT_PROVED)


@pytest.mark.parametrize(
    ("robot", "kernel", "old", "new"),
    [
        ("axes", "inertia_matrix", "pitch: 0.05", "pitch: 0.0500000001"),
        ("flying", "bias", "mass: 3", "mass: 3.0000000001"),
        ("cart", "bias", "rpy: [0.4, 0.3, 0]", "rpy: [0.4, 0.3000000001, 0]"),
        ("ball", "inertia_matrix", "zz: 0.01, yz", "zz: 0.0100000001, yz"),
        ("fingers", "inertia_matrix", "multiplier: 0.5", "multiplier: -0.5"),
        ("fingers", "potential_energy", "offset: 0.25", "offset: 0.2500000001"),
        ("fingers", "inertia_matrix", "multiplier: 0.3", "multiplier: 0.3000000001"),
    ],
)
def test_another_robot_is_refuted(
    folders: dict[str, Generated], tmp_path: Path, robot: str, kernel: str, old: str, new: str
) -> None:
    assert old in ROBOTS[robot]
    other = generated(tmp_path, ROBOTS[robot].replace(old, new), "--kernels", "inertia_matrix")
    found = folders[robot]._replace(description=other.description)
    assert found.verdict(kernel).word in (REFUTED, NOT_PROVED)


def test_springs_are_proved(tmp_path: Path) -> None:
    text = CART + "springs:\n  - {joint: pole, stiffness: 30, rest: 0.2}\n"
    kernels = ["bias", "gravity", "potential_energy"]
    found = generated(tmp_path, text, "--kernels", ",".join(kernels))
    assert [found.verdict(kernel).word for kernel in kernels] == [PROVED] * 3
    links = [
        replace(link, joint=replace(link.joint, stiffness=link.joint.stiffness * Number(-1)))
        for link in found.description.links
    ]
    other = found._replace(description=replace(found.description, links=tuple(links)))
    assert [other.verdict(kernel).word for kernel in kernels] == [REFUTED] * 3


def test_loads_at_run_time_are_proved(tmp_path: Path) -> None:
    kernels = ["inertia_matrix", "inverse_dynamics", "potential_energy"]
    found = generated(tmp_path, CART, "--payload", "pole", "--kernels", ",".join(kernels))
    assert [found.verdict(kernel).word for kernel in kernels] == [PROVED] * 3
    for kernel in kernels:
        assert missed(found, kernel, "c", "sign", 2) == []


def test_bodies_at_run_time_are_proved_with_what_is_prepared(tmp_path: Path) -> None:
    kernels = "inertia_matrix,inverse_dynamics,potential_energy"
    options = ("--runtime", "pole,cart.mass", "--kernels", kernels)
    found = generated(tmp_path, CART, *options)
    names = list(found.subject.kernels)
    assert "prepare" in names
    every = list(verdicts(found.subject, found.description, names, lambda text: None))
    assert {v.kernel: v.word for v in every} == dict.fromkeys(names, PROVED)
    wrong = [
        replace(s, text=s.text.replace("prepared[1] = ", "prepared[1] = 2.0 * "))
        for s in found.subject.sources
        if s.language == "c"
    ]
    subject = replace(found.subject, sources=tuple(wrong))
    every = list(verdicts(subject, found.description, names, lambda text: None))
    assert REFUTED in {v.word for v in every}
    assert every[-1].kernel == "prepare"
    assert every[-1].word != PROVED


@pytest.mark.parametrize("robot", ["four_bar", "bennett"])
def test_loops_are_proved(tmp_path: Path, robot: str) -> None:
    kernels = ["loop_residual", "loop_jacobian", "loop_bias", "loop_terms"]
    found = generated(tmp_path, robot, "--kernels", ",".join(kernels))
    assert [found.verdict(kernel).word for kernel in kernels] == [PROVED] * 4
    for kernel in kernels[:3]:
        for kind in ("sign", "digit12"):
            assert missed(found, kernel, "f77", kind, 2) == []
        wrong = exchanged(read_back(found, kernel))
        assert found.prover.verdict(kernel, wrong, ("x",)).word in (REFUTED, NOT_PROVED)


def test_an_energy_that_vanishes_somewhere_is_no_fault(tmp_path: Path) -> None:
    """Where a proof does not fit, differences are relative to the largest energy of all states."""
    found = generated(tmp_path, ROBOTS["ball"], "--kernels", "potential_energy")
    names = ["potential_energy"]
    (verdict,) = verdicts(found.subject, found.description, names, lambda text: None, Limits(1e3))
    assert verdict.word == SAMPLED
    wrong = read_back(found, "potential_energy")
    changed = replace(wrong, nodes=tuple(_off(node) for node in wrong.nodes))
    prover = Prover(found.subject, found.description, Limits(1e3))
    assert prover.verdict(*names, changed, ("x",)).word == REFUTED


def _off(node: Node) -> Node:
    return node._replace(literal=node.literal * (1 + 1e-10)) if node.op == "literal" else node


def test_pivots_that_are_known_need_no_guards(tmp_path: Path) -> None:
    text = ROBOTS["ball"].replace("com: [0.02, 0.03, 0.1]", "com: [0, 0, 0]")
    head, _, ball = text.partition("  - name: stick\n")[2].partition("  - name: ball\n")
    assert head
    lone = f"name: top\nconvention: transform\nlinks:\n  - name: ball\n{ball}"
    lone = lone.replace("    parent: stick\n", "")
    found = generated(tmp_path, lone, "--kernels", "forward_dynamics")
    assert not read_back(found, "forward_dynamics").guards
    verdict = found.verdict("forward_dynamics")
    assert verdict.word == SAMPLED
    assert "has a constant that is none of M" in verdict.text  # products of inverses


@pytest.mark.parametrize("robot", ["flying", "cart"])
def test_what_solves_for_other_joints_is_proved_backwards(tmp_path: Path, robot: str) -> None:
    found = generated(tmp_path, ROBOTS[robot], "--kernels", "forward_dynamics")
    verdict = found.verdict("forward_dynamics")
    assert verdict.word == BACKWARDS, verdict.text
    assert verdict.files == FILES
    for kind in ("sign", "digit12", "guard"):
        assert missed(found, "forward_dynamics", "c", kind, 3) == []


def test_what_solves_with_a_load_is_proved_backwards_for_every_load(tmp_path: Path) -> None:
    options = ("--payload", "link2", "--algorithm", "forward_dynamics=ldlt")
    found = generated(tmp_path, "two_link", *options, "--kernels", "forward_dynamics")
    verdict = found.verdict("forward_dynamics")
    assert verdict.word == BACKWARDS, verdict.text
    for kind in ("sign", "digit12"):
        assert missed(found, "forward_dynamics", "c", kind, 6) == []
