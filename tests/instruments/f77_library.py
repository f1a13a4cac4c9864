"""Generated kernels of either language, compiled by bare compiler calls and run on many states."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arrays import Array
from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described
from random_robots import random_robot

BITS = ("-O1", "-ffp-contract=off")
"""Flags under which every operation is rounded as IEEE 754 says, in every language."""

POISON = 1e30
SCALES = {"q": 3.0, "qd": 2.0, "qdd": 4.0, "tau": 20.0}
REALS = {"double": np.float64, "single": np.float32}

Results = dict[str, Array]


def needs(*tools: str) -> pytest.MarkDecorator:
    """Skip a test where one of these programs is not installed."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a tool and return what it prints; fail with that if it fails."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


on_thirty_joints = pytest.mark.xdist_group("thirty joints")
"""Marks the tests of the long arm, which one process then generates for all of them."""


@cache
def thirty_joints() -> Output:
    """Generate a long arm in FORTRAN: two-digit links, thousands of temporaries."""
    # Of all the solvers this one has the longest routine.
    options = Options(languages=("f77",), algorithms={"forward_dynamics": "ldlt"})
    return generate_described(random_robot(30, 30), options)


def compile_both(output: Output, folder: Path) -> dict[str, Library]:
    """Write a robot's files and build each language's library."""
    return {lang: compile_one(output, folder, lang) for lang in ("c", "f77")}


def compile_one(output: Output, folder: Path, lang: str) -> Library:
    """Write a robot's files and build one language's library."""
    where = write(output, folder)
    library = where / f"{lang}.so"
    compiler, ending = {"c": ("gcc", ".c"), "f77": ("gfortran", ".f")}[lang]
    source = where / f"{output.name}{ending}"
    run(compiler, *BITS, "-shared", "-fPIC", source, "-lm", "-o", library)
    return Library(where / f"{output.name}.json", library, lang)


def compile_translated(output: Output, folder: Path) -> Library:
    """Write a robot's files, let f2c translate its FORTRAN, and build that."""
    where = write(output, folder)
    translated = where / "translated"
    translated.mkdir()
    run("f2c", "-Nn32000", "-A", "-d", translated, where / f"{output.name}.f")
    # libf2c brings a main program that wants this one.
    (translated / "main.c").write_text("int MAIN__(void) { return 0; }\n")
    library = where / "f2c.so"
    sources = [translated / f"{output.name}.c", translated / "main.c"]
    # What f2c has read is under test here, not what gcc makes of it.
    flags = ["-O0", "-ffp-contract=off", "-w", "-shared", "-fPIC"]
    run("gcc", *flags, *sources, "-lf2c", "-lm", "-o", library)
    return Library(where / f"{output.name}.json", library, "f77")


class Library:
    """Call kernels on batches of states; what they return is row-major in either language."""

    def __init__(self, manifest: Path, library: Path, lang: str) -> None:
        content = json.loads(manifest.read_text(encoding="utf-8"))
        self.kernels = content["kernels"]
        self.real = REALS[content["options"]["precision"]]
        self.lang = lang
        self.path = library
        self._library = ctypes.CDLL(str(library))

    def __call__(self, name: str, states: dict[str, Array]) -> tuple[Array, Results]:
        """Return each state's status (0 for kernels without one) and outputs."""
        kernel = self.kernels[name]
        function = getattr(self._library, kernel["symbol"][self.lang])
        given = (self._turned(states[n]) for n in kernel["inputs"])
        inputs = [np.ascontiguousarray(array, self.real) for array in given]
        count = len(inputs[0])
        # Poisoned, so that an element that is not written cannot pass for a result.
        outputs = [
            self._turned(np.full((count, *kernel["shapes"][n]), POISON, self.real)).copy(order="C")
            for n in kernel["outputs"]
        ]
        status = np.zeros(count, np.intc)
        by_argument = kernel["status"] and self.lang == "f77"
        function.restype = ctypes.c_int if kernel["status"] and not by_argument else None
        arrays = [*inputs, *outputs, *([status] if by_argument else [])]
        places = [(a.ctypes.data, a.strides[0]) for a in arrays]
        for k in range(count):
            returned = function(*(ctypes.c_void_p(start + k * step) for start, step in places))
            if returned is not None:
                status[k] = returned
        assert not any((a == self.real(POISON)).any() for a in outputs), "an element is not written"
        results = (self._turned(a) for a in outputs)
        return status, dict(zip(kernel["outputs"], results, strict=True))

    def _turned(self, array: Array) -> Array:
        """View each state's array with its axes as the other order has them, in FORTRAN."""
        axes = range(1, array.ndim)
        return array.transpose(0, *reversed(axes)) if self.lang == "f77" else array


def random_states(output: Output, count: int, seed: int = 0) -> dict[str, Array]:
    """Return random values for every input that one of the kernels has."""
    rng = np.random.default_rng([seed, 77])
    kernels = json.loads(output.files[f"{output.name}.json"])["kernels"].values()
    shapes = {name: k["shapes"][name] for k in kernels for name in k["inputs"]}
    return {
        name: SCALES.get(name, 1.0) * rng.uniform(-1, 1, (count, *shape))
        for name, shape in shapes.items()
    }
