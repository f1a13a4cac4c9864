"""Count the operations of Pinocchio's and CasADi's functions, as CasADi sees them.

    python benchmarks/peer_operations.py             count, and print the table
    python benchmarks/peer_operations.py --write     keep the counts in peer_operations.json
    python benchmarks/peer_operations.py --c FOLDER  write derivatives as C: FOLDER/<robot>/*.c

Pinocchio's algorithms are run on CasADi's symbols (pinocchio_symbolic.cpp), with its elimination of
common subexpressions; what multiplies by zero or one folds. CasADi's own derivatives are those of our
rnea with all that makes it cheap, forward (what its `jacobian` takes) and reverse. Needs pin, casadi,
Eigen and a C++ compiler, which takes minutes and 2 GB the first time.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import casadi
import numpy as np

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

from gen_robot.bench.compiled import shared_library
from gen_robot.bench.tree import tree_of
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits
from gen_robot.errors import UserError
from gen_robot.ir.graph import live
from gen_robot.ir.node import CONST, INPUT
from gen_robot.ir.ops import OPERATIONS
from gen_robot.kernels import KERNELS
from gen_robot.long_work import room_for
from gen_robot.options import Options
from gen_robot.pipeline import modelled, searched
from gen_robot.readers.robot_files import read
from gen_robot.search import weighing
from peer_counts import COUNTS, FORWARD, PINOCCHIO, REVERSE, table
from pinocchio_native import BOOST, PREFIX, Built, built, eigen
from speed import ROBOTS

SOURCE = Path(__file__).resolve().parent / "pinocchio_symbolic.cpp"
MULTIPLIES, ADDS, DIVIDES = (
    ("OP_MUL", "OP_SQ"),
    ("OP_ADD", "OP_SUB", "OP_TWICE"),
    ("OP_DIV", "OP_INV"),
)
NAMES = {number: name for name, number in vars(casadi).items() if name.startswith("OP_")}

MEANING = {op: getattr(np, row.meaning) for op, row in OPERATIONS.items()}
"""NumPy's functions take CasADi's symbols, too."""

Functions = Iterator[tuple[str, str, casadi.Function]]


def library(headers: Path) -> Path:
    """Compile Pinocchio's algorithms for symbols."""
    compiler = shutil.which("clang++") or shutil.which("g++")
    if not compiler:
        raise UserError("Pinocchio", "there is no C++ compiler", "install clang or g++")
    home = Path(casadi.__file__).parent
    folders = (PREFIX / "include", headers, home / "include")
    command = [compiler, "-O0", "-std=c++17", "-DNDEBUG", "-DPINOCCHIO_WITH_CASADI_SUPPORT", *BOOST]
    command += [f"-isystem{folder}" for folder in folders]
    command += [f"-L{home}", "-lcasadi", f"-Wl,-rpath,{home}"]
    command += [f"-L{PREFIX}/lib", "-lpinocchio_default", f"-Wl,-rpath,{PREFIX}/lib"]
    return shared_library(SOURCE, command)


def traced(robot: Built, called: str) -> casadi.Function:
    """Return one of Pinocchio's algorithms as a function of q, v and a (or tau)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "function.casadi")
        assert robot.library.harness_write(robot.robot, called.encode(), str(path).encode())
        return casadi.Function.load(str(path))


def functions(description: Description, symbolic: Path) -> Functions:
    """Return what peers compute for kernels: kernel, whose it is, function."""
    robot = built(symbolic, tree_of(description), description.tips[0])
    for kernel, called in PINOCCHIO.items():
        yield kernel, called, _joined(traced(robot, called))
    q, v, a = (casadi.SX.sym(name, len(tree_of(description).joints)) for name in "qva")
    tau = torques(description, {"q": q, "qd": v, "qdd": a})
    state = casadi.vertcat(q, v)
    unit = casadi.SX.eye(tau.size1())
    forward = casadi.jacobian(tau, state)
    reverse = casadi.jtimes(tau, state, unit, True).T
    for called, matrix in ((FORWARD, forward), (REVERSE, reverse)):
        function = casadi.Function("f", [q, v, a], [matrix], {"cse": True})
        yield "inverse_dynamics_derivatives", called, function


def torques(description: Description, given: dict[str, casadi.SX]) -> casadi.SX:
    """Return the recursion of Newton and Euler on symbols, as cheap as we can make it."""
    options = Options(
        algorithms={"inverse_dynamics": "rnea"}, regroup=False, optimise_for=weighing.OPERATIONS
    )
    with room_for(len(description.links)):
        search = searched(modelled(description, options), options)
        graph = search.choose(KERNELS["inverse_dynamics"]).graph
    values: dict[int, casadi.SX] = {}
    for node in live(graph.outputs["tau"]):
        if node.op == CONST:
            values[node.id] = casadi.SX(float(node.number))
        elif node.op == INPUT:
            name, index = node.place
            values[node.id] = given[name][index]
        else:
            values[node.id] = MEANING[node.op](*(values[each.id] for each in node.arguments))
    return casadi.vertcat(*(values[node.id] for node in graph.outputs["tau"]))


def _joined(function: casadi.Function) -> casadi.Function:
    """Return a function whose outputs stand side by side."""
    inputs = [casadi.SX.sym(function.name_in(k), function.size1_in(k)) for k in range(3)]
    outputs = function(*inputs)
    joined = casadi.horzcat(*outputs) if isinstance(outputs, tuple) else outputs
    return casadi.Function("f", inputs, [joined], {"cse": True})


def counted(function: casadi.Function) -> dict[str, int]:
    """Return how many multiplications, additions and divisions a function has."""
    every = [NAMES[function.instruction_id(k)] for k in range(function.n_instructions())]
    kinds = {"mul": MULTIPLIES, "add": ADDS, "div": DIVIDES}
    return {kind: sum(each in words for each in every) for kind, words in kinds.items()}


def described(key: str) -> Description:
    robot = ROBOTS[key]
    return read(robot.path, edits=Edits(robot.lock))


def write_c(function: casadi.Function, kernel: str, called: str, folder: Path) -> None:
    """Write a function as C under a name that speed.py knows it by."""
    word = "_".join(re.findall(r"\w+", called))
    name = f"{kernel}_{word}"
    folder.mkdir(parents=True, exist_ok=True)
    symbols = [casadi.SX.sym(function.name_in(k), function.size1_in(k)) for k in range(3)]
    code = casadi.CodeGenerator(f"{name}.c")
    code.add(casadi.Function(name, symbols, [function(*symbols)], {"cse": True}))
    code.generate(f"{folder}/")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--robots", default=",".join(ROBOTS), metavar="LIST", help=f"of {', '.join(ROBOTS)}")
    add("--eigen", type=Path, metavar="FOLDER", help="Eigen's headers, if they are elsewhere")
    add("--c", type=Path, metavar="FOLDER", help="write derivatives as C for speed.py --casadi")
    add("--write", action="store_true", help=f"keep the counts in {COUNTS.name}")
    asked = parser.parse_args()
    casadi.GlobalOptions.setNumpyMode(1)
    symbolic = library(eigen(asked.eigen))
    found: dict[str, Any] = {}
    for key in asked.robots.split(","):
        for kernel, called, function in functions(described(key), symbolic):
            count = counted(function)
            found.setdefault(key, {}).setdefault(kernel, {})[called] = count
            print(key, kernel, called, count, file=sys.stderr, flush=True)
            if asked.c and kernel == "inverse_dynamics_derivatives":
                write_c(function, kernel, called, asked.c / key)
    if asked.write:
        COUNTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
