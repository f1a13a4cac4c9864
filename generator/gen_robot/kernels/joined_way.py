"""Ways to several kernels at once: one for each, in their order."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from gen_robot.algorithms.symbols import Symbols
from gen_robot.kernels.kernel import Methods
from gen_robot.kernels.way import Way
from gen_robot.model.formulation import Formulation
from gen_robot.model.model import Model

BETWEEN = ", "
"""Stands between the ways of the members, as they are printed and asked for."""


@dataclass(frozen=True)
class JoinedWay:
    """Hold a way for each member; formulations may differ, for equal values are shared anyway."""

    each: tuple[Way, ...]
    name: str = ""  # to be printed instead of theirs
    solver = None  # what solvers its members have is their own affair

    @property
    def methods(self) -> Methods:
        """Return all methods, each once."""
        return tuple(dict.fromkeys(method for way in self.each for method in way.methods))

    @property
    def symbols(self) -> tuple[Symbols, ...]:
        """Return what the names mean that the methods give to values, each once."""
        found = (symbols for way in self.each for symbols in way.symbols)
        return tuple({id(symbols): symbols for symbols in found}.values())

    @property
    def formulations(self) -> tuple[Formulation, ...]:
        """Return the formulations of the members, each once."""
        return tuple(dict.fromkeys(way.formulation for way in self.each))

    @property
    def form(self) -> str:
        """Spell the formulations."""
        return "; ".join(map(str, self.formulations))

    @property
    def has_lanes(self) -> bool:
        return any(formulation.has_lanes for formulation in self.formulations)

    @property
    def has_structure(self) -> bool:
        return any(way.has_structure for way in self.each)

    @property
    def key(self) -> Hashable:
        """Tell apart what gives different graphs."""
        return tuple(way.key for way in self.each)

    @property
    def algorithm(self) -> str:
        return str(self)

    basis = algorithm

    def __str__(self) -> str:
        return self.name or BETWEEN.join(map(str, self.each))

    @property
    def must_win_by(self) -> int:
        """Return the per cent that auto adds to what it costs: each way is a part of the whole."""
        return sum(way.must_win_by for way in self.each) // len(self.each)

    @property
    def loses(self) -> int:
        """Return the class of digits that it loses: that of the worst of its ways."""
        return max(way.loses for way in self.each)

    def not_covered(self, model: Model) -> str | None:
        """Say why one of the methods does not cover a robot; None: all do."""
        return next((reason for way in self.each if (reason := way.not_covered(model))), None)


AnyWay = Way | JoinedWay
