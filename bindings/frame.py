"""One frame of a robot: where it is, how it moves, and what a wrench at it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gen_robot.bindings.manifest import FrameEntry, Manifest
from gen_robot.bindings.reaching import Chain, Reached, reach
from gen_robot.bindings.searching import searching

if TYPE_CHECKING:
    from gen_robot.bindings.kernel import KernelFunction
    from gen_robot.bindings.library import Library

Array = NDArray[Any]

LOCAL, ALIGNED, WORLD = "local", "local_world_aligned", "world"
REFERENCES = (ALIGNED, LOCAL, WORLD)


class Frame:
    """Hold a frame's kernels: `tool.jacobian(q)` is `robot.jacobian_tool0(q)`.

    Those are here that were generated; another one says how to get it.
    """

    def __init__(self, robot: Library, entry: FrameEntry, manifest: Manifest) -> None:
        self._robot = robot
        self._entry = entry
        self._manifest = manifest

    @property
    def name(self) -> str:
        """Its name; a link's, or one that was added."""
        return self._entry.name

    @property
    def link(self) -> str:
        """The link of the robot's file that it is part of."""
        return self._entry.link

    @property
    def body(self) -> int:
        """The moving body that carries it, from 1 as rows of external wrenches; 0 is the base."""
        return self._entry.body

    @property
    def offset(self) -> Array:
        """Where it is in the frame of its body's link, or in the base: 4 x 4."""
        return np.array(self._entry.placement, dtype=self._robot.dtype)

    @property
    def reference(self) -> str:
        """In what its motions are given: local_world_aligned, local or world."""
        return self._manifest.reference

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of its kernels, without the frame's own name behind them."""
        ending = f"_{self._entry.word}"
        return tuple(
            kernel.name.removesuffix(ending)
            for kernel in self._manifest.kernels
            if kernel.arguments.get("frame") == self.name
        )

    @property
    def placement(self) -> KernelFunction:
        """placement(q): the homogeneous transform from the frame to the base, 4 x 4."""
        return self._kernel("placement")

    @property
    def jacobian(self) -> KernelFunction:
        """jacobian(q): 6 x nv, linear rows first; velocity = J qd."""
        return self._kernel("jacobian")

    @property
    def drift(self) -> KernelFunction:
        """drift(q, qd): the acceleration while no joint is accelerated."""
        return self._kernel("drift")

    @property
    def velocity(self) -> KernelFunction:
        """velocity(q, qd): linear, then angular."""
        return self._kernel("velocity")

    @property
    def acceleration(self) -> KernelFunction:
        """acceleration(q, qd, qdd): that of the point, then angular; J qdd + drift."""
        return self._kernel("acceleration")

    @property
    def task_inertia(self) -> KernelFunction:
        """task_inertia(q): (J M^-1 J^T)^-1, 6 x 6."""
        return self._kernel("task_inertia")

    @property
    def mobility(self) -> KernelFunction:
        """mobility(q): J M^-1 J^T, 6 x 6."""
        return self._kernel("mobility")

    def inverse(
        self,
        T: ArrayLike,
        q0: ArrayLike | None = None,
        *,
        weights: Sequence[float] = (1, 1, 1, 1, 1, 1),
        tolerance: float | None = None,
        iterations: int = 100,
        restarts: int = 20,
        damping: float = 0.1,
        seed: int = 0,
        threads: int | Literal["all"] | None = None,
    ) -> Reached:
        """Return positions within the joints' limits at which this frame is at T (4 x 4).

        The search begins at q0, by default midway between the limits, and again at `restarts` random
        positions, the same for every state, where it ends up short of T: 0 keeps it near q0. It
        makes damped Gauss-Newton steps, at most `iterations` from each start. The result holds q,
        converged, iterations and residual; where nothing converged, q is the nearest that was found.

        `weights` are of the error's parts along and about the axes of T: (1, 1, 1, 0, 0, 0) wants the
        position only. The residual is the norm of the weighted error, and converged if it is at
        most `tolerance` [m, rad]: 1e-9 unless given, 1e-5 for kernels in single precision.
        Leading shapes broadcast; threads= deals states to so many threads.
        """
        search = searching(
            self._robot.dtype,
            weights=weights,
            tolerance=tolerance,
            iterations=iterations,
            restarts=restarts,
            damping=damping,
            seed=seed,
            threads=threads,
        )
        return reach(self._chain, T, q0, search)

    def wrench(self, wrench: ArrayLike, q: ArrayLike | None = None, reference: str = "") -> Array:
        """Return a wrench at this frame as `fext` of the robot's kernels: a row for each moving body.

        It is a force and its moment about the point of reference, in the axes of reference, which
        are the robot's (`reference`) unless others are named. q may be left out where those are local.
        Leading shapes broadcast; wrenches at several frames add up.
        """
        given = np.asarray(wrench, dtype=self._robot.dtype)
        if given.shape[-1:] != (6,):
            raise ValueError(f"{self.name}: wrench has the shape {given.shape}; (..., 6) is wanted")
        chosen = reference or self.reference
        if chosen not in REFERENCES:
            raise ValueError(f"reference is '{reference}'; allowed: {', '.join(REFERENCES)}")
        force, moment = given[..., :3], given[..., 3:]
        if chosen != LOCAL:
            if q is None:
                raise ValueError(f"{self.name}: q is needed for a wrench that is {chosen}")
            T = self.placement(q)
            if chosen == WORLD:
                moment = moment - np.cross(T[..., :3, 3], force)
            force, moment = (
                _turned(np.swapaxes(T[..., :3, :3], -1, -2), v) for v in (force, moment)
            )
        R, p = self.offset[:3, :3], self.offset[:3, 3]
        force, moment = _turned(R, force), _turned(R, moment)
        rows = np.zeros((*force.shape[:-1], len(self._manifest.bodies), 6), self._robot.dtype)
        if self.body:
            rows[..., self.body - 1, :3] = force
            rows[..., self.body - 1, 3:] = moment + np.cross(p, force)
        return rows

    @cached_property
    def _chain(self) -> Chain:
        """What inverse kinematics takes of the robot."""
        robot = self._robot
        kernels = [self._kernel(family) for family in ("placement", "jacobian")]
        for kernel, output in zip(kernels, ("T", "J"), strict=True):
            # The shapes of these are known; the search has memory for no other.
            if [each.name for each in kernel.inputs + kernel.outputs] != ["q", output]:
                raise ValueError(f"{kernel.name}: is no kernel from q to {output}")
        placement, jacobian = (robot._symbols[kernel.name] for kernel in kernels)
        return Chain(self._manifest, robot.dtype, robot._column_major, placement, jacobian)

    def _kernel(self, family: str) -> KernelFunction:
        kernel: KernelFunction = getattr(self._robot, f"{family}_{self._entry.word}")
        return kernel

    def __repr__(self) -> str:
        on = "" if self.name == self.link else f" on {self.link!r}"
        return f"<frame {self.name!r}{on} of {self._robot.name}: {', '.join(self.kernels)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and (self._robot, self.name) == (other._robot, other.name)

    def __hash__(self) -> int:
        return hash((id(self._robot), self.name))

    def __reduce__(self) -> tuple[Callable[[Library, str], Frame], tuple[Library, str]]:
        return _frame_of, (self._robot, self.name)


def _frame_of(robot: Library, name: str) -> Frame:
    return robot.frame(name)


def _turned(matrix: Array, vectors: Array) -> Array:
    product: Array = np.einsum("...ij,...j->...i", matrix, vectors)
    return product
