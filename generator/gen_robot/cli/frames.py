"""The options that say for which frames kernels are made, and in which axes."""

from __future__ import annotations

import argparse
from typing import Any

from gen_robot.cli.edits import pairs
from gen_robot.cli.lists import listed
from gen_robot.cli.wording import either
from gen_robot.references import LOCAL_WORLD_ALIGNED, REFERENCES


def frames(asked: argparse.Namespace) -> dict[str, Any]:
    """Return what was asked of frames, as options have it."""
    return {
        "frame": pairs("--frame", asked.frame, "NAME=LINK:x,y,z,r,p,y"),
        "frames": listed(asked.frames),
        "jacobian": asked.jacobian,
    }


def add_frames(parser: argparse.ArgumentParser) -> None:
    """Let a verb make kernels of frames."""
    add = parser.add_argument
    add(
        "--frame",
        action="append",
        default=[],
        metavar="NAME=LINK:x,y,z,r,p,y",
        help="one more frame, on a link: its origin, and its roll, pitch and yaw; may be given more "
        "than once",
    )
    add(
        "--frames",
        metavar="LIST",
        help="frames to make kernels for, comma-separated: links' names, or those of --frame "
        "(default: the tips)",
    )
    add(
        "--jacobian",
        default=LOCAL_WORLD_ALIGNED,
        metavar="R",
        help=f"in what motions of frames are given: {either(list(REFERENCES))} "
        f"(default: {LOCAL_WORLD_ALIGNED})",
    )
