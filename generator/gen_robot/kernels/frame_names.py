"""Frames by the words that names of routines hold: jacobian_tool0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gen_robot.errors import UserError, shown
from gen_robot.kernels.kernel import identifier
from gen_robot.kernels.sines import SUFFIX
from gen_robot.model.model import Model

ENDINGS = (SUFFIX, "_batch", f"{SUFFIX}_batch")
"""What the names of other forms of a routine end in."""


def with_frames_named(model: Model, *, asked: bool) -> Model:
    """Return the model with frames of which no two give the same name to routines.

    Those that were asked for are refused; of those that a robot has by itself, the first is kept.
    """
    kept: dict[str, str] = {}
    for name, place in model.frames.items():
        word = identifier(name)
        other = _namesake(word, kept)
        if other is None:
            kept[word] = name
        elif asked:
            found = f"{shown(other)} and {shown(name)} would give the same name to routines"
            cure = f"call one otherwise, e.g. --frame other={place.on}:0,0,0,0,0,0"
            raise UserError("--frames", found, cure)
    return replace(model, frames={name: model.frames[name] for name in kept.values()})


def _namesake(word: str, kept: Mapping[str, str]) -> str | None:
    """Return the frame, by its word, whose routines are called as those of this word in some form."""
    for other, name in kept.items():
        if word == other or any(word + e == other or other + e == word for e in ENDINGS):
            return name
    return None
