"""Whose work a kernel is: the publications behind a way."""

from __future__ import annotations

from collections.abc import Iterable

from gen_robot.algorithms.sources import (
    GAUTIER_KHALIL_1990,
    KHALIL_KLEINFINGER_1986,
    Source,
)
from gen_robot.kernels.joined_way import AnyWay
from gen_robot.model.formulation import Bodies

FRAMES = KHALIL_KLEINFINGER_1986
"""Whose notation the canonical frames are in."""

REGROUPING = GAUTIER_KHALIL_1990


def credits(way: AnyWay) -> list[str]:
    """Say of each method of a way what it is and where it was published."""
    lines = []
    for method in way.methods:
        places = [f"{s.credit}, {where}" if where else s.credit for s, where in method.sources]
        title = f"{method.title[:1].upper()}{method.title[1:]}"
        lines.append(f"{title}: {'; '.join(places)}." if places else f"{title}.")
    return lines


def citations(ways: Iterable[AnyWay]) -> list[str]:
    """Cite in full all that these ways, and the robot's frames, are taken from."""
    sources: set[Source] = {FRAMES}
    for way in ways:
        sources |= {source for method in way.methods for source, _ in method.sources}
        if any(each.bodies is Bodies.REGROUPED for each in way.formulations):
            sources.add(REGROUPING)
    return sorted(source.full for source in sources)
