"""Integrators in FORTRAN 77."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gen_robot.algebra.number import Number
from gen_robot.errors import UserError
from gen_robot.integrators.lines import fitted
from gen_robot.integrators.methods import METHODS, STARTING, Kind, Method
from gen_robot.integrators.moving import POSITIONS, RATES, VELOCITIES
from gen_robot.integrators.robot import (
    BETA,
    FARTHEST,
    INVERSE,
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
from gen_robot.languages import LANGUAGES, f77
from gen_robot.languages.head import OWNERSHIP
from gen_robot.printers.f77 import F77Printer
from gen_robot.printers.f77_names import array_names, short_names
from gen_robot.render import render

F77 = LANGUAGES["f77"]

LETTERS = {
    "zero": "SZ",
    "unit": "SU",
    "moving": "SQ",
    "rates": "SF",
    "finite": "SN",
    "close": "SJ",
    "advance": "SM",
    "arrive": "SV",
    "fixed": "SH",
    "size": "SE",
    "first": "SI",
    "control": "SC",
    "begin": "SB",
    "chooses": "SW",
    "step": "SS",
    "run": "SR",
    "piece": "SP",
    "at": "SA",
    "record": "SX",
    "outputs": "SO",
    "curve": "SK",
    "law": "SL",
    **{method: f"M{number}" for number, method in enumerate(METHODS, 1)},
}
"""What a routine is called after the robot's prefix."""

CALLED = ("begin", "record", "outputs", "zero", "law")
"""Routines that callers in other languages need."""

SETTINGS, INTEGERS = 10, 9
"""Numbers at the head of W, and those of IW."""

_EPSILON = Number(1) / Number(2**52)


def files(robot: Simulated) -> dict[str, str]:
    """Return the source by its name."""
    name = robot.emission.name
    text = render("f77/simulate.f.j2", **_values(robot))
    return {f"{name}_simulate.f": fitted(text, F77Printer.width, _continued)}


def _continued(line: str) -> str:
    return "C     " if line.startswith("C") else "     $   "


def symbols(robot: Simulated) -> dict[str, str]:
    """Return what compilers call the routines that other languages need, by what they do."""
    return {word: f"{_routine(robot, word).lower()}_" for word in CALLED}


def memory(robot: Simulated) -> list[int]:
    """Return the sizes of W and IW."""
    values = _values(robot)
    return [values["work"], values["integers"]]


def _routine(robot: Simulated, word: str) -> str:
    name = f77.prefix(robot.emission) + LETTERS[word]
    if name in f77.TAKEN:
        raise UserError(
            f"{robot.emission.model.source}: f77_prefix",
            f"{word} would be the routine {name}, which is {f77.TAKEN[name]}",
            "give the robot another f77_prefix, in its file or by --f77-prefix",
        )
    return name


def _values(robot: Simulated) -> dict[str, Any]:
    emission, printer = robot.emission, F77Printer()
    model, literal = emission.model, F77Printer().literal
    nq, nv = model.free_nq, model.free_nv
    projection = robot.dynamics.projection
    ns = nq + nv
    numbers = {name: number for number, name in enumerate(METHODS, 1)}
    # Where in W: the state, its rates, both before the step, rates at its end, a quartic's part,
    # and those of earlier steps.
    places = [SETTINGS + k * ns for k in range(7)]
    y0, rate, before, rate_before, last, dense, history = places
    (adams,) = of_kind(Kind.ADAMS)
    needed = len(adams.history) - 1
    heading = [
        f"{emission.name}_simulate.f - simulation of {emission.name}: integrators around its forward"
        " dynamics",
        "",
        emission.written_by(F77),
        OWNERSHIP,
        "",
        "Sources:",
        *(f"{m.name}: {m.source}" for m in METHODS.values()),
    ]
    first = [m for m in METHODS.values() if m.tableau and m.tableau.ends_first]
    quartic = [m for m in METHODS.values() if m.tableau and m.tableau.dense]
    texts = _Texts(printer, y0, rate, history, dense, ns, _routine(robot, "rates"))
    (euler,), (midpoint,) = of_kind(Kind.SEMI_IMPLICIT), of_kind(Kind.MIDPOINT)
    return {
        "heading": [line for text in heading for line in printer.remark(text)],
        "n": {word: _routine(robot, word) for word in LETTERS},
        "s": {status.name: number for number, status in enumerate(STATUSES)},
        "statuses": [
            line
            for number, status in enumerate(STATUSES)
            for line in printer.remark(f"    {number}  {status.meaning}")
        ],
        "methods": [
            line
            for number, m in enumerate(METHODS.values(), 1)
            for line in printer.remark(
                f"        {number}  {m.name}: {m.title}{' *' if m.is_adaptive else ''}"
            )
        ]
        + printer.remark("    (* can choose its steps)."),
        "nq": nq,
        "nv": nv,
        "ns": ns,
        "work": history + needed * ns,
        "integers": INTEGERS,
        "piece": 2 + 5 * ns,
        "stages": robot.stages,
        "y": y0 + 1,
        "y0": y0,
        "rate": rate,
        "before": before,
        "rate_before": rate_before,
        "last": last,
        "dense": dense,
        "history": history,
        "units": [_unit(printer, start, count) for start, count in robot.units],
        "moving": _moving(robot),
        "friction": _friction(robot, nq, printer),
        "slip": literal(SLIP),
        "dynamics": f77.routine(emission, robot.dynamics.kernel),
        "projection": f77.routine(emission, projection) if projection else "",
        "conditions": robot.conditions,
        "most_closing": MOST_CLOSING,
        "farthest": literal(FARTHEST),
        "little": literal(LITTLE),
        "inverse": f77.routine(emission, INVERSE) if robot.has_inverse_dynamics else "",
        "has_inverse_dynamics": robot.has_inverse_dynamics,
        "tableaux": [texts.tableau(m, _routine(robot, m.name)) for m in of_kind(Kind.RUNGE_KUTTA)],
        "adams": {
            "routine": _routine(robot, adams.name),
            "title": printer.remark(f"{adams.title}."),
            "number": numbers[adams.name],
            "needed": needed,
            "starting": _routine(robot, STARTING),
            "sum": texts.adams(adams),
        },
        "euler": _routine(robot, euler.name),
        "midpoint": _routine(robot, midpoint.name),
        "advancing": [(number, _routine(robot, name)) for name, number in numbers.items()],
        "adaptive": [numbers[m.name] for m in METHODS.values() if m.is_adaptive],
        "ending_first": " .OR. ".join(f"IW(1) .EQ. {numbers[m.name]}" for m in first),
        "is_dense": " .OR. ".join(f"IW(1) .EQ. {numbers[m.name]}" for m in quartic),
        "count": len(METHODS),
        "most_turns": MOST_TURNS,
        "epsilon": literal(_EPSILON),
        "beta": literal(BETA),
        "safety": literal(SAFETY),
        "gains": _gains(robot, printer),
    }


class _Texts:
    """Spell the sums of methods."""

    def __init__(
        self,
        printer: F77Printer,
        y0: int,
        rate: int,
        history: int,
        dense: int,
        ns: int,
        rates: str,
    ) -> None:
        self._printer, self._ns, self._rates = printer, ns, rates
        self._y0, self._rate, self._history, self._dense = y0, rate, history, dense

    def tableau(self, method: Method, routine: str) -> dict[str, Any]:
        tableau = method.tableau
        assert tableau
        rows = list(zip(tableau.stages, tableau.nodes, strict=True))[1:]
        ending = self._line("ANEXT(I)", tableau.weights)
        if tableau.embedded:
            ending += self._printer.line(f"   ERROR(I) = {self._times_h(tableau.errors)}")
        dense = f"   W({self._dense}+I) = {self._sum(tableau.dense)}" if tableau.dense else ""
        return {
            "routine": routine,
            "title": self._printer.remark(f"{method.title}."),
            "stages": [
                {
                    "label": 10 * (number + 1),
                    "sum": self._line("Z(I)", row),
                    "call": self._printer.line(
                        f"CALL {self._rates}(W(1) + {self._literal(node)}*H, Z, K(1,{number + 1}),"
                        " TORQUE, PAR, W, IW, INFO)"
                    ),
                }
                for number, (row, node) in enumerate(rows, 1)
            ],
            "ending": ending,
            "dense": self._printer.line(dense) if dense else [],
            "ends_first": tableau.ends_first,
            "last": len(tableau.stages),
        }

    def adams(self, method: Method) -> list[str]:
        terms = [f"W({self._rate}+I)"]
        terms += [f"W({self._history + j * self._ns}+I)" for j in range(len(method.history) - 1)]
        text = weighted(method.history, terms, self._literal)
        return self._printer.line(f"   ANEXT(I) = W({self._y0}+I) + H*({text})")

    def _line(self, target: str, weights: Sequence[Fraction]) -> list[str]:
        return self._printer.line(f"   {target} = W({self._y0}+I) + {self._times_h(weights)}")

    def _times_h(self, weights: Sequence[Fraction]) -> str:
        several = sum(map(bool, weights)) > 1
        return f"H*({self._sum(weights)})" if several else f"H*{self._sum(weights)}"

    def _sum(self, weights: Sequence[Fraction]) -> str:
        names = [f"K(I,{j})" for j in range(1, len(weights) + 1)]
        return weighted(weights, names, self._literal)

    def _literal(self, value: Fraction) -> str:
        return self._printer.literal(Number(value.numerator) / Number(value.denominator))


def _unit(printer: F77Printer, start: int, count: int) -> list[str]:
    places = [f"Q({start + k})" for k in range(1, count + 1)]
    squares = " + ".join(f"{place}*{place}" for place in places)
    lines = printer.line(f"LENGTH = DSQRT({squares})")
    return lines + [line for place in places for line in printer.line(f"{place} = {place}/LENGTH")]


def _moving(robot: Simulated) -> list[str]:
    """Return declarations and statements of the routine of positions' rates."""
    model = robot.emission.model
    shapes = {POSITIONS: (model.free_nq,), VELOCITIES: (model.free_nv,), RATES: (model.free_nq,)}
    labels = [temporary.label for temporary in robot.moving.temporaries]
    names = short_names(labels, {*array_names(shapes).values()})
    printer = F77Printer("double", shapes, names)
    return [*printer.declare(printer.real, list(names.values())), *printer.body(robot.moving)]


def _friction(robot: Simulated, nq: int, printer: F77Printer) -> list[str]:
    lines: list[str] = []
    for place, force in robot.friction:
        rate = f"Y({nq + place + 1})"
        lines += [
            *printer.line("SENSE = 0.0D0"),
            *printer.line(f"IF ({rate} .GT. 0.0D0) SENSE = 1.0D0"),
            *printer.line(f"IF ({rate} .LT. 0.0D0) SENSE = -1.0D0"),
            *printer.line(
                f"TAU({place + 1}) = TAU({place + 1}) + {printer.literal(force)}*(SENSE -"
                f" TANH({rate}/W(7)))"
            ),
        ]
    return lines


def _gains(robot: Simulated, printer: F77Printer) -> list[str]:
    """Return what gains add at joints of one coordinate."""
    lines: list[str] = []
    for place, missing in ((3, "VALUE({k}) - Q({i})"), (4, "RATE({k}) - QD({k})")):
        inside = [
            line
            for i, k in robot.single
            for line in printer.line(
                f"   TAU({k + 1}) = TAU({k + 1}) + PAR(PLACE({place})+{k})*("
                f"{missing.format(i=i + 1, k=k + 1)})"
            )
        ]
        if inside:
            lines += [*printer.line(f"IF (PLACE({place}) .NE. 0) THEN"), *inside]
            lines += printer.line("END IF")
    return lines
