"""Run what a page of documentation prints: its Python, its shell lines, and what it says they give.

A snippet is a fenced block, or one that is indented by four blanks and no part of a list. A fence
says what it holds (```python, ```sh; other words are text). What is indented is Python if it is Python,
shell if its first word is a command, and text if neither.

In Python, a comment behind an expression that stands alone is what the expression gives, what it
prints if it gives nothing, or the error that it raises; "..." stands for anything:

    M.shape                  # (3, 6, 6)
    print(M.shape)           # (3, 6, 6)
    puma.bais                # AttributeError: ... did you mean 'bias'?
"""

from __future__ import annotations

import ast
import io
import os
import re
import shutil
import subprocess
import tokenize
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path
from textwrap import dedent
from types import CodeType
from typing import Any

KINDS = {"python": "python", "py": "python", "sh": "shell", "bash": "shell", "shell": "shell"}
BUILT_IN = {"cd", "export", "set", "."}

_FENCE = re.compile(r"```(\w*)")
_ITEM = re.compile(r"([-*+]|\d+\.) ")
_COMMAND = re.compile(r"[\w./+-]+")


@dataclass(frozen=True)
class Snippet:
    """Hold one block of a page; `line` is where its text begins, from 1."""

    kind: str  # python, shell or text
    line: int
    text: str
    fence: str | None = field(default=None, compare=False)  # its word; None if there is no fence


def snippets(page: str, path: str | None = None) -> list[Snippet]:
    """Return the blocks of a page in Markdown; `path` is where commands are looked for."""
    found: list[Snippet] = []
    lines = page.splitlines()
    number = 0
    while number < len(lines):
        start = number
        if fence := _FENCE.match(lines[start]):
            number = _next(lines, start + 1, lambda line: line.startswith("```"))
            assert number < len(lines), f"line {start + 1}: the fence is not closed"
            text = "\n".join(lines[start + 1 : number])
            found.append(Snippet(KINDS.get(fence[1], "text"), start + 2, text, fence[1]))
        elif lines[start].startswith("    ") and _begins_block(lines[:start]):
            number = _next(lines, start, lambda line: bool(line.strip()) and line[:4] != "    ")
            text = dedent("\n".join(lines[start:number])).rstrip()
            found.append(Snippet(_kind(text, path), start + 1, text))
            continue
        number += 1
    return found


def run_python(snippet: Snippet, namespace: dict[str, Any], page: str = "page") -> None:
    """Execute a snippet, and fail where an expression does not give what is said behind it."""
    # Numbered as on the page, so that a traceback points there.
    tree = ast.parse("\n" * (snippet.line - 1) + snippet.text, page)
    said = _comments(snippet)
    for statement in tree.body:
        # What it says stands behind its last line.
        comment = said.get(statement.end_lineno or 0, "")
        if not isinstance(statement, ast.Expr) or not comment:
            exec(compile(ast.Module([statement], []), page, "exec"), namespace)
            continue
        gives = _outcome(compile(ast.Expression(statement.value), page, "eval"), namespace, comment)
        assert OutputChecker().check_output(
            comment + "\n", gives + "\n", ELLIPSIS | NORMALIZE_WHITESPACE
        ), f"{page}:{statement.lineno}: gives\n    {gives}\nand not\n    {comment}"


_DIFFERING = 'differing() { "$@" || [ $? -eq 1 ]; }\n'
"""Exit code 1 of `gen-robot diff` is its answer, and no fault."""


def run_shell(
    snippet: Snippet, folder: Path, variables: Mapping[str, str], page: str = "page"
) -> str:
    """Run a snippet's lines in a folder; return what they print, or fail with it."""
    lines = re.sub(r"(?m)^\$ ", "", snippet.text)
    lines = re.sub(r"(?m)^(?=gen-robot diff )", "differing ", lines)
    found = subprocess.run(
        ["sh", "-eu", "-c", _DIFFERING + lines],
        cwd=folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert found.returncode == 0, (
        f"{page}:{snippet.line}: exit code {found.returncode} of\n{snippet.text}\n\n{found.stdout}"
    )
    return found.stdout


def _outcome(expression: CodeType, namespace: dict[str, Any], said: str) -> str:
    """Return what an expression gives or prints, or the error that it is said to raise."""
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            value = eval(expression, namespace)
    except Exception as error:
        if not said.startswith(f"{type(error).__name__}:"):
            raise
        return f"{type(error).__name__}: {error}"
    return repr(value) if value is not None else printed.getvalue().rstrip()


def _next(lines: list[str], start: int, ends: Callable[[str], bool]) -> int:
    """Return the number of the first line at which a block ends, or that of the page's end."""
    return next((k for k in range(start, len(lines)) if ends(lines[k])), len(lines))


def _begins_block(before: list[str]) -> bool:
    """Tell whether what is indented here is a block, and not more of an item's text."""
    if before and before[-1].strip():
        return False
    margin = next((line for line in reversed(before) if line.strip() and line[0] != " "), "")
    return not _ITEM.match(margin)


def _kind(text: str, path: str | None) -> str:
    try:
        ast.parse(text)
    except SyntaxError:
        word = _COMMAND.match(text.removeprefix("$ "))
        is_command = word and (word[0] in BUILT_IN or shutil.which(word[0], path=path))
        return "shell" if is_command else "text"
    return "python"


def _comments(snippet: Snippet) -> dict[int, str]:
    """Return the comments that stand behind something, by the page's line."""
    tokens = list(tokenize.generate_tokens(io.StringIO(snippet.text).readline))
    return {
        token.start[0] + snippet.line - 1: token.string.lstrip("#").strip()
        for token in tokens
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip()
    }
