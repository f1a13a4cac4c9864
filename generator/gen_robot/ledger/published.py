"""What is printed for one robot: by papers that model it, or counted in what other generators write.

Unlike the counts of ledger/papers.py, which are for the general robot, these hold for the zeros and
right angles of a robot's own geometry, as ours do.
"""

from __future__ import annotations

from dataclasses import dataclass

_PUMA, _CORKE = ("puma560",), ("puma560_corke",)
_EXPLICIT = "Armstrong, Khatib and Burdick 1986"
_COUNTED = "counted in the C that it writes for these parameters"
TRACED = "counted in CasADi's symbols for these parameters"
"""What `benchmarks/peer_operations.py` counts."""


@dataclass(frozen=True)
class Published:
    """Hold a count for robots of these names; of some only the sum is printed."""

    robots: tuple[str, ...]
    kernel: str
    method: str
    printed: str  # where
    total: int  # multiplications and additions
    mul: int | None = None
    remark: str = ""
    is_whole: bool = True  # nothing is left out of the function

    @property
    def add(self) -> int | None:
        return None if self.mul is None else self.total - self.mul


PUBLISHED: tuple[Published, ...] = (
    Published(
        _PUMA,
        "inverse_dynamics",
        "explicit model",
        _EXPLICIT,
        1165,
        739,
        "all parameters that are not zero",
    ),
    Published(
        _PUMA,
        "inverse_dynamics",
        "explicit model, abbreviated",
        _EXPLICIT,
        305,
        remark="terms below 1 % are left out: it is not the same function",
        is_whole=False,
    ),
    Published(
        _PUMA,
        "inverse_dynamics",
        "SYM",
        "its source not at hand",
        340,
        remark="for which parameters is not known here",
    ),
    Published(_CORKE, "inertia_matrix", "OpenSYMORO, base parameters", _COUNTED, 246, 155),
    Published(_CORKE, "inverse_dynamics", "OpenSYMORO, base parameters", _COUNTED, 341, 196),
    Published(
        _CORKE,
        "forward_dynamics",
        "OpenSYMORO, base parameters",
        _COUNTED,
        997,
        585,
        "and 6 divisions",
    ),
    Published(_CORKE, "inertia_matrix", "CasADi on Pinocchio's crba", _COUNTED, 334, 184),
    Published(_CORKE, "inverse_dynamics", "CasADi on Pinocchio's rnea", _COUNTED, 576, 331),
    Published(
        _CORKE,
        "forward_dynamics",
        "CasADi on Pinocchio's aba",
        _COUNTED,
        1193,
        674,
        "and 23 divisions",
    ),
    Published(_CORKE, "placement", "Pinocchio's forwardKinematics", TRACED, 91, 61),
    Published(_CORKE, "jacobian", "Pinocchio's computeFrameJacobian", TRACED, 74, 51),
    Published(_CORKE, "com", "Pinocchio's centerOfMass", TRACED, 32, 16, "and 3 divisions"),
    Published(
        _CORKE,
        "com_jacobian",
        "Pinocchio's jacobianCenterOfMass",
        TRACED,
        219,
        137,
        "and 17 divisions",
    ),
    Published(_CORKE, "coriolis_matrix", "Pinocchio's computeCoriolisMatrix", TRACED, 2948, 1537),
    Published(
        _CORKE,
        "inverse_dynamics_derivatives",
        "Pinocchio's computeRNEADerivatives",
        TRACED,
        4766,
        2485,
    ),
    Published(
        _CORKE, "inverse_dynamics_derivatives", "CasADi's jacobian of rnea", TRACED, 3260, 1791
    ),
    Published(
        _CORKE,
        "inverse_dynamics_derivatives",
        "CasADi's derivatives of rnea in reverse",
        TRACED,
        2902,
        1622,
    ),
    Published(
        _CORKE,
        "forward_dynamics_derivatives",
        "Pinocchio's computeABADerivatives",
        TRACED,
        6572,
        3362,
        "and 75 divisions",
    ),
    Published(_CORKE, "regressor", "Pinocchio's computeJointTorqueRegressor", TRACED, 1388, 826),
)


def published(robot: str, kernel: str) -> list[Published]:
    """Return what is printed for a kernel of a robot, the lowest count first."""
    found = [each for each in PUBLISHED if robot in each.robots and each.kernel == kernel]
    return sorted(found, key=lambda each: each.total)
