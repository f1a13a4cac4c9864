"""A robot on one sheet of paper: a large view from above a corner, three small ones, a legend."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from gen_robot.show import svg
from gen_robot.show.drawing import centre_mark, draw, labelled
from gen_robot.show.scene import Scene, scene
from gen_robot.show.shapes import arrow
from gen_robot.show.sheet import Sheet
from gen_robot.show.spelling import is_length, plain, radians
from gen_robot.show.svg import Point
from gen_robot.show.view import View, flat_views, oblique_view

WIDTH = 960.0
_MARGIN, _TOP = 20.0, 64.0
_LARGE: Point = (620.0, 540.0)
_SMALL: Point = (280.0, 172.0)
_GAP = 12.0
_ROW = 20.0
_COLUMNS = 4
_MARKS = ("mass", "com")
_MOST_VALUES = 8
_CLEAR = 110.0


def picture(sheet: Sheet) -> str:
    """Return the drawing as the text of an SVG file."""
    shown = scene(sheet)
    legend = [*_legend(sheet)]
    deep = ceil(len(legend) / _COLUMNS)
    height = _TOP + _LARGE[1] + _MARGIN + deep * _ROW + _MARGIN
    elements = [
        svg.rectangle("paper", (0.5, 0.5), (WIDTH - 1, height - 1), 10),
        *_title(sheet),
        *_large(shown),
        *_small(shown),
        *_rows(legend, _TOP + _LARGE[1] + _MARGIN + 10),
    ]
    return svg.document(WIDTH, height, f"The robot {sheet.description.name}", elements)


def _title(sheet: Sheet) -> Iterator[str]:
    model = sheet.placement.model
    n = model.free_nv
    facts = [f"{n} degree{'s' if n > 1 else ''} of freedom"]
    if sheet.placement.mass:
        facts.append(f"{plain(sheet.placement.mass)} kg moving")
    yield svg.text("title", (_MARGIN, 36), sheet.description.name)
    yield svg.text("quiet", (_MARGIN, 54), ", ".join([*facts, *_position(sheet)]))


def _position(sheet: Sheet) -> Iterator[str]:
    """Say at which position the robot is drawn, if that is short."""
    joints = sheet.placement.model.free_links
    if len(joints) <= _MOST_VALUES and all(link.kind.nq == 1 for link in joints):
        pairs = zip(joints, sheet.placement.q, strict=True)
        values = [plain(x, "m") if is_length(k.kind) else radians(x) for k, x in pairs]
        yield f"q = {', '.join(values)}"


def _large(shown: Scene) -> Iterator[str]:
    corner, room = (_MARGIN, _TOP), _LARGE
    yield svg.rectangle("panel", corner, room, 8)
    inner = (corner[0] + 60, corner[1] + 56), (room[0] - 120, room[1] - 116)
    view = oblique_view(shown).fitted(shown.points, *inner)
    yield from draw(shown, view)
    yield from labelled(shown, view, corner, room)
    right = corner[0] + room[0]
    top = _clearest(shown, view, [(right - 40, corner[1] + 30), (corner[0] + 40, corner[1] + 30)])
    yield from _gravity(shown, view, top)
    low = corner[1] + room[1] - 18
    yield from _scale_bar(view, _clearest(shown, view, [(corner[0] + 18, low), (right - 180, low)]))


def _small(shown: Scene) -> Iterator[str]:
    """Draw the three views along the axes, all to one scale."""
    places = [(_MARGIN + _LARGE[0] + _GAP + 8, _TOP + k * (_SMALL[1] + _GAP)) for k in range(3)]
    insets = [((x + 28, y + 30), (_SMALL[0] - 56, _SMALL[1] - 52)) for x, y in places]
    views = flat_views(shown)
    points = [*shown.points]
    most = min(v.fitted(points, *inset).scale for v, inset in zip(views, insets, strict=True))
    for view, place, inset in zip(views, places, insets, strict=True):
        yield svg.rectangle("panel", place, _SMALL, 8)
        fitted = view.fitted(points, *inset, most=most)
        yield svg.group("thin", [*draw(shown, fitted, small=True)])
        yield svg.text("quiet", (place[0] + 10, place[1] + 18), view.title)


def _clearest(shown: Scene, view: View, places: list[Point]) -> Point:
    """Return the first of the places with room around it, else the one with most."""
    seen = [*map(view, shown.points)]

    def room(p: Point) -> float:
        return min(max(abs(x - p[0]), abs(y - p[1])) for x, y in seen)

    return next((p for p in places if room(p) > _CLEAR), max(places, key=room))


def _gravity(shown: Scene, view: View, at: Point) -> Iterator[str]:
    if not any(shown.gravity):
        return
    x, y = view.direction(shown.gravity)
    end = (at[0] + 36 * x, at[1] + 36 * y)
    yield from arrow("gravity", at, end, 8.0)
    yield svg.text("quiet", (at[0] + 8, at[1] + 12), "g")


def _scale_bar(view: View, at: Point) -> Iterator[str]:
    """Draw a length of 1, 2 or 5 times a power of ten, about 100 units long on paper."""
    lengths = [float(f"{step}e{power}") for power in range(-31, 32) for step in (1, 2, 5)]
    length = max((x for x in lengths if x * view.scale <= 120), default=lengths[0])
    x, y = at
    end = x + length * view.scale
    yield svg.line("scale", (x, y - 4), (x, y + 4))
    yield svg.line("scale", (x, y), (end, y))
    yield svg.line("scale", (end, y - 4), (end, y + 4))
    yield svg.text("quiet", (end + 8, y + 4), f"{length:g} m")


def _legend(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Say which joint each number is, and what the other marks are."""
    for link in sheet.placement.model.links:
        yield str(link.number), _short(f"{link.joint_name}, {link.joint_type}")
    if sheet.placement.mass:
        yield "mass", "centre of a link's mass"
        yield "com", "centre of the whole mass"


def _short(words: str, most: int = 32) -> str:
    return words if len(words) <= most else f"{words[: most - 3]}..."


def _rows(legend: list[tuple[str, str]], top: float) -> Iterator[str]:
    deep = ceil(len(legend) / _COLUMNS)
    wide = (WIDTH - 2 * _MARGIN) / _COLUMNS
    for k, (mark, words) in enumerate(legend):
        x, y = _MARGIN + 10 + (k // deep) * wide, top + (k % deep) * _ROW
        yield from centre_mark(mark, (x, y - 4), 7) if mark in _MARKS else _number(mark, (x, y - 4))
        yield svg.text("", (x + 16, y), words)


def _number(number: str, at: Point) -> list[str]:
    return [svg.circle("badge", at, 9), svg.text("number", (at[0], at[1] + 4), number)]
