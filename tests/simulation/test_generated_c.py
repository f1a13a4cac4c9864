"""Integrators in C: compilers' complaints, sanitizers, and a program that calls them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from gen_robot.delivery.writing import write
from gen_robot.errors import UserError
from gen_robot.integrators.methods import METHODS
from gen_robot.options import Options
from gen_robot.pipeline import generate
from simulated_robots import ROBOTS, Simulated
from simulated_robots import simulated as simulated

pytestmark = pytest.mark.xdist_group("simulated")

ROOT = Path(__file__).resolve().parents[2]
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
EXAMPLE = ROOT / "examples" / "c" / "simulation.c"


def written(robot: str, folder: Path, **options: object) -> Path:
    if "\n" in robot:
        (folder / "robot.yaml").write_text(robot)
        robot = str(folder / "robot.yaml")
    made = Options(integrators=True, **options)  # type: ignore[arg-type]
    return write(generate(robot, made), folder)


LONG = "a_robot_whose_name_is_as_long_as_"[:32]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("name", ["puma560", "rubbing", "ball", "flyer", LONG])
def test_no_compiler_complains(name: str, compiler: str, tmp_path: Path) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    called = {"name": name} if name == LONG else {}
    robot = "two_link" if called else ROBOTS[name][0]
    folder = written(robot, tmp_path, friction=True, **called)
    (source,) = folder.glob("*_simulate.c")
    command = [compiler, *STRICT, "-fsyntax-only"]
    subprocess.run([*command, source], check=True)
    assert max(map(len, source.read_text().splitlines())) <= 100
    (header,) = folder.glob("*_simulate.h")
    assert max(map(len, header.read_text().splitlines())) <= 100
    cplusplus = {"gcc": "g++", "clang": "clang++"}[compiler]
    subprocess.run(
        [cplusplus, "-Wall", "-Werror", "-fsyntax-only", "-x", "c++", header], check=True
    )
    spoiled = source.read_text().replace("size_t low = 0", "int low = 0", 1)
    (folder / "spoiled.c").write_text(spoiled)
    assert subprocess.run([*command, folder / "spoiled.c"], capture_output=True).returncode


def test_the_example_runs_clean_and_as_python_does(tmp_path: Path, simulated: Simulated) -> None:
    folder = written("puma560", tmp_path)
    program = tmp_path / "simulation"
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    sources = [EXAMPLE, folder / "puma560_simulate.c", folder / "puma560.c"]
    command = ["cc", *STRICT, "-O1", "-g", *checks, f"-I{folder}", *sources, "-lm", "-o", program]
    subprocess.run(command, check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    rows = [
        [float(x) for x in re.findall(r"-?\d+\.\d+", line)] for line in done.stdout.splitlines()
    ]
    *states, _ = rows
    assert [row[0] for row in states] == pytest.approx(np.arange(1, 11) * 0.2)
    robot = simulated("puma560")
    free = robot.simulate(0.6, [0.1, -0.5, 0.3, 0.2, 0.4, -0.3], tolerance=1e-10, every=0.2)
    assert not isinstance(free, list)
    assert np.allclose([row[1:] for row in states[:3]], free.q[1:], atol=1e-5)
    still = robot.inverse_dynamics
    zero = np.zeros(6)
    caught = robot.simulate(
        1.4,
        free.q[-1],
        free.qd[-1],
        torque=lambda t, q, qd: still(q, zero, zero) - 20 * qd,
        tolerance=1e-10,
        every=0.2,
    )
    assert not isinstance(caught, list)
    assert np.allclose([row[1:] for row in states[3:]], caught.q[1:], atol=1e-5)


def test_coefficients_are_the_papers_to_the_last_digit(tmp_path: Path) -> None:
    """Rows add up to their nodes, weights to one, in what is printed; exactly in the table."""
    for method in METHODS.values():
        if method.tableau is None:
            assert not method.history or sum(method.history) == 1
            continue
        table = method.tableau
        assert sum(table.weights) == 1
        # The first conditions of order, which every method here meets to order 4.
        c, b = table.nodes, table.weights
        for power in range(1, 4):
            weighed = sum(w * x**power for w, x in zip(b, c, strict=True))
            assert weighed * (power + 1) == 1, method.name
        if table.embedded:
            assert sum(table.embedded) == 1
            assert sum(w * x**3 for w, x in zip(table.embedded, c, strict=True)) * 4 == 1
        if table.dense:
            # What bends the cubic must not move its ends, nor its rates there.
            assert sum(table.dense) == 0


def test_what_there_are_no_integrators_for_is_refused(tmp_path: Path) -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"kernels": ("bias",)}, "are around the kernel forward_dynamics, which is not asked for"),
        ({"precision": "single"}, "compute in double precision"),
        ({"payload": "link2"}, "know no payload, which kernels are given at run time"),
        ({"languages": ("latex",)}, "have no language; add --lang c or --lang f77"),
    ]
    for options, message in cases:
        with pytest.raises(UserError, match=f"--integrators: {message}"):
            written("two_link", tmp_path, **options)
    assert not [*tmp_path.iterdir()]


def test_the_same_robot_gives_the_same_bytes() -> None:
    made = [generate("scara", Options(("c", "f77"), integrators=True)).files for _ in range(2)]
    assert made[0] == made[1]
    plain = generate("scara", Options(("c", "f77"))).files
    assert {*made[0]} - {*plain} == {"scara_simulate.h", "scara_simulate.c", "scara_simulate.f"}
    assert plain["scara.c"].partition("*/")[2] == made[0]["scara.c"].partition("*/")[2]
