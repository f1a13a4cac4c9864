"""Read LaTeX as far as generated documents use it, and complain of what TeX would stop at."""

from __future__ import annotations

import re

KNOWN = frozenset(
    re.findall(
        r"\w+",
        """
    documentclass usepackage setlength textwidth oddsidemargin evensidemargin textheight topmargin
    parindent parskip LTleft allowdisplaybreaks sloppy begin end section subsection paragraph hline
    item itemsep quad qquad text operatorname mathit frac sqrt partial bar dot ddot dddot cdot ldots sin
    cos textbackslash textasciitilde textasciicircum textless textgreater textbar Omega alpha beta
    gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi
    psi omega
    """,
    )
)
"""Commands that are defined by LaTeX, amsmath or longtable."""

_TOKEN = re.compile(r"\\([a-zA-Z]+)\*?|\\(.)|([{}$&#%^_~])|\n(\s*\n)?|[^\\{}$&#%^_~\n]+", re.DOTALL)
_DISPLAYS = ("align*",)
_TABLES = ("longtable",)


def complaints(text: str) -> list[str]:
    """Return what is wrong with a document, the first thing first."""
    body = "\n".join(line for line in text.split("\n") if not line.startswith("%"))
    found: list[str] = []
    environments: list[str] = []
    depth, in_math = 0, False
    for token in _TOKEN.finditer(body):
        command, _, special, blank = token.groups()
        display = environments[-1] if environments and environments[-1] in _DISPLAYS else ""
        if command == "begin":
            environments.append(re.match(r"\{([a-z*]+)\}", body[token.end() :])[1])
        elif command == "end":
            name = re.match(r"\{([a-z*]+)\}", body[token.end() :])[1]
            if not environments or environments.pop() != name or in_math:
                found.append(f"{name} ends where it is not open")
        elif command and command not in KNOWN:
            found.append(f"\\{command} is not defined")
        elif special == "{":
            depth += 1
        elif special == "}":
            depth -= 1
            found += ["a brace too many"] if depth < 0 else []
        elif special == "$":
            in_math = not in_math
            found += ["$ in a display"] if display else []
        elif special in ("^", "_") and not (in_math or display):
            found.append(f"{special} outside of mathematics")
        elif special == "&" and not (display or {*environments} & {*_TABLES}):
            found.append("& outside of a table")
        elif special in ("#", "%", "~"):
            found.append(f"a bare {special}")
        elif blank and (in_math or display):
            found.append("an empty line in mathematics")
    if depth or environments or in_math:
        found.append(f"ends with {depth} braces and {environments} open")
    return [*found, *(f"not ASCII: {c!r}" for c in text if not c.isascii())]
