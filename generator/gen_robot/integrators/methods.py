"""The integrators, one record each; every language's text is written from these."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from gen_robot.integrators.tableau import Tableau, fractions, tableau


class Kind(Enum):
    """Say how a step is made."""

    RUNGE_KUTTA = "explicit Runge-Kutta"
    ADAMS = "Adams-Bashforth"
    SEMI_IMPLICIT = "velocities first"
    MIDPOINT = "implicit midpoint"


@dataclass(frozen=True)
class Method:
    """Describe an integrator; one with an embedded method can choose its steps."""

    name: str  # on the command line
    title: str
    source: str
    order: int
    kind: Kind = Kind.RUNGE_KUTTA
    tableau: Tableau | None = None
    history: tuple[Fraction, ...] = ()  # weights of the last rates, the newest first

    @property
    def is_adaptive(self) -> bool:
        """Tell whether it estimates its error."""
        return self.tableau is not None and bool(self.tableau.embedded)


_CLASSIC = tableau("1/2; 0 1/2; 0 0 1", "1/6 1/3 1/3 1/6")

_DORMAND_PRINCE = tableau(
    "1/5;"
    "3/40 9/40;"
    "44/45 -56/15 32/9;"
    "19372/6561 -25360/2187 64448/6561 -212/729;"
    "9017/3168 -355/33 46732/5247 49/176 -5103/18656;"
    "35/384 0 500/1113 125/192 -2187/6784 11/84",
    "35/384 0 500/1113 125/192 -2187/6784 11/84 0",
    "5179/57600 0 7571/16695 393/640 -92097/339200 187/2100 1/40",
    "-12715105075/11282082432 0 87487479700/32700410799 -10690763975/1880347072"
    " 701980252875/199316789632 -1453857185/822651844 69997945/29380423",
)

_FEHLBERG = (
    "1/4; 3/32 9/32; 1932/2197 -7200/2197 7296/2197; 439/216 -8 3680/513 -845/4104;"
    "-8/27 2 -3544/2565 1859/4104 -11/40"
)
_FOURTH = "25/216 0 1408/2565 2197/4104 -1/5 0"
_FIFTH = "16/135 0 6656/12825 28561/56430 -9/50 2/55"

_CASH_KARP = tableau(
    "1/5; 3/40 9/40; 3/10 -9/10 6/5; -11/54 5/2 -70/27 35/27;"
    "1631/55296 175/512 575/13824 44275/110592 253/4096",
    "37/378 0 250/621 125/594 0 512/1771",
    "2825/27648 0 18575/48384 13525/55296 277/14336 1/4",
)

_HAIRER = "E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I"

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method("rk4", "Runge-Kutta of order 4", f"{_HAIRER}, II.1", 4, tableau=_CLASSIC),
        Method(
            "dopri5",
            "Dormand-Prince 5(4)",
            f"{_HAIRER}, II.5; dense output II.6",
            5,
            tableau=_DORMAND_PRINCE,
        ),
        Method(
            "fehlberg4",
            "Fehlberg 4(5), with what has order 4",
            "E. Fehlberg, NASA TR R-315 (1969), table III",
            4,
            tableau=tableau(_FEHLBERG, _FOURTH, _FIFTH),
        ),
        Method(
            "fehlberg5",
            "Fehlberg 4(5), with what has order 5",
            "E. Fehlberg, NASA TR R-315 (1969), table III",
            5,
            tableau=tableau(_FEHLBERG, _FIFTH, _FOURTH),
        ),
        Method(
            "cash_karp",
            "Cash-Karp 5(4)",
            "J. R. Cash, A. H. Karp, ACM TOMS 16 (1990) 201",
            5,
            tableau=_CASH_KARP,
        ),
        Method(
            "ab4",
            "Adams-Bashforth of order 4, begun by rk4",
            f"{_HAIRER}, III.1",
            4,
            Kind.ADAMS,
            history=fractions("55/24 -59/24 37/24 -9/24"),
        ),
        Method(
            "semi_implicit_euler",
            "semi-implicit Euler, as physics engines step",
            "E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, I.1",
            1,
            Kind.SEMI_IMPLICIT,
        ),
        Method(
            "implicit_midpoint",
            "implicit midpoint rule, symmetric",
            "E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, I.1",
            2,
            Kind.MIDPOINT,
        ),
    )
}
"""Every integrator by its name, in the order of their numbers in generated code."""

STARTING = "rk4"
"""The method that makes the steps before there is a history."""

FIXED, CONTROLLED = "rk4", "dopri5"
"""What is taken where nothing is asked for: with steps of one size, and with a tolerance."""
