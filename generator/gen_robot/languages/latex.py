"""LaTeX: a document that shows a robot's frames and the equations of its kernels, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from gen_robot.ir.routine import Comment, Statement, Store, Temporary
from gen_robot.kernels.credits import citations, credits
from gen_robot.kernels.legend import Entry, legend, legend_of_all
from gen_robot.languages import LANGUAGES
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.languages.frame_table import about_table, frame_rows
from gen_robot.languages.head import OWNERSHIP, frame_notes, plain
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model
from gen_robot.printers.latex import DIGITS, LatexPrinter
from gen_robot.printers.latex_names import LETTERS, letter, spelled_element
from gen_robot.render import render

LATEX = LANGUAGES["latex"]
PRINTER = LatexPrinter

ROWS = 40
"""Of one display: TeX holds all of it in memory."""

_ESCAPED = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_WORD = re.compile(r"(?<![\\\w{])([A-Za-z]+)(?:\\_([a-z0-9]{1,3}))?(?![\w\\}])")
_SPECIAL = re.compile("[" + re.escape("".join(_ESCAPED)) + "]")


def symbol(emission: Emission, kernel: str) -> str:
    """Return nothing: a document has no library."""
    return ""


def files(emission: Emission) -> dict[str, str]:
    """Return the document."""
    emission = emission.without_lanes
    table = frame_rows(emission.model, lambda index: spelled_element("q", (index + 1,)))
    values: dict[str, Any] = {
        **emission.opening(LATEX),
        "ownership": OWNERSHIP,
        "command": [plain(line) for line in emission.opening(LATEX)["command"]],
        "heading": escaped(emission.title),
        "digits": DIGITS,
        "joints": [_joint(emission.model, link) for link in emission.model.links],
        "about_frames": with_symbols(about_table(table)),
        "columns": [_math(title) for title in table[0][2:]],
        "frames": [[number, on, *map(_math, cells)] for number, on, *cells in table[1:]],
        "notes": [with_symbols(note) for note in frame_notes(emission)],
        "names": _names_in_all(emission),
        "kernels": [_kernel(emission, k) for k in emission.kernels],
        "sources": [escaped(text) for text in citations(k.choice.way for k in emission.kernels)],
    }
    return {LATEX.source_of(emission.name): render("latex/robot.tex.j2", **values)}


def escaped(text: str) -> str:
    """Return a text, whoever wrote it, as LaTeX shows it letter by letter."""
    return _SPECIAL.sub(lambda found: _ESCAPED[found[0]], plain(text))


def with_symbols(text: str) -> str:
    """Return a text with the symbols in it as mathematics: tau_i, omega, qdd."""

    def symbol(found: re.Match[str]) -> str:
        word, below = found.groups()
        if not below and word not in LETTERS:
            return found[0]
        return f"${letter(word)}" + (f"_{{{below}}}$" if below else "$")

    return _WORD.sub(symbol, escaped(text))


def _joint(model: Model, link: Link) -> list[str]:
    tie = link.following
    start = Coordinates(model).places(model.link(tie.leader) if tie else link)[0] + 1
    places = dict.fromkeys((start, start + link.kind.nq - 1))
    where = r", \ldots, ".join(spelled_element("q", (k,)) for k in places)
    on = model.link(link.parent).name if link.parent else "base"
    follows = "follows " if tie else ""
    names = [escaped(name) for name in (link.joint_name, link.joint_type, link.name, on)]
    return [str(link.number), f"{follows}${where}$", *names]


def _math(cell: str) -> str:
    """Return an entry of the table of frames as mathematics: pi, and constants by Greek letters."""
    letters = re.sub(r"(?<![\\a-z])(pi|alpha|theta|gamma)\b", r"\\\1", cell)
    return "$" + re.sub(r"e([+-]?)0*(\d+)", r" \\cdot 10^{\1\2}", letters) + "$"


def _names_in_all(emission: Emission) -> list[tuple[str, str]]:
    labels = [[t.label for t in k.routine.temporaries] for k in emission.kernels]
    ways = (k.choice.way for k in emission.kernels)
    printer = LatexPrinter(apart=_apart(emission))
    return _listed(legend_of_all(zip(ways, labels, strict=True)), printer)


def _listed(entries: Iterable[Entry], printer: LatexPrinter) -> list[tuple[str, str]]:
    """Return names, and what they mean."""
    return [
        (
            ", ".join(f"${printer.temporary(Temporary(label))}$" for label in entry.samples),
            with_symbols(entry.meaning),
        )
        for entry in entries
    ]


def _apart(emission: Emission) -> bool:
    """Tell whether numbers of links and joints may have more than a digit."""
    return max(len(emission.model.links), emission.model.nv) > 9


def _kernel(emission: Emission, scheduled: ScheduledKernel) -> dict[str, Any]:
    choice, routine = scheduled.choice, scheduled.routine
    shapes = {array.name: array.shape(emission.model) for array in choice.arrays}
    printer = LatexPrinter(shapes, _apart(emission))
    title = choice.kernel.title
    return {
        "title": with_symbols(f"{title[:1].upper()}{title[1:]}"),
        "name": escaped(choice.kernel.name),
        "taken": [escaped(text) for text in credits(choice.way)],
        "counts": escaped(f"{choice.way}; {scheduled.counts}; bodies {choice.way.form}"),
        "arguments": [with_symbols(text) for text in emission.meanings(scheduled)],
        "names": _listed(legend(choice.way, [t.label for t in routine.temporaries]), printer),
        "singular": routine.singular,
        "steps": _steps((Comment("angles"), *routine.opening, *routine.statements), printer),
    }


def _steps(statements: Iterable[Statement], printer: LatexPrinter) -> list[dict[str, Any]]:
    """Return the steps of an algorithm: a heading, and displays of equations."""
    steps: list[tuple[str, list[str]]] = []
    for stored, group in groupby(statements, lambda s: s.value if isinstance(s, Store) else None):
        if stored is not None:
            steps[-1][1].extend(printer.stores([s for s in group if isinstance(s, Store)]))
            continue
        for statement in group:
            if isinstance(statement, Comment):
                steps.append((statement.text, []))
            else:
                steps[-1][1].extend(printer.statement(statement))
    return [
        {"heading": with_symbols(heading), "displays": _displays(rows)}
        for heading, rows in steps
        if rows
    ]


def _displays(rows: list[str]) -> list[list[str]]:
    """Cut rows into displays, each of which begins with a whole equation."""
    found: list[list[str]] = [[]]
    for row in rows:
        if len(found[-1]) >= ROWS and not row.startswith("&"):
            found.append([])
        found[-1].append(row)
    return found
