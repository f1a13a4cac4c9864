"""Torques of simulations: tables, laws, paths, functions, friction; and many motions at once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gen_robot.bindings.curves import Curve, constant, point_to_point, table, through
from gen_robot.bindings.laws import Law
from gen_robot.bindings.trajectory import SimulationError, Trajectory
from gen_robot.errors import UserError
from gen_robot.simulation.asked import Torques
from gen_robot.simulation.laws import path_of
from simulated_robots import Simulated
from simulated_robots import simulated as simulated

Reals = NDArray[np.float64]

pytestmark = pytest.mark.xdist_group("simulated")

START = np.array([0.1, -0.5, 0.3, 0.2, 0.4, -0.3])
GOAL = np.array([0.6, -1.1, 1.0, 0.5, 0.7, 0.1])


def wave(t: Any) -> Reals:
    """Torques that are no polynomial."""
    phases = np.arange(6)
    return 20.0 * np.sin(3.0 * np.asarray(t)[..., None] + phases)


def motion(simulated: Simulated, name: str = "puma560", **options: Any) -> Trajectory:
    options = {"duration": 1.0, "q": START, "tolerance": 1e-11, "every": 0.1} | options
    friction = options.pop("friction", False)
    made = simulated(name, friction=friction).simulate(**options)
    assert isinstance(made, Trajectory)
    return made


@pytest.mark.parametrize(("interpolation", "order"), [("hold", 1), ("linear", 2), ("cubic", 4)])
def test_a_table_of_torques_comes_near_to_its_function_by_its_order(
    interpolation: str, order: int, simulated: Simulated
) -> None:
    exact = motion(simulated, torque=lambda t, q, qd: wave(t)).q
    errors = []
    for rows in (51, 101):
        t = np.linspace(0, 1, rows)
        curve = table(t, wave(t), interpolation)
        errors.append(np.abs(motion(simulated, torque=curve).q - exact).max())
    assert abs(np.log2(errors[0] / errors[1]) - order) < 0.4
    assert errors[1] < 10 * (20 * 0.01**order)


def test_c_gives_the_torques_that_the_curve_has(simulated: Simulated) -> None:
    t = np.linspace(0, 1, 21)
    made = motion(simulated, torque=table(t, wave(t), "cubic"))
    assert np.allclose(made.tau, table(t, wave(t), "cubic")(made.t), atol=1e-12)
    assert np.allclose(motion(simulated, torque=[1.0, 2, 3, 4, 5, 6]).tau, [1, 2, 3, 4, 5, 6])


def test_inverse_dynamics_of_a_path_leads_along_it(simulated: Simulated) -> None:
    path = point_to_point(START, GOAL, 1.0)
    made = motion(simulated, torque=Law(path=path, feed_forward=True))
    assert np.abs(made.q - path(made.t)).max() < 1e-8
    assert np.abs(made.qdd - path(made.t, 2)).max() < 1e-6
    robot = simulated("puma560")
    planned = robot.inverse_dynamics(path(made.t), path(made.t, 1), path(made.t, 2))
    assert np.allclose(made.tau, planned, atol=1e-9)


def test_gains_pull_back_what_began_beside_the_path(simulated: Simulated) -> None:
    path = point_to_point(START, GOAL, 1.0)
    law = Law(None, path, kp=2000.0, kd=200.0, feed_forward=True)
    made = motion(simulated, q=START + 0.05, duration=3.0, torque=law, tolerance=1e-8)
    missing = np.abs(made.q - path(made.t)).max(axis=1)
    assert missing[0] > 0.049
    assert missing[-1] < 1e-3
    expected = law_by_hand(simulated, law, path, made)
    assert np.allclose(made.tau, expected, atol=1e-8)


def law_by_hand(simulated: Simulated, law: Law, path: Curve, made: Trajectory) -> Reals:
    robot, t = simulated("puma560"), made.t
    value, rate = path(t), path(t, 1)
    planned = robot.inverse_dynamics(value, rate, path(t, 2))
    return np.asarray(planned + 2000 * (value - made.q) + 200 * (rate - made.qd))


def test_torques_stay_within_their_limits(simulated: Simulated) -> None:
    law = Law(constant([50.0] * 6), limit=[1.0, 2, 3, 4, 5, np.inf])
    assert np.allclose(motion(simulated, torque=law).tau, [1, 2, 3, 4, 5, 50])


def test_joints_of_one_coordinate_are_held_beside_others(simulated: Simulated) -> None:
    """The slide of a ball joint on a slide: its gains act, and nothing else does."""
    robot = simulated("ball")
    law = Law(path=constant([0.3, 0, 0, 0]), kp=[500.0, 0, 0, 0], kd=[80.0, 0, 0, 0])
    made = motion(simulated, "ball", q=robot.neutral(), torque=law, duration=2.0)
    assert np.allclose(made.tau[:, 0], 500 * (0.3 - made.q[:, 0]) - 80 * made.qd[:, 0])
    assert not made.tau[:, 1:].any()


def test_paths_pass_through_what_they_are_given() -> None:
    t = np.linspace(0, 1, 11)
    path = point_to_point(START, GOAL, 1.0)
    given = [path(t), path(t, 1), path(t, 2)]
    fine = np.linspace(0, 1, 101)
    assert np.abs(through(t, *given)(fine) - path(fine)).max() < 1e-14
    assert np.abs(through(t, *given)(fine, 2) - path(fine, 2)).max() < 1e-11
    assert np.abs(through(t, *given[:2])(t, 1) - given[1]).max() < 1e-13
    spline = through(t, given[0])
    assert np.abs(spline(t) - given[0]).max() < 1e-14
    assert np.abs(spline([0, 1], 1)).max() < 1e-12  # at rest
    assert np.abs(spline(fine) - path(fine)).max() < 1e-3


def test_a_function_that_raises_ends_the_simulation_with_what_it_raised(
    simulated: Simulated,
) -> None:
    def torque(t: float, q: Reals, qd: Reals) -> Reals:
        if t > 0.5:
            raise ZeroDivisionError("as it happens")
        return np.zeros(6)

    with pytest.raises(ZeroDivisionError, match="as it happens"):
        motion(simulated, torque=torque)
    with pytest.raises(ValueError, match=r"torque: the function gave the shape \(5,\)"):
        motion(simulated, torque=lambda t, q, qd: np.zeros(5))


def test_friction_takes_energy_and_brings_to_rest(simulated: Simulated) -> None:
    """Coulomb friction of the file turns over as tanh(rate/slip), and does not stop the steps."""
    options: dict[str, Any] = {"q": [1.0, 0.5], "tolerance": 1e-8, "slip": 0.01, "every": 0.02}
    free = motion(simulated, "rubbing", duration=8, **options)
    slow = motion(simulated, "rubbing", duration=8, friction=True, **options)
    assert free.energy is not None and slow.energy is not None
    assert np.ptp(free.energy) < 1e-5
    assert (np.diff(slow.energy) < 1e-7).all()
    robot = simulated("rubbing", friction=True)
    # What acts is the kernel's friction, but for where it jumps: tanh stands in for the sign.
    coulomb = np.array([1.5, 0.8])
    off = coulomb * (np.sign(slow.qd) - np.tanh(slow.qd / 0.01))
    assert np.allclose(slow.qdd, robot.forward_dynamics(slow.q, slow.qd, off), atol=1e-7)
    assert (np.abs(slow.qd) > 0.1).any() and np.abs(off).max() > 0.1
    assert np.abs(slow.qd[-1]).max() < 0.02  # it creeps at most


def test_rows_of_states_are_motions_of_their_own_on_any_number_of_threads(
    simulated: Simulated,
) -> None:
    robot = simulated("puma560")
    rng = np.random.default_rng(5)
    q = START + 0.1 * rng.standard_normal((7, 6))
    law = Law(path=constant(START), kp=10.0)
    options: dict[str, Any] = {"torque": law, "tolerance": 1e-8, "every": 0.1}
    single = [robot.simulate(0.5, row, **options) for row in q]
    for threads in (None, 3, "all"):
        many = robot.simulate(0.5, q, threads=threads, **options)
        assert isinstance(many, list)
        for a, b in zip(single, many, strict=True):
            assert isinstance(a, Trajectory)
            assert np.array_equal(a.q, b.q)
            assert a.evaluations == b.evaluations


def test_python_goes_on_while_a_simulation_runs(simulated: Simulated) -> None:
    """C holds no lock: another thread counts while this one integrates."""
    robot, counted, done = simulated("puma560"), [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1

    counting = threading.Thread(target=count)
    counting.start()
    robot.simulate(2.0, START, step=1e-4, times=[2.0])
    before_end = counted[0]
    done.set()
    counting.join()
    assert before_end > 100


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"method": "dopri6"}, r"method: is 'dopri6'; did you mean 'dopri5'\?"),
    ({"method": "xyz"}, r"method: is 'xyz'; there are rk4, dopri5"),
    ({"method": "ab4"}, "tolerance: ab4 has steps of one size; leave it out, or take dopri5"),
    ({"tolerance": 0}, "tolerance: is 0; give a number above zero"),
    ({"tolerance": None, "step": 0}, "step: is 0; give a number above zero"),
    ({"tolerance": None, "step": -1e-3}, "step: is -0.001; give a number above zero"),
    ({"tolerance": None, "step": 1e-9}, "step: is 1e-09, which makes 1000000000 steps"),
    ({"duration": 0}, "duration: is 0; give seconds"),
    ({"duration": float("nan")}, "duration: is nan; give a finite number"),
    ({"q": [1, 2, 3]}, r"q: its shape is \(3,\); expected \(6,\) or \(N, 6\)"),
    ({"q": [np.nan] * 6}, "q: holds what is no finite number"),
    ({"every": None, "times": [0.5, 2.0]}, "times: give some, each from 0 to 1"),
    ({"times": [0.5]}, "times and every: are two ways"),
    ({"torque": [1.0, 2]}, "torque: is .* give 6 numbers, a Law, a Curve"),
    ({"torque": Law(kp=1.0)}, "path: is missing"),
    ({"torque": Law(path=constant([0.0] * 5))}, "path: has 5 columns; the robot has 6"),
    ({"torque": Law(path=constant([0.0] * 6), kp=[-1.0] * 6)}, "kp: is .* zero or more"),
]


@pytest.mark.parametrize(("options", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_cannot_be_simulated_is_refused(
    options: dict[str, Any], message: str, simulated: Simulated
) -> None:
    with pytest.raises(ValueError, match=message):
        motion(simulated, **options)


@pytest.mark.parametrize(("name", "what"), [("ball", "quaternion"), ("sled", "cosine and sine")])
def test_a_position_that_is_no_rotation_is_refused(
    name: str, what: str, simulated: Simulated
) -> None:
    robot = simulated(name)
    near = robot.neutral() * 0.995
    assert np.allclose(motion(simulated, name, q=near).q[0], robot.neutral())
    with pytest.raises(ValueError, match=f"q: the {what} of .* must have unit length"):
        motion(simulated, name, q=np.zeros(robot.nq))


def test_curves_refuse_times_that_go_back_and_numbers_that_are_none() -> None:
    rows = np.zeros((3, 2))
    with pytest.raises(ValueError, match=r"times: do not rise at place 2: 1, then 0\.5"):
        table([0, 1, 0.5], rows)
    with pytest.raises(ValueError, match="no finite number"):
        table([0, 1, np.nan], rows)
    with pytest.raises(ValueError, match="interpolation: is 'square'"):
        table([0, 1, 2], rows, "square")
    with pytest.raises(ValueError, match="duration: is 0"):
        point_to_point([0], [1], 0)


def test_a_simulation_that_cannot_go_on_says_where_it_stands(simulated: Simulated) -> None:
    with pytest.raises(SimulationError, match=r"7 steps led to t = 0\.[0-9]+ s only"):
        motion(simulated, most_steps=7)
    with pytest.raises(SimulationError, match="an implicit step did not converge"):
        motion(simulated, method="implicit_midpoint", tolerance=None, step=1.0)
    huge = np.full(6, 1e200)
    with pytest.raises(SimulationError, match="the state grew beyond all numbers"):
        motion(simulated, torque=lambda t, q, qd: huge * np.sign(1 + t), tolerance=None, step=0.1)
    with pytest.raises(SimulationError, match="no step is short enough") as found:
        motion(simulated, torque=lambda t, q, qd: huge if t > 0.5 else 0 * q, tolerance=1e-9)
    assert 0.49 < found.value.t < 0.51


def test_a_robot_without_integrators_says_how_to_get_them() -> None:
    import gen_robot

    with pytest.raises(AttributeError, match=r"gen_robot.load\(..., integrators=True\)"):
        gen_robot.load("two_link").simulate(1.0)


def test_a_path_that_leaves_the_limits_is_refused(simulated: Simulated, tmp_path: Path) -> None:
    robot = simulated("rubbing")
    for end, is_refused in ((3.1, True), (2.9, False)):
        way = tmp_path / "way.csv"
        way.write_text(f"0,0,0\n0.5,0,0\n0.7,0,0\n1,{end},0\n")
        for asked in (Torques("pd", to=f"{end},0"), Torques("pd", path=str(way))):
            if is_refused:
                said = r"leads upper to 3\.0.* outside its limits, -3\.14159 to 3; "
                with pytest.raises(UserError, match=said):
                    path_of(robot, asked, None, 1.0)
            else:
                path = path_of(robot, asked, None, 1.0)
                assert path is not None
                assert path(1.0) == pytest.approx([end, 0])
    with pytest.raises(UserError, match="is for joints of one coordinate each"):
        path_of(simulated("ball"), Torques("pd", to="0,0,0,0,1"), None, 1.0)
