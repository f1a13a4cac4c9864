"""What a build depends on besides its sources: the compilers, their flags, the processor.

A compiler is known by its executable's place, size and time rather than by what it says of itself:
nothing has to be run before a library that is built already can be loaded.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from gen_robot.delivery.march import AUTO, described_processor
from gen_robot.languages import C_COMPILER
from gen_robot.languages.language import Compiler, Language

LINKING = "LDFLAGS"
"""The variable that meson hands to the linker, whatever the language."""

LEVEL = frozenset({"avx2", "fma", "bmi2", "avx512f", "avx512vl", "avx512dq"})
"""What the generated build looks for before it chooses processors and widths of vectors."""


def find_compiler(compiler: Compiler) -> list[str] | None:
    """Return the command of the compiler that meson would choose, or None."""
    if named := os.environ.get(compiler.variable):
        return shlex.split(named)
    return next(([found] for name in compiler.names if (found := shutil.which(name))), None)


def identity(languages: Sequence[Language], march: str = AUTO) -> str:
    """Describe all that can change a library built from the same sources in these languages."""
    every = dict.fromkeys((C_COMPILER, *(language.compiler for language in languages)))
    compilers = [compiler for compiler in every if compiler]
    variables = [*(name for compiler in compilers for name in compiler.flags), LINKING]
    flags = [f"{name}={os.environ.get(name, '')}" for name in variables]
    processor = _processor() if march == AUTO else described_processor(march)
    return "\n".join([*(_executables(compiler) for compiler in compilers), *flags, processor])


def _executables(compiler: Compiler) -> str:
    command = find_compiler(compiler)
    if command is None:
        return f"{compiler.title}: none"
    found = [line for word in command if not word.startswith("-") for line in _programs(word)]
    return "\n".join([f"{compiler.title}: {shlex.join(command)}", *dict.fromkeys(found)])


def _programs(word: str) -> Iterator[str]:
    """Describe every program that a word may stand for.

    The first on PATH may be a mere door to the next one, as those of ccache and distcc are.
    """
    name = os.path.basename(word)
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    for path in dict.fromkeys([word, *(os.path.join(folder, name) for folder in folders)]):
        if os.sep in path and os.path.isfile(path):
            target = os.path.realpath(path)
            status = os.stat(target)
            yield f"  {target} {status.st_size} {status.st_mtime_ns}"


def _processor() -> str:
    flags = processor_flags()
    if flags is None:
        return f"{platform.machine()} {platform.processor()}"
    return f"{platform.machine()} {sorted(LEVEL.intersection(flags))}"


def processor_flags() -> list[str] | None:
    """Return what the system says that the processor has; None where it says nothing."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            # The first processor's only: the rest of the file takes the system long to write.
            return next((line.split() for line in file if line.startswith("flags")), [])
    except OSError:
        return None
