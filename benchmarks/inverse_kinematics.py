"""How often inverse kinematics finds what can be reached, and how long it takes.

    python benchmarks/inverse_kinematics.py [--states 2000] [ROBOT ...]

Placements are those of random positions within the joints' limits, and searches begin at other random
positions. Times are of one thread's processor. Robots are files or names of shipped ones; without any,
the PUMA and the arms whose URDF files are installed.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from pathlib import Path

sys.path.extend(
    str(Path(__file__).resolve().parent.parent / "tests" / folder)
    for folder in ("instruments", "references", "robots")
)

import gen_robot
from gen_robot.bindings.frame import Frame
from urdf_robots import urdf_files

ARMS = ("ur5_robot", "ur10_robot", "panda", "kinova", "xarm7", "talos_left_arm")
ROW = "{:18} {:>3} {:>9} {:>9} {:>12} {:>11} {:>9}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("robots", nargs="*")
    asked = parser.parse_args()
    files = urdf_files()
    installed = [str(files[arm]) for arm in ARMS if arm in files]
    warnings.simplefilter("ignore", gen_robot.RobotWarning)
    heads = ("robot", "nv", "restarts", "found", "iterations", "us a state", "us a step")
    print(ROW.format(*heads))
    for robot in asked.robots or ["puma560", *installed]:
        library = gen_robot.load(robot, kernels="kinematics")
        for restarts in (0, 20):
            frame = library.frame(library.frame_names[0])
            print(ROW.format(*measured(frame, asked.states, restarts)))


def measured(frame: Frame, states: int, restarts: int) -> list[str]:
    """Return a row of the table."""
    robot = frame._robot
    T = frame.placement(robot.random_state(1, states)[0])
    begin = robot.random_state(2, states)[0]
    started = time.thread_time()
    found = frame.inverse(T, begin, restarts=restarts)
    passed = 1e6 * (time.thread_time() - started)
    steps = int(found.iterations.sum())
    return [
        robot.name[:18],
        str(robot.nv),
        str(restarts),
        f"{100 * found.converged.mean():.2f} %",
        f"{steps / states:.1f}",
        f"{passed / states:.1f}",
        f"{passed / steps:.2f}",
    ]


if __name__ == "__main__":
    main()
