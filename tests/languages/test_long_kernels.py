"""Long kernels are functions of bounded size, one after the other, that compute the same bits."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from compiled import COMPILERS, Compiled, compile_c
from gen_robot.description.description import Description
from gen_robot.description.general import general_robot
from gen_robot.ir import blocks
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from random_robots import random_robot
from shipped_robots import described

LONG_WAY = {"inertia_matrix": "crba"}
EXACT = "-ffp-contract=off"
ROBOTS = {
    "stanford": lambda: described("stanford"),
    "tree": lambda: random_robot(3, 4, branched=True, floating=True),
}


def written(robot: Description, *kernels: str, **options: object) -> Output:
    return generate_described(robot, Options(kernels=kernels or (DYNAMICS,), **options))


@pytest.fixture(scope="module")
def general() -> str:
    """The C of a chain whose inertia matrix is long by any standard, by a method of many statements."""
    kernels = ("inertia_matrix", "bias")
    return written(general_robot(20), *kernels, algorithms=LONG_WAY).files["general20.c"]


def functions(text: str) -> dict[str, list[str]]:
    """Return the statements of each function of a C source, loads and stores of kept values apart."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = re.findall(r"(\w+)\(([^(){}]*)\)\n\{\n(.*?)\n\}", code, flags=re.S)
    kept = re.compile(r"\s*(kept\[\d+\] = \w+|const \w+ \w+ = kept\[\d+\])\s*")
    return {
        name: [s for s in body.split(";")[:-1] if not kept.fullmatch(s)] for name, _, body in found
    }


def test_no_function_has_more_statements_than_a_compiler_takes_well(general: str) -> None:
    found = functions(general)
    parts = [name for name in found if "_part" in name]
    assert len(parts) > 2
    assert max(len(found[name]) for name in parts) <= blocks.MOST
    assert max(len(statements) for statements in found.values()) <= blocks.LONG


def test_one_function_for_all_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LONG", 1_000_000)
    made = written(general_robot(20), "inertia_matrix", algorithms=LONG_WAY)
    text = made.files["general20.c"]
    assert max(map(len, functions(text).values())) > 2000


def test_short_kernels_stay_in_one_function(general: str) -> None:
    assert len(functions(general)["general20_bias"]) > 100
    assert "bias_part" not in general


@pytest.mark.parametrize(("robot", "precision"), [("stanford", "double"), ("tree", "single")])
def test_a_kernel_in_parts_gives_the_bits_of_the_whole(
    robot: str, precision: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = written(ROBOTS[robot](), precision=precision, friction=True)
    monkeypatch.setattr(blocks, "LONG", 40)
    monkeypatch.setattr(blocks, "MOST", 17)
    parts = written(ROBOTS[robot](), precision=precision, friction=True)
    assert parts.files[f"{parts.name}.c"].count("_part") > 2 * len(parts.choices)
    one = compile_c(whole, tmp_path / "whole", EXACT)
    for compiler in COMPILERS:
        other = compile_c(parts, tmp_path / compiler, EXACT, compiler=compiler)
        assert_same_bits(one, other)


def assert_same_bits(one: Compiled, other: Compiled) -> None:
    """Assert that two libraries agree where all is well, and where pivots fail."""
    rng = np.random.default_rng(2)
    for name, kernel in one.manifest["kernels"].items():
        for spoilt in (False, True):
            shapes = kernel["shapes"]
            state = {n: rng.uniform(-2, 2, shapes[n]) for n in kernel["inputs"]}
            if spoilt:
                state["q"][:] = np.nan
            status, expected = one(name, state)
            assert bool(status) == (spoilt and kernel["status"])
            found_status, found = other(name, state)
            assert found_status == status
            assert all(np.array_equal(found[n], expected[n], equal_nan=True) for n in expected)


def test_a_status_leaves_the_kernel_at_the_part_that_found_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "LONG", 40)
    monkeypatch.setattr(blocks, "MOST", 17)
    text = written(described("puma560"), "forward_dynamics").files["puma560.c"]
    call = r"failed = forward_dynamics_part\d+\([^;]*\);\s*if \(failed\) \{\s*"
    assert re.search(call + r"return forward_dynamics_fails\(qdd, failed\);\s*\}", text)
    assert re.search(r"static APART int forward_dynamics_part\d+\(", text)
    assert re.search(r"static APART void forward_dynamics_part\d+\(", text)


def symbols(text: str, folder: Path) -> str:
    """Return the symbols of a C source as gcc compiles it."""
    (folder / "kernel.c").write_text(text)
    for command in ("gcc -std=c99 -O2 -c kernel.c", "nm kernel.o > symbols"):
        subprocess.run(command, shell=True, check=True, cwd=folder)
    return (folder / "symbols").read_text()


def test_parts_are_not_put_together_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "LONG", 40)
    monkeypatch.setattr(blocks, "MOST", 17)
    output = written(described("puma560"), "inertia_matrix")
    (tmp_path / "puma560.h").write_text(output.files["puma560.h"])
    text = output.files["puma560.c"]
    assert "inertia_matrix_part3" in symbols(text, tmp_path)
    together = text.replace("__attribute__((noinline))", "")
    assert "inertia_matrix_part3" not in symbols(together, tmp_path)
