"""What a script prints in processes that hash strings differently."""

from __future__ import annotations

import os
import subprocess
import sys


def printed_with_any_hash_seed(script: str) -> str:
    """Return what a script prints, which has to be the same in both."""
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1, "the order of a set shows in what is printed"
    return found.pop().decode()
