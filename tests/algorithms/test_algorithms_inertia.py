"""Other papers' ways to the inertia matrix, and Lin's bias: same numbers, no more operations."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import measure
import pinocchio_robot
from arrays import Array
from gen_robot.algorithms import crba, fijany_bejczy, lin, noc, renaud, unit_rnea, walker_orin
from gen_robot.algorithms.tape import Tape
from gen_robot.description.description import Description
from gen_robot.ir.node import Node
from gen_robot.model.model import Model
from oracle import lin as oracle_lin
from oracle import noc as oracle_noc
from oracle import renaud as oracle_renaud
from oracle import walker_orin as oracle_walker_orin
from oracle.robot import robot
from random_robots import CONVENTIONS, general_robot, random_robot, random_state
from traced_algorithms import square, traced
from traced_kernels import HELD, LUMPED, PLAIN, REGROUPED, model_of

FORMS = (PLAIN, LUMPED, REGROUPED, HELD)
METHODS = {
    "lin": (lin, oracle_lin),
    "renaud": (renaud, oracle_renaud),
    "walker_orin": (walker_orin, oracle_walker_orin),
    "noc": (noc, oracle_noc),
}
IN_FRAMES = {"fijany_bejczy": fijany_bejczy, "unit_rnea": unit_rnea}
WAYS = [
    (method, form)
    for method in METHODS
    for form in FORMS
    if form == PLAIN or method != "walker_orin"  # which needs the centres of mass
]
PRINTED = {"lin": 524 + 380, "renaud": 553 + 416, "walker_orin": 640 + 538, "noc": 710 + 629}
"""Multiplications and additions that the papers give for six revolute joints."""
REACHED = {"lin": 667, "renaud": 712, "noc": 1294}
"""What is reached with composite constants, the papers' own preparation."""


@cache
def sample(joints: int, branched: bool = False) -> Description:
    return random_robot(
        joints,
        joints,
        branched=branched,
        fixed=0.2 if joints % 3 == 0 else 0.0,
        convention=list(CONVENTIONS)[joints % 3],
    )


def inertia_matrix(method: str, model: Model, q: Array) -> Array:
    module, _ = METHODS[method]
    return square(traced(model, module.inertia_matrix, "q")({"q": q}))


@pytest.mark.parametrize(("method", "form"), WAYS)
@pytest.mark.parametrize("joints", range(1, 10))
def test_inertia_matrix_agrees_with_pinocchio_and_the_oracle(method, form, joints):
    description = sample(joints)
    q, *_ = random_state(description, joints)
    found = inertia_matrix(method, model_of(description, form), q)
    reference = pinocchio_robot.pinocchio_model(description)
    measure.assert_same(found, pinocchio_robot.mass_matrix(reference, q))
    measure.assert_same(found, METHODS[method][1].inertia_matrix(robot(description), q))


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("joints", range(3, 10))
def test_the_orthogonal_complement_covers_trees(form, joints):
    description = sample(joints, branched=True)
    q, *_ = random_state(description, joints)
    found = inertia_matrix("noc", model_of(description, form), q)
    reference = pinocchio_robot.pinocchio_model(description)
    measure.assert_same(found, pinocchio_robot.mass_matrix(reference, q))


@pytest.mark.parametrize(("method", "form"), WAYS)
@pytest.mark.parametrize("seed", range(3))
def test_joints_of_other_kinds_are_covered(method, form, seed):
    others = ("helical", "cylindrical", "planar", "spherical", "floating")
    kinds = others if method == "noc" else others[:1]
    description = random_robot(seed, 5, kinds=kinds, branched=method == "noc")
    q, qd, *_ = random_state(description, seed)
    model = model_of(description, form)
    assert METHODS[method][0].METHOD.refusal(model) is None
    reference = pinocchio_robot.pinocchio_model(description)
    inertia = pinocchio_robot.mass_matrix(reference, q)
    measure.assert_same(inertia_matrix(method, model, q), inertia)
    if method == "lin":
        found = traced(model, lin.bias, "q", "qd")({"q": q, "qd": qd})
        measure.assert_same(found, pinocchio_robot.bias(reference, q, qd))


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("joints", range(1, 10))
def test_lins_bias_agrees_with_pinocchio_and_the_oracle(form, joints):
    description = sample(joints)
    q, qd, qdd, _ = random_state(description, joints)
    model = model_of(description, form)
    found = traced(model, lin.bias, "q", "qd")({"q": q, "qd": qd})
    reference = pinocchio_robot.pinocchio_model(description)
    # What gravity alone asks for may vanish: it is measured against all torques.
    scale = np.max(np.abs(pinocchio_robot.inverse_dynamics(reference, q, qd, qdd)))
    measure.assert_same(found, pinocchio_robot.bias(reference, q, qd), scale=scale)
    measure.assert_same(found, oracle_lin.bias(robot(description), q, qd), scale=scale)


@pytest.mark.parametrize("method", ["fijany_bejczy", "unit_rnea"])
@pytest.mark.parametrize("branched", [False, True], ids=["serial", "branched"])
def test_the_matrix_from_one_frame_or_from_unit_accelerations_is_pinocchio_s(method, branched):
    kinds = ("helical", "cylindrical", "planar", "spherical", "floating")
    for joints, given in ((7, ()), (5, kinds)):
        description = random_robot(joints, joints, kinds=given, branched=branched)
        q, *_ = random_state(description, joints)
        reference = pinocchio_robot.pinocchio_model(description)
        for form in FORMS:
            found = traced(model_of(description, form), IN_FRAMES[method].inertia_matrix, "q")
            expected = pinocchio_robot.mass_matrix(reference, q)
            measure.assert_same(square(found({"q": q})), expected)


def test_fijany_and_bejczy_s_method_needs_no_more_than_lin_counts_for_it():
    for form in (LUMPED, REGROUPED):
        model = model_of(general_robot(6), form)
        assert traced(model, fijany_bejczy.inertia_matrix, "q").size <= 680 + 538
        # Composite bodies were invented to save what a unit acceleration of each joint costs.
        assert (
            traced(model, unit_rnea.inertia_matrix, "q").size
            > traced(model, crba.inertia_matrix, "q").size
        )


@pytest.mark.parametrize("method", METHODS)
def test_no_method_needs_more_operations_than_its_paper_says(method):
    module, _ = METHODS[method]
    plain, lumped = (model_of(general_robot(6), form) for form in (PLAIN, LUMPED))
    assert traced(plain, module.inertia_matrix, "q").size <= PRINTED[method]
    if method in REACHED:
        assert traced(lumped, module.inertia_matrix, "q").size <= REACHED[method]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_lins_bias_adds_less_to_his_matrix_than_the_paper_says(form):
    model = model_of(general_robot(6), form)

    def both(model: Model, t: Tape, q: list[Node], qd: list[Node]) -> object:
        return lin.inertia_matrix(model, t, q), lin.bias(model, t, q, qd)

    matrix = traced(model, lin.inertia_matrix, "q").size
    together = traced(model, both, "q", "qd").size
    alone = traced(model, lin.bias, "q", "qd").size
    assert together - matrix <= 486 + 330
    assert together < matrix + alone


def test_methods_for_chains_say_that_they_do_not_cover_trees():
    tree, chain = (model_of(sample(8, branched), PLAIN) for branched in (True, False))
    assert not tree.is_serial
    for method, (module, _) in METHODS.items():
        assert module.METHOD.refusal(chain) is None
        expected = None if method == "noc" else f"{method} covers serial chains only"
        assert module.METHOD.refusal(tree) == expected
        ball = model_of(random_robot(1, 3, kinds=("spherical",)), PLAIN)
        assert any(link.kind.nv == 3 for link in ball.links) and ball.is_serial
        if method != "noc":
            assert (
                module.METHOD.refusal(ball)
                == f"{method} covers joints of one degree of freedom only"
            )
