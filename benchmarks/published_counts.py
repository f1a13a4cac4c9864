"""What others print or generate for the robots of the records, each with its place."""

from __future__ import annotations

from dataclasses import dataclass

from gen_robot.ledger.papers import PAPERS, Paper
from gen_robot.ledger.published import PUBLISHED, Published

GENERAL_JOINTS = {"general6": 6, "general12": 12, "general30": 30}

SAME = {"puma560": ("puma560", "puma560_corke")}
"""By what names counts are published for a robot: other parameters, the same geometry."""

_CASADI, _SYMORO = "CasADi on Pinocchio's functions", "OpenSYMORO, base parameters"
_WRITTEN = "counted in the C that it writes"
_OTHERS: dict[tuple[str, str], tuple[tuple[int, int, str], ...]] = {
    ("ur5_robot", "inertia_matrix"): ((152, 126, _CASADI),),
    ("ur5_robot", "inverse_dynamics"): ((323, 233, _CASADI),),
    ("panda", "inertia_matrix"): ((317, 216, _SYMORO), (370, 307, _CASADI)),
    ("panda", "inverse_dynamics"): ((361, 288, _SYMORO), (556, 451, _CASADI)),
}
"""M, A and whose, for robots that do not ship."""


@dataclass(frozen=True)
class Other:
    """Hold one count of others."""

    total: int
    split: str  # M + A where they are told apart
    where: str
    is_whole: bool = True  # of the same function as ours

    def __str__(self) -> str:
        return f"{self.split}, {self.where}"


def others(robot: str, kernel: str) -> list[Other]:
    """Return every count of others for a kernel of a robot, the lowest first."""
    found = [_written(*each) for each in _OTHERS.get((robot, kernel), ())]
    if n := GENERAL_JOINTS.get(robot):
        found += [_paper(each, n) for each in PAPERS if each.kernel == kernel and each.covers(n)]
    names = {*SAME.get(robot, (robot,))}
    known = [each for each in PUBLISHED if names & {*each.robots} and each.kernel == kernel]
    found += [_published(each, robot) for each in known]
    return sorted(found, key=lambda other: other.total)


def least(robot: str, kernel: str) -> Other | None:
    """Return the lowest count of the same function, if there is any."""
    return next((other for other in others(robot, kernel) if other.is_whole), None)


def _written(mul: int, add: int, whose: str) -> Other:
    return Other(mul + add, f"{mul} + {add} = {mul + add}", f"{whose}, {_WRITTEN}")


def _paper(paper: Paper, n: int) -> Other:
    where = paper.printed
    if not where.startswith(paper.method):
        where = f"{paper.method} in {where}"
    remark = f"; {paper.remark}" if paper.remark else ""
    split = f"{paper.mul(n)} + {paper.add(n)} = {paper.total(n)}"
    return Other(paper.total(n), split, f"{where}{remark}", not paper.on_top)


def _published(each: Published, robot: str) -> Other:
    split = f"{each.mul} + {each.add} = {each.total}" if each.mul is not None else f"{each.total}"
    whose = "" if robot in each.robots else f", those of {', '.join(each.robots)}"
    remark = f"; {each.remark}" if each.remark else ""
    return Other(each.total, split, f"{each.method}, {each.printed}{whose}{remark}", each.is_whole)
