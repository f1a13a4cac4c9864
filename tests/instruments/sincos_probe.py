"""The sines and cosines of generated C, called on arrays, and their errors against 113 bits.

The text is that of a generated file, which a small program includes; the recipe for floats without
doubles, which batches use, comes from its template.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jinja2
import numpy as np

from arrays import Array
from compiled import STRICT
from gen_robot.delivery.writing import write
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"

FUSED = ("-mavx2", "-mfma", "-ffp-contract=fast")
BUILDS = {
    f"{compiler}, {text}": (compiler, flags)
    for compiler in ("gcc", "clang")
    for text, flags in {
        "fused": FUSED,
        "not fused": ("-mavx2", "-ffp-contract=off"),
        "baseline": (),
        "ISO, fused": ("-DGEN_ROBOT_ISO_C", *FUSED),
        "ISO, not fused": ("-DGEN_ROBOT_ISO_C", "-ffp-contract=off"),
    }.items()
    if shutil.which(compiler)
}
"""Compilers and flags by what a reader calls them."""

_OF_KERNELS = """
#include <stddef.h>
#include "two_link.c"
void probe(size_t n, const REAL *x, REAL *sine, REAL *cosine);
void probe(size_t n, const REAL *x, REAL *sine, REAL *cosine)
{
    for (size_t i = 0; i < n; i += 4) {
        four s, c;
        pack_bits far = {0};
        sincos4(x[i], x[i + 1], x[i + 2], x[i + 3], &s, &c, &far);
        if (any_far(&far)) {
            library_sincos4(x[i], x[i + 1], x[i + 2], x[i + 3], &s, &c);
        }
        for (size_t j = 0; j < 4; ++j) {
            sine[i + j] = (REAL)s[j];
            cosine[i + j] = (REAL)c[j];
        }
    }
}
"""

_OF_BATCHES = """
{% from "c/sincos.j2" import sincos, far_shift %}
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#define INLINE inline
{{ sincos("sincos_of", "float", "uint32_t", "float") }}
void probe(size_t n, const float *x, float *sine, float *cosine);
void probe(size_t n, const float *x, float *sine, float *cosine)
{
    for (size_t i = 0; i < n; ++i) {
        uint32_t far = 0;
        sincos_of(x + i, sine + i, cosine + i, &far);
        if (far >> {{ far_shift("float") }}) {
            sine[i] = sinf(x[i]);
            cosine[i] = cosf(x[i]);
        }
    }
}
"""

_REFERENCE = """
#include <quadmath.h>
#include <stddef.h>
void reference(size_t n, const double *x, double *parts)
{
    for (size_t i = 0; i < n; ++i) {
        __float128 of[2];
        sincosq(x[i], of, of + 1);
        for (int j = 0; j < 2; ++j) {
            parts[4 * i + 2 * j] = (double)of[j];
            parts[4 * i + 2 * j + 1] = (double)(of[j] - (double)of[j]);
        }
    }
}
"""


@dataclass(frozen=True)
class Exact:
    """Hold arguments with their sines and cosines, each as a double and what that leaves."""

    x: Array
    sine: tuple[Array, Array]
    cosine: tuple[Array, Array]

    def worst(self, probe: Probe) -> tuple[float, float]:
        """Return the largest errors of sines and cosines in units in the last place."""
        found = probe(self.x)
        pairs = zip(found, (self.sine, self.cosine), strict=True)
        return tuple(float(np.max(_ulps(*pair))) for pair in pairs)  # type: ignore[return-value]


class Reference:
    """Compute sines and cosines by GCC's library of quadruple precision."""

    def __init__(self, folder: Path) -> None:
        library = _compiled(folder, "reference", _REFERENCE, ["gcc", "-O2"], ["-lquadmath"])
        self._function = library.reference

    def __call__(self, x: Array) -> Exact:
        wide = np.ascontiguousarray(x, dtype=np.float64)
        parts = np.empty((wide.size, 2, 2))
        self._function(ctypes.c_size_t(wide.size), _pointer(wide), _pointer(parts))
        sine, cosine = ((parts[:, k, 0], parts[:, k, 1]) for k in range(2))
        return Exact(x, sine, cosine)


class Probe:
    """Call the text as one compiler makes it with one set of flags; arrays of a multiple of four.

    Recipes are those of templates/c/sincos.j2: double, widened, float.
    """

    def __init__(self, folder: Path, build: str, recipe: str = "double") -> None:
        compiler, flags = BUILDS[build]
        self.dtype = np.float64 if recipe == "double" else np.float32
        real = "double" if recipe == "double" else "float"
        text = _OF_KERNELS.replace("REAL", real)
        if recipe == "float":
            loader = jinja2.FileSystemLoader(TEMPLATES)
            text = jinja2.Environment(loader=loader).from_string(_OF_BATCHES).render() + "\n"
        else:
            write(_two_link("double" if recipe == "double" else "single"), folder)
        command = [compiler, *STRICT, "-O2", *flags, "-I", str(folder / "two_link")]
        self._function = _compiled(folder, "probe", text, command, ["-lm"]).probe

    def __call__(self, x: Array) -> tuple[Array, Array]:
        given = np.ascontiguousarray(x, dtype=self.dtype)
        assert given.size % 4 == 0
        sine, cosine = np.empty_like(given), np.empty_like(given)
        self._function(ctypes.c_size_t(given.size), *map(_pointer, (given, sine, cosine)))
        return sine, cosine


def around(k: Array) -> Array:
    """Return these multiples of pi/2, rounded, with two neighbours on either side."""
    # Two parts of pi/2; the product with the first is exact, so that the sum is rounded once.
    middle = k * float.fromhex("0x1.921fb544p0") + k * float.fromhex("0x1.0b4611a626331p-34")
    below, above = np.nextafter(middle, -np.inf), np.nextafter(middle, np.inf)
    outer = np.nextafter(below, -np.inf), np.nextafter(above, np.inf)
    return np.concatenate([middle, below, above, *outer])


def of_all_sizes(count: int, seed: int, most: float) -> Array:
    """Return random arguments: even ones in several ranges, and some of every power of two."""
    rng = np.random.default_rng(seed)
    ranges = [rng.uniform(-width, width, count) for width in (np.pi / 4, np.pi, 100, most)]
    powers = rng.uniform(-1073, np.log2(most), count)
    return np.concatenate([*ranges, rng.choice([-1, 1], count) * np.exp2(powers)])


@cache
def _two_link(precision: str) -> Output:
    return generate("two_link", Options(kernels=("gravity",), precision=precision))


def _ulps(found: Array, exact: tuple[Array, Array]) -> Array:
    head, rest = exact
    # Of the number below: at a power of two that is the smaller unit.
    below = np.nextafter(np.abs(head).astype(found.dtype), found.dtype.type(0))
    unit = np.spacing(below).astype(float)
    return np.abs((found.astype(float) - head) - rest) / unit


def _pointer(array: Array) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def _compiled(
    folder: Path, name: str, text: str, command: list[str], libraries: list[str]
) -> ctypes.CDLL:
    source, made, library = (folder / f"{name}.{end}" for end in ("c", "o", "so"))
    source.write_text(text)
    # In two steps: a library that is linked with -ffast-math takes denormals from whoever loads it.
    for step in (
        [*command, "-fPIC", "-c", str(source), "-o", str(made)],
        [command[0], "-shared", str(made), "-o", str(library), *libraries],
    ):
        subprocess.run(step, check=True, capture_output=True)
    return ctypes.CDLL(str(library))
