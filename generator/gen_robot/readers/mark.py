"""Where in a robot's file something stands, for the messages of all readers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from gen_robot.errors import UserError


class Positioned(Protocol):
    """Anything that a parser found; line and column count from 1."""

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...


N = TypeVar("N", bound=Positioned)


@dataclass(frozen=True)
class Mark(Generic[N]):
    """Point at one node of a file and know the way to it."""

    source: str
    node: N
    path: str = ""

    @property
    def place(self) -> str:
        position = f"{self.source}:{self.node.line}:{self.node.column}"
        return f"{position}: {self.path}" if self.path else position

    def error(self, problem: str, cure: str = "") -> UserError:
        return UserError(self.place, problem, cure)

    def warning(self, problem: str, cure: str = "") -> str:
        return str(self.error(problem, cure))


AnyMark = Mark[Any]
