"""The kernels for many states give what those for one give, for each width of vectors."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from batches import (
    CHOSEN,
    EACH,
    ISO,
    Arrays,
    Batches,
    apart,
    assert_same_bits,
    random_states,
    sanitised,
    widths,
)
from compiled import COMPILERS, STRICT
from gen_robot.delivery.writing import write
from gen_robot.description.description import Description
from gen_robot.languages import c_batch
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read_file
from shipped_robots import ROBOTS, asked_of, described, generated

COUNTS = (0, 1, 3, 4, 7, 8, 9, 31, 1001)
UNFUSED = "-ffp-contract=off"
QUICK = "-O0"
"""Where nothing is fused, bits are no matter of optimising, which takes four times as long."""

FUSED = ("-O2", "-ffp-contract=fast", "-fno-math-errno")
ULPS = 4
"""How far vectors may be from single calls where multiplications and additions are fused."""


def hostile(states: Arrays) -> Arrays:
    """Spoil some states: angles far out, infinite ones and what is no number, in single lanes."""
    q = states["q"]
    q[5, 0], q[17, -1], q[18, 0] = 1e9, np.nan, np.inf
    q[len(q) - 2, 0] = -1e30
    return states


def assert_all_ways_agree(batches: Batches) -> None:
    """Assert that every way leaves the same bits, statuses and counts of any number of states."""
    states = hostile(random_states(batches.kernels, batches.real, max(COUNTS)))
    for name, kernel in batches.kernels.items():
        for count in COUNTS:
            wanted = batches(EACH, name, states, count)
            for way in batches.ways[1:]:
                found = batches(way, name, states, count)
                assert_same_bits(found, wanted)
                np.testing.assert_array_equal(found.status, wanted.status)
                assert kernel["status"] or not found.failed
                assert_same_bits(batches(way, name, states, count, status=False), wanted)


@pytest.mark.parametrize("robot", ROBOTS)
def test_without_fused_operations_the_bits_are_those_of_single_calls(
    robot: str, tmp_path: Path
) -> None:
    output = generated(robot, kernels=asked_of(robot), friction=True)
    limit = f"-D{robot.upper()}_BATCH_BITS=256"
    assert_all_ways_agree(Batches(output, tmp_path, QUICK, UNFUSED, limit))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_single_precision_with_the_librarys_sines_has_the_bits_of_single_calls(
    compiler: str, tmp_path: Path
) -> None:
    kernels = asked_of("scara")
    output = generated("scara", precision="single", trig="libm", kernels=kernels, friction=True)
    flags = (QUICK, UNFUSED, "-DSCARA_BATCH_BITS=256")
    assert_all_ways_agree(Batches(output, tmp_path, *flags, compiler=compiler))


def test_the_form_without_vectors_is_a_loop_over_single_calls(tmp_path: Path) -> None:
    batches = Batches(generated("planar3"), tmp_path, QUICK, ISO)
    assert batches.ways == (EACH, CHOSEN)
    assert_all_ways_agree(batches)


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_with_fused_operations_they_are_a_few_units_in_the_last_place_apart(
    compiler: str, precision: str, tmp_path: Path
) -> None:
    flags = (*FUSED, "-DPUMA560_BATCH_BITS=256")
    kernels = ("inertia_matrix", "bias", "forward_dynamics")
    output = generated("puma560", precision=precision, kernels=kernels)
    batches = Batches(output, tmp_path, *flags, compiler=compiler)
    states = random_states(batches.kernels, batches.real, 1000)
    for name in batches.kernels:
        wanted = batches(EACH, name, states, 1000)
        for way in batches.ways:
            found = batches(way, name, states, 1000)
            assert not found.failed
            assert apart(found.outputs, wanted.outputs) <= ULPS, (name, way)


def test_the_measure_does_find_a_difference() -> None:
    one, other = np.array([[1.0, 0.25]]), np.array([[1.0, 0.25 + 5 * np.spacing(1.0)]])
    assert apart({"M": other}, {"M": one}) == 5


# Pivots -------------------------------------------------------------------------------------------

PENDULUM = """\
name: pendulum
convention: transform
links:
  - {name: upper, joint: revolute, mass: 0, com: [0, 0, 0], inertia: {xx: 0, yy: 0, zz: 0}}
  - {name: lower, joint: revolute, origin: {xyz: [1, 0, 0]}, mass: 1, com: [1, 0, 0],
     inertia: {xx: 0, yy: 0, zz: 0}}
"""
"""A massless link and a mass at a point: stretched out, its inertia matrix has no inverse."""


@cache
def pendulum() -> Description:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder, "pendulum.yaml")
        path.write_text(PENDULUM)
        return read_file(path)


@pytest.mark.parametrize("precision", ["double", "single"])
def test_states_whose_pivots_fail_have_the_status_of_single_calls(
    precision: str, tmp_path: Path
) -> None:
    kernels = ("forward_dynamics", "inertia_inverse", "udut")
    output = generate_described(pendulum(), Options(kernels=kernels, precision=precision))
    batches = Batches(output, tmp_path, QUICK, UNFUSED)
    states = random_states(batches.kernels, batches.real, 1001)
    states["q"][:, 1] = np.abs(states["q"][:, 1]) % 1 + 1  # far from stretched out
    stretched = [2, 9, 10, 40, 41, 42, 43, 998, 999, 1000]  # the last in a group that overlaps
    states["q"][stretched, 1] = 0
    for name in kernels:
        for count in (7, 9, 11, 31, 1001):
            wanted = batches(EACH, name, states, count)
            assert wanted.failed == sum(k < count for k in stretched)
            for way in batches.ways[1:]:
                found = batches(way, name, states, count)
                np.testing.assert_array_equal(found.status, wanted.status)
                assert found.failed == wanted.failed
                assert batches(way, name, states, count, status=False).failed == wanted.failed
                for array, numbers in found.outputs.items():
                    numbers_wanted = np.isnan(wanted.outputs[array])
                    np.testing.assert_array_equal(np.isnan(numbers), numbers_wanted)


def test_a_robot_that_fails_at_every_state_fails_at_every_state(tmp_path: Path) -> None:
    from gen_robot.description.description import Inertial

    links = (pendulum().links[0], replace(pendulum().links[1], inertial=Inertial()))
    output = generate_described(replace(pendulum(), links=links), Options())
    batches = Batches(output, tmp_path, QUICK)
    states = random_states(batches.kernels, batches.real, 9)
    for way in batches.ways:
        assert batches(way, "forward_dynamics", states, 9).failed == 9


# What compilers and sanitizers say ----------------------------------------------------------------


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize(
    "flags", [(), ("-march=x86-64-v3",), ("-march=x86-64-v4",), (ISO,)], ids=str
)
def test_no_compiler_warns(
    flags: tuple[str, ...], precision: str, compiler: str, tmp_path: Path
) -> None:
    """At every width, those that this machine cannot run included."""
    where = write(
        generated("two_link", kernels=asked_of("two_link"), precision=precision, friction=True),
        tmp_path,
    )
    # Without vectors of flags' own there are all widths; the others are read only.
    aim = ["-O1", "-c", "-o", str(where / "batch.o")] if not flags else ["-fsyntax-only"]
    command = [compiler, *STRICT, *flags, *aim, str(where / "two_link_batch.c")]
    subprocess.run(command, check=True)


def calls(output: Output, counts: tuple[int, ...], beyond: int = 0) -> str:
    """Return a program that calls every kernel for many states on arrays of exactly their sizes."""
    lines = [f'#include "{output.name}.h"', "#include <stdlib.h>", "int main(void)", "{"]
    for choice in output.choices:
        kernel = choice.kernel
        for count in counts:
            names = []
            lines.append("    {")
            for array in choice.arrays:
                size = max(array.size(output.model) * count - beyond, 0)
                names.append(array.name)
                lines.append(f"        double *{array.name} = malloc({size} * sizeof(double));")
                if array in choice.inputs:
                    fill = f"{array.name}[i] = 0.3 * (i % 17) - 0.5"
                    lines.append(f"        for (int i = 0; i < {size}; ++i) {fill};")
            if kernel.status:
                lines.append(f"        int *status = malloc({count} * sizeof(int));")
                names.append("status")
            symbol = f"{output.name}_{kernel.name}_batch"
            lines.append(f"        (void){symbol}({', '.join([str(count), *names])});")
            lines += [f"        free({name});" for name in names]
            lines.append("    }")
    return "\n".join([*lines, "    return 0;", "}", ""])


SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.mark.parametrize("bits", widths())
def test_no_byte_beyond_the_arrays_is_touched(bits: str, tmp_path: Path) -> None:
    output = generated("two_link", kernels=asked_of("two_link"), friction=True)
    flags = (*SANITIZERS, f"-DTWO_LINK_BATCH_BITS={bits}")
    result = sanitised(output, tmp_path, calls(output, (0, 1, 4, 5, 9)), flags)
    assert result.returncode == 0, result.stderr


def test_the_sanitizers_do_find_a_byte_beyond(tmp_path: Path) -> None:
    output = generated("two_link")
    flags = (*SANITIZERS, "-DTWO_LINK_BATCH_BITS=128")
    result = sanitised(output, tmp_path, calls(output, (5,), beyond=1), flags)
    assert "AddressSanitizer" in result.stderr


THREADS = """
#include <pthread.h>
#include "two_link.h"
static void *call(void *unused)
{
    double q[16] = {0}, g[16];
    (void)unused;
    two_link_gravity_batch(8, q, g);
    return 0;
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, call, 0);
    for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
    return 0;
}
"""


def test_threads_may_be_the_first_to_call_at_once(tmp_path: Path) -> None:
    result = sanitised(generated("two_link"), tmp_path, THREADS, ["-fsanitize=thread"])
    assert result.returncode == 0, result.stderr


def test_the_sanitizer_of_threads_does_find_a_race(tmp_path: Path) -> None:
    output = generated("two_link")
    text = output.files["two_link_batch.c"]
    text = re.sub(r"__atomic_load_n\(&found, \w+\)", "found", text)
    text = re.sub(r"__atomic_store_n\(&found, width, \w+\)", "found = width", text)
    racing = replace(output, files={**output.files, "two_link_batch.c": text})
    assert "data race" in sanitised(racing, tmp_path, THREADS, ["-fsanitize=thread"]).stderr


@pytest.mark.parametrize("robot", ROBOTS)
def test_text_is_short_of_100_columns_and_says_what_made_it(robot: str) -> None:
    text = generated(robot, kernels=asked_of(robot), friction=True).files[f"{robot}_batch.c"]
    assert max(len(line) for line in text.splitlines()) <= 100
    assert f"gen-robot {robot} --lang c" in text
    assert text.isascii()


def test_a_kernel_too_long_for_vectors_is_a_loop_over_single_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(c_batch, "LONGEST", 100)
    asked = ("inverse_dynamics", "forward_dynamics", "inverse_dynamics_hessian")
    output = generate_described(described("planar3"), Options(kernels=asked))
    text = output.files["planar3_batch.c"]
    assert "loops over single calls: inverse_dynamics_hessian." in " ".join(text.split())
    assert "inverse_dynamics_group" in text
    assert "hessian_group(" not in text
    assert_all_ways_agree(Batches(output, tmp_path, UNFUSED))
