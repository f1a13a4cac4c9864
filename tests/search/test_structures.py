"""The structure that a search decides for a robot changes no value, and never costs more than none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from exactly_same import assert_same_exactly, state_of
from gen_robot.algebra.number import Number
from gen_robot.description.description import Description
from gen_robot.description.edit import with_floating
from gen_robot.errors import UserError
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.ir.node import INPUT
from gen_robot.ir.schedule import schedule
from gen_robot.kernels import KERNELS
from gen_robot.kernels.trace import trace
from gen_robot.kernels.way import Way
from gen_robot.long_work import room_for
from gen_robot.model.formulation import Formulation, Limbs
from gen_robot.model.runtime import Inertials
from gen_robot.model.structure import PLAIN_STRUCTURE
from gen_robot.options import Options
from gen_robot.pipeline import generate_described, modelled, searched
from gen_robot.readers.yaml_reader import read_yaml
from gen_robot.search import meeting_search, structures
from gen_robot.search.choice import Choice
from gen_robot.search.effort import EFFORTS, FAST
from gen_robot.search.gauge_search import rule
from gen_robot.search.search import Search
from gen_robot.search.weighing import OPERATIONS, TIME
from hash_seeds import printed_with_any_hash_seed
from limbed_robots import centaur, pendulums
from random_robots import general_robot, random_robot
from shipped_robots import described
from small_robots import SMALL
from traced_kernels import PLAIN, graph_of, model_of, way

PLAINLY = {
    "inertia_matrix": "crba",
    "bias": "gibbs_appell",
    "inverse_dynamics": "gibbs_appell",
    "inertia_and_bias": "crba+gibbs_appell",
    "forward_dynamics": "ldlt",
}
"""By what kernels are computed that are held against those of a search, masses as in the file."""

ROBOTS: dict[str, Callable[[], Description]] = {
    **{
        name: lambda name=name: described(name)
        for name in ("puma560", "stanford", "scara", "planar3")
    },
    "torso": lambda: described("torso"),
    "four_bar": lambda: described("four_bar"),
    **{name: lambda name=name: read_yaml(Path(f"{name}.yaml"), SMALL[name]) for name in SMALL},
    "flying stanford": lambda: with_floating(described("stanford")),
    "centaur": centaur,
    "pendulums": lambda: pendulums((0.3, 0.4)),
    "prismatic tree": lambda: random_robot(4, 7, branched=True, prismatic=0.4),
    "antiparallel rows": lambda: random_robot(3, 6, prismatic=0.0),
    "general5": lambda: general_robot(5),
    "general8": lambda: general_robot(8),
    "general13": lambda: general_robot(13),
}
LONG = {
    "general8": ("inertia_and_bias", "inverse_dynamics"),
    "general13": ("inertia_matrix", "forward_dynamics"),
}
"""Where a search takes long, some of them."""

TRIED = [(name, kernel) for name in ROBOTS for kernel in LONG.get(name, tuple(PLAINLY))]


@cache
def robot(name: str) -> Description:
    return ROBOTS[name]()


@cache
def search_for(name: str, aim: str = OPERATIONS, effort: str = "normal") -> Search:
    options = Options(optimise_for=aim, effort=effort)
    with room_for(len(robot(name).links)):
        return searched(modelled(robot(name), options), options)


@cache
def search_without_structures(name: str) -> Search:
    options = Options(optimise_for=OPERATIONS)
    search = searched(modelled(robot(name), options), options)
    search.structures = lambda kernel, limbs: {}
    return search


def chosen(search: Search, kernel: str) -> Choice:
    with room_for(len(search.model.links)):
        return search.choose(KERNELS[kernel])


def values(
    graph: KernelGraph, kernel: str, state: Mapping[str, list[Number]]
) -> list[list[Number]]:
    """Return a kernel's outputs at a state, with 60 digits."""
    return [evaluate_exactly(graph.outputs[a.name], state) for a in KERNELS[kernel].outputs]


def assert_same_kernel(found: KernelGraph, name: str, kernel: str) -> None:
    """Hold a graph against the kernel by a plain algorithm on the robot as its file has it."""
    model = model_of(robot(name), PLAIN)
    plain = graph_of(model, way(kernel, PLAINLY[kernel]), passes=False)
    for number in (1, 2):
        state = state_of(model, number)
        pairs = zip(values(found, kernel, state), values(plain, kernel, state), strict=True)
        for own, expected in pairs:
            assert_same_exactly(own, expected)


def formulation(choice: Choice) -> Formulation:
    assert isinstance(choice.way, Way)
    return choice.way.formulation


# What is the same, and what is less ---------------------------------------------------------------


@pytest.mark.parametrize(("name", "kernel"), TRIED)
def test_values_are_those_without_any_structure(name: str, kernel: str) -> None:
    assert_same_kernel(chosen(search_for(name), kernel).graph, name, kernel)


@pytest.mark.parametrize("name", ["puma560", "torso", "centaur", "pendulums", "flyer"])
@pytest.mark.parametrize("kernel", PLAINLY)
def test_values_are_those_where_a_search_is_for_time(name: str, kernel: str) -> None:
    assert_same_kernel(chosen(search_for(name, TIME), kernel).graph, name, kernel)


@pytest.mark.parametrize("name", ["puma560", "torso", "flying stanford", "general5"])
@pytest.mark.parametrize("kernel", PLAINLY)
def test_values_are_those_where_little_is_searched(name: str, kernel: str) -> None:
    assert_same_kernel(chosen(search_for(name, effort=FAST.name), kernel).graph, name, kernel)


@pytest.mark.parametrize("name", ["puma560", "torso", "centaur", "general5"])
def test_every_formulation_that_is_found_gives_the_same_values(name: str) -> None:
    """Those too that are not chosen, and for lanes of limbs as well as for limbs apart."""
    search = search_for(name, TIME)
    for kernel in ("inertia_and_bias", "inverse_dynamics"):
        chosen(search, kernel)
        found = [w for w in search.auto(KERNELS[kernel]) if not w.formulation.structure.is_plain]
        assert found
        for each in found:
            assert_same_kernel(search.trace(KERNELS[kernel], each), name, kernel)
        if name == "centaur":
            assert {w.formulation.limbs for w in found} == {Limbs.LANES}  # they win by far


@pytest.mark.parametrize(("name", "kernel"), TRIED)
def test_no_kernel_needs_more_than_without_a_search(name: str, kernel: str) -> None:
    without = chosen(search_without_structures(name), kernel)
    assert formulation(without).structure.is_plain
    found = chosen(search_for(name), kernel).graph.operations
    assert found.cost <= without.graph.operations.cost


@pytest.mark.parametrize("name", ["puma560", "torso", "general5"])
def test_more_effort_is_never_more_operations(name: str) -> None:
    for kernel in PLAINLY:
        costs = [
            chosen(search_for(name, effort=effort), kernel).graph.operations.cost
            for effort in ("fast", "normal")
        ]
        assert costs == sorted(costs, reverse=True)


# Again and again ----------------------------------------------------------------------------------


def test_a_search_finds_the_same_again() -> None:
    for name in ("puma560", "torso"):
        options = Options(optimise_for=OPERATIONS)
        again = searched(modelled(robot(name), options), options)
        for kernel in PLAINLY:
            one, other = chosen(search_for(name), kernel), chosen(again, kernel)
            assert str(one.way) == str(other.way)
            assert formulation(one) == formulation(other)
            assert schedule(one.graph).statements == schedule(other.graph).statements


def test_hash_seeds_do_not_matter() -> None:
    script = (
        "from gen_robot.ir.schedule import schedule\n"
        "from gen_robot.kernels import KERNELS\n"
        "from gen_robot.options import Options\n"
        "from gen_robot.pipeline import modelled, searched\n"
        "from limbed_robots import centaur\n"
        "from shipped_robots import described\n"
        "for robot, kernel in (\n"
        "    (centaur(), 'inertia_matrix'), (described('puma560'), 'inverse_dynamics')\n"
        "):\n"
        "    search = searched(modelled(robot, Options()), Options())\n"
        "    choice = search.choose(KERNELS[kernel])\n"
        "    print(choice.way, *search.formulations, schedule(choice.graph).statements)\n"
    )
    told = printed_with_any_hash_seed(script)
    assert "instead of its own" in told  # a gauge, and what is decided for frames
    assert "turned until its l_y vanishes" in told


# Numbers that are known at run time only ----------------------------------------------------------


@pytest.mark.parametrize("kernel", ["bias", "inertia_and_bias"])
def test_values_are_those_where_masses_are_known_at_run_time_only(kernel: str) -> None:
    options = Options(optimise_for=OPERATIONS, runtime=("link4", "link5.com", "link6.mass"))
    model = modelled(described("puma560"), options)
    search = searched(model, options)
    (late,) = model.parameters
    assert isinstance(late, Inertials)
    numbers = {part.name: part.numbers for part in late.parts}
    given = [numbers[link][place] for link, place in late.chosen]
    found = [w for w in search.auto(KERNELS[kernel]) if not w.formulation.structure.is_plain]
    assert found
    plain = graph_of(model_of(robot("puma560"), PLAIN), way(kernel, PLAINLY[kernel]), passes=False)
    state = state_of(model, 3)
    for each in found:
        graph = trace(KERNELS[kernel], each, search.formulations, options.setting)
        assert late.name in {n.place[0] for n in graph.nodes if n.op == INPUT}
        own = values(graph, kernel, {**state, late.name: given})
        for one, expected in zip(own, values(plain, kernel, state), strict=True):
            assert_same_exactly(one, expected)


# Algorithms that are asked for --------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["gah", "crba", "lin"])
def test_a_papers_algorithm_is_as_the_paper_has_it_whatever_the_effort(algorithm: str) -> None:
    found = []
    for effort in ("fast", "normal"):
        options = Options(algorithms={"inertia_matrix": algorithm}, effort=effort)
        with room_for(6):
            choice = searched(modelled(described("puma560"), options), options).choose(
                KERNELS["inertia_matrix"]
            )
        assert str(choice.way) == algorithm
        assert formulation(choice).structure == PLAIN_STRUCTURE
        found.append(schedule(choice.graph).statements)
    assert found[0] == found[1]


def test_what_knows_of_structure_has_it_if_it_is_asked_for() -> None:
    options = Options(algorithms={"inertia_matrix": "meeting"}, optimise_for=OPERATIONS)
    search = searched(modelled(general_robot(6), options), options)
    choice = search.choose(KERNELS["inertia_matrix"])
    assert formulation(choice).structure.meetings is not None


# Effort -------------------------------------------------------------------------------------------


def test_little_effort_is_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*arguments: object, **options: object) -> None:
        raise AssertionError("a search")

    monkeypatch.setattr(structures, "best_gauge", search)
    monkeypatch.setattr(structures, "_drawings", search)
    monkeypatch.setattr(meeting_search._Search, "descended", search)
    options = Options(optimise_for=OPERATIONS, effort=FAST.name)
    model = modelled(general_robot(6), options)
    fast = searched(model, options)
    both = formulation(fast.choose(KERNELS["inertia_and_bias"])).structure
    assert both.gauge == rule(model)
    assert both.meetings is not None
    assert not both.leaves
    assert not both.heights
    normal = replace(options, effort="normal")
    with pytest.raises(AssertionError, match="a search"):
        searched(model, normal, kept=lambda of, make: make()).choose(KERNELS["bias"])


@pytest.mark.parametrize("name", ["puma560", "stanford", "torso", "flying stanford"])
def test_little_effort_knows_nothing_of_robots_with_special_constants(name: str) -> None:
    model = search_for(name, effort=FAST.name).model
    assert not structures.is_general(model)
    choice = chosen(search_for(name, effort=FAST.name), "inertia_and_bias")
    assert not choice.way.has_structure


@pytest.mark.parametrize("name", ["general5", "general13"])
def test_general_robots_have_no_special_constants(name: str) -> None:
    assert structures.is_general(search_for(name).model)


def test_the_rule_of_little_effort_saves_most_of_what_a_search_does() -> None:
    """On a chain without special constants, for which it was found."""
    costs = {
        effort: chosen(search_for("general5", effort=effort), "bias").graph.operations.cost
        for effort in ("fast", "normal")
    }
    plain = graph_of(model_of(robot("general5")), way("bias", "gibbs_appell")).operations.cost
    assert costs["normal"] <= costs["fast"] < plain
    assert plain - costs["fast"] >= (plain - costs["normal"]) / 2


@pytest.mark.parametrize("effort", EFFORTS)
def test_heads_and_reports_name_the_effort(effort: str) -> None:
    moves = 20 if effort == "high" else None
    options = Options(("c", "f77"), kernels=("bias",), effort=effort, moves=moves)
    output = generate_described(described("planar3"), options)
    for file in ("planar3.c", "planar3.f"):  # the second is in capitals
        text = " ".join(output.files[file].lower().split())
        assert f"searched for with effort {effort}:" in text
    said = output.files["planar3.json"]
    assert f"with effort {effort}" in said


def test_the_report_names_what_was_decided() -> None:
    output = generate_described(described("puma560"), Options(optimise_for=OPERATIONS))
    decided = {word for choice in output.choices for word in formulation(choice).structure.told}
    assert decided
    said = output.files["puma560.json"]
    text = " ".join(output.files["puma560.c"].replace("*", " ").split())
    for word in decided:
        assert word in said
        assert word in text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"effort": "hihg"}, "--effort: is 'hihg'; did you mean 'high'"),
        ({"effort": ""}, "--effort: is ''; "),
        ({"moves": 100}, "--moves: is for --effort high alone; add --effort high, or leave it out"),
        ({"moves": 0, "effort": "fast"}, "--moves: is for --effort high alone; "),
    ],
)
def test_wrong_efforts_are_refused_with_a_cure(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(UserError) as caught:
        Options(**wrong)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_efforts_that_are_not_the_default_are_words_of_the_head() -> None:
    assert Options().words == ()
    assert Options(effort="fast").words == ("--effort fast",)
    assert Options(effort="high", moves=5).words == ("--effort high", "--moves 5")
