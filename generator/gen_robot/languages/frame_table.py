"""The canonical frames of a robot as a table for readers of its generated code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from textwrap import wrap

from gen_robot.algebra.frame import AT_ORIGIN, Frame, roll_pitch_yaw_of
from gen_robot.algebra.number import ONE, PI, ZERO, Number
from gen_robot.kernels.credits import FRAMES
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Geometry, Link, Model

Element = Callable[[int], str]
"""Spells an element of q, counted from 0, as the language does."""

_CONSTANTS = tuple(field.name for field in fields(Geometry))
_ANGLES = ("gamma", "alpha", "theta")
_ALWAYS = ("alpha", "a", "theta", "d")
_MEANINGS = {
    "gamma": "turn gamma about z",
    "b": "shift b along z",
    "alpha": "turn alpha about x",
    "a": "shift a along x",
    "e": "shift e along y",
    "theta": "turn theta about z",
    "d": "shift d along z",
}
_INDENT = "  "
_PARTS = (1, 2, 3, 4, 6)  # of pi, that an angle is shown as a multiple of


def frame_table(model: Model, element: Element, width: int) -> list[str]:
    """Return the constants that lead to each link's frame, a line a link, but those that are all zero.

    Where the table is too wide, each link has a sentence without its zeros.
    """
    table = frame_rows(model, element)
    lines = _aligned(table)
    room = width - len(_INDENT)
    if max(map(len, lines)) > room:
        sentences = [_sentence(number, on, table[0][2:], cells) for number, on, *cells in table[1:]]
        lines = [line for text in sentences for line in wrap(text, room, subsequent_indent=_INDENT)]
    return [*wrap(about_table(table), width), *(_INDENT + line for line in lines)]


def frame_rows(model: Model, element: Element) -> list[list[str]]:
    """Return the table of the frames' constants, its titles first, but those that are all zero."""
    rows = {link.number: _row(model, link, element) for link in model.links}
    needed = {c for row in rows.values() for c, cell in row.items() if cell != "0"}
    shown = [c for c in _CONSTANTS if c in needed or c in _ALWAYS]
    table = [["link", "on", *shown]]
    for link in model.links:
        cells = [rows[link.number][constant] for constant in shown]
        table.append([str(link.number), str(link.parent or "base"), *cells])
    return table


def about_table(table: Sequence[Sequence[str]]) -> str:
    """Say how the constants in the columns of such a table lead from frame to frame."""
    steps = ", ".join(_MEANINGS[constant] for constant in table[0][2:])
    return (
        f"Frames, by modified Denavit-Hartenberg constants ({FRAMES.credit}) in m and rad, from that"
        f" of the link that each is on: {steps}."
    )


def user_frames(model: Model) -> str:
    """Say where the frames of the robot's file stand in the canonical ones, as far as they differ."""
    bases = model.base_frames.items()
    based = [f"below link {n} at {_placed(f)}" for n, f in bases if f != AT_ORIGIN]
    base = f"The frame of the base is taken {'; '.join(based)}. " if based else ""
    drawn = {link.number: link.user_frame for link in model.links}
    moved = [f"link {n} at {_placed(frame)}" for n, frame in drawn.items() if frame != AT_ORIGIN]
    if not moved:
        return f"{base}The links' own frames in the robot's file are the same."
    return (
        f"{base}The links' own frames in the robot's file, where they differ: {'; '.join(moved)}."
    )


def angle(value: Number) -> str:
    """Show an angle, as a multiple of pi where it is a simple one."""
    for part in _PARTS:
        count = round(float(value / PI * part))
        if count and value == PI * count / part:
            times = {1: "", -1: "-"}.get(count, f"{count} ")
            return f"{times}pi" + (f"/{part}" if part > 1 else "")
    return length(value)


def length(value: Number) -> str:
    """Show a number in nine digits at most."""
    return f"{float(value):.9g}" if value else "0"


def _row(model: Model, link: Link, element: Element) -> dict[str, str]:
    """Return a link's constants as text, with the joint's coordinates where they are added."""
    row: dict[str, str] = {}
    for constant in _CONSTANTS:
        value = getattr(link.geometry, constant)
        show = angle if constant in _ANGLES else length
        row[constant] = _sum(
            _moving(link, constant), _coordinates(model, link, element), value, show
        )
    return row


def _moving(link: Link, constant: str) -> list[Number]:
    """Return by how much of each of the joint's coordinates a constant changes."""
    kind = link.kind
    if constant == "theta":
        return [ONE if k in kind.angles else ZERO for k in range(kind.nv)] if kind.has_axis else []
    if constant == "d" and kind.has_axis:
        return [motion.linear.z for motion in kind.motions]
    return []


def _coordinates(model: Model, link: Link, element: Element) -> list[tuple[Number, str, Number]]:
    """Return each coordinate of a joint as a multiple of the user's, plus a constant."""
    coordinates, tie = Coordinates(model), link.following
    if tie:
        start, _ = coordinates.places(model.link(tie.leader))
        return [(tie.multiplier, element(start), tie.offset)]
    start, _ = coordinates.places(link)
    return [(ONE, element(start + k), ZERO) for k in range(link.kind.nq)]


def _sum(
    factors: Sequence[Number],
    coordinates: Sequence[tuple[Number, str, Number]],
    constant: Number,
    show: Callable[[Number], str],
) -> str:
    text = ""
    for factor, (multiplier, name, offset) in zip(factors, coordinates, strict=False):
        times = factor * multiplier
        constant = constant + factor * offset
        if times:
            size = "" if abs(times) == ONE else f"{length(abs(times))} "
            text += _signed(f"{size}{name}", times.sign, text)
    if constant or not text:
        text += _signed(show(abs(constant)), constant.sign, text)
    return text


def _signed(term: str, sign: int, before: str) -> str:
    if before:
        return f" {'-' if sign < 0 else '+'} {term}"
    return f"-{term}" if sign < 0 else term


def _placed(frame: Frame) -> str:
    """Show a placement as URDF does: where the origin is, and turns about the fixed x, y and z."""
    roll, pitch, yaw = roll_pitch_yaw_of(frame.rotation)
    parts = []
    if any(frame.origin):
        parts.append(f"xyz ({', '.join(length(v) for v in frame.origin)})")
    if roll or pitch or yaw:
        parts.append(f"rpy ({', '.join(angle(v) for v in (roll, pitch, yaw))})")
    return ", ".join(parts)


def _sentence(number: str, on: str, names: Sequence[str], cells: Sequence[str]) -> str:
    told = [f"{name} {cell}" for name, cell in zip(names, cells, strict=True) if cell != "0"]
    return f"link {number} on {on}: {', '.join(told) or 'at the same place'}"


def _aligned(table: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    rows = ("  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)) for row in table)
    return [row.rstrip() for row in rows]
