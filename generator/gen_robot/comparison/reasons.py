"""Why two robots differ: changed constants put alone into the left robot, and what that does.

A reason is an experiment: the left robot is traced again with a few of the right one's constants, by
the way that its inverse dynamics takes. What appears, vanishes, costs more or moves is due to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gen_robot.algebra.precision import PRECISIONS
from gen_robot.comparison.constants import DRIVES, Group, Pair, groups, with_group
from gen_robot.comparison.effect import row_changes
from gen_robot.comparison.evaluation import Reals
from gen_robot.comparison.states import RATE, SEED
from gen_robot.ir.evaluate import evaluate
from gen_robot.ir.kernel_graph import KernelGraph
from gen_robot.kernels.dynamics import INVERSE_DYNAMICS
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.kernels.task import Setting
from gen_robot.kernels.trace import trace
from gen_robot.long_work import room_for
from gen_robot.model.formulation import PLAIN, formulated
from gen_robot.model.model import Model
from gen_robot.model.sample_states import exact_state
from gen_robot.pipeline import Progress

STATES = 20
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


def reasons(
    pair: Pair, way: AnyWay, setting: Setting, progress: Progress = lambda text: None
) -> list[Reason]:
    """Return what each group of changed constants does, those that move tau most first."""
    with room_for(len(pair.left.links)):
        before = _Traced(pair.left, way, setting)
        found = []
        for together in _together(groups(pair, setting.friction)):
            model = pair.left
            for group in together:
                model = with_group(pair, group, model)
            progress(f"{together[0].what} alone")
            after = _Traced(model, way, setting)
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
    """Hold inverse dynamics of one model, and what it gives."""

    def __init__(self, model: Model, way: AnyWay, setting: Setting) -> None:
        self.model = model
        wanted = {*way.formulations, PLAIN}
        self.graph: KernelGraph = trace(
            INVERSE_DYNAMICS, way, {each: formulated(model, each) for each in wanted}, setting
        )

    @property
    def cost(self) -> int:
        counts = self.graph.operations
        return counts.mul + counts.add

    @cached_property
    def terms(self) -> dict[str, None]:
        labels = self.graph.graph.labels
        return dict.fromkeys(labels[n.id].word for n in self.graph.nodes if n.id in labels)

    @cached_property
    def numbers(self) -> dict[str, Reals]:
        """Return M, g and tau at random states, all from torques."""
        n = self.model.free_nv
        q = np.array([[float(x) for x in exact_state(self.model, k)[0]] for k in range(STATES)])
        rng = np.random.default_rng(SEED)
        moving = [rng.uniform(-RATE, RATE, (STATES, n)) for _ in range(2)]
        still = np.zeros((STATES, n))
        # At rest, with a unit acceleration of each joint in turn, and in motion.
        runs = [(still, still), *((still, still + unit) for unit in np.eye(n)), tuple(moving)]
        qd, qdd = (np.concatenate(each) for each in zip(*runs, strict=True))
        given = {"q": np.tile(q, (len(runs), 1)), "qd": qd, "qdd": qdd}
        torques = evaluate(self.graph.outputs["tau"], given).reshape(len(runs), STATES, n)
        columns = torques[1:-1] - torques[0]
        return {"M": np.moveaxis(columns, 0, 2), "g": torques[0], "tau": torques[-1]}


def _effects(before: Mapping[str, Reals], after: Mapping[str, Reals]) -> dict[str, float]:
    return {
        name: float(row_changes(own, after[name], _UNIT).max(initial=0.0))
        for name, own in before.items()
    }
