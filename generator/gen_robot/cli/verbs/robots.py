"""gen-robot robots: what may follow it."""

from __future__ import annotations

import argparse

from gen_robot.cli.verbs.verb import Verb


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "robot", nargs="?", metavar="NAME", help="print the file of this robot, to copy from"
    )


VERB = Verb(
    "gen_robot.cli.robots", "list the robots that ship, or print the file of one", _add_arguments
)
