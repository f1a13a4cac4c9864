"""Inertial parameters known at run time only: what robot files with these numbers would give."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import f77_library
import measure
from arrays import Array
from f77_library import compile_both, needs
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.delivery.library import load
from gen_robot.description.description import Description, Inertial
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import CONST, INPUT, Node
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import KERNELS
from gen_robot.kernels.known_late import PREPARED
from gen_robot.kernels.legend import unexplained
from gen_robot.model.body_numbers import NAMES, numbers_of
from gen_robot.model.model import Model
from gen_robot.model.runtime import Inertials, inertials
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described, modelled, searched
from gen_robot.preparing import ahead_of_kernels
from loaded_robots import LOAD, loaded, numbers, with_tool
from random_robots import Draw, random_robot
from reduced_robot import Reduced, with_followers
from shipped_robots import described

COVERED = tuple(name for name, k in KERNELS.items() if k.group == "dynamics" and "udut" not in name)
OURS = ("inertia_matrix", "bias", "forward_dynamics", "potential_energy", "kinetic_energy")
"""Of them, those that together ask for all that there is in bodies."""


def with_bodies(description: Description, seed: int, links: Sequence[str]) -> Description:
    """Return the robot with other bodies for some links."""
    draw = Draw(seed)
    bodies = {name: draw.full_inertial() for name in links}
    root = description.floating_base
    if root is not None and description.root_name in bodies:
        root = bodies[description.root_name]
    return replace(
        description,
        links=tuple(replace(k, inertial=bodies.get(k.name, k.inertial)) for k in description.links),
        floating_base=root,
    )


def runtime(model: Model) -> Inertials:
    found = inertials(model)
    assert found
    return found


def given(taken: Inertials, description: Description) -> Array:
    """Return the parameters that a robot's file gives."""
    bodies = {k.name: k.inertial for k in description.links}
    if description.floating_base is not None:
        bodies[description.root_name] = description.floating_base
    return np.array([float(numbers_of(bodies[link])[which]) for link, which in taken.chosen])


def outputs_of(output: Output, kernel: str, state: dict[str, Array]) -> dict[str, Array]:
    """Return what a kernel gives of what prepare gives of the parameters in a state."""
    graphs = {choice.kernel.name: choice.graph for choice in output.choices}
    first = {"parameters": state["parameters"]}
    prepared = evaluate(graphs["prepare"].outputs[PREPARED], first)
    inputs = {**state, PREPARED: prepared}
    choice = next(c for c in output.choices if c.kernel.name == kernel)
    shapes = {array.name: array.shape(output.model) for array in choice.outputs}
    own = {array.name: inputs[array.name] for array in choice.inputs}
    return {n: evaluate(v, own).reshape(shapes[n]) for n, v in choice.graph.outputs.items()}


def agrees(
    description: Description,
    links: Sequence[str],
    seed: int,
    kernels: tuple[str, ...] = OURS,
    **options: object,
) -> Output:
    """Assert that kernels give of new numbers what Pinocchio gives of a robot that has them."""
    asked = Options(kernels=kernels, runtime=tuple(links), **options)  # type: ignore[arg-type]
    output = generate_described(description, asked)
    for other in (description, with_bodies(description, seed, links)):
        reference = Reduced(other, seed)
        state = reference.state | {"parameters": given(runtime(output.model), other)}
        for kernel in kernels:
            reference.assert_is(kernel, outputs_of(output, kernel, state))
    return output


# Beside the same robot with its numbers in the code ------------------------------------------------


def test_all_kernels_give_of_the_files_numbers_what_they_give_with_them_inside() -> None:
    options = Options(kernels=("all",), together=("C", "h"))
    robot = described("two_link")
    inside, given_late = (
        generate_described(robot, each) for each in (options, replace(options, runtime=("all",)))
    )
    rng = np.random.default_rng(5)
    names = ("q", "qd", "qdd", "tau", "lambda", "fext", "wrench", "v0", "a0")
    state = {name: rng.uniform(-1, 1, 12) for name in names}
    state["parameters"] = given(runtime(given_late.model), robot)
    kernels = [choice.kernel.name for choice in given_late.choices[1:]]
    assert len(kernels) > 20
    for choice in inside.choices:
        if choice.kernel.name in kernels:
            found = outputs_of(given_late, choice.kernel.name, state)
            own = {array.name: state[array.name] for array in choice.inputs}
            for name, nodes in choice.graph.outputs.items():
                expected = evaluate(nodes, own).reshape(found[name].shape)
                measure.assert_same(found[name], expected, 1e-9 if choice.kernel.status else 1e-12)


# Against Pinocchio --------------------------------------------------------------------------------


@pytest.mark.parametrize("regroup", [True, False], ids=["regrouped", "not regrouped"])
def test_all_kernels_take_the_numbers_of_another_robot(regroup: bool) -> None:
    robot = with_tool(random_robot(41, 3), 41)
    agrees(robot, ["link2", "tool"], 1, COVERED, regroup=regroup)


def test_every_way_takes_the_numbers_of_another_robot() -> None:
    robot = with_tool(random_robot(49, 3), 49)
    model = modelled(robot, Options(runtime=("link1", "tool")))
    taken, other = runtime(model), with_bodies(robot, 9, ["link1", "tool"])
    reference = Reduced(other, 2)
    tried = set()
    for name in OURS:
        ahead = ahead_of_kernels(model)
        assert ahead
        search = searched(model, Options(), ahead=ahead)
        for way in search.auto(KERNELS[name]):
            tried |= {method.name for method in way.methods}
            graph = search.best(KERNELS[name], [way]).graph
            (graph,), first = ahead.numbered([graph])
            prepared = evaluate(first.outputs[PREPARED], {"parameters": given(taken, other)})
            state = {n: reference.state[n] for n in ("q", "qd", "tau")} | {PREPARED: prepared}
            found = {n: evaluate(nodes, state) for n, nodes in graph.outputs.items()}
            if name == "inertia_matrix":
                found["M"] = found["M"].reshape(3, 3)
            reference.assert_is(name, found)
    assert tried >= {"crba", "gah", "gibbs_appell", "rnea", "ldlt", "aba"}


@pytest.mark.parametrize(
    "kinds", [("prismatic", "helical"), ("spherical",), ("planar", "universal")]
)
def test_trees_of_all_kinds_of_joints_take_them(kinds: tuple[str, ...]) -> None:
    robot = with_tool(random_robot(50, 4, branched=True, fixed=0.2, kinds=kinds), 50)
    agrees(robot, [robot.links[0].name, "tool"], 3)


def test_a_base_that_floats_takes_them() -> None:
    robot = random_robot(46, 2, floating=True)
    agrees(robot, [robot.root_name, "link2"], 4)


def test_links_that_follow_others_take_them() -> None:
    robot = with_followers(random_robot(47, 4), 47, 2)
    agrees(robot, [robot.links[1].name, robot.links[3].name], 5)


def test_frames_that_are_held_take_them() -> None:
    agrees(described("planar3"), ["link1", "link3"], 6)


def test_parameters_of_another_link_are_noticed() -> None:
    robot = described("planar3")
    output = generate_described(robot, Options(kernels=("bias",), runtime=("link1", "link2")))
    reference = Reduced(robot, 1)
    numbers = given(runtime(output.model), robot)
    state = reference.state | {"parameters": np.roll(numbers, 10)}
    with pytest.raises(AssertionError):
        reference.assert_is("bias", outputs_of(output, "bias", state))


def test_one_number_is_enough() -> None:
    robot = described("puma560")
    output = generate_described(robot, Options(kernels=("bias",), runtime=("link3.com.y",)))
    y = Number("-0.3")
    third = robot.links[2].inertial
    changed = replace(third, com=Vec3(third.com.x, y, third.com.z))
    links = tuple(replace(k, inertial=changed) if k.name == "link3" else k for k in robot.links)
    reference = Reduced(replace(robot, links=links), 7)
    state = reference.state | {"parameters": np.array([float(y)])}
    reference.assert_is("bias", outputs_of(output, "bias", state))


def test_a_load_and_parameters_are_taken_at_once() -> None:
    robot = with_tool(random_robot(41, 3), 41)
    options = Options(kernels=("bias", "inertia_inverse"), runtime=("link2",), payload="tool")
    output = generate_described(robot, options)
    assert [a.name for a in output.choices[1].inputs] == ["q", "qd", PREPARED, "payload"]
    other = with_bodies(robot, 8, ["link2"])
    reference = Reduced(loaded(other, "tool"), 8)
    state = reference.state | {"parameters": given(runtime(output.model), other)}
    state["payload"] = numbers(LOAD)
    for kernel in options.kernels:
        reference.assert_is(kernel, outputs_of(output, kernel, state))


def test_kernels_that_share_what_they_compute_take_them() -> None:
    options = Options(kernels=("bias",), runtime=("all",), together=("M", "h"))
    output = generate_described(described("two_link"), options)
    other = with_bodies(described("two_link"), 9, ["link1", "link2"])
    reference = Reduced(other, 9)
    state = reference.state | {"parameters": given(runtime(output.model), other)}
    found = outputs_of(output, "together", state)
    reference.assert_is("inertia_and_bias", found)


# Pivots -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["ldlt", "cholesky", "aba"])
def test_a_pivot_is_held_against_the_numbers_that_are_given(algorithm: str) -> None:
    """Bodies a million times lighter than the file's are as good; without any, a pivot fails."""
    robot = replace(
        described("two_link"),
        links=tuple(
            replace(k, joint=replace(k.joint, rotor_inertia=Number(0)))
            for k in described("two_link").links
        ),
    )
    options = Options(
        kernels=("forward_dynamics",), runtime=("all",), algorithms={"forward_dynamics": algorithm}
    )
    output = generate_described(robot, options)
    prepare, kernel = (choice.graph for choice in output.choices)
    own = given(runtime(output.model), robot)
    masses = np.array([1e-6 if name.endswith(("mass", "xx", "xy", "xz", "yy", "yz", "zz")) else 1
                       for name in runtime(output.model).names])  # fmt: skip
    state = {"q": np.array([0.3, 0.7])}
    for factor, holds in ((1.0, True), (masses, True), (0.0, False)):
        with np.errstate(all="ignore"):  # what is divided by a pivot is of no use if that fails
            prepared = evaluate(prepare.outputs[PREPARED], {"parameters": own * factor})
            inputs = state | {PREPARED: prepared}
            sides = [evaluate([g.pivot, g.limit], inputs) for g in kernel.guards]
        assert all(pivot > limit for pivot, limit in sides) == holds


# What it costs ------------------------------------------------------------------------------------


def general(description: Description) -> Description:
    """Return the robot with bodies in which no number is zero or twice the same."""
    draw = Draw(5)
    return replace(
        description,
        links=tuple(replace(k, inertial=draw.full_inertial()) for k in description.links),
    )


def test_numbers_that_come_at_run_time_cost_what_general_numbers_do() -> None:
    """What follows from them alone is prepared; constants fold in the same way.

    By methods for which nothing is searched: frames can be turned by bodies only if these are known.
    """
    kernels = ("inertia_matrix", "gravity", "forward_dynamics")
    methods = {"inertia_matrix": "crba", "forward_dynamics": "ldlt on crba+rnea"}
    plain = Options(kernels=kernels, algorithms=methods)
    ours = generate_described(described("puma560"), replace(plain, runtime=("all",)))
    theirs = generate_described(general(described("puma560")), plain)
    for mine, other in zip(ours.choices[1:], theirs.choices, strict=True):
        assert mine.graph.operations.cost <= other.graph.operations.cost, mine.kernel.name


def test_nothing_is_left_in_a_kernel_that_could_be_prepared() -> None:
    output = generate_described(described("scara"), Options(kernels=COVERED, runtime=("all",)))
    for choice in output.choices[1:]:
        assert not computed_from(choice.graph, PREPARED)
    assert computed_from(output.choices[0].graph, "parameters")


def computed_from(kernel: KernelGraph, array: str) -> list[Node]:
    """Return the operations of a kernel on elements of one input and numbers alone."""
    alone = {n.id for n in kernel.nodes if n.op == INPUT and n.place[0] == array}
    numbers = {n.id for n in kernel.nodes if n.op == CONST}
    found = []
    for node in kernel.nodes:
        arguments = {a.id for a in node.arguments}
        # A minus is part of what reads the value.
        if node.op != "neg" and arguments and arguments <= alone | numbers:
            found.append(node)
            alone.add(node.id)
    return found


def test_an_element_is_prepared_once_and_read_by_some_kernel() -> None:
    output = generate_described(described("planar3"), Options(kernels=COVERED, runtime=("all",)))
    prepare, *others = (choice.graph for choice in output.choices)
    prepared = prepare.outputs[PREPARED]
    assert len({n.id for n in prepared}) == len(prepared)
    read = {n.place[1] for k in others for n in k.nodes if n.op == INPUT and n.place[0] == PREPARED}
    assert read == set(range(len(prepared)))


def test_what_no_torque_depends_on_leaves_one_element() -> None:
    """Arrays of none are not to be had in every language."""
    options = Options(kernels=("bias", "jacobian_link2"), runtime=("link1.com.z",))
    output = generate_described(described("two_link"), options)
    assert [n.op for n in output.choices[0].graph.outputs[PREPARED]] == [CONST]
    _, bias, jacobian = output.choices
    assert [a.name for a in bias.inputs] == ["q", "qd", PREPARED]
    assert [a.name for a in jacobian.inputs] == ["q"]  # no mass enters


# How it is asked for ------------------------------------------------------------------------------


def names(*asked: str, robot: Description | None = None) -> tuple[str, ...]:
    model = modelled(robot or with_tool(random_robot(41, 3), 41), Options(runtime=asked))
    return runtime(model).names


def test_words_stand_for_numbers_of_links() -> None:
    assert names("link3.mass") == ("link3.mass",)
    assert names("link3.com") == ("link3.com.x", "link3.com.y", "link3.com.z")
    assert names("link3.inertia.xy", "link3.mass") == ("link3.inertia.xy", "link3.mass")
    assert names("tool") == tuple(f"tool.{each}" for each in NAMES)
    assert len(names("all")) == 40
    assert names("link1.mass", "link1") == tuple(f"link1.{each}" for each in NAMES)


def test_a_link_may_have_a_dot_in_its_name() -> None:
    robot = random_robot(41, 2)
    first = replace(robot.links[0], name="arm.com")
    second = replace(robot.links[1], name="arm", parent="arm.com")
    dotted = replace(robot, links=(first, second))
    assert names("arm.com", robot=dotted)[0] == "arm.com.mass"
    assert names("arm.com.mass", robot=dotted) == ("arm.com.mass",)
    assert names("arm.mass", robot=dotted) == ("arm.mass",)


def test_links_without_a_body_are_not_among_all() -> None:
    robot = with_tool(random_robot(41, 2), 41)
    bare = replace(robot, links=(*robot.links[:-1], replace(robot.links[-1], inertial=Inertial())))
    assert len(names("all", robot=bare)) == 20
    assert len(names("tool", robot=bare)) == 10


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ("link3.mas", "is 'link3.mas', which is no parameter; did you mean 'link3.mass'"),
        ("lnk2", "is 'lnk2', which is no parameter; did you mean 'link2'"),
        ("base.mass", "is 'base.mass', and 'base' never moves; name a link that does: link1"),
    ],
)
def test_errors_say_what_to_mend(asked: str, problem: str) -> None:
    with pytest.raises(UserError, match=f"--runtime: {problem}"):
        names(asked)


# As generated -------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ["planar3", "scara"])
def test_every_name_is_explained(robot: str) -> None:
    kernels = ("inertia_inverse", "inverse_dynamics", "forward_dynamics", "forward_dynamics_fext")
    kernels += ("kinetic_energy", "potential_energy", "com")
    output = generate_described(described(robot), Options(kernels=kernels, runtime=("all",)))
    for choice in output.choices:
        labels = [t.label for t in schedule(choice.graph).temporaries]
        assert unexplained(choice.way, labels) == [], choice.kernel.name


def test_the_manifest_and_the_header_name_the_parameters() -> None:
    options = Options(("c", "f77"), kernels=("bias",), runtime=("link2.com", "link1.mass"))
    output = generate_described(described("two_link"), options)
    manifest = json.loads(output.files["two_link.json"])
    first = manifest["parameters"][0]
    com = described("two_link").links[1].inertial.com
    assert first == {"name": "link2.com.x", "unit": "m", "value": float(com.x)}
    assert list(manifest["kernels"]) == ["prepare", "bias"]
    assert manifest["kernels"]["prepare"]["shapes"]["parameters"] == [4]
    assert manifest["options"]["runtime"] == ["link2.com", "link1.mass"]
    header = output.files["two_link.h"]
    size = manifest["kernels"]["bias"]["shapes"][PREPARED][0]
    assert f"#define TWO_LINK_NPREPARED {size}" in header
    assert "3  link1.mass" in header and "--runtime link2.com,link1.mass" in header
    assert "4  LINK1.MASS" in output.files["two_link.f"]  # FORTRAN counts from 1


@needs("gcc", "gfortran")
def test_c_and_fortran_give_the_same_bits(tmp_path: Path) -> None:
    robot = with_tool(random_robot(41, 3), 41)
    kernels = ("bias", "forward_dynamics", "inertia_inverse", "potential_energy")
    options = Options(("c", "f77"), kernels=kernels, runtime=("link2", "tool"), trig="libm")
    output = generate_described(robot, options)
    libraries = compile_both(output, tmp_path)
    states = f77_library.random_states(output, 4)
    states["parameters"] = np.tile(
        given(runtime(output.model), with_bodies(robot, 3, ["link2", "tool"])), (4, 1)
    )
    for name in ("prepare", *kernels):
        (status, c), (_, fortran) = (libraries[lang](name, states) for lang in ("c", "f77"))
        assert not status.any()
        for array in c:
            np.testing.assert_array_equal(c[array], fortran[array])
        if name == "prepare":
            states[PREPARED] = c[PREPARED]
    f77_library.run(
        "gfortran", "-std=f2003", "-fsyntax-only", tmp_path / output.name / f"{output.name}_mod.f90",
        cwd=tmp_path,
    )  # fmt: skip


def test_numpy_users_prepare_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(cache))
    arm = load("two_link", runtime="all", kernels=("inertia_matrix",))
    assert arm.parameter_names[:2] == ("link1.mass", "link1.com.x")
    own = Reduced(described("two_link"), 1)
    prepared = arm.prepare(arm.parameters())
    own.assert_is("inertia_matrix", {"M": arm.inertia_matrix(own.state["q"], prepared)})
    second = replace(described("two_link").links[1], inertial=LOAD)
    heavy = replace(described("two_link"), links=(described("two_link").links[0], second))
    reference = Reduced(heavy, 1)
    changed = arm.parameters({"link2": numbers(LOAD)})
    many = arm.inertia_matrix(np.tile(reference.state["q"], (9, 1)), arm.prepare(changed))
    reference.assert_is("inertia_matrix", {"M": many[-1]})
    whole = {"link2.mass": 1.7, "link2.com": numbers(LOAD)[1:4], "link2.inertia": numbers(LOAD)[4:]}
    np.testing.assert_array_equal(arm.parameters(whole), changed)
    with pytest.raises(ValueError, match="'link9' is none of the parameters"):
        arm.parameters({"link9": 1.0})
    with pytest.raises(ValueError, match=r"link2.com: has shape \(\) instead of \(3,\)"):
        arm.parameters({"link2.com": 1.0})
