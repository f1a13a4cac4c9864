"""Pinocchio in C++ as a peer of the benchmarks: the wheel's own code, and code for this machine.

pinocchio_harness.cpp is compiled twice: against the algorithms that come compiled with pin, and
from the headers with -O3 -march=native, which takes a compiler a minute or two and up to 3 GB, once.
"""

from __future__ import annotations

import ctypes
import math
import shutil
from collections.abc import Sequence
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
from gen_robot.bench.pinocchio_regressor import TEN, in_link_frames
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
    "inverse_dynamics_derivatives": {"computeRNEADerivatives": 6},
    "forward_dynamics_derivatives": {"computeABADerivatives": 7},
    "coriolis_matrix": {"computeCoriolisMatrix": 8},
    "placement": {"forwardKinematics, one frame": 9},
    "jacobian": {"computeFrameJacobian": 10},
    "regressor": {"computeJointTorqueRegressor": 11},
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
        self._order, self._tree = tree.depth_first(), tree
        self._v = np.concatenate([np.r_[tree.joints[k].v] for k in self._order])
        self._back = np.argsort(self._v)
        self._libraries = libraries
        self._robots: dict[str, dict[str, Built]] = {}
        self._in_link_frames = in_link_frames(pinocchio, tree, self._order)

    def entrants(self, timed: Timed) -> dict[str, Entrant]:
        """Return every convention of an algorithm in every library."""
        count = len(timed.singles)
        inputs = [np.ascontiguousarray(each[:count][:, self._v]) for each in timed.inputs()]
        inputs += [inputs[-1]] * (3 - len(inputs))
        shapes = [timed.record["shapes"][name] for name in timed.record["outputs"]]
        return {
            f"{title}: {called}": self._entrant(robot, number, inputs, count, shapes)
            for title, robot in self._built(timed.frame).items()
            for called, number in FUNCTIONS.get(timed.family, {}).items()
        }

    def _entrant(
        self,
        robot: Built,
        function: int,
        inputs: list[Array],
        count: int,
        shapes: Sequence[Sequence[int]],
    ) -> Entrant:
        sizes = [math.prod(shape) for shape in shapes]
        out = np.zeros(sum(sizes))
        harness_pass = robot.library.harness_pass
        harness_pass.restype = ctypes.c_double

        def run(count: int, first: int = 0) -> float:
            addresses = [_address(each[first:]) for each in inputs]
            call = (robot.robot, function, *addresses, ctypes.c_long(count))
            return float(harness_pass(*call))

        def result(k: int) -> tuple[Array, ...]:
            run(1, k)
            robot.library.harness_result(robot.robot, function, _address(out))
            parts = np.split(out, np.cumsum(sizes)[:-1])
            arrays = (part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))
            return tuple(self._in_our_order(array) for array in arrays)

        return Entrant(Contender(run, count), result)

    def _in_our_order(self, array: Array) -> Array:
        """Return an array whose axes of velocities, and of bodies, are in the order of our joints."""
        n, back = len(self._v), self._back
        if array.shape == (n, TEN * len(self._order)):
            return self._in_link_frames(array[back])
        for axis, size in enumerate(array.shape):
            array = array.take(back, axis) if size == n else array
        return array

    def _built(self, frame: str) -> dict[str, Built]:
        """Return the robot in every library, with the frame that kinematics are asked of."""
        if frame not in self._robots:
            libraries = self._libraries.items()
            self._robots[frame] = {t: built(path, self._tree, frame) for t, path in libraries}
        return self._robots[frame]


def built(path: Path, tree: Tree, frame: str = "") -> Built:
    """Build a robot in a library of harness functions, with the frame that kinematics are asked of."""
    library = ctypes.CDLL(str(path))
    library.harness_robot.restype = ctypes.c_void_p
    library.harness_joint.restype = ctypes.c_long
    robot = ctypes.c_void_p(library.harness_robot(_address(tree.gravity)))
    numbers, rotors = {-1: 0}, []
    for k in tree.depth_first():
        joint = tree.joints[k]
        where = (_address(joint.axis), *_placed(joint.place), joint.name.encode())
        parent = ctypes.c_long(numbers[joint.parent])
        numbers[k] = library.harness_joint(robot, parent, _kind(joint), *where)
        rotors.append(joint.rotor)
        for body in joint.bodies:
            mass = (ctypes.c_double(body.mass), _address(body.com), _address(body.inertia))
            library.harness_body(robot, ctypes.c_long(numbers[k]), *mass, *_placed(body.place))
    if frame:
        number, place = tree.frames[frame]
        library.harness_frame(robot, ctypes.c_long(numbers[number]), *_placed(place))
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
