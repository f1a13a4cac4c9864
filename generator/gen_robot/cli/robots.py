"""gen-robot robots: the robots that ship."""

from __future__ import annotations

import argparse

from gen_robot.description.joint_kinds import moves
from gen_robot.readers.robot_files import read, shipped


def run(asked: argparse.Namespace) -> int:
    """List the shipped robots with their joints."""
    for name in shipped():
        description = read(name)
        moving = [k for k in description.links if moves(k.joint)]
        letters = "".join(k.joint.type[0].upper() for k in moving)
        print(f"{name:16} {len(moving)} joints  {letters}")
    return 0
