"""High effort rewrites what would be generated, whatever options add, and keeps what can be proved."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from gen_robot.description.description import Description
from gen_robot.description.general import general_robot
from gen_robot.high_effort import HighEffort
from gen_robot.ir.accuracy import Yardstick
from gen_robot.kernels import KERNELS
from gen_robot.options import Options
from gen_robot.pipeline import generate, modelled, searched
from gen_robot.search.effort import TRIAL
from gen_robot.search.weighing import ACCURACY, OPERATIONS, TIME
from gen_robot.verification.verdict import BACKWARDS
from proofs import generated
from shipped_robots import described

KERNEL_NAMES = ("inertia_matrix", "bias", "inverse_dynamics")


def robot(name: str) -> Description:
    return general_robot(6) if name == "general6" else described(name)


def high_effort(name: str, options: Options) -> HighEffort:
    return HighEffort(searched(modelled(robot(name), options), options), options)


@pytest.mark.parametrize(
    ("name", "aim"),
    [
        *product(("puma560", "stanford"), (TIME, OPERATIONS, ACCURACY)),
        ("general6", OPERATIONS),
    ],
)
def test_what_is_rewritten_loses_at_most_twice_what_is_lost_without(name: str, aim: str) -> None:
    """At other states, and more of them, than those at which it looked."""
    high = high_effort(name, Options(optimise_for=aim, effort="high", moves=300))
    for kernel in KERNEL_NAMES:
        choice = high.chosen(KERNELS[kernel])
        plain = choice.beside or high.search.choose(KERNELS[kernel]).graph
        held = Yardstick(plain, 200)
        assert held.allows(choice.graph, 2.0), (kernel, held.lost(plain), held.lost(choice.graph))


def test_more_moves_than_a_trial_are_no_worse_than_one() -> None:
    def weight(moves: int) -> float:
        options = Options(effort="high", moves=moves)
        choice = high_effort("stanford", options).chosen(KERNELS["inertia_and_bias"])
        return options.aim.weight(choice.way, [choice.graph])

    trial = weight(TRIAL)
    assert all(weight(TRIAL + more) <= trial for more in (1, 300))


def test_parameters_that_are_known_late_hinder_no_rewriting() -> None:
    def costs(effort: str, moves: int | None) -> dict[str, int]:
        options = Options(kernels=KERNEL_NAMES[:2], runtime=("link6",), effort=effort, moves=moves)
        return {
            c.kernel.name: c.graph.operations.cost for c in generate("puma560", options).choices
        }

    normal, high = costs("normal", None), costs("high", 200)
    assert normal.keys() == high.keys()
    assert all(high[name] < normal[name] for name in KERNEL_NAMES[:2])


def test_auto_may_be_asked_for() -> None:
    asked = {"algorithms": {"inertia_matrix": "auto", "bias": "auto"}}
    options = {"kernels": KERNEL_NAMES[:2], "effort": "high", "moves": 100}
    plain, auto = (generate("planar3", Options(**options, **more)) for more in ({}, asked))
    assert {n for n in plain.files if plain.files[n] != auto.files[n]} == {"planar3.json"}


@pytest.mark.parametrize("aim", [TIME, OPERATIONS])
def test_what_solves_is_proved_all_the_same(tmp_path: Path, aim: str) -> None:
    kernels = "forward_dynamics,inertia_inverse"
    effort = ("--effort", "high", "--moves", "100", "--optimise-for", aim)
    found = generated(tmp_path, "puma560", "--kernels", kernels, *effort)
    for kernel in kernels.split(","):
        assert found.verdict(kernel).word == BACKWARDS
