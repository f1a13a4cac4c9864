"""What was generated, given to compilers; what they say against it."""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

C = ("cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
FORTRAN = ("gfortran", "-std=legacy", "-Wall", "-Wno-unused-dummy-argument", "-fsyntax-only")


def c_complaints(folder: Path, library: Path | None = None) -> str:
    """Check the C in a folder, or make a library of it; return what the compiler says against it."""
    sources = [str(path) for path in sorted(folder.glob("*.c"))]
    if library is None:
        return _said([*C, "-fsyntax-only", *sources])
    return _said([*C, "-O0", "-shared", "-fPIC", *sources, "-o", str(library), "-lm"])


def fortran_complaints(folder: Path) -> str:
    """Check the FORTRAN in a folder; return what the compiler says against it."""
    (source,) = folder.glob("*.f")
    return _said([*FORTRAN, str(source)])


_FUNCTION = re.compile(r"^(?:static )?(?:[A-Z]+ )?[a-z_]+ (\w+)\(", re.MULTILINE)
_MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)


@dataclass
class Sources:
    """Collect generated C, to be checked all at once.

    Most of a compiler's time goes into starting, and into headers. In the one text that includes them
    all, functions and macros are renamed, for many robots have one name; where that text is refused,
    each source is checked by itself.
    """

    texts: dict[int, dict[str, str]] = field(default_factory=dict)  # by number and file

    def add(self, number: int, folder: Path) -> None:
        """Take the C from a folder, which may be gone by the time it is checked."""
        files = [*folder.glob("*.c"), *folder.glob("*.h")]
        self.texts[number] = {each.name: each.read_text(encoding="utf-8") for each in files}

    def complaints(self) -> dict[int, str]:
        """Return what the compiler says against sources, by their numbers."""
        with tempfile.TemporaryDirectory(prefix="gen_robot_attack_") as name:
            root = Path(name)
            lines: list[str] = []
            for number, files in self.texts.items():
                (root / str(number)).mkdir()
                for file, text in files.items():
                    (root / str(number) / file).write_text(text, encoding="utf-8")
                lines += _included(number, files)
            (root / "all.c").write_text("\n".join([*lines, ""]), encoding="utf-8")
            if not self.texts or not c_complaints(root):
                return {}
            found = {number: c_complaints(root / str(number)) for number in self.texts}
            return {number: complaint for number, complaint in found.items() if complaint}


def _included(number: int, files: dict[str, str]) -> list[str]:
    """Return the lines that include one source under names of its own.

    Not the one for many states, which includes itself under names that it makes itself.
    """
    (source,) = (name for name in files if name.endswith(".c") and not name.endswith("_batch.c"))
    functions = sorted({*_FUNCTION.findall(files[source])})
    macros = sorted({name for text in files.values() for name in _MACRO.findall(text)})
    return [
        *(f"#define {name} m{number}_{name}" for name in functions),
        f'#include "{number}/{source}"',
        *(f"#undef {name}" for name in (*functions, *macros)),
    ]


def _said(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if "rror" in line] or [done.stderr]
    return f"{command[0]}: {lines[0][-200:]}"
