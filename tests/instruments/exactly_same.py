"""Compare values of 60 digits, and take single algorithms at states of as many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gen_robot.algebra.number import ZERO, Number
from gen_robot.ir.exactly import evaluate_exactly
from gen_robot.model.model import Model
from gen_robot.model.sample_states import exact_state
from traced_algorithms import traced

SMALL = Number("1e-40")
"""What 60 digits may leave of values of size 1, after all that cancels."""


def assert_same_exactly(found: Sequence[Number], expected: Sequence[Number]) -> None:
    """Demand that values agree to 40 digits of the largest of them."""
    assert len(found) == len(expected)
    scale = max((abs(x) for x in expected), default=ZERO)
    far = max((abs(a - b) for a, b in zip(found, expected, strict=True)), default=ZERO)
    assert far <= SMALL * scale, f"{far} of {scale}"


def state_of(model: Model, number: int = 1) -> Mapping[str, Sequence[Number]]:
    """Return a state by the names of the kernels' inputs, tau being anything."""
    q, qd, qdd = exact_state(model, number)
    return {"q": q, "qd": qd, "qdd": qdd, "tau": qdd}


def exact_values(
    model: Model, algorithm: Callable[..., object], *inputs: str, number: int = 1
) -> list[Number]:
    """Return what algorithm(model, trace, *inputs) gives at a state of a robot without followers."""
    state = state_of(model, number)
    return evaluate_exactly(traced(model, algorithm, *inputs).nodes, state)
