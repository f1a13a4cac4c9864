"""A kernel's derivative, applied to changes of its inputs or, transposed, to those of its outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gen_robot.autodiff.backend import Arrays, Backend
from gen_robot.autodiff.rules import Rule, rule_of
from gen_robot.autodiff.tangents import is_flat, step_map
from gen_robot.bindings.manifest import Argument, Kernel
from gen_robot.errors import UserError

DIFFERENTIABLE = ("q", "qd", "qdd", "tau", "lambda_")
"""What rules speak of; other inputs are constants."""


@dataclass(frozen=True)
class Derivative:
    """Hold a kernel and the rule for it."""

    backend: Backend
    kernel: Kernel
    rule: Rule
    place: str  # who asks, for messages

    def push(self, inputs: Arrays, changes: Arrays) -> dict[str, Any]:
        """Return how outputs change while inputs do; outputs that do not are left out."""
        self._check(changes)
        steps = dict(changes)
        if "q" in steps and not is_flat(self.backend.joints):
            steps["q"] = self.backend.sum(
                "vq,q->v", step_map(self.backend, inputs["q"]), steps["q"]
            )
        found: dict[str, Any] = {}
        partials = self.rule.partials(self.backend, inputs)
        for argument in self.kernel.outputs:
            axes, by = _axes(argument), partials.get(argument.name, {})
            terms = [
                self.backend.sum(f"{axes}k,k->{axes}", by[name], step)
                for name, step in steps.items()
                if name in by
            ]
            if terms:
                found[argument.name] = sum(terms[1:], start=terms[0])
        return found

    def pull(self, inputs: Arrays, bars: Arrays, wanted: tuple[str, ...]) -> dict[str, Any]:
        """Return what the wanted inputs get of the outputs' cotangents; zeros are left out."""
        self._check(wanted)
        found = self._pulled(inputs, bars) if bars else {}
        if "q" in found and "q" in wanted and not is_flat(self.backend.joints):
            found["q"] = self.backend.sum(
                "vq,v->q", step_map(self.backend, inputs["q"]), found["q"]
            )
        return {name: found[name] for name in wanted if name in found}

    def _pulled(self, inputs: Arrays, bars: Arrays) -> dict[str, Any]:
        if self.rule.pullback is not None:
            return self.rule.pullback(self.backend, inputs, bars)
        found: dict[str, Any] = {}
        partials = self.rule.partials(self.backend, inputs)
        for argument in self.kernel.outputs:
            if argument.name not in bars:
                continue
            axes = _axes(argument)
            for name, by in partials.get(argument.name, {}).items():
                term = self.backend.sum(f"{axes}k,{axes}->k", by, bars[argument.name])
                found[name] = found[name] + term if name in found else term
        return found

    def _check(self, names: Any) -> None:
        for name in names:
            if name not in DIFFERENTIABLE:
                problem = f"has no derivative by {name}"
                raise UserError(f"{self.place}: {self.kernel.name}", problem, "hold it constant")


def derivative_of(backend: Backend, kernel: Kernel, place: str) -> Derivative:
    """Return a kernel's derivative, or say what it takes."""
    rule = rule_of(kernel.name)
    where = f"{place}: {kernel.name}"
    if rule is None:
        raise UserError(where, "has no derivative", "differentiate what it is made of, or hold it")
    if missing := rule.missing(backend):
        listed = ", ".join(f"'{name}'" for name in missing)
        problem = f"its derivative takes {listed}, which this robot was loaded without"
        raise UserError(where, problem, f"load(..., kernels=[..., {listed}])")
    return Derivative(backend, kernel, rule, place)


def _axes(argument: Argument) -> str:
    return "ab"[: len(argument.forms[0])]
