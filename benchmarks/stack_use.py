"""Print how many bytes of stack each kernel of a robot needs.

    python benchmarks/stack_use.py [ROBOT] [--precision single] [--cc "COMPILER FLAGS"]

The compiler itself says it (-fstack-usage of gcc, clang 13 and newer), so a cross compiler will do:

    python benchmarks/stack_use.py puma560 --precision single \\
        --cc "arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard"

sin and cos of the C library need some stack of their own.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gen_robot.algebra.precision import PRECISIONS
from gen_robot.delivery.writing import write
from gen_robot.kernels import ALL
from gen_robot.options import Options
from gen_robot.pipeline import generate

FLAGS = ("-std=c99", "-O2", "-ffp-contract=fast", "-fno-math-errno")
BOUNDED = ("static", "dynamic,bounded")
"""How compilers call a use of stack that is known before the program runs."""


@dataclass(frozen=True)
class Use:
    """Hold what a function needs of the stack, and whether that is all it ever needs."""

    function: str
    size: int  # in bytes
    kind: str

    @property
    def is_bounded(self) -> bool:
        return self.kind in BOUNDED


def stack_use(source: Path, compiler: Sequence[str]) -> list[Use]:
    """Compile a source and return the stack that each of its functions uses."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.o"
        command = [*compiler, *FLAGS, "-fstack-usage", "-c", str(source), "-o", str(target)]
        subprocess.run(command, check=True)
        lines = target.with_suffix(".su").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return [Use(place.rsplit(":", 1)[-1], int(size), kind) for place, size, kind in rows]


def main() -> None:
    """Print a line for each kernel."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("robot", nargs="?", default="puma560")
    parser.add_argument("--precision", choices=tuple(PRECISIONS), default="double")
    parser.add_argument("--cc", default="gcc")
    asked = parser.parse_args()
    output = generate(asked.robot, Options(kernels=(ALL,), precision=asked.precision))
    with tempfile.TemporaryDirectory() as folder:
        source = write(output, Path(folder)) / f"{output.name}.c"
        for use in stack_use(source, shlex.split(asked.cc)):
            print(f"{use.function:<40} {use.size:>6} bytes  {use.kind}")


if __name__ == "__main__":
    main()
