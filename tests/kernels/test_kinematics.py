"""Kernels of frames against Pinocchio, by every method, and the laws that hold between them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import measure
import pinocchio_robot
from arrays import Array
from gen_robot.algebra.frame import roll_pitch_yaw, shift
from gen_robot.algebra.number import Number
from gen_robot.description.description import BASE, Description, FrameDescription, Mimic
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import instances
from gen_robot.kernels.groups import KINEMATICS
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.legend import unexplained
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import Way, ways
from gen_robot.model.formulation import Bodies, Formulations, formulations
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from pinocchio_frames import REFERENCES, PinocchioFrames
from random_robots import general_robot, random_robot, random_state
from shipped_robots import described

OTHER_KINDS = ("helical", "cylindrical", "planar", "spherical", "floating")

ROBOTS = {
    "serial": lambda seed: random_robot(seed, 5, fixed=0.2),
    "branched": lambda seed: random_robot(seed, 6, branched=True, fixed=0.3),
    "floating": lambda seed: random_robot(seed, 3, floating=True),
    "other kinds": lambda seed: random_robot(seed, 4, kinds=OTHER_KINDS),
    "standard_dh": lambda seed: random_robot(seed, 4, convention="standard_dh"),
}
CASES = [(name, seed) for seed, name in enumerate(ROBOTS)]

TOLERANCE = 1e-12

TOOL = roll_pitch_yaw(Number("0.4"), Number("-0.7"), Number("1.1"))


class Case:
    """Hold a robot in a state, with its last link, a tool on it, a link on the way and the base."""

    def __init__(self, name: str, seed: int) -> None:
        described_ = ROBOTS[name](seed)
        last, middle = described_.links[-1].name, described_.links[len(described_.links) // 2].name
        place = shift(Number("0.1"), Number("-0.2"), Number("0.3")).then(TOOL)
        tool = FrameDescription("tool", last, place)
        self.description = replace(described_, frames=(tool,))
        self.frames = tuple(dict.fromkeys((last, "tool", middle, BASE)))
        options = Options(frames=self.frames)
        self.formulations = formulations(modelled(self.description, options), Bodies.REGROUPED)
        self.q, self.qd, self.qdd, self.tau = random_state(self.description, seed)
        self.wrench = np.random.default_rng(seed).uniform(-9, 9, 6)
        self.reference = PinocchioFrames(self.description, self.q, self.qd, self.qdd)

    @property
    def model(self):
        return next(iter(self.formulations.values()))

    @property
    def state(self) -> dict[str, Array]:
        names = ("q", "qd", "qdd", "tau", "wrench")
        return {name: getattr(self, name) for name in names}

    def expected(self, kernel: Kernel, reference: str) -> Array:
        frame = kernel.arguments["frame"]
        family = kernel.name.rsplit(f"_{frame}", 1)[0]
        if family == "placement":
            return self.reference.placement(frame)
        if family in ("jacobian", "velocity", "acceleration", "drift"):
            found: Array = getattr(self.reference, family)(frame, reference)
            return found
        model, J = self.reference.model, self.reference.jacobian(frame, reference)
        if family == "inverse_dynamics_wrench":
            tau = pinocchio_robot.inverse_dynamics(model, self.q, self.qd, self.qdd)
            return tau - J.T @ self.wrench
        h = pinocchio_robot.bias(model, self.q, self.qd)
        driving = self.tau - h + J.T @ self.wrench
        return np.linalg.solve(pinocchio_robot.mass_matrix(model, self.q), driving)


@cache
def case(name: str, seed: int) -> Case:
    return Case(name, seed)


def graph(kernel: Kernel, way: Way, known: Formulations, reference: str) -> KernelGraph:
    return trace(kernel, way, known, Options(jacobian=reference).setting)


def values(graph: KernelGraph, state: dict[str, Array]) -> Array:
    (nodes,) = graph.outputs.values()
    return evaluate(nodes, state)


def of_family(c: Case, *families: str) -> list[Kernel]:
    return [k for k in instances(c.model).values() if k.name.startswith(families)]


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("key", CASES, ids=lambda key: key[0])
def test_frames_are_and_move_as_in_pinocchio(key, reference):
    c = case(*key)
    families = ["jacobian_", "velocity_", "acceleration_", "drift_"]
    if reference == "local":
        families.append("placement_")  # which knows no reference
    for kernel in of_family(c, *families):
        expected = c.expected(kernel, reference)
        for way in ways(kernel, c.formulations):
            found = values(graph(kernel, way, c.formulations, reference), c.state)
            # What a robot of slides has of turns is zero.
            assert measure.error(found.reshape(expected.shape), expected, scale=1e-2) < TOLERANCE


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("key", CASES[1:4], ids=lambda key: key[0])
def test_a_wrench_at_a_frame_asks_for_what_its_jacobian_says(key, reference):
    c = case(*key)
    M = pinocchio_robot.mass_matrix(c.reference.model, c.q)
    for kernel in of_family(c, "inverse_dynamics_wrench_tool", "forward_dynamics_wrench_tool"):
        expected = c.expected(kernel, reference)
        for way in ways(kernel, c.formulations):
            if way.solver and str(way) != "ldlt on crba+gibbs_appell":
                continue
            found = values(graph(kernel, way, c.formulations, reference), c.state)
            if kernel.status:
                measure.assert_solution(found, expected, M)
            else:
                assert measure.error(found, expected) < TOLERANCE


@pytest.mark.parametrize("key", CASES, ids=lambda key: key[0])
def test_the_centre_of_mass_is_and_moves_as_in_pinocchio(key):
    c = case(*key)
    for kernel in of_family(c, "com"):
        expected = c.reference.com_jacobian if "jacobian" in kernel.name else c.reference.com
        for way in ways(kernel, c.formulations):
            found = values(graph(kernel, way, c.formulations, "local"), c.state)
            assert measure.error(found.reshape(expected.shape), expected, scale=1e-2) < TOLERANCE


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_inertia_at_a_frame_is_that_of_minv_between_jacobians(reference):
    description = random_robot(3, 7, prismatic=0.1)
    known = formulations(modelled(description, Options()), Bodies.REGROUPED)
    q, qd, qdd, _ = random_state(description, 3)
    frames = PinocchioFrames(description, q, qd, qdd)
    J = frames.jacobian("link7", reference)
    A = J @ np.linalg.solve(pinocchio_robot.mass_matrix(frames.model, q), J.T)
    kernel = instances(next(iter(known.values())))["task_inertia_link7"]
    for way in ways(kernel, known):
        if way.parts[0].name == "crba":
            found = values(graph(kernel, way, known, reference), {"q": q})
            measure.assert_solution(found.reshape(6, 6), np.linalg.inv(A), A)
    kernel = instances(next(iter(known.values())))["mobility_link7"]
    for way in ways(kernel, known):
        if way.parts[0].name == "crba":
            found = values(graph(kernel, way, known, reference), {"q": q})
            measure.assert_solution(
                found.reshape(6, 6), A, pinocchio_robot.mass_matrix(frames.model, q)
            )


@pytest.mark.parametrize("reference", REFERENCES)
def test_mobility_is_what_a_wrench_adds_to_the_acceleration_of_a_frame(reference):
    """a = Phi f + b, also where the frame cannot move in some directions; there it has no inertia."""
    description = described("scara")
    options = Options(frames=("tool",), jacobian=reference)
    search = searched(modelled(description, options), options)
    kernels = instances(search.model)
    q, qd, _, tau = random_state(description, 4)
    Phi = values(search.choose(kernels["mobility_tool"]).graph, {"q": q}).reshape(6, 6)
    assert np.linalg.matrix_rank(Phi) == 4
    pushed = search.choose(kernels["forward_dynamics_wrench_tool"]).graph
    moved = search.choose(kernels["acceleration_tool"]).graph

    def acceleration(wrench):
        qdd = values(pushed, {"q": q, "qd": qd, "tau": tau, "wrench": wrench})
        return values(moved, {"q": q, "qd": qd, "qdd": qdd})

    wrench = np.array([3.0, -2.0, 5.0, 0.4, 0.7, -0.6])
    added = acceleration(wrench) - acceleration(np.zeros(6))
    assert measure.error(Phi @ wrench, added) < 1e-10


def test_a_frame_that_lacks_a_direction_feels_no_inertia():
    options = Options(frames=("tool",))
    search = searched(modelled(described("scara"), options), options)
    with pytest.raises(UserError, match="tool cannot move about x by itself, wherever the robot"):
        search.choose(instances(search.model)["task_inertia_tool"])
    puma = modelled(described("puma560"), Options())
    assert instances(puma)["task_inertia_link6"].refusal(puma) is None


def test_columns_of_joints_that_follow_add_up():
    """v = J qd with the rates of the joints that users give."""
    free = random_robot(5, 4, prismatic=0.0)
    last = free.links[-1]
    tied = replace(last.joint, mimic=Mimic("joint2", Number("-0.5"), Number("0.3")))
    followed = replace(free, links=(*free.links[:-1], replace(last, joint=tied)))
    q, qd, _, _ = random_state(free, 5)
    q[3], qd[3] = -0.5 * q[1] + 0.3, -0.5 * qd[1]
    expected = PinocchioFrames(free, q, qd, 0 * qd).jacobian("link4", "local_world_aligned")
    expected = expected[:, :3] + np.outer(expected[:, 3], [0, -0.5, 0])
    search = searched(modelled(followed, Options()), Options())
    kernel = instances(search.model)["jacobian_link4"]
    found = values(search.choose(kernel).graph, {"q": q[:3]})
    assert measure.error(found.reshape(6, 3), expected) < TOLERANCE


def test_the_jacobian_is_the_rate_of_the_placement():
    """Without a reference: differences of the placement itself, along each joint."""
    options = Options(frames=("link6",))
    search = searched(modelled(described("puma560"), options), options)
    kernels = instances(search.model)
    T, J = (search.choose(kernels[f"{name}_link6"]).graph for name in ("placement", "jacobian"))
    q = np.array([0.3, -0.8, 0.5, 1.1, -0.4, 0.9])
    columns = values(J, {"q": q}).reshape(6, 6)
    R = values(T, {"q": q}).reshape(4, 4)[:3, :3]
    h = 1e-6
    for k in range(6):
        step = h * np.eye(6)[k]
        after, before = (values(T, {"q": q + s * step}).reshape(4, 4) for s in (1, -1))
        rate = (after - before) / (2 * h)
        turning = rate[:3, :3] @ R.T
        expected = [*rate[:3, 3], turning[2, 1], turning[0, 2], turning[1, 0]]
        assert np.abs(columns[:, k] - expected).max() < 1e-9


@pytest.mark.parametrize("reference", REFERENCES)
def test_motions_are_what_the_jacobian_makes_of_rates(reference):
    """v = J qd and a = J qdd + drift, as the kernels are chosen, on a robot of many branches."""
    options = Options(jacobian=reference)
    search = searched(modelled(described("torso"), options), options)
    rng = np.random.default_rng(8)
    n = search.model.free_nv
    state = {name: rng.uniform(-2, 2, n) for name in ("q", "qd", "qdd")}
    for frame in search.model.frames:
        J, v, a, drift = (
            values(search.choose(instances(search.model)[f"{name}_{frame}"]).graph, state)
            for name in ("jacobian", "velocity", "acceleration", "drift")
        )
        J = J.reshape(6, n)
        assert measure.error(v, J @ state["qd"]) < TOLERANCE
        assert measure.error(a, J @ state["qdd"] + drift) < TOLERANCE


def test_a_load_moves_the_centre_of_mass():
    description = described("two_link")
    loaded = searched(modelled(description, Options(payload="link2")), Options())
    plain = searched(modelled(description, Options()), Options())
    kernels = instances(plain.model)
    q, mass = np.array([0.4, -1.1]), np.array([2.5])
    frames = instances(modelled(description, Options(frames=("link2",))))
    load = np.concatenate([mass, [0.1, 0.2, 0.3], np.zeros(6)])
    own = float(plain.model.mass)
    for name, family in (("com", "placement"), ("com_jacobian", "jacobian")):
        found = values(loaded.choose(kernels[name]).graph, {"q": q, "payload": load})
        alone = values(plain.choose(kernels[name]).graph, {"q": q})
        frame = values(plain.choose(frames[f"{family}_link2"]).graph, {"q": q})
        if name == "com":
            point = (frame.reshape(4, 4) @ [0.1, 0.2, 0.3, 1])[:3]
        else:
            T = values(plain.choose(frames["placement_link2"]).graph, {"q": q}).reshape(4, 4)
            J, arm = frame.reshape(6, 2), T[:3, :3] @ [0.1, 0.2, 0.3]
            point = (J[:3] + np.cross(J[3:].T, arm).T).ravel()
        expected = (own * alone + mass * point) / (own + mass)
        assert measure.error(found, expected) < TOLERANCE


def test_a_robot_without_mass_has_no_centre_of_mass():
    description: Description = described("two_link")
    bare = [replace(k, inertial=replace(k.inertial, mass=Number(0))) for k in description.links]
    search = searched(modelled(replace(description, links=tuple(bare)), Options()), Options())
    assert search.impossible(instances(search.model)["com"]) == "nothing that moves has mass"
    assert search.impossible(instances(search.model)["com_jacobian"])


TARGETS = {  # multiplications and additions of Jacobian, placement, drift
    "puma560": (45, 60, 100),
    "general": (212, 169, 296),
}


@pytest.mark.parametrize("robot", TARGETS)
def test_tips_need_no_more_operations_than_promised(robot):
    options = Options(optimise_for="operations")
    model = modelled(general_robot(6) if robot == "general" else described(robot), options)
    search = searched(model, options)
    families = ("jacobian", "placement", "drift")
    for family, most in zip(families, TARGETS[robot], strict=True):
        count = search.choose(instances(model)[f"{family}_link6"]).graph.operations
        assert count.mul + count.add <= most


NAMED = {
    "chain": lambda: described("puma560"),
    "tree": lambda: random_robot(3, 6, prismatic=0.3, branched=True),
    "floating": lambda: random_robot(2, 3, floating=True),
}


@pytest.mark.parametrize("name", NAMED)
def test_every_name_is_explained(name):
    model = modelled(NAMED[name](), Options())
    known = formulations(model, Bodies.REGROUPED)
    for number, kernel in enumerate(k for k in instances(model).values() if k.group == KINEMATICS):
        reference = [*REFERENCES][number % len(REFERENCES)]
        for way in ways(kernel, known):
            if way.not_covered(model) or (way.solver and way.parts[0].name != "crba"):
                continue
            routine = schedule(graph(kernel, way, known, reference))
            assert unexplained(way, [t.label for t in routine.temporaries]) == []
