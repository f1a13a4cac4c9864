"""Formulations that a search has found, as a text to keep, and what they were found for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from typing import Any

from gen_robot.algebra.number import Number
from gen_robot.model.formulation import Bodies, Formulation, Frames, Limbs
from gen_robot.model.model import Model
from gen_robot.model.structure import Meetings, Polar, Structure, Vanishing


def identity(model: Model) -> list[Any]:
    """Return all of a robot that a search depends on, as texts and whole numbers."""
    links = [
        [
            k.number,
            k.parent,
            repr(k.kind.motions),
            k.q_index,
            repr(k.following),
            [*_spelled(astuple(k.geometry)), *_spelled(_moments(k.body)), str(k.rotor_inertia)],
        ]
        for k in model.links
    ]
    base = [*_spelled(model.gravity), repr(sorted(model.base_frames.items()))]
    late = [[p.name, list(p.links), p.is_added] for p in model.parameters]
    return [links, base, late, repr(model.base_motion)]


def _moments(body: Any) -> Iterator[Any]:
    yield from (body.mass, *body.first, *body.second)


def _spelled(values: Any) -> Iterator[str]:
    return (x.spelled(40) if isinstance(x, Number) else repr(x) for x in values)


def to_text(found: Sequence[Formulation]) -> str:
    """Return formulations as JSON."""
    return json.dumps([_plain(each) for each in found])


def from_text(text: str) -> list[Formulation] | None:
    """Return formulations of a text; None if it is none."""
    try:
        return [_formulation(each) for each in json.loads(text)]
    except (ValueError, KeyError, TypeError):
        return None


def _plain(formulation: Formulation) -> dict[str, Any]:
    s = formulation.structure
    met = s.meetings
    return {
        "bodies": formulation.bodies.value,
        "frames": formulation.frames.value,
        "limbs": formulation.limbs.value,
        "leaves": s.leaves,
        "heights": s.heights,
        "gauge": [[n, [[v.element, v.of_parent] for v in spent]] for n, spent in s.gauge],
        "meetings": met
        and [met.points, met.common, [[pair, polar.name] for pair, polar in met.polars]],
    }


def _formulation(plain: dict[str, Any]) -> Formulation:
    met = plain["meetings"]
    meetings = None
    if met is not None:
        points, common, polars = met
        meetings = Meetings(
            tuple((_pair(a), _pair(b)) for a, b in points),
            int(common),
            tuple((_pair(pair), Polar[name]) for pair, name in polars),
        )
    structure = Structure(
        tuple(map(int, plain["leaves"])),
        tuple(_pair(each) for each in plain["heights"]),
        tuple(
            (int(n), tuple(Vanishing(str(e), bool(own)) for e, own in spent))
            for n, spent in plain["gauge"]
        ),
        meetings,
    )
    return Formulation(
        Bodies(plain["bodies"]), Frames(plain["frames"]), Limbs(plain["limbs"]), structure
    )


def _pair(values: Sequence[int]) -> tuple[int, int]:
    a, b = values
    return int(a), int(b)
