"""Who calls the FORTRAN kernels: C and C++ by the header, Python by load(), a main program."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import measure
import pinocchio_robot
from arrays import Array
from f77_library import needs, run
from gen_robot.algebra.precision import PRECISIONS
from gen_robot.bindings import Library
from gen_robot.delivery.build import build
from gen_robot.delivery.library import load
from gen_robot.delivery.writing import write
from gen_robot.kernels import KERNELS
from gen_robot.readers.robot_files import read
from shipped_robots import asked_of, generated

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fortran" / "puma.f"

CALLER = """
#include "two_link.h"
#include "two_link_f77.h"

int main()
{
    const REAL q[2] = {REAL(0.3), REAL(-1.2)}, zero[2] = {0, 0}, tau[2] = {1, 2};
    REAL a[4], b[4], c[2], d[2];
    int info = 7, i;
    two_link_inertia_matrix(q, a);
    twolim_(q, b);
    two_link_forward_dynamics(q, zero, tau, c);
    twolfd_(q, zero, tau, d, &info);
    for (i = 0; i < 2; i++)
        if (a[i] != b[2 * i] || c[i] != d[i])
            return 1;
    return info;
}
"""


@needs("gcc", "g++", "gfortran")
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("compiler", ["gcc", "g++"])
def test_the_header_serves_c_and_cpp(compiler: str, precision: str, tmp_path: Path) -> None:
    where = write(generated("two_link", precision=precision, trig="libm"), tmp_path)
    source = where / ("user.c" if compiler == "gcc" else "user.cpp")
    real = "double" if precision == "double" else "float"
    source.write_text(re.sub(r"REAL\(([^)]*)\)", rf"({real})\1", CALLER).replace("REAL", real))
    objects = [where / f"{name}.o" for name in ("c", "f77", "user")]
    flags = ["-O2", "-ffp-contract=off"]
    run("gcc", *flags, "-c", where / "two_link.c", "-o", objects[0])
    run("gfortran", *flags, "-c", where / "two_link.f", "-o", objects[1])
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
    run(compiler, *warnings, "-c", source, "-o", objects[2])
    run("gcc", *objects, "-lm", "-o", where / "user")
    run(where / "user")


def test_the_header_says_what_made_it_within_100_columns() -> None:
    output = generated("scara", kernels=asked_of("scara"), friction=True)
    text = output.files["scara_f77.h"]
    assert "gen-robot scara --lang f77 --kernels" in text
    assert max(len(line) for line in text.splitlines()) <= 100


# Python -------------------------------------------------------------------------------------------


@needs("gcc", "gfortran")
def test_meson_builds_fortran_beside_c(tmp_path: Path) -> None:
    where = write(generated("planar3"), tmp_path)
    library = build(where, "planar3")
    q, qd, tau = np.array([[0.3, -1.0, 0.5], [1.0, 0.2, -0.4], [5.0, 1.0, 0.2]])
    found = [
        Library(where / "planar3.json", library, lang).forward_dynamics(q, qd, tau)
        for lang in ("c", "f77")
    ]
    np.testing.assert_allclose(found[1], found[0], rtol=1e-12)


needs_loop = pytest.mark.skipif(
    not files("gen_robot").joinpath("_native", "loop.so").is_file(),
    reason="the package is not installed: there is no compiled loop over states",
)


@needs("gcc", "gfortran")
@needs_loop
@pytest.mark.parametrize("precision", PRECISIONS)
def test_load_binds_fortran(
    precision: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(cache))
    c, fortran = (load("scara", lang=lang, precision=precision) for lang in ("c", "f77"))
    q, qd, qdd = c.random_state(1, shape=(5,))
    states = {"q": q, "qd": qd, "qdd": qdd, "tau": 5 * qdd}
    # Both builds fuse multiplications into sums, each in its own way.
    bound = {"double": measure.PRODUCT_BOUND, "single": 1e-5}[precision]
    for kernel in c.kernels:
        many = [states[array.name] for array in KERNELS[kernel].inputs]
        for given in (many, [array[0] for array in many]):
            found = [getattr(library, kernel)(*given) for library in (fortran, c)]
            ours, theirs = (x if isinstance(x, tuple) else (x,) for x in found)
            for one, other in zip(ours, theirs, strict=True):
                measure.assert_same(one, other, bound)


# The example --------------------------------------------------------------------------------------


def path(t: float) -> tuple[Array, Array, Array]:
    """Return the example's path, from its formula."""
    i = np.arange(1, 7)
    swing, speed = 1.2 - 0.15 * i, 1.0 + 0.25 * i
    sine, cosine = swing * np.sin(speed * t), swing * np.cos(speed * t)
    return sine, speed * cosine, -(speed**2) * sine


def runge_kutta(rate: Callable[[float, Array], Array], x: Array, steps: int) -> Array:
    """Integrate from 0 to 1 with the classical method of order 4."""
    dt = 1 / steps
    for t in np.arange(steps) * dt:
        k1 = rate(t, x)
        k2 = rate(t + dt / 2, x + dt / 2 * k1)
        k3 = rate(t + dt / 2, x + dt / 2 * k2)
        k4 = rate(t + dt, x + dt * k3)
        x = x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return x


@needs("gfortran")
def test_the_example_prints_pinocchios_numbers(tmp_path: Path) -> None:
    where = write(generated("puma560"), tmp_path)
    program = tmp_path / "puma"
    run("gfortran", "-O2", EXAMPLE, where / "puma560.f", "-o", program)
    printed = run(program)
    rows = [
        [float(word) for word in line.split()[-6:]]
        for line in printed.splitlines()
        if re.search(r"(-?\d+\.\d+\s*){6}$", line)
    ]
    torques, (moved, planned) = np.array(rows[:6]), np.array(rows[6:])

    model = pinocchio_robot.pinocchio_model(read("puma560"))

    def needed(t: float) -> Array:
        return pinocchio_robot.inverse_dynamics(model, *path(t))

    def rate(t: float, x: Array) -> Array:
        qdd = pinocchio_robot.forward_dynamics(model, x[:6], x[6:], needed(t))
        return np.concatenate([x[6:], qdd])

    # Half a unit of the last digit that is printed, and a little for the sums behind it.
    np.testing.assert_allclose(torques, [needed(t) for t in np.linspace(0, 1, 6)], atol=6e-6)
    np.testing.assert_allclose(planned, path(1.0)[0], atol=6e-7)
    end = runge_kutta(rate, np.concatenate(path(0.0)[:2]), 1000)
    np.testing.assert_allclose(moved, end[:6], atol=6e-7)
    np.testing.assert_allclose(moved, planned, atol=2e-6)
