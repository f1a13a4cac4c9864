"""Integrators in C99."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any

from gen_robot.algebra.number import Number
from gen_robot.integrators.lines import fitted
from gen_robot.integrators.methods import METHODS, STARTING, Kind, Method
from gen_robot.integrators.robot import (
    BETA,
    FARTHEST,
    LITTLE,
    MOST_CLOSING,
    MOST_TURNS,
    SAFETY,
    SLIP,
    Simulated,
    of_kind,
)
from gen_robot.integrators.status import STATUSES
from gen_robot.integrators.sums import weighted
from gen_robot.languages import LANGUAGES
from gen_robot.languages.head import OWNERSHIP
from gen_robot.printers.c import CPrinter
from gen_robot.render import render

C = LANGUAGES["c"]
_PRINTER = CPrinter()
_SHARE = "k[{}][i]"
_WIDTH = 70  # of a sum; a line has more around it


def files(robot: Simulated) -> dict[str, str]:
    """Return header and source by their names."""
    name = robot.emission.name
    values = _values(robot)
    texts = {
        f"{name}_simulate.{suffix}": render(f"c/simulate.{suffix}.j2", **values) for suffix in "hc"
    }
    return {file: fitted(text, CPrinter.width, _continued) for file, text in texts.items()}


def _continued(line: str) -> str:
    return " " * (len(line) - len(line.lstrip()) + (3 if line.lstrip().startswith("/*") else 4))


def symbols(robot: Simulated) -> dict[str, str]:
    """Return the functions that callers in other languages need, by what they do."""
    name = robot.emission.name
    words = ("begin", "record", "outputs", "size", "set", "told")
    return {**{w: f"{name}_simulation_{w}" for w in words}, "follow": f"{name}_follow"}


def memory(robot: Simulated) -> list[int]:
    """Return no sizes: a function tells them."""
    return []


def _values(robot: Simulated) -> dict[str, Any]:
    emission = robot.emission
    (adams,) = of_kind(Kind.ADAMS)
    dense = [m for m in METHODS.values() if m.tableau and m.tableau.dense]
    first = [m for m in METHODS.values() if m.tableau and m.tableau.ends_first]
    (quartic,) = dense
    assert quartic.tableau
    literal, projection = _PRINTER.literal, robot.dynamics.projection
    return {
        **emission.opening(C),
        "ownership": OWNERSHIP,
        "guard": emission.name.upper(),
        "stages": robot.stages,
        "states": emission.model.free_nq + emission.model.free_nv,
        "methods": [*METHODS.values()],
        "statuses": STATUSES,
        "sources": _sources(),
        "units": robot.units,
        "moving": _PRINTER.body(robot.moving),
        "friction": [(place, literal(force)) for place, force in robot.friction],
        "slip": literal(SLIP),
        "dynamics": C.symbol(emission, robot.dynamics.kernel),
        "projection": C.symbol(emission, projection) if projection else "",
        "conditions": robot.conditions,
        "most_closing": MOST_CLOSING,
        "farthest": literal(FARTHEST),
        "little": literal(LITTLE),
        "tableaux": [_tableau(method) for method in of_kind(Kind.RUNGE_KUTTA)],
        "adaptive": [m for m in METHODS.values() if m.is_adaptive],
        "ending_first": first,
        "last_stage": len(first[0].tableau.stages) - 1 if first[0].tableau else 0,
        "adams": {
            "name": adams.name,
            "title": adams.title,
            "steps": len(adams.history),
            "sum": _sum(adams.history, ["s->rate[i]", *(f"f[{j}][i]" for j in range(9))]),
        },
        "starting": STARTING,
        "most_turns": MOST_TURNS,
        "beta": literal(BETA),
        "safety": literal(SAFETY),
        "dense": dense,
        "quartic": _sum(quartic.tableau.dense),
        "single": robot.single,
        "has_gravity": any(k.choice.kernel.name == "gravity" for k in emission.kernels),
        "has_inverse_dynamics": robot.has_inverse_dynamics,
    }


def _tableau(method: Method) -> dict[str, Any]:
    tableau = method.tableau
    assert tableau
    rows = list(zip(tableau.stages, tableau.nodes, strict=True))[1:]
    return {
        "name": method.name,
        "title": method.title,
        "stages": [{"sum": _sum(row), "node": _literal(node)} for row, node in rows],
        "weights": _sum(tableau.weights),
        "errors": _sum(tableau.errors) if tableau.embedded else "",
        "ends_first": tableau.ends_first,
    }


def _sum(weights: Sequence[Fraction], terms: Sequence[str] = ()) -> str:
    """Return the sum of shares in a step, wrapped as it stands in a statement."""
    names = terms or [_SHARE.format(j) for j in range(len(weights))]
    text = weighted(weights, names, _literal)
    return ("\n" + " " * 16).join(wrap(text, _WIDTH, break_long_words=False))


def _literal(value: Fraction) -> str:
    return _PRINTER.literal(Number(value.numerator) / Number(value.denominator))


def _sources() -> list[str]:
    rows = (f"{m.name}: {m.source}" for m in METHODS.values())
    return [line for row in rows for line in wrap(row, 94, subsequent_indent=" " * 4)]
