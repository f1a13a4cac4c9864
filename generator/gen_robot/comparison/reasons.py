"""Why two robots differ: changed constants put alone into the left robot, and what that does.

A reason is an experiment: the left robot is traced again with a few of the right one's constants, by
the way that its inverse dynamics takes. What appears, vanishes, costs more or moves is due to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.precision import PRECISIONS
from gen_robot.comparison.constants import DRIVES, Group, Pair, groups, with_group
from gen_robot.comparison.effect import row_changes
from gen_robot.comparison.evaluation import Reals
from gen_robot.comparison.states import State
from gen_robot.ir.evaluate import evaluate
from gen_robot.kernels.dynamics import INERTIA_MATRIX, INVERSE_DYNAMICS
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.task import Setting
from gen_robot.kernels.trace import trace
from gen_robot.long_work import room_for
from gen_robot.model.formulation import PLAIN, formulated
from gen_robot.model.model import Model
from gen_robot.pipeline import Progress

MOST_GROUPS = 60
"""Beyond so many experiments, links are exchanged whole."""

_UNIT = float(PRECISIONS["double"].epsilon)


@dataclass(frozen=True)
class Reason:
    """Hold what some constants alone do to the left robot."""

    groups: tuple[Group, ...]
    operations: int  # more, or fewer, in inverse dynamics as traced
    appear: tuple[str, ...]  # named values
    vanish: tuple[str, ...]
    effects: Mapping[str, float]  # largest relative change of M, g, tau


@dataclass(frozen=True)
class Experiment:
    """Say how the left robot is traced, and at which states it is evaluated."""

    ways: Mapping[str, AnyWay]  # by kernel
    setting: Setting
    state: State


def reasons(
    pair: Pair, experiment: Experiment, progress: Progress = lambda text: None
) -> list[Reason]:
    """Return what each group of changed constants does, those that move tau most first."""
    with room_for(len(pair.left.links)):
        before = _Traced(pair.left, experiment)
        found = []
        for together in _together(groups(pair, experiment.setting.friction)):
            model = pair.left
            for group in together:
                model = with_group(pair, group, model)
            progress(f"{together[0].what} alone")
            after = _Traced(model, experiment)
            found.append(
                Reason(
                    together,
                    after.cost - before.cost,
                    tuple(term for term in after.terms if term not in before.terms),
                    tuple(term for term in before.terms if term not in after.terms),
                    _effects(before.numbers, after.numbers),
                )
            )
        return sorted(found, key=lambda reason: -max(reason.effects.values(), default=0.0))


def _together(found: list[Group]) -> list[tuple[Group, ...]]:
    """Put drives of one sort together, and links that are many, whole."""
    drives = {name: tuple(g for g in found if g.what == name) for name in DRIVES}
    rest = [group for group in found if group.what not in DRIVES]
    if len(rest) > MOST_GROUPS:
        links = dict.fromkeys(group.link for group in rest)
        alone = [tuple(g for g in rest if g.link == link) for link in links]
    else:
        alone = [(group,) for group in rest]
    return alone + [each for each in drives.values() if each]


class _Traced:
    """Hold inertia matrix and inverse dynamics of one model, and what they give."""

    def __init__(self, model: Model, experiment: Experiment) -> None:
        self.state = experiment.state
        self.graphs = {}
        for kernel in (INERTIA_MATRIX, INVERSE_DYNAMICS):
            way = experiment.ways[kernel.name]
            known = {each: formulated(model, each) for each in {*way.formulations, PLAIN}}
            self.graphs[kernel.name] = trace(kernel, way, known, experiment.setting)
        self.dynamics = self.graphs[INVERSE_DYNAMICS.name]

    @property
    def cost(self) -> int:
        counts = self.dynamics.operations
        return counts.mul + counts.add

    @cached_property
    def terms(self) -> dict[str, None]:
        labels = self.dynamics.graph.labels
        return dict.fromkeys(labels[n.id].word for n in self.dynamics.nodes if n.id in labels)

    @cached_property
    def numbers(self) -> dict[str, Reals]:
        """Return M, g and tau at random states."""
        n = self.state["qd"].shape[1]
        matrix = evaluate(self.graphs[INERTIA_MATRIX.name].outputs["M"], self.state)
        still = {name: x if name == "q" else 0 * x for name, x in self.state.items()}
        gravity, tau = (evaluate(self.dynamics.outputs["tau"], x) for x in (still, self.state))
        return {"M": matrix.reshape(-1, n, n), "g": gravity, "tau": tau}


def _effects(before: Mapping[str, Reals], after: Mapping[str, Reals]) -> dict[str, float]:
    return {
        name: float(row_changes(own, after[name], _UNIT).max(initial=0.0))
        for name, own in before.items()
    }
