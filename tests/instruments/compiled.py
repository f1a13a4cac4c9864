"""Generated C, compiled by a bare compiler call and run on NumPy arrays."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import cffi
import numpy as np

from gen_robot.delivery.writing import write
from gen_robot.output import Output

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
COMPILERS = [c for c in ("gcc", "clang") if shutil.which(c)]


def compile_c(
    output: Output, folder: Path, *flags: str, compiler: str = "gcc", optimise: str = "-O1"
) -> Compiled:
    """Write a robot's files and build them as a shared library."""
    where = write(output, folder)
    library = where / f"lib{output.name}.so"
    source = where / f"{output.name}.c"
    command = [compiler, *STRICT, optimise, *flags, "-shared", "-fPIC", str(source), "-lm"]
    subprocess.run([*command, "-o", str(library)], check=True, capture_output=True, text=True)
    return Compiled(where / f"{output.name}.json", library)


class Compiled:
    """Call the kernels of a library by what its manifest says."""

    def __init__(self, manifest: Path, library: Path) -> None:
        self.manifest = json.loads(manifest.read_text())
        self.real = {"double": "double", "single": "float"}[self.manifest["options"]["precision"]]
        self._ffi = cffi.FFI()
        for kernel in self.manifest["kernels"].values():
            arrays = [f"const {self.real} *{n}" for n in kernel["inputs"]]
            arrays += [f"{self.real} *{n}" for n in kernel["outputs"]]
            returns = "int" if kernel["status"] else "void"
            self._ffi.cdef(f"{returns} {kernel['symbol']['c']}({', '.join(arrays)});")
        self._library = self._ffi.dlopen(str(library))

    def __call__(
        self, name: str, state: dict[str, np.ndarray]
    ) -> tuple[int | None, dict[str, np.ndarray]]:
        """Return a kernel's status and outputs at one state."""
        kernel = self.manifest["kernels"][name]
        dtype = np.float64 if self.real == "double" else np.float32
        arrays = [np.ascontiguousarray(state[n], dtype=dtype) for n in kernel["inputs"]]
        # Poisoned, so that an element that is not written cannot pass for a result.
        outputs = {n: np.full(kernel["shapes"][n], 1e30, dtype) for n in kernel["outputs"]}
        pointers = [
            self._ffi.cast(f"{self.real} *", a.ctypes.data) for a in (*arrays, *outputs.values())
        ]
        status = getattr(self._library, kernel["symbol"]["c"])(*pointers)
        return status, outputs
