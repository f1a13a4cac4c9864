"""A compiled library of one robot, its kernels as methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from types import MethodType
from typing import Any, Self, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings import closing, configurations
from gen_robot.bindings.convention import read_convention
from gen_robot.bindings.display import as_text, printable
from gen_robot.bindings.frame import Frame
from gen_robot.bindings.kernel import KernelFunction, kernel_function
from gen_robot.bindings.limits import Limits, limits_of
from gen_robot.bindings.manifest import Joint, Kernel, Link, read_manifest
from gen_robot.bindings.missing import missing_frame, missing_kernel
from gen_robot.bindings.movable import Movable
from gen_robot.bindings.native import open_library
from gen_robot.bindings.owner import Owner, function_of
from gen_robot.bindings.parameters import Parameters
from gen_robot.bindings.runtime import parameters_with

Array = NDArray[Any]

REALS: dict[str, np.dtype[Any]] = {"double": np.dtype(np.float64), "single": np.dtype(np.float32)}


ROWS = (*(f"move along {x}" for x in "xyz"), *(f"turn about {x}" for x in "xyz"))
"""What the rows of a Jacobian stand for."""


class Library(Movable):
    """Bind a robot's compiled kernels: `puma.inertia_matrix(q)`, `puma.bias(q, qd, out=h)`.

    dir() and `kernels` list the kernels; each one's help() gives shapes and operation counts. A
    library does not change, and may be used by many threads, copied and pickled; its kernels, too.
    """

    def __init__(self, manifest: Path | str, library: Path | str, lang: str = "c") -> None:
        """Bind the shared library that was built from the files the manifest describes."""
        content = read_manifest(Path(manifest))
        kernels = [kernel for kernel in content.kernels if lang in kernel.symbol]
        if not kernels or lang not in content.languages:
            raise ValueError(f"{manifest}: has no kernels in '{lang}'; generate with --lang {lang}")
        place = f"{manifest}: languages.{lang}"
        convention = read_convention(content.languages[lang], place)
        # Absolute, for another process may stand in another folder.
        self._source = (Path(manifest).absolute(), Path(library).absolute(), lang)
        self._manifest = content
        self._real = REALS[content.precision]
        self._kind = f"{lang}, {self._real}"
        self._owner = Owner(self, f"{content.name} ({self._kind})")
        self._column_major = convention.column_major
        self._symbols = open_library(Path(library), kernels, lang, convention)
        self._bound = {kernel.name: kernel for kernel in kernels}
        for name in self._bound:
            if hasattr(Library, name):
                raise ValueError(
                    f"{manifest}: kernels.{name}: every robot has something of this name"
                )

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of the kernels, each an attribute."""
        return tuple(self._bound)

    @property
    def name(self) -> str:
        """The robot's name."""
        return self._manifest.name

    @property
    def nq(self) -> int:
        """The length of a configuration q."""
        return self._manifest.nq

    @property
    def nv(self) -> int:
        """The length of a velocity, an acceleration, a joint force."""
        return self._manifest.nv

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of every array: float64, or float32 where the precision is single."""
        return self._real

    @property
    def joints(self) -> tuple[Joint, ...]:
        """The joints in the order of q: name, type, place in q and qd, limits (None: no limit)."""
        return self._manifest.joints

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints' names, in the order of q."""
        return tuple(joint.name for joint in self._manifest.joints)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of the robot's file, fixed ones and the base included."""
        return self._manifest.links

    @property
    def frame_names(self) -> tuple[str, ...]:
        """The frames that kernels were made for."""
        return tuple(frame.name for frame in self._manifest.frames)

    def frame(self, name: str) -> Frame:
        """Return one of them, with its kernels: `robot.frame("tool0").jacobian(q)`."""
        for entry in self._manifest.frames:
            if entry.name == name:
                return Frame(self, entry, self._manifest)
        links = [link.name for link in self._manifest.links]
        raise ValueError(missing_frame(name, self.frame_names, links))

    @cached_property
    def limits(self) -> Limits:
        """The joints' limits as arrays lower, upper (as q), velocity, effort (as qd)."""
        return limits_of(self._manifest, self._real)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was doubtful about the robot's file or the options when this was generated."""
        return self._manifest.warnings

    @property
    def report(self) -> str:
        """What generating told: the kernels, how each is computed, what that costs."""
        return "\n".join(self._manifest.report)

    @property
    def manifest(self) -> dict[str, Any]:
        """All that the manifest says, options and files included, as its JSON has it: a copy."""
        return deepcopy(dict(self._manifest.content))

    @cached_property
    def _parameters(self) -> Parameters:
        return Parameters(self.name, self._manifest.content)

    @property
    def standard_parameter_names(self) -> tuple[str, ...]:
        """The names of the regressor's columns: m, mx, ... with the number of the moving link."""
        return self._parameters.standard_names

    @property
    def base_parameter_names(self) -> tuple[str, ...]:
        """The names of the base regressor's columns."""
        return self._parameters.base_names

    def standard_parameters(self) -> Array:
        """Return the robot's own inertial parameters, in the order of the regressor's columns.

        Ten a moving link, in its frame in the robot's file, all that is fixed to it included: m, mx,
        my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz, the inertia about the frame's origin.
        """
        return self._parameters.standard()

    def base_parameters(self, pi: ArrayLike | None = None) -> Array:
        """Return the base parameters of standard ones (the robot's own): all that torques depend on."""
        return self._parameters.base(pi)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of the inertial parameters that kernels take at run time, in order."""
        return tuple(parameter.name for parameter in self._manifest.parameters)

    def parameters(self, changes: Mapping[str, ArrayLike] | None = None) -> Array:
        """Return the inertial parameters for `prepare`: those of the robot's file, but for changes.

        `changes` gives by name one number, or all that begin with it: `{"link3.mass": 2.0, "tool.com":
        [0, 0, 0.1]}`; a whole link is mass, com x y z, inertia about it xx xy xz yy yz zz.
        """
        return parameters_with(self._manifest.parameters, changes or {}, self._real)

    def neutral(self) -> Array:
        """Return the configuration at zero, with quaternions at the identity."""
        return configurations.neutral(self._manifest, self._real)

    def integrate(self, q: ArrayLike, dq: ArrayLike) -> Array:
        """Return the configuration reached from q by moving along dq (velocity times time)."""
        return configurations.integrate(self._manifest, self._real, q, dq)

    def random_state(
        self,
        rng: np.random.Generator | SupportsIndex | Sequence[int] | None = None,
        shape: SupportsIndex | Sequence[SupportsIndex] = (),
    ) -> tuple[Array, Array, Array]:
        """Return a random (q, qd, qdd), or a batch of them with this leading shape.

        Positions and velocities keep to the joints' limits; without limits they are uniform in
        [-pi, pi], or in [-1, 1] where a joint slides. Accelerations are uniform in [-pi, pi].
        """
        generator, leading = configurations.as_generator(rng), configurations.as_shape(shape)
        return configurations.random_state(self._manifest, self._real, generator, leading)

    @property
    def loop_names(self) -> tuple[str, ...]:
        """The loops, in the order of the robot's file; none without kernels of loops."""
        return self._manifest.loops

    @property
    def loop_rows(self) -> tuple[str, ...]:
        """The conditions that the rows of phi, K, kb and lambda are of: loop and condition."""
        return self._manifest.loop_rows

    @property
    def independent(self) -> tuple[int, ...]:
        """The places among velocities of the independent ones, in the order of yd and ydd."""
        return self._manifest.independent

    @property
    def actuated(self) -> tuple[int, ...]:
        """The places among velocities of the actuated joints, in the order of tau_u."""
        return self._manifest.actuated

    def close(self, q: ArrayLike) -> Array:
        """Return configurations with loops closed, from q on; independent joints stand still."""
        return closing.closed_from(self, self._manifest, self._real, q)

    def neutral_closed(self) -> Array:
        """Return a configuration with loops closed, near the neutral one, not a singular one."""
        return closing.neutral(self, self._manifest, self._real)

    def random_closed_state(
        self,
        rng: np.random.Generator | SupportsIndex | Sequence[int] | None = None,
        shape: SupportsIndex | Sequence[SupportsIndex] = (),
    ) -> tuple[Array, Array, Array]:
        """Return a random (q, qd, qdd) that keeps loops closed, or a batch with this leading shape.

        Velocities and accelerations of the independent joints are uniform in [-pi, pi].
        """
        generator, leading = configurations.as_generator(rng), configurations.as_shape(shape)
        return closing.random_state(self, self._manifest, self._real, generator, leading)

    def __getattr__(self, name: str) -> KernelFunction:
        """Make a kernel's function when it is asked for first, for that takes time."""
        bound: dict[str, Kernel] = self.__dict__.get("_bound", {})
        if name not in bound:
            raise AttributeError(missing_kernel(name, [*bound], dir(Library)))
        function = kernel_function(
            bound[name],
            self._symbols[name],
            self._real,
            self._column_major,
            self._loop_fault_of if name.startswith("loop_") else self._fault_of,
            (function_of, (self._owner, name)),
        )
        # Of two threads that come at once, both get the first one's.
        kernel: KernelFunction = self.__dict__.setdefault(name, MethodType(function, self._owner))
        return kernel

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.kernels]

    def __repr__(self) -> str:
        return as_text(self._manifest, [*self._bound.values()], self._kind)

    def _repr_html_(self) -> str:
        from gen_robot.bindings.display_html import as_html

        return as_html(self._manifest, [*self._bound.values()], self._kind)

    def __reduce__(self) -> tuple[type[Library], tuple[Path, Path, str]]:
        return Library, self._source

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def _loop_fault_of(self, status: int) -> str:
        """Say what a status of a kernel of loops means: a joint, then conditions of the loops."""
        row = status - self.nv - 1
        if not 0 <= row < len(self.loop_rows):
            return self._fault_of(status)
        return f"the loops are singular at condition {row + 1} ('{printable(self.loop_rows[row])}')"

    def _fault_of(self, status: int) -> str:
        """Say what a status means: a joint, from 1 in the order of velocities; then rows of J."""
        if status > self.nv:
            row = (status - self.nv - 1) % len(ROWS)
            return f"the frame cannot {ROWS[row]} there by itself"
        for joint in self._manifest.joints:
            if joint.index_v < status <= joint.index_v + joint.nv:
                joint_name = f"joint {status} ('{printable(joint.name)}')"
                return f"the inertia matrix is singular at {joint_name}"
        return f"the inertia matrix is singular at joint {status}"
