"""Which processors a library is built for: an option of the generated build, not of its text."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from gen_robot.errors import UserError, shown

AUTO = "auto"
"""x86-64-v3 where the machine that builds has it, else what the compiler does unasked."""

BASELINE = "baseline"
"""What the compiler does unasked: code for every processor of the platform."""

NATIVE = "native"
"""All that the processor of the machine that builds has."""

CHOICES = f"{AUTO}, {BASELINE}, {NATIVE}, or what the compiler takes after -march="
UNKNOWN = "the compiler does not know -march="
"""What the generated meson.build says of a name that is none."""

OPTIONS = "meson.options"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")


def setup_words(march: str, folder: Path) -> list[str]:
    """Return what meson is told of the processors; folders of before know of auto alone."""
    check_march(march)
    if march == AUTO:
        return []
    if not (folder / OPTIONS).is_file():
        problem = f"{folder} has no {OPTIONS}: an older gen-robot wrote it"
        raise UserError(f"--march {march}", problem, "generate the robot's files again")
    return [f"-Dmarch={march}"]


def check_march(march: str) -> None:
    """Refuse what cannot be the name of a processor."""
    if not _NAME.fullmatch(march):
        raise UserError("--march", f"is {shown(march)}", f"give {CHOICES}")


def described_processor(march: str) -> str:
    """Describe this machine as far as what is built for a named processor depends on it."""
    machine = platform.machine()
    if march != NATIVE:
        return f"{machine} {march}"
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            said = [line for line in file if line.startswith(("flags", "Features", "model name"))]
    except OSError:
        said = [platform.processor()]
    return "\n".join([machine, march, *sorted(set(said))])
