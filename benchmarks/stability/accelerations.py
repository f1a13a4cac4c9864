"""Accelerations of the two-link arm by one method: generated, compiled, run at all positions."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.pipeline import generate

ROBOT = "two_link"
STEP = 2  # degrees, from 0 through a complete turn of the second link
ANGLES = np.arange(0.0, 360.0, STEP)
REALS: dict[str, type[np.floating[Any]]] = {"double": np.float64, "single": np.float32}
Array = NDArray[np.float64]

STRICT = ("-std=c99", "-ffp-contract=off")
"""Every operation is rounded to its type, as IEEE 754 has it: the same on all machines."""

EXTENDED = ("-std=gnu99", "-mfpmath=387")
"""Values stay in registers of 64 bits of mantissa until they are stored, as on a Pentium II."""


@dataclass(frozen=True)
class Method:
    """Name a solver and, if it is given an inertia matrix and a bias, how these are computed."""

    solver: str
    pair: str = ""

    @property
    def inertia(self) -> str:
        return self.pair.partition("+")[0]

    def options(self, precision: str) -> Options:
        algorithms = {"forward_dynamics": self.solver}
        if self.pair:
            algorithms["inertia_and_bias"] = self.pair
        kernels = ("forward_dynamics", "inertia_matrix")
        return Options(precision=precision, algorithms=algorithms, kernels=kernels)


def accelerations(
    method: Method, precision: str, flags: tuple[str, ...] = STRICT, angles: Array = ANGLES
) -> Array:
    """Return qdd at positions of the second link, with q1 = 0, at rest and without torques."""
    with tempfile.TemporaryDirectory() as folder:
        library = _compile(method, precision, flags, Path(folder))
        routine = library.two_link_forward_dynamics
        return np.array([_call(routine, REALS[precision], float(angle)) for angle in angles])


def condition_numbers() -> Array:
    """Return the condition number of the inertia matrix at all positions."""
    method = Method("ldlt", "crba+gibbs_appell")
    with tempfile.TemporaryDirectory() as folder:
        routine = _compile(method, "double", STRICT, Path(folder)).two_link_inertia_matrix
        matrices = np.empty((len(ANGLES), 2, 2))
        for angle, matrix in zip(ANGLES, matrices, strict=True):
            routine(_pointer(np.array([0, np.radians(angle)])), _pointer(matrix))
        return np.asarray(np.linalg.cond(matrices))


def has_extended_registers() -> bool:
    """Tell whether the compiler can be asked to compute in extended registers."""
    command = ["cc", *EXTENDED, "-x", "c", "-c", "-o", "/dev/null", "-"]
    source = "float square(float x) { return x * x; }"
    tried = subprocess.run(command, input=source, text=True, capture_output=True, check=False)
    return tried.returncode == 0


def compiled(robot: str, options: Options, flags: tuple[str, ...], folder: Path) -> Path:
    """Write a robot's kernels below a folder and compile them; the manifest stands beside them."""
    if shutil.which("cc") is None:
        raise SystemExit("this needs a C compiler called cc")
    output = generate(robot, options)
    where = write(output, folder)
    library = where / f"{output.name}.so"
    source = f"{output.name}.c"
    command = ["cc", *flags, "-O2", "-shared", "-fPIC", source, "-lm", "-o", library.name]
    subprocess.run(command, cwd=where, check=True)
    return library


def _compile(method: Method, precision: str, flags: tuple[str, ...], folder: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(compiled(ROBOT, method.options(precision), flags, folder)))


def _call(routine: Any, real: type[np.floating[Any]], angle: float) -> Array:
    q = np.array([0, np.radians(angle)], real)
    zeros, qdd = np.zeros(2, real), np.empty(2, real)
    status = routine(_pointer(q), _pointer(zeros), _pointer(zeros), _pointer(qdd))
    assert status == 0, f"the kernel fails at joint {status}, at {angle} degrees"
    return qdd.astype(np.float64)


def _pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
