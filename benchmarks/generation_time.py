"""How long generating takes, from the start of the program to files on disk; least of several runs."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LINK = """\
  - name: link{i}
    joint: revolute
    dh: {{alpha: {alpha}, a: {a}, d: {d}, theta: 0}}
    mass: {mass}
    com: [0.0{i}1, 0.02, -0.0{i}3]
    inertia: {{xx: 0.{i}1, yy: 0.{i}2, zz: 0.{i}3, xy: 0.001, xz: 0.002, yz: 0.003}}
"""


def chain(joints: int) -> str:
    """Describe a chain whose constants are all generic."""
    links = "".join(
        LINK.format(i=i, alpha=0.1 * i + 0.3, a=0.2 + 0.01 * i, d=0.1 + 0.01 * i, mass=1 + 0.1 * i)
        for i in range(1, joints + 1)
    )
    return f"name: chain{joints}\nconvention: modified_dh\nlinks:\n{links}"


def least(arguments: list[str], runs: int) -> float:
    """Return the shortest wall-clock time of a command."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "gen_robot", *arguments], check=True, capture_output=True
        )
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chain30.yaml"
        path.write_text(chain(30))
        print(f"{'command':44} seconds")
        for words in (["--help"], ["puma560", "--lang", "c"], [str(path)]):
            shown = ["gen-robot", *(Path(w).name for w in words)]
            asked = words if words == ["--help"] else [*words, "-o", folder]
            print(f"{' '.join(shown):44} {least(asked, runs):7.3f}")


if __name__ == "__main__":
    main()
