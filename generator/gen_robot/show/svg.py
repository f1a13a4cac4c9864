"""The elements of SVG that drawings are made of, and how they look by day and by night.

Numbers have one digit behind the point, so that the last bits of no machine show. Texts come from
strangers' files: they are escaped here, and nothing else of them reaches the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

Point = tuple[float, float]

_STYLE = """\
svg { font: 12px system-ui, 'Segoe UI', Helvetica, Arial, sans-serif; }
.paper { fill: #ffffff; stroke: #d5dbe3; }
.panel { fill: #f6f8fa; stroke: #e3e8ee; }
text { fill: #1f2933; }
.title { font-size: 20px; font-weight: 600; }
.quiet { fill: #637083; }
.link { fill: none; stroke: #4a5a6e; stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
.thin .link { stroke-width: 2.5; }
.axis { fill: none; stroke: #8593a5; stroke-width: 1; stroke-dasharray: 9 3 2 3; }
.turn { fill: none; stroke: #1d5fbf; stroke-width: 1.3; }
.head { fill: #1d5fbf; }
.slide { stroke: #9a6206; fill: #9a6206; }
.tether { stroke: #8593a5; stroke-width: 0.9; stroke-dasharray: 1.5 3; }
.revolute { fill: #a9ccf5; stroke: #1d5fbf; stroke-width: 1.2; stroke-linejoin: round; }
.revolute-face { fill: #dcebfc; stroke: #1d5fbf; stroke-width: 1.2; }
.prismatic { fill: #f3cf86; stroke: #9a6206; stroke-width: 1.2; stroke-linejoin: round; }
.prismatic-face { fill: #fbe8c0; stroke: #9a6206; stroke-width: 1.2; stroke-linejoin: round; }
.other { fill: #dccdf3; stroke: #6b3fb0; stroke-width: 1.2; stroke-linejoin: round; }
.other-face { fill: #efe7fa; stroke: #6b3fb0; stroke-width: 1.2; stroke-linejoin: round; }
.free { fill: none; stroke: #6b3fb0; stroke-width: 1.4; stroke-dasharray: 4 3; }
.ground { fill: #e6ebf0; stroke: #4a5a6e; stroke-width: 1.2; stroke-linejoin: round; }
.hatch { stroke: #4a5a6e; stroke-width: 1; }
.mass { fill: #ffffff; stroke: #1f2933; stroke-width: 1; }
.mass-dark { fill: #1f2933; }
.com { fill: #ffffff; stroke: #c2255c; stroke-width: 1.4; }
.com-dark { fill: #c2255c; }
.x { stroke: #d6336c; fill: #d6336c; } .y { stroke: #2b8a3e; fill: #2b8a3e; }
.z { stroke: #1864ab; fill: #1864ab; }
.arrow { stroke-width: 1.8; }
.letter { stroke: none; font-size: 11px; font-style: italic; }
.gravity { stroke: #637083; fill: #637083; }
.badge { fill: #ffffff; stroke: #637083; stroke-width: 1; }
.number { font-size: 11px; font-weight: 600; text-anchor: middle; }
.leader { stroke: #9aa7b6; stroke-width: 0.8; }
.scale { stroke: #4a5a6e; stroke-width: 1.4; fill: none; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #11161d; stroke: #2b3440; }
  .panel { fill: #171e27; stroke: #252e39; }
  text { fill: #dfe6ee; }
  .quiet { fill: #93a1b3; }
  .link { stroke: #a7b4c4; }
  .axis { stroke: #6d7b8c; }
  .turn { stroke: #79b0f2; } .head { fill: #79b0f2; } .slide { stroke: #e5b45c; fill: #e5b45c; }
  .tether { stroke: #6d7b8c; }
  .revolute { fill: #1d4a86; stroke: #79b0f2; } .revolute-face { fill: #2a62ab; stroke: #79b0f2; }
  .prismatic { fill: #6f4a0a; stroke: #e5b45c; } .prismatic-face { fill: #946515; stroke: #e5b45c; }
  .other { fill: #47307a; stroke: #b799ea; } .other-face { fill: #6045a0; stroke: #b799ea; }
  .free { stroke: #b799ea; }
  .ground { fill: #232c37; stroke: #a7b4c4; } .hatch { stroke: #a7b4c4; }
  .mass { fill: #11161d; stroke: #dfe6ee; } .mass-dark { fill: #dfe6ee; }
  .com { fill: #11161d; stroke: #f06595; } .com-dark { fill: #f06595; }
  .x { stroke: #ff7aa8; fill: #ff7aa8; } .y { stroke: #69c97b; fill: #69c97b; }
  .z { stroke: #6cb4f5; fill: #6cb4f5; }
  .gravity { stroke: #93a1b3; fill: #93a1b3; }
  .badge { fill: #11161d; stroke: #93a1b3; }
  .leader { stroke: #5b6878; } .scale { stroke: #a7b4c4; }
}
"""

MARK = "<!-- gen-robot show -->"
"""Tells our drawings from other people's files."""


def document(width: float, height: float, title: str, elements: Sequence[str]) -> str:
    """Return a whole file."""
    size = f'width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            MARK,
            f"<title>{_escaped(title)}</title>",
            f"<style>\n{_STYLE}</style>",
            *elements,
            "</svg>\n",
        ]
    )


def group(style: str, elements: Sequence[str]) -> str:
    return "\n".join([f'<g class="{style}">', *elements, "</g>"])


def line(style: str, *points: Point) -> str:
    return f'<polyline class="{style}" points="{_points(points)}"/>'


def polygon(style: str, *points: Point) -> str:
    return f'<polygon class="{style}" points="{_points(points)}"/>'


def path(style: str, steps: str) -> str:
    return f'<path class="{style}" d="{steps}"/>'


def circle(style: str, centre: Point, radius: float) -> str:
    return f'<circle class="{style}" cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}"/>'


def rectangle(style: str, corner: Point, size: Point, radius: float) -> str:
    return (
        f'<rect class="{style}" x="{_n(corner[0])}" y="{_n(corner[1])}" '
        f'width="{_n(size[0])}" height="{_n(size[1])}" rx="{_n(radius)}"/>'
    )


def text(style: str, at: Point, words: str) -> str:
    return f'<text class="{style}" x="{_n(at[0])}" y="{_n(at[1])}">{_escaped(words)}</text>'


def curve(start: Point, *pieces: tuple[Point, Point, Point]) -> str:
    """Return the steps of a path of cubic curves."""
    return f"M{_pair(start)}" + "".join("C" + " ".join(map(_pair, piece)) for piece in pieces)


def closing(corner: Point) -> str:
    """Return the steps that close a path by way of a corner."""
    return f"L{_pair(corner)}Z"


def _points(points: Sequence[Point]) -> str:
    return " ".join(_pair(p) for p in points)


def _pair(p: Point) -> str:
    return f"{_n(p[0])},{_n(p[1])}"


def _n(x: float) -> str:
    text = f"{x:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _escaped(words: str) -> str:
    """Return a text without what XML has a meaning for, or no place for."""
    return escape("".join(c if c.isprintable() else "?" for c in words))
