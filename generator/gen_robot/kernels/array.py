"""The arrays that kernels read and write: name, shape, meaning, unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from gen_robot.model.model import Model

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Array:
    """Describe one array of a kernel; its shape depends on the robot."""

    name: str
    meaning: str
    unit: str
    shape_of: Callable[[Model], Shape]

    def shape(self, model: Model) -> Shape:
        return self.shape_of(model)

    def size(self, model: Model) -> int:
        """Return the number of elements."""
        return prod(self.shape_of(model))


def positions(model: Model) -> Shape:
    return (model.free_nq,)


def velocities(model: Model) -> Shape:
    return (model.free_nv,)


def square(model: Model) -> Shape:
    return (model.free_nv, model.free_nv)


def one(model: Model) -> Shape:
    return (1,)


def wrenches(model: Model) -> Shape:
    return (6 * len(model.links),)
