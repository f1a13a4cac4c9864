"""Every value that a method names has a record that says what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gen_robot.algorithms import METHODS
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.ir.graph import Label
from gen_robot.ir.schedule import schedule
from gen_robot.kernels.legend import legend, legend_of_all, unexplained
from gen_robot.kernels.way import Way as KernelWay
from gen_robot.model.formulation import PLAIN
from gen_robot.readers.robot_files import read
from random_robots import random_robot
from shipped_robots import described
from traced_kernels import WAYS, Way, graph_of, models_for, way


def labels(description: Description, way: Way, payload: str | None = None) -> list[Label]:
    """Return the names of a kernel's values, on all models that a way may be traced on."""
    models = models_for(description, way, payload)
    routines = [schedule(graph_of(model, way, passes=False)) for model in models]
    return [t.label for routine in routines for t in routine.temporaries]


def robot(name: str) -> tuple[Description, str | None]:
    """Return a robot, and the link of it that carries a load."""
    return {
        "chain": (described("puma560"), None),
        "slides": (described("stanford"), None),
        "tree": (random_robot(3, 6, prismatic=0.3, branched=True), None),
        "load": (described("planar3"), "link3"),
        "floating": (read("two_link", edits=Edits(floating=True)), None),
    }[name]


@pytest.mark.parametrize("each", WAYS, ids=str)
@pytest.mark.parametrize("name", ["chain", "slides", "tree", "load", "floating"])
def test_every_name_is_explained(name: str, each: Way) -> None:
    description, payload = robot(name)
    found = labels(description, each, payload)
    assert unexplained(each.all[0], found) == []


def test_a_name_without_a_record_is_found() -> None:
    crba = way("inertia_matrix", "crba").all[0]
    assert unexplained(crba, [Label("F", (2, 1), "x"), Label("omega", (2,), "x")]) == [
        Label("omega", (2,), "x")
    ]


def of_method(name: str) -> KernelWay:
    """Return the way to an inertia matrix by one method."""
    return way("inertia_matrix", name).all[0]


def test_samples_are_of_links_that_occur_together() -> None:
    given = [Label("F", (5, 4), "x"), Label("N", (6, 4), "x"), Label("N", (5, 4), "z1")]
    (entry,) = legend(of_method("crba"), given)
    assert entry.samples == (Label("F", (5, 4), "x"), Label("N", (5, 4), "z1"))
    assert (
        entry.meaning == "force and moment that a unit rate of joint 5 needs, as seen from link 4"
    )


def test_what_does_not_occur_together_is_explained_apart() -> None:
    given = [Label("F", (5, 4), "x"), Label("N", (6, 4), "x")]
    first, second = legend(of_method("crba"), given)
    assert first.meaning == "force that a unit rate of joint 5 needs, as seen from link 4"
    assert second.meaning == "moment that a unit rate of joint 6 needs, as seen from link 4"


def test_a_value_is_a_better_sample_than_what_it_is_on_its_way() -> None:
    given = [Label("F", (2, 1), "x2"), Label("F", (2, 1), "y")]
    (entry,) = legend(of_method("crba"), given)
    assert entry.samples == (Label("F", (2, 1), "y"),)


def test_only_what_no_method_of_the_way_names_is_explained_for_all_kernels() -> None:
    kernels = [
        (of_method("crba"), [Label("phi", (1,), "x"), Label("c", (1,))]),
        (of_method("gah"), [Label("s", (1,)), Label("s", (1, 2))]),
    ]
    meanings = [entry.meaning for entry in legend_of_all(kernels)]
    assert meanings == [
        "cosine and sine of the angle of joint 1",
        "sine of the sum of the angles of joints 1 and 2",
    ]


def test_two_meanings_of_one_symbol_are_both_told() -> None:
    """Cosines have no components, first moments have: these are told apart without a word."""
    solved = way("forward_dynamics", "ldlt").all[0]
    lin = METHODS["lin"]
    both = replace(solved, parts=(lin, lin), formulation=PLAIN)
    found = [entry.meaning for entry in legend(both, [Label("b", (3,))])]
    assert found == ["bias torque at joint 3", "or what accelerates joint 3, tau - h"]
    renaud = of_method("renaud")
    assert [e.meaning for e in legend(renaud, [Label("c", (3,)), Label("c", (3,), "x")])] == [
        "first moment of link 3 with all that it carries"
    ]


def test_multiples_are_explained_once_behind_what_they_are_multiples_of() -> None:
    crba = way("inertia_matrix", "crba").all[0]
    plain = Label("F", (2, 1), "x")
    scaled = [replace(plain, scaled=True), Label("F", (3, 1), "y", scaled=True)]
    found = legend(crba, [*scaled, plain])
    assert found[0].samples[0] == plain
    assert [e.samples for e in found if "multiple" in e.meaning] == [(scaled[0],)]
    assert unexplained(crba, scaled) == []
