"""What the papers say their methods cost, for the general robot with n revolute joints.

A count is quoted from where it is printed; that is not always the paper that the method is from.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.ledger.polynomial import Polynomial, polynomial


@dataclass(frozen=True)
class Paper:
    """Hold the printed count of one method."""

    kernel: str
    method: str
    printed: str  # where the count is printed
    mul: Polynomial
    add: Polynomial
    algorithm: str = ""  # ours by the same method, if there is one
    only: int | None = None  # the one n that it is printed for
    remark: str = ""
    on_top: bool = False  # of the inertia matrix, with which it shares what is not counted again

    def covers(self, joints: int) -> bool:
        """Tell whether the paper says anything about so many joints."""
        return joints == self.only if self.only else joints >= 2

    def total(self, joints: int) -> int:
        """Return all operations that the paper counts."""
        return self.mul(joints) + self.add(joints)


_WALKER_ORIN = polynomial(12, 56, -27)
_LIN_H = polynomial("10.5", "38.5", -85), polynomial(6, 39, -70)
_LIN_B = polynomial("12.5", "5.5", 3), polynomial(9, 1, 0)
_GAH = polynomial("11.5", "19.5", -49), polynomial("8.5", "31.5", -69)
_GIBBS_APPELL_BIAS = polynomial(96, -108), polynomial(83, -105)
_CHOLESKY = polynomial("1/6", "1/2", "1/3", 0)
_SUBSTITUTE = polynomial(1, 0, 0), polynomial(1, -1, 0)

PAPERS: tuple[Paper, ...] = (
    Paper(
        "inertia_matrix",
        "Walker and Orin 1982",
        "Mata et al. 2002, Table 2",
        _WALKER_ORIN,
        polynomial(7, 67, -56),
        "walker_orin",
    ),
    Paper(
        "inertia_matrix",
        "Walker and Orin 1982",
        "Provenzano et al., Table 1",
        _WALKER_ORIN,
        polynomial(7, 67, -53),
        "walker_orin",
    ),
    Paper(
        "inertia_matrix",
        "Walker and Orin 1982, restated",
        "Lin 1991, Table I",
        polynomial(11, 53, -74),
        polynomial(8, 52, -62),
        "walker_orin",
    ),
    Paper(
        "inertia_matrix",
        "Angeles and Ma 1988",
        "Mata et al. 2002, Table 2",
        polynomial(1, 17, -21, 8),
        polynomial(1, 14, -16, 5),
        "noc",
    ),
    Paper(
        "inertia_matrix",
        "Renaud 1984",
        "Lin 1991, Table I",
        polynomial("13.5", "22.5", -68),
        polynomial(9, 26, -64),
        "renaud",
    ),
    Paper(
        "inertia_matrix",
        "Fijany and Bejczy 1989",
        "Lin 1991, Table I",
        polynomial("4.5", "115.5", -175),
        polynomial(4, 88, -134),
        "fijany_bejczy",
    ),
    Paper(
        "inertia_matrix",
        "Lin 1988",
        "Lin 1991, Table I",
        polynomial("7/6", "99/6", "-214/6", 19),
        polynomial(1, "13.5", "-28.5", 14),
    ),
    Paper("inertia_matrix", "Lin 1991", "Lin 1991, Table I", *_LIN_H, "lin"),
    Paper("inertia_matrix", "Mata et al. 2002", "Mata et al. 2002, Table 2", *_GAH, "gah"),
    Paper(
        "inertia_matrix",
        "Featherstone 2008",
        "Featherstone 2008, Table 10.1",
        polynomial(460),
        polynomial(395),
        "crba",
        only=6,
    ),
    Paper(
        "bias",
        "Khalil and Kleinfinger 1987",
        "Lin 1991, Table II",
        polynomial(101, -129),
        polynomial(90, -118),
        remark="Newton-Euler on base parameters",
    ),
    Paper(
        "bias",
        "Balafoutis et al. 1988",
        "Lin 1991, Table II",
        polynomial(93, -69),
        polynomial(81, -66),
        remark="Newton-Euler on augmented bodies",
    ),
    Paper(
        "bias",
        "Lin 1991",
        "Lin 1991, Table II",
        *_LIN_B,
        remark="on top of H, with which it shares: see inertia_and_bias",
        on_top=True,
    ),
    Paper(
        "bias",
        "Mata et al. 2002",
        "Mata et al. 2002, Table 3",
        *_GIBBS_APPELL_BIAS,
        "gibbs_appell",
    ),
    Paper(
        "inverse_dynamics",
        "Luh, Walker and Paul 1980",
        "Mata et al. 2002, Table 1",
        polynomial(150, -48),
        polynomial(131, -48),
        "rnea",
    ),
    Paper(
        "inverse_dynamics",
        "Angeles, Ma and Rojas 1989",
        "Mata et al. 2002, Table 1",
        polynomial(105, -109),
        polynomial(90, -105),
        remark="Kane's equations",
    ),
    Paper(
        "inverse_dynamics",
        "Balafoutis and Patel 1991",
        "Mata et al. 2002, Table 1",
        polynomial(93, -69),
        polynomial(81, -66),
    ),
    Paper(
        "inverse_dynamics",
        "Mata et al. 2002",
        "Mata et al. 2002, Table 1",
        polynomial(96, -101),
        polynomial(84, -100),
        "gibbs_appell",
    ),
    Paper(
        "inertia_and_bias",
        "Lin 1991",
        "Lin 1991, Tables I and II",
        _LIN_H[0] + _LIN_B[0],
        _LIN_H[1] + _LIN_B[1],
        "lin+lin",
    ),
    Paper(
        "forward_dynamics",
        "Walker and Orin 1982",
        "Mata et al. 2002, Table 4",
        polynomial(1627),
        polynomial(1261),
        only=6,
    ),
    Paper(
        "forward_dynamics",
        "Angeles and Ma 1988",
        "Mata et al. 2002, Table 4",
        polynomial(1353),
        polynomial(1165),
        only=6,
    ),
    Paper(
        "forward_dynamics",
        "Mata et al. 2002",
        "Mata et al. 2002, Table 3",
        _GAH[0] + _GIBBS_APPELL_BIAS[0] + _CHOLESKY + _SUBSTITUTE[0],
        _GAH[1] + _GIBBS_APPELL_BIAS[1] + _CHOLESKY + _SUBSTITUTE[1],
        "cholesky",
        remark="GAH, Gibbs-Appell bias, Cholesky",
    ),
    Paper(
        "forward_dynamics",
        "Featherstone, articulated bodies",
        "Mata et al. 2002, Table 4",
        polynomial(1533),
        polynomial(1415),
        "aba",
        only=6,
    ),
    Paper(
        "forward_dynamics",
        "Featherstone 1983",
        "Saha 1999, conclusions",
        polynomial(199, -198),
        polynomial(174, -173),
        "aba",
        remark="divisions count as multiplications",
    ),
    Paper(
        "forward_dynamics",
        "Saha 1997",
        "Saha 1999, conclusions",
        polynomial(201, -335),
        polynomial(193, -361),
        "udut",
        remark="divisions count as multiplications",
    ),
)


def papers(kernel: str, joints: int, algorithm: str | None = None) -> list[Paper]:
    """Return the papers that count a kernel for so many joints, or one method of ours for it."""
    return [
        paper
        for paper in PAPERS
        if paper.kernel == kernel
        and paper.covers(joints)
        and (algorithm is None or paper.algorithm == algorithm)
    ]
