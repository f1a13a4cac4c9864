"""Peers compute what independent references compute, in the order of the robot's file."""

from __future__ import annotations

import numpy as np
import pytest

import measure
import pinocchio_robot
from arrays import Array
from gen_robot.bench.agreement import difference
from gen_robot.bench.numpy_peer import NumpyPeer
from gen_robot.bench.peer import Peer
from gen_robot.bench.peers import peers_of
from gen_robot.bench.pinocchio_peer import PinocchioPeer
from gen_robot.bench.tree import refusal, tree_of
from gen_robot.description.description import Description
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.kernels import KERNELS as EVERY
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.references import LOCAL_WORLD_ALIGNED
from random_robots import random_robot, random_state

KERNELS = (
    "inertia_matrix",
    "bias",
    "inverse_dynamics",
    "inertia_and_bias",
    "gravity",
    "forward_dynamics",
    "inertia_inverse",
)


def results(peer: Peer, kernel: str, state: tuple[Array, ...]) -> tuple[Array, ...]:
    call = peer.call(kernel)
    assert call is not None
    return call.results(call.function(*call.arguments(state)))


@pytest.mark.parametrize("make", [PinocchioPeer, NumpyPeer])
@pytest.mark.parametrize("seed", range(6))
def test_a_peer_agrees_with_the_reference_on_trees(make: type[Peer], seed: int) -> None:
    description = random_robot(seed, 3 + seed, branched=True, fixed=0.25 if seed % 2 else 0.0)
    peer = make(tree_of(description))
    model = pinocchio_robot.pinocchio_model(description)
    q, qd, qdd, tau = random_state(description, seed)
    M = pinocchio_robot.mass_matrix(model, q)
    h = pinocchio_robot.bias(model, q, qd)
    measure.assert_same(results(peer, "inertia_matrix", (q,))[0], M)
    measure.assert_same(results(peer, "bias", (q, qd))[0], h, 1e-10)
    wanted = pinocchio_robot.inverse_dynamics(model, q, qd, qdd)
    measure.assert_same(results(peer, "inverse_dynamics", (q, qd, qdd))[0], wanted, 1e-10)
    measure.assert_same(results(peer, "gravity", (q,))[0], pinocchio_robot.gravity(model, q), 1e-9)
    both = results(peer, "inertia_and_bias", (q, qd))
    measure.assert_same(both[0], M)
    measure.assert_same(both[1], h, 1e-10)
    wanted = pinocchio_robot.forward_dynamics(model, q, qd, tau)
    measure.assert_solution(results(peer, "forward_dynamics", (q, qd, tau))[0], wanted, M)
    measure.assert_solution(results(peer, "inertia_inverse", (q,))[0], np.linalg.inv(M), M)


def tried(description: Description, reference: str) -> dict[str, float]:
    """Return how far Pinocchio is from the graphs of all kernels that it has, in a reference."""
    model = modelled(description, Options())
    search, peer = searched(model, Options()), PinocchioPeer(tree_of(description))
    state = dict(zip(("q", "qd", "qdd", "tau"), random_state(description, 1), strict=True))
    apart = {}
    for family, kernels in ((k.name, k.instances(model)) for k in EVERY.values()):
        for name, kernel in kernels.items():
            call = peer.call(family, kernel.arguments.get("frame", ""), reference)
            if call is None:
                continue
            inputs = tuple(state[array.name] for array in kernel.inputs)
            theirs = call.results(call.function(*call.arguments(inputs)))
            outputs = search.choose(kernel).graph.outputs
            ours = tuple(
                evaluate(outputs[a.name], state).reshape(a.shape(model)) for a in kernel.outputs
            )
            # Numbers may vanish: slides that are parallel have no Coriolis forces.
            apart[name] = difference(ours, theirs, floor=0.01)
    return apart


@pytest.mark.parametrize(
    "description",
    [
        read("scara"),
        random_robot(3, 4, branched=True, fixed=0.3, convention="standard_dh"),
        random_robot(2, 3, branched=True, floating=True, kinds=("spherical", "prismatic")),
    ],
    ids=["scara", "standard DH", "free"],
)
def test_pinocchio_has_kinematics_derivatives_and_regressors(description: Description) -> None:
    apart = tried(description, LOCAL_WORLD_ALIGNED)
    assert max(apart.values()) < 1e-11
    tip = f"jacobian_{description.links[-1].name}"
    wanted = {"coriolis_matrix", "inverse_dynamics_derivatives", "regressor", tip}
    assert wanted <= apart.keys()


def test_motions_in_another_reference_are_other_numbers() -> None:
    apart = tried(read("scara"), "local")
    motions = [name for name in apart if name.startswith(("jacobian_", "velocity_"))]
    assert len(motions) == 2 and all(apart[name] > 0.1 for name in motions)
    assert apart["coriolis_matrix"] < 1e-11


@pytest.mark.parametrize("make", [PinocchioPeer, NumpyPeer])
def test_a_peer_has_nothing_for_a_kernel_that_it_does_not_know(make: type[Peer]) -> None:
    peer = make(tree_of(read("two_link")))
    assert all(peer.call(kernel) for kernel in KERNELS)
    for name in ("udut", "call", "name", "version", "model", "_call", "_n", "__init__", ""):
        assert peer.call(name) is None


def test_pinocchios_order_is_depth_first_by_names() -> None:
    """That is how its reader of URDF numbers joints."""
    description = random_robot(4, 9, branched=True)
    tree = tree_of(description)
    order = tree.depth_first()
    assert sorted(order) == list(range(9))
    for place, number in enumerate(order):
        parent = tree.joints[number].parent
        assert parent == -1 or order.index(parent) < place
        siblings = [k for k in order if tree.joints[k].parent == parent]
        assert siblings == sorted(siblings, key=lambda k: tree.joints[k].name)


def floating() -> Description:
    from gen_robot.description.edit import Edits

    return read("two_link", edits=Edits(floating=True))


def test_what_a_peer_cannot_do_is_said() -> None:
    found = peers_of(floating(), 9, 8)
    assert [peer.name for peer in found.found] == ["Pinocchio"]
    assert found.missing == ("NumPy: knows no joints that are floating",)
    torso = read("torso")
    reason = refusal(torso)
    if reason:
        assert not peers_of(torso, 1, 1).found and reason in peers_of(torso, 1, 1).missing[0]


def test_a_machine_without_pinocchio_has_the_other_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pinocchio", None)
    with pytest.raises(UserError, match="pip install pin"):
        PinocchioPeer(tree_of(read("two_link")))
    found = peers_of(read("two_link"), 2, 2)
    assert [peer.name for peer in found.found] == ["NumPy"]
    assert found.missing == ("Pinocchio: is not installed; pip install pin",)
