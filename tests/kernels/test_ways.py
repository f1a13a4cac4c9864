"""Ways are values: printed for people, and found again by what was printed."""

from __future__ import annotations

import pytest

from gen_robot.algorithms import METHODS, giving
from gen_robot.algorithms.method import Quantity
from gen_robot.errors import UserError
from gen_robot.kernels import KERNELS
from gen_robot.kernels.groups import LOOPS
from gen_robot.kernels.way import algorithms, ways
from gen_robot.model.formulation import Bodies, Formulation, Frames, formulations
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search.search import Search

REGROUPED = Formulation(Bodies.REGROUPED, Frames.ATTACHED)
EVERY = [Formulation(bodies, frames) for bodies in Bodies for frames in Frames]


def search_for(robot: str, **wanted: str) -> Search:
    options = Options(algorithms=wanted)
    return searched(modelled(read(robot), options), options)


def test_a_solver_is_printed_with_what_it_is_given() -> None:
    names = {str(way) for way in ways(KERNELS["forward_dynamics"], [REGROUPED])}
    assert {"ldlt on crba+gibbs_appell", "gauss_jordan on noc+lin", "aba"} <= names
    assert algorithms(KERNELS["forward_dynamics"])[-4:] == ("udut", "aba", "sparse_kkt", "cfa")


def test_there_is_a_way_for_every_combination_of_methods() -> None:
    solvers, inertia, bias = map(
        giving, (Quantity.SOLUTION, Quantity.INERTIA_MATRIX, Quantity.BIAS)
    )
    found = {str(way) for way in ways(KERNELS["forward_dynamics"], [REGROUPED])}
    assert len(found) == len(solvers) * len(inertia) * len(bias) + len(
        giving(Quantity.FORWARD_DYNAMICS)
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_way_stands_on_a_formulation_that_its_methods_may_use_or_on_the_plain_one(
    kernel: str,
) -> None:
    plain = Formulation(Bodies.AS_GIVEN, Frames.ATTACHED)
    for way in ways(KERNELS[kernel], EVERY):
        suits = all(method.may_use(way.formulation) for method in way.methods)
        assert suits or way.formulation == plain or way.route.formulations


def test_methods_that_want_other_formulations_meet_on_the_plain_one() -> None:
    pairs = [w for w in ways(KERNELS["inertia_and_bias"], EVERY) if str(w) == "walker_orin+rnea"]
    assert [str(way.formulation) for way in pairs] == ["as given"]


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_way_can_be_asked_for_as_it_is_printed(kernel: str) -> None:
    search = search_for("bennett" if KERNELS[kernel].group == LOOPS else "two_link")
    for way in search.ways(KERNELS[kernel]):
        asked = search.asked(KERNELS[kernel], str(way))
        assert way in asked
        assert {str(found) for found in asked} == {str(way)}


def test_a_way_asked_for_is_the_way_taken() -> None:
    search = search_for("puma560", forward_dynamics="gauss_jordan on gah+rnea")
    assert str(search.choose(KERNELS["forward_dynamics"]).way) == "gauss_jordan on gah+rnea"


def test_a_solver_asked_for_alone_is_given_what_is_chosen_for_its_kernel() -> None:
    search = search_for("puma560", forward_dynamics="cholesky", inertia_and_bias="noc+rnea")
    choice = search.choose(KERNELS["forward_dynamics"])
    assert str(choice.way) == "cholesky on noc+rnea"


def test_an_unknown_way_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UserError, match=r"did you mean 'ldlt on crba\+gibbs_appell'"):
        search_for("puma560", forward_dynamics="ldlt on crba+gibs_appell")


def test_an_unknown_way_is_refused_even_for_a_kernel_that_is_not_generated() -> None:
    with pytest.raises(UserError, match="--algorithm inertia_matrix: is 'foo'"):
        search_for("two_link", inertia_matrix="foo")


def test_a_way_that_does_not_cover_the_robot_is_refused_with_those_that_do() -> None:
    search = search_for("torso", forward_dynamics="ldlt on lin+lin")
    with pytest.raises(UserError, match=r"lin covers serial chains only; use .*aba"):
        search.choose(KERNELS["forward_dynamics"])


def test_each_method_names_its_file() -> None:
    for name, method in METHODS.items():
        assert method.name == name
        assert method.gives


def test_formulations_of_a_model_are_those_that_differ() -> None:
    two_link = formulations(modelled(read("two_link"), Options()), Bodies.REGROUPED)
    assert Formulation(Bodies.REGROUPED, Frames.HELD) in two_link
    stanford = formulations(modelled(read("stanford"), Options()), Bodies.LUMPED)
    assert {f.frames for f in stanford} == {Frames.ATTACHED}
    assert {f.bodies for f in stanford} == {Bodies.AS_GIVEN, Bodies.LUMPED}
