"""What a build depends on besides its sources: the compilers, their flags, the processor."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from gen_robot.delivery.march import AUTO, described_processor
from gen_robot.languages import BUILDS
from gen_robot.languages.language import Compiler, Language

LINKING = "LDFLAGS"
"""The variable that meson hands to the linker, whatever the language."""

LEVEL = frozenset({"avx2", "fma", "bmi2"})
"""What the generated build looks for before it asks for x86-64-v3."""


def find_compiler(compiler: Compiler) -> list[str] | None:
    """Return the command of the compiler that meson would choose, or None."""
    if named := os.environ.get(compiler.variable):
        return shlex.split(named)
    return next(([found] for name in compiler.names if (found := shutil.which(name))), None)


def identity(languages: Sequence[Language], march: str = AUTO) -> str:
    """Describe all that can change a library built from the same sources in these languages."""
    compilers = [language.compiler for language in dict.fromkeys((BUILDS, *languages))]
    variables = [*(name for compiler in compilers for name in compiler.flags), LINKING]
    flags = [f"{name}={os.environ.get(name, '')}" for name in variables]
    processor = _processor() if march == AUTO else described_processor(march)
    return "\n".join([*(_version(compiler) for compiler in compilers), *flags, processor])


def _version(compiler: Compiler) -> str:
    command = find_compiler(compiler)
    if command is None:
        return f"{compiler.title}: none"
    try:
        shown = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=20, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        shown = ""
    return f"{compiler.title}: {shlex.join(command)}\n{shown}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    flags = next((line.split() for line in lines if line.startswith("flags")), [])
    return f"{platform.machine()} {sorted(LEVEL.intersection(flags))}"
