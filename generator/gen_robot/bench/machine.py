"""What was measured on: the machine, its compilers, versions, the date."""

from __future__ import annotations

import datetime
import os
import platform
import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from gen_robot.bench.compilers import Compilers, version_of
from gen_robot.version import __version__


def machine(compilers: Compilers, core: int | None) -> dict[str, object]:
    """Describe this machine and what is installed on it, as far as times depend on it."""
    paths = {"own": compilers.own[0], **compilers.peers}
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "gen_robot": __version__,
        "processor": processor(),
        "cores": os.cpu_count(),
        "core": core,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "compilers": {name: version_of(path) for name, path in paths.items()},
    }


def processor() -> str:
    """Return the processor's name."""
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text("utf-8"))
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def sentence(told: Mapping[str, object]) -> str:
    """Say on one line what was measured on."""
    compilers = told["compilers"]
    assert isinstance(compilers, Mapping)
    on = "not pinned" if told["core"] is None else f"core {told['core']} of {told['cores']}"
    parts = (f"{told['processor']}, {on}", compilers["own"], f"gen-robot {told['gen_robot']}")
    return "; ".join([*map(str, parts), str(told["date"])])
