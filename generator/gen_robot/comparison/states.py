"""The same random states for two robots: shared joints move alike, all others rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from gen_robot.bindings.manifest import Joint, Manifest
from gen_robot.bindings.manifolds import manifold_of
from gen_robot.comparison.constants import Recounted
from gen_robot.comparison.evaluation import Reals

STATES, SEED = 100, 0
RATE = np.pi
"""Velocities and accelerations are uniform up to it."""

State = Mapping[str, Reals]
ALIKE = Recounted(1, 0.0)
EMPTY: Mapping[str, Recounted] = MappingProxyType({})


def states(
    pairs: Sequence[tuple[Joint, Joint]],
    manifests: tuple[Manifest, Manifest],
    recounted: Mapping[str, Recounted] = EMPTY,
) -> tuple[State, State]:
    """Return q, qd, qdd of both robots; `recounted`, by the left joint, is for the right one."""
    rng = np.random.default_rng(SEED)
    found = tuple(_at_rest(manifest) for manifest in manifests)
    for joints in pairs:
        # Within no limits: two robots rarely have the same, and formulas do not know of them.
        free = replace(joints[0], lower=None, upper=None)
        q = manifold_of(free).random(free, rng, (STATES,))
        rates = [rng.uniform(-RATE, RATE, (STATES, free.nv)) for _ in range(2)]
        for side, joint in enumerate(joints):
            count = recounted.get(joints[0].name, ALIKE) if side else ALIKE
            sense = count.sense
            found[side]["q"][:, joint.in_q] = sense * (q + count.zero) if count != ALIKE else q
            for name, rate in zip(("qd", "qdd"), rates, strict=True):
                found[side][name][:, joint.in_qd] = sense * rate
    return found[0], found[1]


def _at_rest(robot: Manifest) -> dict[str, Reals]:
    neutral = np.concatenate([manifold_of(joint).neutral(joint) for joint in robot.joints])
    return {
        "q": np.tile(neutral.astype(float), (STATES, 1)),
        "qd": np.zeros((STATES, robot.nv)),
        "qdd": np.zeros((STATES, robot.nv)),
    }
