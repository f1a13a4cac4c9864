"""What auto chooses algorithms for, as an option of every verb that chooses."""

from __future__ import annotations

import argparse

from gen_robot.cli.wording import either
from gen_robot.search.weighing import AIMS, TIME

_AIMS = either(
    [f"{a.name} ({'default: ' if a.name == TIME else ''}{a.meaning})" for a in AIMS.values()]
)


def add_aim(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--optimise-for",
        default=TIME,
        metavar="AIM",
        help=f"what auto chooses algorithms for: {_AIMS}",
    )
