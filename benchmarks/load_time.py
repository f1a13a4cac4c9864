"""How long load() takes for a library that is kept already: fresh processes, without the import.

Each robot is loaded once to have it built; then processes of their own import gen_robot, and only
what load() takes after that is counted. Printed are the least and the median by the clock, and the
median of the processor's time, which other programs disturb less.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from generation_time import chain

TIMED = """
import sys, time, warnings
import gen_robot
load = gen_robot.load
warnings.simplefilter("ignore")
start, busy = time.perf_counter(), time.process_time()
robot = load(sys.argv[1])
seconds, busy = time.perf_counter() - start, time.process_time() - busy
heavy = [m for m in ("pipeline", "ir", "kernels") if f"gen_robot.{m}" in sys.modules]
print(1e3 * seconds, 1e3 * busy, robot.nv, "generated" if heavy else "kept")
"""


def timed(robot: str) -> tuple[float, float, int, str]:
    """Load a robot in a process of its own.

    Return milliseconds by the clock and of the processor, its velocities, how it was had.
    """
    command = [sys.executable, "-c", TIMED, robot]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    clock, processor, nv, how = run.stdout.split()
    return float(clock), float(processor), int(nv), how


def robots(folder: Path) -> dict[str, str]:
    """Return what is loaded, by name: shipped, described, and real robots that are installed."""
    path = folder / "chain7.yaml"
    path.write_text(chain(7), encoding="utf-8")
    found = {"puma560 (comes compiled)": "puma560", "scara": "scara", "chain7": str(path)}
    try:
        from urdf_robots import urdf_files
    except ImportError:  # they come with the test extra
        return found
    files = urdf_files()
    return found | {n: str(files[n]) for n in ("panda", "talos_full_v2") if n in files}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    sys.path[:0] = [
        str(Path(__file__).parents[1] / "tests" / part)
        for part in ("robots", "references", "instruments")
    ]
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("GEN_ROBOT_CACHE", str(Path(folder) / "cache"))
        print(f"{'robot':26} {'nv':>3} {'least/ms':>9} {'median/ms':>9} {'processor/ms':>13}")
        for name, robot in robots(Path(folder)).items():
            timed(robot)  # generated and built here, if it is not kept yet
            found = [timed(robot) for _ in range(runs)]
            assert {how for *_, how in found} == {"kept"}
            clock, processor, (nv, *_), _ = zip(*found, strict=True)
            shown = f"{min(clock):9.2f} {statistics.median(clock):9.2f}"
            print(f"{name:26} {nv:3} {shown} {statistics.median(processor):13.2f}")


if __name__ == "__main__":
    main()
