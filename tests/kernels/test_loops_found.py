"""What is found of loops when code is generated: conditions, coordinates, ways, names, counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import loop_operations
from closed_mechanisms import MECHANISMS, Mechanism, assert_close, mechanism, one_process
from gen_robot.algebra.frame import Frame, roll_pitch_yaw, shift
from gen_robot.algebra.number import Number
from gen_robot.algorithms.closed import REDUNDANT, closed
from gen_robot.errors import UserError
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import KERNELS
from gen_robot.kernels.legend import unexplained
from gen_robot.kernels.trace import trace
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from gen_robot.readers.robot_files import read


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
