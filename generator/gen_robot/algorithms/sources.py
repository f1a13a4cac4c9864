"""Where the methods come from: full citations, each in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """Cite a publication; `short` is how texts refer to it, `credit` how it is given credit."""

    short: str
    full: str
    by: str = ""  # all authors and the year, where `short` leaves some out

    @property
    def credit(self) -> str:
        return self.by or self.short


ANGELES_MA_1988 = Source(
    "Angeles and Ma 1988",
    "Angeles, J. and Ma, O. 1988. Dynamic simulation of n-axis serial robotic manipulators using a "
    "natural orthogonal complement. Int. J. Robotics Research 7(5).",
)
ATKESON_1986 = Source(
    "Atkeson et al. 1986",
    "Atkeson, C. G., An, C. H. and Hollerbach, J. M. 1986. Estimation of inertial parameters of "
    "manipulator loads and links. Int. J. Robotics Research 5(3).",
    by="Atkeson, An and Hollerbach 1986",
)
BARAFF_1996 = Source(
    "Baraff 1996",
    "Baraff, D. 1996. Linear-time dynamics using Lagrange multipliers. SIGGRAPH.",
)
FEATHERSTONE_1983 = Source(
    "Featherstone 1983",
    "Featherstone, R. 1983. The calculation of robot dynamics using articulated-body inertias. "
    "Int. J. Robotics Research 2(1).",
)
FEATHERSTONE_FIJANY_1999 = Source(
    "Featherstone and Fijany 1999",
    "Featherstone, R. and Fijany, A. 1999. A technique for analyzing constrained rigid-body systems "
    "and its application to the constraint force algorithm. IEEE Trans. Robotics and Automation 15(6).",
)
FEATHERSTONE_ORIN_2000 = Source(
    "Featherstone and Orin 2000",
    "Featherstone, R. and Orin, D. 2000. Robot dynamics: equations and algorithms. "
    "IEEE Int. Conf. Robotics and Automation.",
)
FIJANY_1995 = Source(
    "Fijany et al. 1995",
    "Fijany, A., Sharf, I. and D'Eleuterio, G. M. T. 1995. Parallel O(log N) algorithms for "
    "computation of manipulator forward dynamics. IEEE Trans. Robotics and Automation 11(3).",
    by="Fijany, Sharf and D'Eleuterio 1995",
)
FIJANY_BEJCZY_1989 = Source(
    "Fijany and Bejczy 1989",
    "Fijany, A. and Bejczy, A. K. 1989. An efficient method for computation of the manipulator "
    "inertia matrix. IEEE Int. Conf. Robotics and Automation.",
)
GAUTIER_KHALIL_1990 = Source(
    "Gautier and Khalil 1990",
    "Gautier, M. and Khalil, W. 1990. Direct calculation of minimum set of inertial parameters of "
    "serial robots. IEEE Trans. Robotics and Automation 6(3).",
)
GRIEWANK_WALTHER_2008 = Source(
    "Griewank and Walther 2008",
    "Griewank, A. and Walther, A. 2008. Evaluating derivatives: principles and techniques of "
    "algorithmic differentiation, 2nd ed. SIAM.",
)
KHALIL_KLEINFINGER_1986 = Source(
    "Khalil and Kleinfinger 1986",
    "Khalil, W. and Kleinfinger, J. F. 1986. A new geometric notation for open and closed-loop "
    "robots. IEEE Int. Conf. Robotics and Automation.",
)
KHATIB_1987 = Source(
    "Khatib 1987",
    "Khatib, O. 1987. A unified approach for motion and force control of robot manipulators: the "
    "operational space formulation. IEEE J. Robotics and Automation 3(1).",
)
LIN_1991 = Source(
    "Lin 1991",
    "Lin, S. K. 1991. A new composite body method for manipulator dynamics. J. Robotic Systems 8.",
)
LUH_WALKER_PAUL_1980 = Source(
    "Luh, Walker and Paul 1980",
    "Luh, J. Y. S., Walker, M. W. and Paul, R. P. 1980. On-line computational scheme for mechanical "
    "manipulators. ASME J. Dynamic Systems, Measurement, and Control 102.",
)
MATA_2002 = Source(
    "Mata et al. 2002",
    "Mata, V., Provenzano, S., Valero, F. and Cuadrado, J. I. 2002. Serial-robot dynamics algorithms "
    "for moderately large numbers of joints. Mechanism and Machine Theory 37.",
    by="Mata, Provenzano, Valero and Cuadrado 2002",
)
PROVENZANO = Source(
    "Provenzano et al.",
    "Provenzano, S., Mata, V., Ceccarelli, M. and Suñer, J. L. Efficient computation of the "
    "generalized inertial tensor of robots by using the Gibbs-Appell equations.",
    by="Provenzano, Mata, Ceccarelli and Suñer",
)
RENAUD_1984 = Source(
    "Renaud 1984",
    "Renaud, M. 1984. An efficient iterative analytical procedure for obtaining a robot manipulator "
    "dynamic model. In Robotics Research, MIT Press.",
)
SAHA_1999 = Source(
    "Saha 1999",
    "Saha, S. K. 1999. Analytical expression for the inverted inertia matrix of serial robots. "
    "Int. J. Robotics Research 18(1).",
)
SINGH_2022 = Source(
    "Singh et al. 2022",
    "Singh, S., Russell, R. P. and Wensing, P. M. 2022. Efficient analytical derivatives of rigid-body "
    "dynamics using spatial vector algebra. IEEE Robotics and Automation Letters 7(2).",
    by="Singh, Russell and Wensing 2022",
)
WALKER_ORIN_1982 = Source(
    "Walker and Orin 1982",
    "Walker, M. W. and Orin, D. E. 1982. Efficient dynamic computer simulation of robotic mechanisms. "
    "ASME J. Dynamic Systems, Measurement, and Control 104.",
)
