"""What auto chooses algorithms for, and how hard it searches: options of every verb that chooses."""

from __future__ import annotations

import argparse
from typing import Any

from gen_robot.cli.wording import either
from gen_robot.errors import UserError, shown
from gen_robot.search.effort import EFFORTS, HIGH, MOVES, NORMAL
from gen_robot.search.weighing import AIMS, TIME

_DIGITS = 9

_AIMS = either(
    [f"{a.name} ({'default: ' if a.name == TIME else ''}{a.meaning})" for a in AIMS.values()]
)
_EFFORTS = either(
    [f"{e.name} ({'default: ' if e is NORMAL else ''}{e.meaning})" for e in EFFORTS.values()]
)


def add_aim(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--optimise-for",
        default=TIME,
        metavar="AIM",
        help=f"what auto chooses algorithms for: {_AIMS}",
    )
    parser.add_argument(
        "--effort",
        default=NORMAL.name,
        metavar="EFFORT",
        help=f"how hard it searches for fewer operations: {_EFFORTS}",
    )
    parser.add_argument(
        "--moves",
        metavar="N",
        help=f"with --effort {HIGH.name}: moves of rewriting for each kernel (default: {MOVES})",
    )


def aim(asked: argparse.Namespace) -> dict[str, Any]:
    """Return what was asked for, as options have it."""
    return {
        "optimise_for": asked.optimise_for,
        "effort": asked.effort,
        "moves": None if asked.moves is None else _moves(asked.moves),
    }


def _moves(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        cure = f"give a whole number of moves, such as {MOVES}"
        raise UserError("--moves", f"is {shown(text)}", cure)
    return int(text)
