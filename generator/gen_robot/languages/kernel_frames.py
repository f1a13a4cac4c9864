"""The frames that kernels are made for, as a table for readers of the generated code."""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.kernels.kernel import identifiers
from gen_robot.languages.emission import Emission
from gen_robot.model.model import Place
from gen_robot.references import REFERENCES

Wrapped = Callable[[str, str], list[str]]


def kernel_frames(emission: Emission, wrapped: Wrapped) -> list[str]:
    """Return a line a frame: its number, its word in names of kernels, its name, its link."""
    if not any(k.arguments for each in emission.kernels for k in each.choice.kernel.each):
        return []
    rows = [
        (number, word, _about(emission, name, word))
        for number, (name, word) in enumerate(identifiers([*emission.model.frames]).items(), 1)
    ]
    wide = max(len(word) for _, word, _ in rows)
    lines = [f"  {number}  {word:<{wide}}  {text}".rstrip() for number, word, text in rows]
    title = "Frames of kernels, by their numbers and by what the kernels' names end in:"
    reference = f"Motions of frames are {emission.reference}: {REFERENCES[emission.reference]}."
    return [
        *wrapped(title, ""),
        *(line for row in lines for line in wrapped(row, " " * 6)),
        *wrapped(reference, ""),
    ]


def _about(emission: Emission, name: str, word: str) -> str:
    """Say which frame it is, as far as its word does not."""
    place = emission.model.frames[name]
    called = [] if name == word else [name]
    on = [] if place.on == name else [f"on {place.on}"]
    return ", ".join([*called, *on, *_carried(emission, place)])


def _carried(emission: Emission, place: Place) -> list[str]:
    if not place.link:
        return ["stands still"]
    carrier = emission.model.link(place.link).name
    return [] if carrier == place.on else [f"moves with {carrier}"]
