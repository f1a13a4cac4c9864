"""The generated C compiles without a warning, runs clean, and computes what its graph says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import measure
import pinocchio_robot as pinocchio
from compiled import COMPILERS, STRICT, compile_c
from gen_robot.delivery.writing import write
from gen_robot.kernels import DEFAULT_KERNELS, KERNELS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from random_robots import random_robot, random_state
from shipped_robots import ALL, SHIPPED, described, generated


def assert_agrees(output: Output, folder: Path, seed: int) -> None:
    """Assert that compiled kernels give Pinocchio's numbers."""
    library = compile_c(output, folder)
    description = output.description
    model = pinocchio.pinocchio_model(description)
    q, qd, qdd, tau = random_state(description, seed)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    M = pinocchio.mass_matrix(model, q)
    torques = pinocchio.inverse_dynamics(model, q, qd, qdd)
    h, g = pinocchio.bias(model, q, qd), pinocchio.gravity(model, q)
    scale = float(np.abs(torques).max())

    def out(name: str) -> dict[str, np.ndarray]:
        status, values = library(name, state)
        assert not status
        return values

    measure.assert_same(out("inertia_matrix")["M"], M)
    measure.assert_same(out("bias")["h"], h, scale=scale)
    measure.assert_same(out("inverse_dynamics")["tau"], torques)
    measure.assert_same(out("gravity")["g"], g, scale=scale)
    both = out("inertia_and_bias")
    measure.assert_same(both["M"], M)
    measure.assert_same(both["h"], h, scale=scale)
    qdd = pinocchio.forward_dynamics(model, q, qd, tau)
    measure.assert_solution(out("forward_dynamics")["qdd"], qdd, M)


@pytest.mark.parametrize("robot", SHIPPED)
def test_compiled_shipped_robots_agree_with_pinocchio(robot: str, tmp_path: Path) -> None:
    assert_agrees(generated(robot), tmp_path, 1)


@pytest.mark.parametrize("seed", range(6))
def test_compiled_random_robots_agree_with_pinocchio(seed: int, tmp_path: Path) -> None:
    description = random_robot(seed, 3 + seed, prismatic=0.3, branched=seed % 2 == 1)
    assert_agrees(generate_described(description, Options()), tmp_path, seed)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("robot", SHIPPED)
def test_no_compiler_warns(robot: str, compiler: str, tmp_path: Path) -> None:
    compile_c(generated(robot, kernels=ALL, friction=True), tmp_path, compiler=compiler)


def test_strict_flags_do_find_faults(tmp_path: Path) -> None:
    source = tmp_path / "bad.c"
    source.write_text("float f(double x);\nfloat f(double x) { return x; }\n")
    result = subprocess.run(["gcc", *STRICT, "-c", str(source), "-o", str(tmp_path / "bad.o")])
    assert result.returncode != 0


def sanitised(output: Output, folder: Path, main: str) -> subprocess.CompletedProcess[str]:
    """Compile a robot with a main program under the sanitizers, and run it."""
    where = write(output, folder)
    (where / "main.c").write_text(main)
    program = where / "program"
    flags = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    sources = [str(where / "main.c"), str(where / f"{output.name}.c")]
    command = ["gcc", "-std=c99", *flags, *sources, "-lm", "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    return subprocess.run([str(program)], capture_output=True, text=True)


def calls(output: Output, shrink: int = 0) -> str:
    """Return a program that calls every kernel on arrays of exactly its sizes."""
    lines = [f'#include "{output.name}.h"', "#include <stdlib.h>", "#include <stdio.h>"]
    lines += ["int main(void)", "{", "    double total = 0.0;"]
    for choice in output.choices:
        kernel, names = choice.kernel, []
        for array in choice.arrays:
            size = array.size(output.model)
            names.append(f"{kernel.name}_{array.name}")
            lines.append(f"    double *{names[-1]} = malloc({size - shrink} * sizeof(double));")
            if array in choice.inputs:
                fill = f"{names[-1]}[i] = 0.3 * i - 0.5"
                lines.append(f"    for (int i = 0; i < {size - shrink}; ++i) {fill};")
        lines.append(f"    {output.name}_{kernel.name}({', '.join(names)});")
        lines.append(f"    total += {names[-1]}[0];")
        lines += [f"    free({name});" for name in names]
    return "\n".join([*lines, '    printf("%g\\n", total);', "    return 0;", "}", ""])


@pytest.mark.parametrize("robot", ["puma560", "stanford", "torso"])
def test_kernels_run_clean_under_the_sanitizers(robot: str, tmp_path: Path) -> None:
    output = generated(robot, kernels=ALL, friction=True)
    result = sanitised(output, tmp_path, calls(output))
    assert result.returncode == 0, result.stderr
    assert np.isfinite(float(result.stdout))


def test_the_sanitizers_do_find_faults(tmp_path: Path) -> None:
    output = generated("two_link")
    assert "AddressSanitizer" in sanitised(output, tmp_path, calls(output, shrink=1)).stderr


def test_the_sanitizers_do_find_undefined_behaviour(tmp_path: Path) -> None:
    main = "int main(int n, char **v) { (void)v; return 0x7fffffff + n; }\n"
    result = sanitised(generated("two_link"), tmp_path, main)
    assert "runtime error: signed integer overflow" in result.stderr


def test_the_header_serves_cpp(tmp_path: Path) -> None:
    where = write(generated("two_link"), tmp_path)
    source = where / "user.cpp"
    source.write_text(
        '#include "two_link.h"\n'
        "int main() { double q[2] = {0, 1}, M[4]; two_link_inertia_matrix(q, M); return M[0] > 0; }\n"
    )
    flags = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run(["g++", *flags, "-c", str(source), "-o", str(where / "user.o")], check=True)


@pytest.mark.parametrize("robot", SHIPPED)
def test_text_is_short_of_100_columns_and_says_what_made_it(robot: str) -> None:
    output = generated(robot, kernels=ALL, friction=True)
    for text in (output.files[f"{robot}.c"], output.files[f"{robot}.h"]):
        assert max(len(line) for line in text.splitlines()) <= 100
        assert f"gen-robot {robot} --lang c" in text
        assert text.isascii()


@pytest.mark.parametrize(
    ("trig", "functions"),
    [
        ("inline", {"sincos4", "any_far", "library_sincos4", "sqrt", "sign_of"}),
        ("libm", {"sin", "cos", "sqrt", "sign_of"}),
    ],
)
def test_kernels_have_no_loops_and_call_nothing_but_sines_and_roots(
    trig: str, functions: set[str]
) -> None:
    text = generated("puma560", kernels=ALL, friction=True, trig=trig).files["puma560.c"]
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    code = "\n".join(re.findall(r"^\w+ puma560_\w+\(.*?^}", code, re.M | re.S))
    assert not re.search(r"\b(for|while|do|goto|switch|malloc|static double)\b", code)
    called = set(re.findall(r"\b([a-z_0-9]+)\(", code)) - {"if"}
    own = {f"puma560_{name}" for name in KERNELS} | {f"{name}_fails" for name in KERNELS}
    assert called - own <= functions


def test_anonymous_temporaries_are_few() -> None:
    text = generated("puma560").files["puma560.c"]
    names = re.findall(r"const double (\w+) =", text)
    anonymous = [name for name in names if re.fullmatch(r"t\d+_\d+", name)]
    assert len(anonymous) < len(names) / 5


def test_a_robot_whose_tip_has_no_inertia_reports_its_joint(tmp_path: Path) -> None:
    description = described("two_link")
    from dataclasses import replace

    from gen_robot.description.description import Inertial

    links = (description.links[0], replace(description.links[1], inertial=Inertial()))
    output = generate_described(replace(description, links=links), Options())
    zeros = {name: np.zeros(2) for name in ("q", "qd", "tau")}
    status, outputs = compile_c(output, tmp_path)("forward_dynamics", zeros)
    assert status == 2
    assert np.isnan(outputs["qdd"]).all()


def test_default_kernels_are_the_first_six() -> None:
    assert tuple(KERNELS)[: len(DEFAULT_KERNELS)] == DEFAULT_KERNELS
