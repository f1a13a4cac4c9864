"""Which frames kernels are made for: those that the user names, or the tips and what was added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gen_robot.description.description import Description
from gen_robot.description.frames import known_link
from gen_robot.model.canonical import placed
from gen_robot.model.model import Model, Place

OPTION = "--frames"


def with_chosen_frames(
    model: Model, description: Description, names: Sequence[str] | None
) -> Model:
    """Return the model with these frames to make kernels for; None: those that it has by itself."""
    if names is None:
        return model
    return replace(model, frames={name: _place(model, description, name) for name in names})


def _place(model: Model, description: Description, name: str) -> Place:
    if name in model.frames:
        return model.frames[name]
    for frame in description.frames:
        if frame.name == name:
            known_link(description, f"{OPTION} {name}", frame.link)  # edits may have left it out
            return placed(frame, model.places)
    others = tuple(frame.name for frame in description.frames)
    return model.places[known_link(description, OPTION, name, others)]
