"""A compiled library of one robot, its kernels as methods."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.arguments import as_input, leading_shape
from gen_robot.bindings.convention import read_convention
from gen_robot.bindings.kernel import kernel_function
from gen_robot.bindings.manifest import Argument, read_manifest
from gen_robot.bindings.manifolds import manifold_of, random_rate
from gen_robot.bindings.native import open_library

Array = NDArray[Any]

REALS: dict[str, np.dtype[Any]] = {"double": np.dtype(np.float64), "single": np.dtype(np.float32)}


class Library:
    """Bind a robot's compiled kernels: `puma.inertia_matrix(q)`, `puma.bias(q, qd, out=h)`.

    dir() and `kernels` list the kernels; each one's help() gives shapes and operation counts.
    """

    def __init__(self, manifest: Path | str, library: Path | str, lang: str = "c") -> None:
        """Bind the shared library that was built from the files the manifest describes."""
        content = read_manifest(Path(manifest))
        kernels = [kernel for kernel in content.kernels if lang in kernel.symbol]
        if not kernels or lang not in content.languages:
            raise ValueError(f"{manifest}: has no kernels in '{lang}'; generate with --lang {lang}")
        place = f"{manifest}: languages.{lang}"
        convention = read_convention(content.languages[lang], place)
        self._source = (Path(manifest), Path(library), lang)
        self._manifest = content
        self._real = REALS[content.precision]
        self.kernels = tuple(kernel.name for kernel in kernels)
        routines = open_library(Path(library), kernels, lang, convention)
        for kernel in kernels:
            function = kernel_function(
                kernel,
                routines[kernel.name],
                self._real,
                convention.column_major,
                self._joint_of,
            )
            setattr(self, kernel.name, function)

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
    def warnings(self) -> tuple[str, ...]:
        """What was doubtful about the robot's file or the options when this was generated."""
        return self._manifest.warnings

    @property
    def report(self) -> str:
        """What generating told: the kernels, how each is computed, what that costs."""
        return "\n".join(self._manifest.report)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The joints' names, in the order of q."""
        return tuple(joint.name for joint in self._manifest.joints)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of every array: float64, or float32 where the precision is single."""
        return self._real

    def neutral(self) -> Array:
        """Return the configuration at zero, with quaternions at the identity."""
        q = np.zeros(self.nq, self._real)
        for joint in self._manifest.joints:
            q[joint.index : joint.index + joint.nq] = manifold_of(joint).neutral(joint)
        return q

    def integrate(self, q: ArrayLike, dq: ArrayLike) -> Array:
        """Return the configuration reached from q by moving along dq (velocity times time)."""
        arguments = (Argument("q", (self.nq,)), Argument("dq", (self.nv,)))
        arrays = [as_input(q, arguments[0], self._real), as_input(dq, arguments[1], self._real)]
        leading = leading_shape(arrays, arguments)
        start, step = (
            np.broadcast_to(array, leading + argument.shape).astype(np.float64)
            for array, argument in zip(arrays, arguments, strict=True)
        )
        end = np.empty((*leading, self.nq), self._real)
        for joint in self._manifest.joints:
            at = slice(joint.index, joint.index + joint.nq)
            at_v = slice(joint.index_v, joint.index_v + joint.nv)
            end[..., at] = manifold_of(joint).integrate(start[..., at], step[..., at_v])
        return end

    def random_state(
        self, rng: np.random.Generator | int | None = None, shape: int | tuple[int, ...] = ()
    ) -> tuple[Array, Array, Array]:
        """Return a random (q, qd, qdd), or a batch of them with this leading shape.

        Positions and velocities keep to the joints' limits; without limits they are uniform in
        [-pi, pi], or in [-1, 1] where a joint slides. Accelerations are uniform in [-pi, pi].
        """
        rng = np.random.default_rng(rng)
        leading = (shape,) if isinstance(shape, int) else tuple(shape)
        q = np.empty((*leading, self.nq), self._real)
        qd = np.empty((*leading, self.nv), self._real)
        for joint in self._manifest.joints:
            at = slice(joint.index, joint.index + joint.nq)
            at_v = slice(joint.index_v, joint.index_v + joint.nv)
            q[..., at] = manifold_of(joint).random(joint, rng, leading)
            qd[..., at_v] = random_rate(joint, rng, leading)
        qdd = rng.uniform(-np.pi, np.pi, (*leading, self.nv)).astype(self._real)
        return q, qd, qdd

    def __getattr__(self, name: str) -> Callable[..., Any]:
        kernels = ", ".join(self.__dict__.get("kernels", ()))
        raise AttributeError(f"no kernel '{name}' was generated for this robot; it has: {kernels}")

    def __repr__(self) -> str:
        lang = self._source[2]
        return f"<Library {self.name} ({lang}, {self.dtype}): {', '.join(self.kernels)}>"

    def __reduce__(self) -> tuple[type[Library], tuple[Path, Path, str]]:
        return Library, self._source

    def _joint_of(self, status: int) -> str:
        """Name the joint that a status counts, from 1 in the order of velocities."""
        for joint in self._manifest.joints:
            if joint.index_v < status <= joint.index_v + joint.nv:
                return f"joint {status} ('{joint.name}')"
        return f"joint {status}"
