"""gen-robot robots: the robots that ship, and their files."""

from __future__ import annotations

import argparse
import sys

from gen_robot.description.joint_kinds import moves
from gen_robot.readers.robot_files import read, shipped, shipped_text


def run(asked: argparse.Namespace) -> int:
    """Print a robot's file, or list the shipped robots with their joints."""
    if asked.robot is not None:
        sys.stdout.write(shipped_text(asked.robot))
        return 0
    for name in shipped():
        description = read(name)
        moving = [k for k in description.links if moves(k.joint)]
        letters = "".join(k.joint.type[0].upper() for k in moving)
        print(f"{name:16} {len(moving)} joints  {letters}")
    return 0
