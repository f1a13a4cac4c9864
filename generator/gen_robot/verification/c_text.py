"""C up to its syntax tree: comments, macros, where a routine begins and ends; pycparser."""

from __future__ import annotations

import re
from typing import Any

from gen_robot.errors import UserError, shown

_AGAIN = "generate it again"
_TYPES = """typedef double four[4], lanes2[2], lanes4[4];
typedef unsigned long pack_bits, bits, size_t;
typedef double lanes;
"""


def without_comments(text: str, file: str) -> str:
    """Blank comments out, so that lines keep their numbers."""
    if "??/" in text or re.search(r"\\[ \t]*\n[^\n]*\*/", text):
        raise UserError(file, "has lines that comments could hide", _AGAIN)

    def blank(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", found.group())

    return re.sub(r"/\*.*?\*/|//[^\n]*", blank, text, flags=re.S)


def macros(text: str) -> set[str]:
    """Return the names that a file defines for the preprocessor."""
    return set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M))


def forms(text: str) -> dict[str, str]:
    """Return a file's text with limbs as lanes and without, each under its name; mostly one text."""
    if not re.search(r"^#if LANES$", text, re.M):
        return {"": text}
    return {"vectors": _chosen(text, True), "ISO C": _chosen(text, False)}


def _chosen(text: str, with_lanes: bool) -> str:
    """Leave one of two branches, so that lines keep their numbers."""
    lines: list[str] = []
    branch: bool | None = None  # of a conditional
    for line in text.split("\n"):
        if line == "#if LANES" or (branch is not None and line in ("#else", "#endif")):
            branch = {"#if LANES": True, "#else": False}.get(line)
            lines.append("")
        else:
            lines.append(line if branch in (None, with_lanes) else "")
    return "\n".join(lines)


def routine(text: str, file: str, symbol: str, is_part: bool = False) -> tuple[str, int, str]:
    """Return a function's text without `restrict`, the number of its first line, what it returns."""
    before = r"static APART " if is_part else ""
    name = re.escape(symbol)
    found = list(re.finditer(rf"^{before}(void|int) {name}\(.*?^\}}", text, re.M | re.S))
    if len(found) != 1:
        raise UserError(file, f"defines {shown(symbol)} {len(found)} times", _AGAIN)
    piece = found[0].group().removeprefix("static APART ")
    first = text.count("\n", 0, found[0].start()) + 1
    if "#" in piece:
        line = first + piece[: piece.index("#")].count("\n")
        problem = "a line for the preprocessor inside of a routine"
        raise UserError(f"{file}:{line}", problem, "the F77 source of the same kernel has none")
    return re.sub(r"\b\w+_RESTRICT\b", "", piece), first, found[0].group(1)


def parsed(piece: str, first: int, file: str) -> Any:
    """Return the syntax tree of a function whose first line has this number."""
    try:
        import pycparser
    except ImportError:
        cure = "pip install pycparser"
        raise UserError("verify", "wants pycparser to read C", cure) from None
    try:
        tree = pycparser.CParser().parse(f'{_TYPES}# {first} "{file}"\n{piece}', file)
    except Exception as error:  # pycparser's ParseError moved between its versions
        raise UserError(file, f"is not C: {error}", _AGAIN) from None
    return tree.ext[-1]
