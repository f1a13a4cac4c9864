"""The arrays that kernels read and write: name, shape, meaning, unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from gen_robot.model.model import Model

Shape = tuple[int, ...]


Names = tuple[str, ...]


def unnamed(model: Model) -> Names:
    return ()


@dataclass(frozen=True)
class Array:
    """Describe one array of a kernel; its shape depends on the robot.

    Rows are for languages that can look at one memory in several ways: (2, 6) as well as 12 numbers.
    """

    name: str
    meaning: str
    unit: str
    shape_of: Callable[[Model], Shape]
    rows_of: Callable[[Model], Names] = unnamed  # what its equal parts belong to, by name
    columns_of: Callable[[Model], Names] = unnamed  # what those of a matrix belong to, by name
    is_scalar: bool = False  # one number by nature, and an array only in memory

    def rows(self, model: Model) -> Names:
        return self.rows_of(model)

    def columns(self, model: Model) -> Names:
        return self.columns_of(model)

    def shape(self, model: Model) -> Shape:
        return self.shape_of(model)

    def size(self, model: Model) -> int:
        """Return the number of elements."""
        return prod(self.shape_of(model))


@dataclass(frozen=True)
class Length:
    """Give a vector of so many elements its shape, whatever the robot."""

    size: int

    def __call__(self, model: Model) -> Shape:
        return (self.size,)


def positions(model: Model) -> Shape:
    return (model.free_nq,)


def velocities(model: Model) -> Shape:
    return (model.free_nv,)


def square(model: Model) -> Shape:
    return (model.free_nv, model.free_nv)


def pairs(model: Model) -> Shape:
    """A row for each velocity, with a column for each pair of them: arrays have two sides at most."""
    return (model.free_nv, model.free_nv**2)


def one(model: Model) -> Shape:
    return (1,)


def wrenches(model: Model) -> Shape:
    return (6 * len(model.links),)


def moving_links(model: Model) -> Names:
    return tuple(link.name for link in model.links)
