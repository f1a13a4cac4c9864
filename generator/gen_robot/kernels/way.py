"""Ways to compute a kernel: which methods, on which formulation of the model.

A way is a value. People see it as "crba", "crba+gibbs_appell" or "ldlt on crba+gibbs_appell", and
may ask for it by that name; nothing takes the name apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from gen_robot.algorithms import giving
from gen_robot.algorithms.method import Method
from gen_robot.algorithms.symbols import Symbols
from gen_robot.kernels.kernel import Kernel, Methods, Route
from gen_robot.model.formulation import PLAIN, Formulation
from gen_robot.model.model import Model


@dataclass(frozen=True)
class Way:
    """Hold a route with a method for each of its parts, and what they are traced on."""

    route: Route
    solver: Method | None  # works on what the parts give
    parts: Methods
    formulation: Formulation

    @property
    def methods(self) -> Methods:
        """Return all methods, the solver first."""
        return (self.solver, *self.parts) if self.solver else self.parts

    @property
    def each(self) -> tuple[Way, ...]:
        """Return the ways to the members of a kernel: itself, for it has but one."""
        return (self,)

    @property
    def key(self) -> Hashable:
        """Tell apart what gives different graphs; two names may stand for one function."""
        return self.route, self.functions, self.formulation

    @property
    def formulations(self) -> tuple[Formulation, ...]:
        """Return all formulations that it is traced on."""
        return (self.formulation,)

    @property
    def form(self) -> str:
        """Spell the formulation."""
        return str(self.formulation)

    @property
    def has_lanes(self) -> bool:
        return self.formulation.has_lanes

    @property
    def has_structure(self) -> bool:
        """Tell whether it is traced on what a search has decided."""
        return not self.formulation.structure.is_plain

    @property
    def is_structured(self) -> bool:
        """Tell whether all of its methods know what a search decides for a robot."""
        return all(method.structured for method in self.methods)

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """Return what computes it: ways of other names may be the same."""
        solver = [self.solver.gives[self.route.solver]] if self.solver and self.route.solver else []
        parts = zip(self.parts, self.route.parts, strict=True)
        return (*solver, *(method.gives[quantity] for method, quantity in parts))

    @property
    def symbols(self) -> tuple[Symbols, ...]:
        """Return what the names mean that the methods give to values, each once."""
        solver = [(self.solver, self.route.solver)] if self.solver else []
        given = [*zip(self.parts, self.route.parts, strict=True), *solver]
        found = (
            s for method, quantity in given for s in method.symbols if s.only in (None, quantity)
        )
        return tuple({id(s): s for s in found}.values())

    @property
    def basis(self) -> str:
        """Name the methods of the parts: what a solver is given, or all that there is."""
        return "+".join(method.name for method in self.parts)

    @property
    def algorithm(self) -> str:
        """Name the solver alone, if there is one: what it is given is another kernel's choice."""
        return self.solver.name if self.solver else self.basis

    def __str__(self) -> str:
        return f"{self.solver.name} on {self.basis}" if self.solver else self.basis

    @property
    def is_of_one_method(self) -> bool:
        """Tell whether one method does all parts, which then share more than others do."""
        return len(set(self.parts)) == 1

    @property
    def wins_on_long_chains(self) -> bool:
        """Tell whether auto should try it there; what a solver is given was chosen already."""
        deciding = (self.solver,) if self.solver else self.parts
        return all(method.wins_on_long_chains for method in deciding)

    def may_win_on(self, model: Model) -> bool:
        """Tell whether auto should try it on a robot of so many degrees of freedom."""
        without = self.formulation.structure.meetings is None
        if without and any(method.lives_by_meetings for method in self.methods):
            return False
        return all(
            m.wins_from <= model.nv and (m.wins_to is None or model.nv <= m.wins_to)
            for m in self.methods
        )

    @property
    def must_win_by(self) -> int:
        """Return the per cent that auto adds to what it costs."""
        return max(method.must_win_by for method in self.methods)

    @property
    def loses(self) -> int:
        """Return the class of digits that it loses: that of the worst of its methods."""
        return max(method.loses for method in self.methods)

    def not_covered(self, model: Model) -> str | None:
        """Say why the route or one of the methods does not cover a robot; None: all do."""
        route = self.route.covers.refusal(self.algorithm, model)
        return route or next((reason for m in self.methods if (reason := m.refusal(model))), None)


def ways(kernel: Kernel, available: Iterable[Formulation]) -> tuple[Way, ...]:
    """Return every way to compute a kernel on the formulations that there are, in table order."""
    return tuple(_ways(kernel, list(available)))


def _ways(kernel: Kernel, available: list[Formulation]) -> Iterator[Way]:
    for route in kernel.routes:
        solvers = giving(route.solver) if route.solver else (None,)
        for solver, *parts in product(solvers, *(giving(part) for part in route.parts)):
            methods = [m for m in (solver, *parts) if m]
            for formulation in _formulations(route, methods, available):
                yield Way(route, solver, tuple(m for m in parts if m), formulation)


def _formulations(
    route: Route, methods: list[Method], available: list[Formulation]
) -> list[Formulation]:
    """Return those of the available formulations that all methods may use."""
    if route.formulations:
        return [f for f in available if f in route.formulations]
    possible = [f for f in available if f.limbs in route.limbs]
    suited = [f for f in possible if all(m.may_use(f) for m in methods)]
    # Methods that want different formulations meet on the plain one, which suits all.
    return suited or [PLAIN]


def algorithms(kernel: Kernel) -> tuple[str, ...]:
    """Return what a kernel's ways may be asked for by, what solvers are given left open."""
    return tuple(dict.fromkeys(way.algorithm for way in ways(kernel, [PLAIN])))
