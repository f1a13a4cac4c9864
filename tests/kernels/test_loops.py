"""Kernels of closed loops agree with Pinocchio, with each other, and with the laws of mechanics."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import loop_operations
from arrays import Array
from gen_robot.algebra.frame import Frame, roll_pitch_yaw, shift
from gen_robot.algebra.number import Number
from gen_robot.algorithms.closed import REDUNDANT, Closed, closed
from gen_robot.algorithms.closed_samples import closed_samples
from gen_robot.algorithms.closed_search import structural
from gen_robot.description.description import BASE, Description
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import KERNELS
from gen_robot.kernels.legend import unexplained
from gen_robot.kernels.trace import trace
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search.search import Search
from pinocchio_loops import ClosedRobot

MECHANISMS = ("four_bar", "five_bar", "parallelogram", "three_rrr", "stewart", "bennett")
METHODS = ("schur", "null", "kkt")
STATES = 6
NO_GAINS = np.zeros(2)


def one_process(name: str) -> object:
    return pytest.param(name, marks=pytest.mark.xdist_group(f"loops {name}"))


EVERY = [one_process(name) for name in MECHANISMS]


class Mechanism:
    """Hold a described robot with its search, and states at which it is closed."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.model = modelled(description, Options())
        self.search: Search = searched(self.model, Options())
        self.reference = ClosedRobot(description)
        self.graphs: dict[str, KernelGraph] = {}
        conditions, *_ = structural(self.model)
        found, _ = closed_samples(conditions)
        _, K = conditions.at(found)
        values = np.linalg.svd(K, compute_uv=False)
        rank = len(self.closed.rows)
        self.q = found[values[:, rank - 1] > 0.02 * values[:, 0]][:STATES]
        rng = np.random.default_rng(3)
        self.yd, self.ydd = rng.normal(size=(2, len(self.q), len(self.closed.independent)))
        self.qd = self("loop_velocities", q=self.q, yd=self.yd)["qd"]
        self.tau = rng.normal(size=self.qd.shape)

    @property
    def closed(self) -> Closed:
        return closed(self.model)

    def __call__(self, kernel: str, way: str = "auto", **inputs: Array) -> dict[str, Array]:
        """Evaluate a kernel's graph as it would be written, after the passes."""
        key = f"{kernel} by {way}"
        if key not in self.graphs:
            record = KERNELS[kernel]
            ways = self.search.auto(record) if way == "auto" else self.search.asked(record, way)
            self.graphs[key] = self.search.best(record, ways).graph
        outputs = self.graphs[key].outputs
        values = {name: evaluate(nodes, inputs) for name, nodes in outputs.items()}
        lead = np.shape(next(iter(inputs.values())))[:-1]
        shapes = {a.name: a.shape(self.model) for a in KERNELS[kernel].outputs}
        return {name: value.reshape(*lead, *shapes[name]) for name, value in values.items()}

    def forward(self, way: str, gains: Array = NO_GAINS) -> dict[str, Array]:
        return self("loop_forward_dynamics", way, **self.state, gains=gains + 0 * self.tau[:, :1])

    @property
    def state(self) -> dict[str, Array]:
        return {"q": self.q, "qd": self.qd, "tau": self.tau}


@cache
def mechanism(name: str) -> Mechanism:
    return Mechanism(read(name))


def assert_close(found: Array, expected: Array, tolerance: float) -> None:
    assert np.max(np.abs(found - expected)) <= tolerance * max(1.0, float(np.max(np.abs(expected))))


def moved(description: Description, place: Frame) -> Description:
    """Put a robot with a fixed base elsewhere: all that is on the base, ends of loops too."""
    links = tuple(
        replace(k, joint=replace(k.joint, before=place.then(k.joint.before)))
        if k.parent == BASE
        else k
        for k in description.links
    )
    loops = tuple(
        replace(
            loop,
            at_a=place.then(loop.at_a) if loop.link_a == BASE else loop.at_a,
            at_b=place.then(loop.at_b) if loop.link_b == BASE else loop.at_b,
        )
        for loop in description.loops
    )
    return replace(description, links=links, loops=loops)


TILTED = shift(Number("0.3"), Number("-1.2"), Number("0.7")).then(
    roll_pitch_yaw(Number("0.4"), Number("-0.9"), Number("2.1"))
)


# Against others ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", EVERY)
def test_accelerations_are_pinocchios(name: str, method: str) -> None:
    own = mechanism(name)
    assert len(own.q) >= 3
    found = own.forward(method)["qdd"]
    for q, qd, tau, qdd in zip(own.q, own.qd, own.tau, found, strict=True):
        assert_close(qdd, own.reference.solved(q, qd, tau), 1e-11)
        if all(loop.type == "connect" for loop in own.description.loops):
            assert_close(qdd, own.reference.accelerations(q, qd, tau), 1e-11)


@pytest.mark.parametrize("name", EVERY)
def test_nothing_changes_where_the_whole_is_tilted_and_shifted(name: str) -> None:
    own, other = mechanism(name), Mechanism(moved(read(name), TILTED))
    assert [row.label for row in other.closed.rows] == [row.label for row in own.closed.rows]
    q, qd, tau = (x[0] for x in (other.q, other.qd, other.tau))
    found = other("loop_forward_dynamics", "schur", q=q, qd=qd, tau=tau, gains=NO_GAINS)["qdd"]
    assert_close(found, other.reference.solved(q, qd, tau), 1e-11)


@pytest.mark.parametrize("name", EVERY)
def test_the_bias_is_the_rate_of_the_jacobian(name: str) -> None:
    own, step = mechanism(name), 1e-6
    if own.model.free_nq != own.model.free_nv:
        own_q = own.q  # the quaternion moves along its own rate
        w = own.qd[:, 3:6]
        x = own_q[:, 3:7]
        rate = 0.5 * np.column_stack(
            [
                x[:, 3:] * w + np.cross(x[:, :3], w),
                -np.sum(x[:, :3] * w, axis=1, keepdims=True),
            ]
        )
        R = np.array([_rotation(each) for each in x])
        shift_ = np.einsum("sij,sj->si", R, own.qd[:, :3])
        qdot = np.column_stack([shift_, rate, own.qd[:, 6:]])
    else:
        qdot = own.qd
    ahead, behind = (own("loop_jacobian", q=own.q + sign * step * qdot)["K"] for sign in (1, -1))
    rate_of_K = (ahead - behind) / (2 * step)
    expected = -np.einsum("sri,si->sr", rate_of_K, own.qd)
    assert_close(own("loop_bias", q=own.q, qd=own.qd)["kb"], expected, 1e-7)


def _rotation(x: Array) -> Array:
    v, w = x[:3], x[3]
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


# Against each other -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_all_methods_give_the_same_accelerations_and_forces(name: str) -> None:
    own = mechanism(name)
    gains = np.array([3.0, 5.0])
    schur, null, kkt = (own.forward(method, gains) for method in METHODS)
    for other in (null, kkt):
        assert_close(other["qdd"], schur["qdd"], 1e-9)
        assert_close(other["lambda"], schur["lambda"], 1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_forces_of_the_loops_do_no_work(name: str) -> None:
    own = mechanism(name)
    K = own("loop_jacobian", q=own.q)["K"]
    force = own.forward("schur")["lambda"]
    power = np.einsum("sr,sri,si->s", force, K, own.qd)
    assert np.max(np.abs(power)) < 1e-10 * max(1.0, float(np.max(np.abs(force))))


@pytest.mark.parametrize("name", EVERY)
def test_forces_and_accelerations_fulfil_the_equations_of_motion(name: str) -> None:
    own = mechanism(name)
    found = own.forward("schur")
    K, kb = (own("loop_terms", q=own.q, qd=own.qd)[key] for key in ("K", "kb"))
    moved_ = own("inverse_dynamics", q=own.q, qd=own.qd, qdd=found["qdd"])["tau"]
    assert_close(moved_, own.tau + np.einsum("sr,sri->si", found["lambda"], K), 1e-10)
    assert_close(np.einsum("sri,si->sr", K, found["qdd"]), kb, 1e-10)


@pytest.mark.parametrize("name", EVERY)
def test_the_reduced_model_is_positive_definite_and_moves_as_the_whole(name: str) -> None:
    own = mechanism(name)
    found = own("loop_inertia_and_bias", q=own.q, qd=own.qd)
    assert np.linalg.eigvalsh(found["M_red"]).min() > 0
    K = own("loop_jacobian", q=own.q)["K"]
    independent = list(own.closed.independent)
    others = [k for k in range(own.model.free_nv) if k not in independent]
    G = np.zeros((*own.qd.shape, len(independent)))
    G[:, independent] = np.eye(len(independent))
    G[:, others] = -np.linalg.solve(K[:, :, others], K[:, :, independent])
    qdd = own.forward("schur")["qdd"]
    left = np.einsum("sij,sj->si", found["M_red"], qdd[:, independent]) + found["h_red"]
    assert_close(left, np.einsum("sji,sj->si", G, own.tau), 1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_torques_of_actuated_joints_give_the_accelerations_asked_for(name: str) -> None:
    own = mechanism(name)
    u = own("loop_inverse_dynamics", q=own.q, qd=own.qd, ydd=own.ydd)["tau_u"]
    tau = np.zeros_like(own.qd)
    tau[:, list(own.closed.actuated)] = u
    gains = np.zeros((len(own.q), 2))
    found = own("loop_forward_dynamics", "schur", q=own.q, qd=own.qd, tau=tau, gains=gains)["qdd"]
    assert_close(found[:, list(own.closed.independent)], own.ydd, 1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_velocities_keep_the_loops_closed(name: str) -> None:
    own = mechanism(name)
    K = own("loop_jacobian", q=own.q)["K"]
    assert_close(np.einsum("sri,si->sr", K, own.qd), np.zeros(K.shape[:2]), 1e-13)
    assert_close(own.qd[:, list(own.closed.independent)], own.yd, 0)


@pytest.mark.parametrize("name", EVERY)
def test_steps_of_newton_close_what_was_opened(name: str) -> None:
    own = mechanism(name)
    rng = np.random.default_rng(7)
    independent = own.closed.independent
    q = own.q.copy()
    if own.model.free_nq == own.model.free_nv:
        others = [k for k in range(q.shape[1]) if k not in independent]
    else:
        others = [*range(7, q.shape[1])]  # the platform is independent
    q[:, others] += rng.normal(size=(len(q), len(others))) * 0.01
    for _ in range(6):
        found = own("loop_close", q=q)
        q = found["q_out"]
    assert float(found["phi_max"].max()) < 1e-13
    kept = [k for k in range(q.shape[1]) if k not in others]
    assert np.array_equal(q[:, kept], own.q[:, kept])


@pytest.mark.parametrize("name", EVERY)
def test_projection_takes_gaps_away_by_the_least_step(name: str) -> None:
    own = mechanism(name)
    rng = np.random.default_rng(8)
    q, qd = own.q, own.qd + rng.normal(size=own.qd.shape)
    found, K = own("loop_project", q=q, qd=qd), own("loop_jacobian", q=q)["K"]
    left = np.einsum("sri,si->sr", K, qd + found["dqd"])
    assert_close(left, np.zeros_like(left), 1e-10)
    # M dqd is a combination of K's rows: no other step is shorter.
    M = own("inertia_matrix", q=q)["M"]
    push = np.einsum("sij,sj->si", M, found["dqd"])
    for rows, each in zip(K, push, strict=True):
        rest = each - rows.T @ np.linalg.lstsq(rows.T, each, rcond=None)[0]
        assert_close(rest, np.zeros_like(rest), 1e-9)


def test_gains_ask_for_a_decaying_gap() -> None:
    own, gains = mechanism("four_bar"), np.array([2.0, 3.0])
    q = own.q + 1e-3
    found = own("loop_terms", q=q, qd=own.qd)
    K, phi, kb = (found[key] for key in ("K", "phi", "kb"))
    given = np.broadcast_to(gains, (len(q), 2))
    forward = own("loop_forward_dynamics", "schur", q=q, qd=own.qd, tau=own.tau, gains=given)
    asked = kb - 2 * 2.0 * np.einsum("sri,si->sr", K, own.qd) - 9.0 * phi
    assert_close(np.einsum("sri,si->sr", K, forward["qdd"]), asked, 1e-10)


# What is found when generating --------------------------------------------------------------------


def test_a_planar_loop_keeps_two_conditions_whatever_closes_it() -> None:
    four = read("four_bar")
    for kind in ("connect", "revolute"):
        loop = replace(four.loops[0], type=kind)
        found = closed(modelled(replace(four, loops=(loop,)), Options()))
        assert [row.word for row in found.rows] == ["x", "y"]
        assert {why for _, why in found.dropped} == {"holds at every state"}


def test_a_hinge_and_a_ball_close_a_planar_loop_alike() -> None:
    four = read("four_bar")
    hinged = Mechanism(replace(four, loops=(replace(four.loops[0], type="revolute"),)))
    own = mechanism("four_bar")
    found = hinged("loop_forward_dynamics", "schur", **own.state, gains=np.zeros((len(own.q), 2)))
    assert_close(found["qdd"], own.forward("schur")["qdd"], 1e-12)


def test_noise_in_a_file_is_taken_as_zero_and_told() -> None:
    five = read("five_bar")
    noise = shift(Number(0), Number(0), Number("1e-9")).then(
        roll_pitch_yaw(Number("3e-9"), Number("-2e-9"), Number(0))
    )
    links = list(five.links)
    links[2] = replace(
        links[2], joint=replace(links[2].joint, before=links[2].joint.before.then(noise))
    )
    found = closed(modelled(replace(five, links=tuple(links)), Options()))
    assert [row.word for row in found.rows] == ["x", "y"]
    assert found.notes


def test_bennetts_linkage_moves() -> None:
    own = mechanism("bennett")
    assert len(own.closed.rows) == 2
    assert sum(why == REDUNDANT for _, why in own.closed.dropped) == 3
    # Away from where the linkage is flat, and could go on as a folded one.
    (place,) = np.nonzero(np.abs(np.sin(own.q[:, 0])) > 0.3)
    q = own.q[place[:1]].copy()
    start, step = q[0, 0], 0.01 * np.sign(np.cos(q[0, 0]))
    for _ in range(40):
        q[:, 0] += step
        for _ in range(5):
            found = own("loop_close", q=q)
            q = found["q_out"]
        # Of all five conditions, those that were dropped included.
        assert float(found["phi_max"].max()) < 1e-12
    assert abs(q[0, 0] - start) > 0.39


def test_coordinates_are_chosen_where_none_are_named() -> None:
    for name in ("four_bar", "five_bar", "three_rrr"):
        description = replace(read(name), independent=(), actuated=())
        found = closed(modelled(description, Options()))
        assert len(found.independent) == len(mechanism(name).closed.independent)
        assert sorted((*found.independent, *found.dependent)) == [*range(found_size(name))]


def found_size(name: str) -> int:
    return mechanism(name).model.free_nv


def test_the_default_is_schur_but_where_blocks_make_null_much_cheaper() -> None:
    chosen = {
        name: str(mechanism(name).search.choose(KERNELS["loop_forward_dynamics"]).way.algorithm)
        for name in MECHANISMS
    }
    assert chosen == {name: "null" if name == "stewart" else "schur" for name in MECHANISMS}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"at_a": shift(Number(9), Number(0), Number(0))}, "cannot be closed"),
        ({"at_a": shift(Number("0.5"), Number(0), Number("0.1"))}, "no joint changes it"),
    ],
    ids=["out of reach", "beside the plane"],
)
def test_loops_that_cannot_close_are_refused(change: dict[str, Frame], told: str) -> None:
    four = read("four_bar")
    broken = replace(four, loops=(replace(four.loops[0], **change),))
    with pytest.raises(UserError, match=told):
        closed(modelled(broken, Options()))


def test_wrong_numbers_of_independent_joints_are_refused() -> None:
    model = modelled(replace(read("four_bar"), independent=("crank", "rocker")), Options())
    with pytest.raises(UserError, match="the closed robot has 1"):
        closed(model)


def test_joints_that_do_not_tell_the_others_are_refused() -> None:
    five = replace(read("five_bar"), independent=("left_crank", "left_rod"))
    assert closed(modelled(five, Options())).independent == (0, 1)
    arm = replace(read("parallelogram"), independent=("forearm", "rod"))
    with pytest.raises(UserError, match="do not tell"):
        closed(modelled(arm, Options()))


@pytest.mark.parametrize("name", [one_process(name) for name in loop_operations.PROTOTYPES])
def test_operations_are_at_most_those_of_the_prototypes(name: str) -> None:
    for title, found, _, limit in loop_operations.table(name):
        assert limit is not None
        if title != "tree qdd":
            assert found.mul + found.add + found.div <= sum(limit), title


MJCF = """<mujoco><compiler autolimits="true"/><worldbody>
<body name="crank"><joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/>
 <body name="coupler" pos=".2 0 0"><joint axis="0 1 0"/>
  <geom type="capsule" size=".02" fromto="0 0 0 .4 0 .3"/></body></body>
<body name="rocker" pos=".6 0 -.2"><joint axis="0 1 0"/>
 <geom type="capsule" size=".02" fromto="0 0 0 0 0 .5"/></body></worldbody>
<equality><connect name="pin" body1="coupler" body2="rocker" anchor=".4 0 .3"/></equality></mujoco>"""


def test_equality_constraints_of_mjcf_close_loops(tmp_path: Path) -> None:
    path = tmp_path / "bar.xml"
    path.write_text(MJCF, encoding="utf-8")
    own = Mechanism(read(path))
    assert [row.label for row in own.closed.rows] == ["pin: x", "pin: y"]
    found = own.forward("schur")["qdd"]
    for q, qd, tau, qdd in zip(own.q, own.qd, own.tau, found, strict=True):
        assert_close(qdd, own.reference.accelerations(q, qd, tau), 1e-11)


@pytest.mark.parametrize("kernel", [name for name, k in KERNELS.items() if k.group == "loops"])
@pytest.mark.parametrize("name", ["three_rrr", "bennett"])
def test_every_name_of_a_value_is_explained(name: str, kernel: str) -> None:
    own, record = mechanism(name), KERNELS[kernel]
    for way in own.search.auto(record):
        graph = trace(record, way, own.search.formulations, Options().setting)
        found = [each.label for each in schedule(graph).temporaries]
        assert unexplained(way, found) == []
