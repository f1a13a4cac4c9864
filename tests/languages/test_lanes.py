"""C with vectors computes the bits of C without, and of FORTRAN; compilers find nothing to say."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arrays import Array
from c_counter import counted
from compiled import COMPILERS, STRICT
from f77_library import Library, Results, compile_one, needs, random_states, run
from gen_robot.delivery.writing import write
from gen_robot.description.edit import Edits
from gen_robot.kernels import DEFAULT_KERNELS
from gen_robot.kernels.groups import DYNAMICS
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from gen_robot.readers.robot_files import read
from limbed_robots import centaur, pendulums
from urdf_robots import urdf_files

STATES = 200
BITS = ("-O1", "-ffp-contract=off", "-mavx2")
"""Without fused operations: gcc 12 makes some of scalars side by side, even if it is told not to."""

ROBOTS = ("hyq", "free hyq", "centaur")


@cache
def generated(robot: str, precision: str = "double") -> Output:
    """Return kernels with the library's sines, which are the same in both languages.

    All of dynamics for the robot whose files are the shortest.
    """
    kernels = (DYNAMICS,) if robot == "centaur" else DEFAULT_KERNELS
    options = Options(
        ("c", "f77"), kernels=kernels, friction=True, trig="libm", precision=precision
    )
    if robot == "centaur":
        return generate_described(centaur(), options)
    if robot == "pendulums":
        return generate_described(pendulums((0.35, 0.2, 0.4, 0.25)), options)
    floating = Edits(floating=robot == "free hyq")
    return generate_described(read(urdf_files()["hyq_no_sensors"], edits=floating), options)


def states(output: Output) -> dict[str, Array]:
    return random_states(output, STATES)


@pytest.fixture(scope="module")
def fortran(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Library]:
    """Return what compiles a robot's FORTRAN, once for all compilers of C."""
    return cache(lambda robot: compile_one(generated(robot), tmp_path_factory.mktemp("f"), "f77"))


def compile_c(output: Output, folder: Path, compiler: str, *flags: str) -> Library:
    where = write(output, folder / f"{compiler}{len(flags)}")
    library = where / "c.so"
    source = where / f"{output.name}.c"
    run(compiler, *STRICT, *BITS, *flags, "-shared", "-fPIC", source, "-lm", "-o", library)
    return Library(where / f"{output.name}.json", library, "c")


def assert_equal_bits(one: tuple[Array, Results], other: tuple[Array, Results]) -> None:
    assert one[0].tobytes() == other[0].tobytes()
    for name, values in one[1].items():
        # Signs of zeros may differ: a factor of 1 or -1 is a sign apart.
        assert (values + 0.0).tobytes() == (other[1][name] + 0.0).tobytes(), name


@needs("gfortran")
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_vectors_give_the_bits_of_scalars_and_of_fortran(
    robot: str, compiler: str, fortran: Callable[[str], Library], tmp_path: Path
) -> None:
    output = generated(robot)
    assert "lanes" in output.files[f"{output.name}.c"]
    given = states(output)
    wide = compile_c(output, tmp_path, compiler)
    apart = compile_c(output, tmp_path, compiler, "-DGEN_ROBOT_ISO_C")
    for choice in output.choices:
        kernel = choice.kernel.name
        found = wide(kernel, given)
        assert_equal_bits(found, apart(kernel, given))
        assert_equal_bits(found, fortran(robot)(kernel, given))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_single_precision_has_vectors_of_its_own(compiler: str, tmp_path: Path) -> None:
    output = generated("centaur", "single")
    given = states(output)
    wide = compile_c(output, tmp_path, compiler)
    apart = compile_c(output, tmp_path, compiler, "-DGEN_ROBOT_ISO_C")
    for choice in output.choices:
        kernel = choice.kernel.name
        assert_equal_bits(wide(kernel, given), apart(kernel, given))


@needs("gcc")
def test_vectors_without_registers_for_them_are_lowered(tmp_path: Path) -> None:
    output = generated("centaur")
    given = states(output)
    wide = compile_c(output, tmp_path, "gcc")
    lowered = compile_c(output, tmp_path, "gcc", "-march=x86-64")
    for choice in output.choices:
        kernel = choice.kernel.name
        assert_equal_bits(wide(kernel, given), lowered(kernel, given))


@needs("gcc", "gfortran")
def test_a_lane_that_fails_ends_the_kernel_at_its_joint(tmp_path: Path) -> None:
    output = generated("pendulums")
    assert output.choices[5].way.formulation.has_lanes
    given = random_states(output, 9)
    for limb in range(4):
        given["q"][limb, 2 + 2 * limb] = np.pi  # folded back: nothing resists at the inner joint
    wide = compile_c(output, tmp_path, "gcc")
    apart = compile_c(output, tmp_path, "gcc", "-DGEN_ROBOT_ISO_C")
    fortran = compile_one(output, tmp_path, "f77")
    for library in (wide, apart, fortran):
        status, results = library("forward_dynamics", given)
        assert list(status) == [2, 4, 6, 8, 0, 0, 0, 0, 0]
        assert np.isfinite(results["qdd"][4:]).all()
        if library is not fortran:
            assert np.isnan(results["qdd"][:4]).all()


def test_a_difference_of_one_bit_is_noticed() -> None:
    one = np.zeros(3, np.intc), {"tau": np.ones(3)}
    other = np.zeros(3, np.intc), {"tau": np.nextafter(np.ones(3), 2)}
    with pytest.raises(AssertionError):
        assert_equal_bits(one, other)


@pytest.mark.parametrize("robot", ROBOTS)
def test_counts_are_those_of_the_code_without_vectors(robot: str) -> None:
    output = generated(robot)
    found = counted(output)
    for choice in output.choices:
        assert found[choice.kernel.name] == choice.graph.operations.as_dict(), choice.kernel.name


def test_heads_say_which_links_are_lanes_of_one() -> None:
    text = generated("centaur").files["centaur.c"]
    assert "limbs as lanes" in text
    assert re.search(r"links 2, 5, 8 as lanes: ", text)
