"""Pinocchio in C++ as a peer of the benchmarks: the wheel's own code, and code for this machine.

pinocchio_harness.cpp is compiled twice: against the algorithms that come compiled with pin, and
from the headers with -O3 -march=native, which takes a compiler a minute or two and up to 3 GB, once.
"""

from __future__ import annotations

import ctypes
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio
from numpy.typing import NDArray

from gen_robot.bench.compiled import shared_library
from gen_robot.bench.measure import Contender
from gen_robot.bench.ours import Timed
from gen_robot.bench.peer import Entrant
from gen_robot.bench.tree import Joint, Place, Tree
from gen_robot.errors import UserError

Array = NDArray[np.float64]

SOURCE = Path(__file__).resolve().parent / "pinocchio_harness.cpp"
PREFIX = Path(pinocchio.__file__).resolve().parents[4]
NAME = "Pinocchio, C++"

# Joints and functions by their numbers in the harness.
LETTERS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
TURNS, SLIDES, TURN, SLIDE = 0, 3, 6, 7
FUNCTIONS = {
    "inertia_matrix": {"crba, local": 0, "crba, world": 1},
    "inverse_dynamics": {"rnea": 2},
    "bias": {"nonLinearEffects": 3},
    "forward_dynamics": {"aba, local": 4, "aba, world": 5},
}

# As the wheel was compiled: its joints are a variant of more types than Boost expects.
BOOST = (
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)


def eigen(given: Path | None) -> Path:
    """Find Eigen's headers, which the wheel of Pinocchio does not bring."""
    places = [Path("/usr/include/eigen3"), PREFIX / "include" / "eigen3"]
    for place in [given] if given else places:
        if (place / "Eigen" / "Core").is_file():
            return place
    raise UserError("Eigen", "its headers are missing", "pip install cmeel-eigen, or give --eigen")


def build(headers: Path, *, native: bool) -> dict[str, Path]:
    """Compile the harness; return the libraries by their titles."""
    gcc, clang = shutil.which("g++"), shutil.which("clang++")
    if not gcc:
        raise UserError("Pinocchio", "there is no g++ to build its harness", "install g++")
    common = [*BOOST, "-std=c++17", "-DNDEBUG", f"-isystem{PREFIX}/include", f"-isystem{headers}"]
    links = ["-Wl,--no-as-needed", f"-L{PREFIX}/lib", "-lpinocchio_default"]
    links.append(f"-Wl,-rpath,{PREFIX}/lib")
    commands = {"wheel": [gcc, "-O2", "-DPINOCCHIO_ENABLE_TEMPLATE_INSTANTIATION", *common, *links]}
    if native:
        commands["native"] = [clang or gcc, "-O3", "-march=native", *common, *links]
    return {title: shared_library(SOURCE, command) for title, command in commands.items()}


@dataclass(frozen=True)
class Built:
    """Hold a robot in one of the libraries."""

    library: Any
    robot: ctypes.c_void_p


class NativePinocchio:
    """Time Pinocchio's algorithms in C++ on one robot."""

    name = NAME

    def __init__(self, libraries: dict[str, Path], tree: Tree) -> None:
        self._order = tree.depth_first()
        self._v = np.concatenate([np.r_[tree.joints[k].v] for k in self._order])
        self._back = np.argsort(self._v)
        self._built = {title: self._build(path, tree) for title, path in libraries.items()}

    def entrants(self, timed: Timed) -> dict[str, Entrant]:
        """Return every convention of an algorithm in every library."""
        count = len(timed.singles)
        inputs = [np.ascontiguousarray(each[:count][:, self._v]) for each in timed.inputs()]
        inputs += [inputs[-1]] * (3 - len(inputs))
        return {
            f"{title}: {called}": self._entrant(built, number, inputs, count)
            for title, built in self._built.items()
            for called, number in FUNCTIONS.get(timed.kernel, {}).items()
        }

    def _entrant(self, built: Built, function: int, inputs: list[Array], count: int) -> Entrant:
        n = len(self._v)
        out = np.zeros((n, n)) if function < 2 else np.zeros(n)

        def run(count: int, first: int = 0) -> float:
            addresses = [_address(each[first:]) for each in inputs]
            call = (built.robot, function, *addresses, ctypes.c_long(count))
            return float(built.library.harness_pass(*call))

        def result(k: int) -> tuple[Array, ...]:
            run(1, k)
            built.library.harness_result(built.robot, function, _address(out))
            back = self._back
            return (out[np.ix_(back, back)] if out.ndim == 2 else out[back],)

        return Entrant(Contender(run, count), result)

    def _build(self, path: Path, tree: Tree) -> Built:
        library = ctypes.CDLL(str(path))
        library.harness_robot.restype = ctypes.c_void_p
        library.harness_joint.restype = ctypes.c_long
        library.harness_pass.restype = ctypes.c_double
        robot = ctypes.c_void_p(library.harness_robot(_address(tree.gravity)))
        numbers, rotors = {-1: 0}, []
        for k in self._order:
            joint = tree.joints[k]
            where = (_address(joint.axis), *_placed(joint.place), joint.name.encode())
            parent = ctypes.c_long(numbers[joint.parent])
            numbers[k] = library.harness_joint(robot, parent, _kind(joint), *where)
            rotors.append(joint.rotor)
            for body in joint.bodies:
                mass = (ctypes.c_double(body.mass), _address(body.com), _address(body.inertia))
                library.harness_body(robot, ctypes.c_long(numbers[k]), *mass, *_placed(body.place))
        own = np.array(rotors)
        library.harness_ready(robot, _address(own))
        return Built(library, robot)


def _kind(joint: Joint) -> int:
    """Return the number of a joint's type; axes along x, y, z have types of their own."""
    slides = joint.kind == "prismatic"
    axis = tuple(joint.axis.tolist())
    if axis in LETTERS:
        return (SLIDES if slides else TURNS) + LETTERS.index(axis)
    return SLIDE if slides else TURN


def _placed(place: Place) -> tuple[Any, Any]:
    return _address(place.rotation), _address(place.origin)


def _address(array: Array) -> ctypes.c_void_p:
    assert array.flags.c_contiguous
    return ctypes.c_void_p(array.ctypes.data)
