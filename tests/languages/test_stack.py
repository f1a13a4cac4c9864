"""What a kernel needs of the stack is known when it is compiled, and is little."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gen_robot.delivery.writing import write
from shipped_robots import ROBOTS, asked_of, generated
from stack_use import stack_use

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


@pytest.mark.parametrize("robot", ROBOTS)
def test_no_kernel_needs_more_stack_than_its_compiler_says(robot: str, tmp_path: Path) -> None:
    """Nor more than its own values: each may be kept once, and the compiler's own on top of it."""
    output = generated(robot, kernels=asked_of(robot), friction=True)
    found = {u.function: u for u in stack_use(write(output, tmp_path) / f"{robot}.c", ["gcc"])}
    for choice in output.choices:
        use = found[f"{robot}_{choice.kernel.name}"]
        assert use.is_bounded
        assert use.size <= 8 * len(choice.graph.nodes) + 512


def test_a_stack_that_grows_at_run_time_is_found(tmp_path: Path) -> None:
    source = tmp_path / "bad.c"
    source.write_text("void g(double *x);\nvoid f(int n) { double x[n]; g(x); }\n")
    (use,) = stack_use(source, ["gcc"])
    assert not use.is_bounded
