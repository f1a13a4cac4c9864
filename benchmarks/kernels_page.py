"""The page of kernels and methods, docs/kernels.md, from their records.

python benchmarks/kernels_page.py              print the page
python benchmarks/kernels_page.py --write      write it
python benchmarks/kernels_page.py --check      say whether it is up to date (exit code 1)
"""

from __future__ import annotations

import sys
from pathlib import Path

from gen_robot.algorithms import METHODS
from gen_robot.algorithms.method import Method, Quantity
from gen_robot.description.edit import Edits
from gen_robot.kernels import DEFAULT_KERNELS, KERNELS
from gen_robot.kernels.array import Array
from gen_robot.kernels.kernel import Kernel
from gen_robot.kernels.way import algorithms
from gen_robot.languages.f77 import LETTERS
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.pipeline import modelled
from gen_robot.readers.robot_files import read
from written_page import run

PAGE = Path(__file__).resolve().parents[1] / "docs" / "kernels.md"

INTRODUCTION = """\
# Kernels and methods

What can be generated, and by what. `python benchmarks/kernels_page.py --write` wrote this page from the
records of kernels and methods, and a test fails if it is not what they say today. How the methods work
is in [algorithms.md](algorithms.md), what they cost in [operations.md](operations.md).

In C a kernel is `<robot>_<kernel>`, inputs first, then outputs; in FORTRAN 77 a prefix and two
letters; in Python a method of what `gen_robot.load` returns. Matrices are full and by rows (FORTRAN: by
columns); n is the number of velocities, nq that of positions; SI units, radians.
"""


def main() -> int:
    """Write or check the page; without either, print it."""
    return run(__doc__, PAGE, page)


def page() -> str:
    """Return the whole page."""
    # Here nq, n and six times the links are different numbers.
    model = modelled(read("torso", edits=Edits(floating=True)), Options())
    parts = [INTRODUCTION, "## Kernels\n"]
    parts += [_kernel(kernel, model) for kernel in KERNELS.values()]
    parts += ["## Methods\n", *(_method(method) for method in METHODS.values())]
    return "\n".join(parts)


def _kernel(kernel: Kernel, model: Model) -> str:
    default = ", written by default" if kernel.name in DEFAULT_KERNELS else ""
    lines = [
        f"### {kernel.name}\n",
        f"{kernel.title[:1].upper()}{kernel.title[1:]}{default}; FORTRAN {LETTERS[kernel.name]}. "
        f"By {_ways(kernel)}.\n",
        "| array | | shape | meaning | unit |",
        "|---|---|---|---|---|",
    ]
    lines += [_row(array, "in", model) for array in kernel.inputs]
    lines += [_row(array, "out", model) for array in kernel.outputs]
    if kernel.status:
        lines.append("| status | out | | 0, or the joint (from 1) whose pivot is too small | |")
    return "\n".join([*lines, ""])


def _ways(kernel: Kernel) -> str:
    if kernel.parts:
        return " and ".join(f"a method of {part}" for part in kernel.parts)
    names = ", ".join(algorithms(kernel))
    if not kernel.built_on:
        return names
    return f"{names}; solvers on what {kernel.built_on} is computed by"


def _row(array: Array, role: str, model: Model) -> str:
    names = {model.free_nq: "nq", model.free_nv: "n", 6 * len(model.links): "6 links"}
    shape = " x ".join(names.get(length, str(length)) for length in array.shape(model))
    return f"| {array.name} | {role} | {shape} | {array.meaning} | {array.unit} |"


def _method(method: Method) -> str:
    gives = ", ".join(quantity.value for quantity in Quantity if quantity in method.gives)
    bodies = " or ".join(each.value for each in method.bodies)
    frames = " or ".join(each.value for each in method.frames)
    sources = [
        f"- {source.full}{f' ({where})' if where else ''}" for source, where in method.sources
    ]
    lines = [
        f"### {method.name}\n",
        f"{method.title[:1].upper()}{method.title[1:]}. Gives: {gives}. Covers {method.covers.text}. "
        f"Bodies {bodies}; frames {frames}.",
        *(["", *sources] if sources else []),
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())
