"""Several kernels at once: what each gives alone, for less than all of them cost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import measure
from arrays import Array
from f77_library import compile_both, needs
from gen_robot.errors import UserError
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import instances, named
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.legend import unexplained
from gen_robot.kernels.together import TOGETHER, aliases
from gen_robot.kernels.trace import trace, trace_beside
from gen_robot.long_work import room_for
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled, searched
from gen_robot.search.choice import Choice
from gen_robot.search.search import Search
from gen_robot.search.together import Pool
from gen_robot.search.weighing import AIMS, Aim
from limbed_robots import centaur
from random_robots import random_robot
from shipped_robots import described

CONTROLLER = ("M", "h", "jacobian_link6", "drift_link6", "placement_link6")
"""What an operational-space controller of the PUMA needs."""


def together(model: Model, *names: str) -> Kernel:
    (kernel,) = named("--kernels", (TOGETHER,), model, names)
    return kernel


def chosen(model: Model, *names: str, **options: object) -> tuple[Search, Choice]:
    asked = Options(together=names, **options)  # type: ignore[arg-type]
    with room_for(len(model.links)):
        search = searched(model, asked)
        return search, search.choose(together(model, *names))


def state_of(model: Model, seed: int = 1) -> dict[str, Array]:
    rng = np.random.default_rng(seed)
    state = {name: rng.uniform(-1.5, 1.5, model.free_nv) for name in ("qd", "qdd", "tau")}
    return state | {"q": rng.uniform(-1.5, 1.5, model.free_nq)}


def agree(model: Model, *names: str) -> Choice:
    """Assert that one kernel gives what its members give; return it."""
    search, choice = chosen(model, *names)
    state = state_of(model)
    found = iter(choice.graph.outputs.values())
    for member in choice.kernel.members:
        alone = search.choose(member).graph
        for array in member.outputs:
            given = {a.name: state[a.name] for a in member.inputs}
            every = {a.name: state[a.name] for a in choice.kernel.inputs}
            x, y = evaluate(next(found), every), evaluate(alone.outputs[array.name], given)
            measure.assert_same(x, y, 1e-13 if not member.status else 1e-10)
    return choice


# What it gives -----------------------------------------------------------------------------------


def test_it_gives_what_its_members_give() -> None:
    choice = agree(modelled(described("puma560"), Options()), *CONTROLLER, "forward_dynamics")
    assert choice.kernel.status and choice.graph.guards


@pytest.mark.parametrize("kinds", [("prismatic", "helical"), ("spherical", "revolute")])
def test_it_gives_what_its_members_give_on_trees(kinds: tuple[str, ...]) -> None:
    robot = random_robot(7, 5, branched=True, fixed=0.2, kinds=kinds)
    agree(modelled(robot, Options()), "M", "h", "g", "kinetic_energy", "potential_energy")


def test_limbs_that_are_lanes_are_so_in_all_members() -> None:
    model = modelled(centaur(), Options())
    choice = agree(model, "M", "h")
    assert choice.way.has_lanes and all(f.has_lanes for f in choice.way.formulations)
    assert not agree(model, "M", "h", "potential_energy").way.has_lanes


# What it costs -----------------------------------------------------------------------------------


def test_what_members_share_is_computed_once() -> None:
    model = modelled(described("puma560"), Options())
    search, choice = chosen(model, *CONTROLLER)
    alone = sum(search.choose(member).graph.operations.cost for member in choice.kernel.members)
    assert choice.graph.operations.cost < 0.95 * alone
    _, pair = chosen(model, "M", "h")
    both = search.choose(instances(model)["inertia_and_bias"]).graph.operations.cost
    assert pair.graph.operations.cost <= both


def test_a_member_that_another_contains_costs_nothing() -> None:
    model = modelled(described("stanford"), Options())
    _, dynamics = chosen(model, "inertia_and_bias")
    _, all_of_it = chosen(model, "inertia_and_bias", "bias", "inertia_matrix")
    assert all_of_it.graph.operations == dynamics.graph.operations


@pytest.mark.parametrize("aim", AIMS.values(), ids=lambda aim: aim.name)
def test_the_weight_before_tracing_is_that_of_the_trace(aim: Aim) -> None:
    """Ways are weighed in a graph that holds all of them; what counts is the graph of those taken."""
    model = modelled(described("scara"), Options())
    kernel = together(model, "M", "h", "g", "qdd")
    setting = Options().setting
    search = searched(model, Options())
    ways = [(k, way) for k, member in enumerate(kernel.members) for way in search.auto(member)]
    pairs = [(kernel.members[k], way) for k, way in ways]
    formulated = search.formulations
    pool = Pool(ways, trace_beside(pairs, formulated, setting), aim)
    found = pool.lightest()
    assert len(found) > 1
    for way in found:
        traced = trace(kernel, way, formulated, setting)
        assert pool.weight(way) == aim.weight(way, [traced])


def test_the_most_accurate_methods_are_taken_where_they_are_asked_for() -> None:
    model = modelled(described("scara"), Options())
    _, light = chosen(model, "forward_dynamics", "M")
    _, accurate = chosen(model, "forward_dynamics", "M", optimise_for="accuracy")
    assert accurate.way.loses <= light.way.loses


# How it is asked for -----------------------------------------------------------------------------


def test_inputs_are_in_the_order_of_all_kernels_outputs_in_that_of_asking() -> None:
    model = modelled(described("two_link"), Options())
    kernel = together(model, "tau", "qdd", "h", "M")
    assert [array.name for array in kernel.inputs] == ["q", "qd", "qdd", "tau"]
    names = [array.name for array in kernel.outputs]
    # What is an input, too, is told apart.
    assert names == ["tau_inverse_dynamics", "qdd_forward_dynamics", "h", "M"]


def test_arrays_of_several_frames_end_in_the_frames_words() -> None:
    model = modelled(described("puma560"), Options(frames=("link6", "link3")))
    kernel = together(model, "jacobian_link6", "jacobian_link3", "drift_link3")
    assert [array.name for array in kernel.outputs] == ["J_link6", "J_link3", "a"]


def test_an_array_stands_for_the_one_kernel_that_gives_it_alone() -> None:
    model = modelled(described("puma560"), Options())
    short = aliases(instances(model))
    assert {"M": "inertia_matrix", "h": "bias", "tau": "inverse_dynamics"}.items() <= short.items()
    assert short["J"] == "jacobian_link6"
    assert "e" not in short  # two kernels give an energy
    two = modelled(described("puma560"), Options(frames=("link6", "link3")))
    assert "J" not in aliases(instances(two))


def test_what_is_asked_for_twice_is_given_once() -> None:
    model = modelled(described("two_link"), Options())
    assert [m.name for m in together(model, "M", "inertia_matrix").members] == ["inertia_matrix"]


def test_a_way_that_was_printed_is_accepted() -> None:
    model = modelled(described("planar3"), Options())
    names = ("M", "h", "forward_dynamics")
    _, choice = chosen(model, *names)
    _, again = chosen(model, *names, algorithms={TOGETHER: str(choice.way)})
    assert str(again.way) == str(choice.way)
    _, other = chosen(model, *names, algorithms={TOGETHER: "gah, auto, ldlt on gah+rnea"})
    assert str(other.way).startswith("gah, ") and str(other.way).endswith(", ldlt on gah+rnea")


def test_what_is_asked_for_a_kernel_holds_among_others() -> None:
    model = modelled(described("planar3"), Options())
    _, choice = chosen(model, "M", "h", algorithms={"bias": "rnea"})
    assert str(choice.way).endswith(", rnea")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"together": ("M", "hh")}, r"--together: is 'hh', which is no kernel; did you mean 'h'"),
        ({"together": ("bias_sc",)}, r"--together: is 'bias_sc'.*did you mean 'bias'"),
        ({"kernels": ("together",)}, r"--kernels: is 'together'; say by --together"),
        (
            {"together": ("M", "h"), "algorithms": {"together": "gah"}},
            r"--algorithm together: is 'gah'; give one for each of inertia_matrix, bias",
        ),
        (
            {"together": ("M", "h"), "algorithms": {"together": "gah, rea"}},
            r"--algorithm together, bias: is 'rea'; did you mean 'rnea'",
        ),
    ],
)
def test_errors_say_what_to_mend(options: dict[str, object], problem: str) -> None:
    with pytest.raises(UserError, match=problem):
        generate_described(described("two_link"), Options(**options))  # type: ignore[arg-type]


# How it is written --------------------------------------------------------------------------------


def test_every_name_is_explained() -> None:
    model = modelled(described("puma560"), Options())
    _, choice = chosen(model, *CONTROLLER, "kinetic_energy")
    labels = [t.label for t in schedule(choice.graph).temporaries]
    assert unexplained(choice.way, labels) == []


@needs("gcc", "gfortran")
def test_c_and_fortran_give_the_same_bits(tmp_path: Path) -> None:
    options = Options(
        ("c", "f77"),
        kernels=("bias", "together_sc"),
        together=("M", "h", "J", "drift_link2", "kinetic_energy", "potential_energy", "qdd"),
        trig="libm",
    )
    output = generate_described(described("two_link"), options)
    assert [choice.kernel.name for choice in output.choices] == ["bias", "together_sc", "together"]
    libraries = compile_both(output, tmp_path)
    rng = np.random.default_rng(2)
    states = {name: rng.uniform(-2, 2, (50, 2)) for name in ("q", "qd", "tau")}
    states |= {"sq": np.sin(states["q"]), "cq": np.cos(states["q"])}
    for kernel in (TOGETHER, "together_sc"):
        (status, c), (info, fortran) = (libraries[lang](kernel, states) for lang in ("c", "f77"))
        assert not status.any() and not info.any()
        for array in c:
            np.testing.assert_array_equal(c[array], fortran[array])
