"""A page's snippets are found and run; one that does not do what the page says is noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from page_snippets import Snippet, run_python, run_shell, snippets

PAGE = """\
# A page

    import math
    x = math.sqrt(4)

    x                     # 2.0

Prose, then a command:

    echo one              # and a remark
    echo two

```python
x + 1                     # 3.0
```

    neither python nor a command

- an item
    that goes on

    echo "more of the item"

And on.

```text
x = 5
```

```sh
echo fenced
```
"""


def python(text: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    run_python(Snippet("python", 7, text), namespace, "guide.md")
    return namespace


def test_blocks_are_found_with_their_kinds_and_lines() -> None:
    found = [(each.kind, each.line, each.text.splitlines()[0]) for each in snippets(PAGE)]
    assert found == [
        ("python", 3, "import math"),
        ("shell", 10, "echo one              # and a remark"),
        ("python", 14, "x + 1                     # 3.0"),
        ("text", 17, "neither python nor a command"),
        ("text", 27, "x = 5"),
        ("shell", 31, "echo fenced"),
    ]
    assert snippets(PAGE)[0].text.splitlines()[-1].startswith("x  ")
    assert [each.fence for each in snippets(PAGE)] == [None, None, "python", None, "text", "sh"]


def test_a_fence_that_is_not_closed_is_noticed() -> None:
    with pytest.raises(AssertionError, match="line 2: the fence is not closed"):
        snippets("\n```python\nx = 1\n")


def test_snippets_share_one_namespace() -> None:
    namespace: dict[str, Any] = {}
    for snippet in snippets(PAGE):
        if snippet.kind == "python":
            run_python(snippet, namespace)
    assert namespace["x"] == 2.0


@pytest.mark.parametrize(
    "text",
    [
        "1 + 1  # 2",
        "print(1 + 1)  # 2",
        "dict(a=1,\n     b=2)  # {'a': 1, 'b': 2}",
        "1 / 0  # ZeroDivisionError: division by zero",
        "1 / 0  # ZeroDivisionError: ... zero",
        "y = 1  # whatever",
        "# alone\n1 + 1",
        "'#'  # '#'",
        "[1,\n 2]",
    ],
)
def test_what_is_said_truly_passes(text: str) -> None:
    python(text)


@pytest.mark.parametrize(
    "text",
    [
        "1 + 1  # 3",
        "print(1 + 1)  # 3",
        "x = 5\nx  # 4",
        "1 + 1  # ZeroDivisionError: division by zero",
        "1 / 0  # ZeroDivisionError: something else",
    ],
)
def test_what_is_said_falsely_is_noticed_at_its_line(text: str) -> None:
    line = 7 + text.count("\n")
    with pytest.raises(AssertionError, match=f"guide.md:{line}: gives"):
        python(text)


@pytest.mark.parametrize(("text", "error"), [("1 / 0", ZeroDivisionError), ("x = ", SyntaxError)])
def test_what_fails_unannounced_fails(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        python(text)
    with pytest.raises(error):
        python(f"{text}  # 5")


def test_shell_lines_run_in_their_folder(tmp_path: Path) -> None:
    text = "$ echo $WORD > file\n$ cat file"
    assert run_shell(Snippet("shell", 1, text), tmp_path, {"WORD": "hello"}) == "hello\n"
    assert (tmp_path / "file").read_text() == "hello\n"


@pytest.mark.parametrize("text", ["false\necho on", "no_such_command_xyz", "echo $UNSET_XYZ"])
def test_a_shell_line_that_fails_is_noticed_with_what_it_printed(text: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"guide.md:5: exit code [1-9]"):
        run_shell(Snippet("shell", 5, text), tmp_path, {}, "guide.md")
