"""How long compilers take over the kernels of chains of general revolute joints, and how much memory.

    python benchmarks/compile_time.py [--joints 6,12,24,48,96] [--kernels inertia_matrix]
                                      [--compilers gcc,clang,gfortran] [--whole]

Processor time and peak memory of one compilation each, with the flags of the generated build. Time per
operation should not grow with the robot; --whole shows what it does if every kernel is one function.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from gen_robot.delivery.writing import write
from gen_robot.description.general import general_robot
from gen_robot.ir import blocks
from gen_robot.languages import f77_parts
from gen_robot.options import Options
from gen_robot.output import Output
from gen_robot.pipeline import generate_described

FLAGS = ("-O2", "-march=x86-64-v3", "-ffp-contract=fast", "-fno-math-errno", "-fPIC")
SUFFIX = {"gcc": ".c", "clang": ".c", "gfortran": ".f"}

# From a small process: what a child takes counts from the memory of its parent, which is large here.
MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


@dataclass(frozen=True)
class Compilation:
    """Hold what one compilation took."""

    joints: int
    compiler: str
    operations: int
    seconds: float
    megabytes: float

    def __str__(self) -> str:
        each = 1e6 * self.seconds / self.operations
        return (
            f"| {self.joints} | {self.operations} | {self.compiler} | {self.seconds:.2f} |"
            f" {self.megabytes:.0f} | {each:.0f} |"
        )


def compiled(output: Output, compiler: str, folder: Path) -> Compilation:
    """Compile a robot's source in a process of its own, and ask the system what that took."""
    source = write(output, folder) / f"{output.name}{SUFFIX[compiler]}"
    command = [compiler, *FLAGS, "-c", str(source), "-o", str(folder / "kernels.o")]
    measured = subprocess.run(
        [sys.executable, "-c", MEASURED, *command], check=True, capture_output=True, text=True
    )
    seconds, kilobytes = map(float, measured.stdout.split())
    counts = [choice.graph.operations for choice in output.choices]
    return Compilation(
        output.model.nv,
        compiler,
        sum(n.mul + n.add + n.neg + n.div + n.sqrt for n in counts),
        seconds,
        kilobytes / 1024,
    )


def compilations(
    joints: Sequence[int], kernels: Sequence[str], compilers: Sequence[str]
) -> list[Compilation]:
    """Generate and compile chains of so many joints."""
    found = []
    options = Options(("c", "f77"), kernels=tuple(kernels))
    with tqdm(total=len(joints) * (1 + len(compilers)), unit="step", leave=False) as bar:
        for n in joints:
            bar.set_description(f"{n} joints: generate")
            output = generate_described(general_robot(n), options)
            bar.update()
            for compiler in compilers:
                bar.set_description(f"{n} joints: {compiler}")
                with tempfile.TemporaryDirectory() as folder:
                    found.append(compiled(output, compiler, Path(folder)))
                bar.update()
    return found


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    there = [each for each in SUFFIX if shutil.which(each)]
    parser.add_argument("--joints", default="6,12,24,48,96")
    parser.add_argument("--kernels", default="inertia_matrix")
    parser.add_argument("--compilers", default=",".join(there))
    parser.add_argument("--whole", action="store_true")
    asked = parser.parse_args()
    if asked.whole:
        blocks.LONG = f77_parts.LONG = sys.maxsize
    rows = compilations(
        [int(n) for n in asked.joints.split(",")],
        asked.kernels.split(","),
        asked.compilers.split(","),
    )
    print("| joints | operations | compiler | s | MB | us an operation |")
    print("|---:|---:|---|---:|---:|---:|")
    print("\n".join(map(str, rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
