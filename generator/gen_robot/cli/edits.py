"""The options that change the robot itself, for every verb that takes a robot."""

from __future__ import annotations

import argparse

from gen_robot.errors import UserError, shown

TYPE_CHECKING = False  # as typing has it, without the time that importing typing takes
if TYPE_CHECKING:
    from gen_robot.description.edit import Edits


def add_edits(parser: argparse.ArgumentParser) -> None:
    """Let a verb take a part or a variant of a robot."""
    add = parser.add_argument
    add("--root", metavar="LINK", help="take the part of the robot beyond this link, as its base")
    add("--tip", metavar="LINK", help="take the chain from the base to this link only")
    add(
        "--lock",
        action="append",
        default=[],
        metavar="JOINT=VALUE",
        help="freeze a joint at a value, e.g. finger=0.04; may be given more than once",
    )
    add("--floating", action="store_true", help="let the base fly freely")
    add(
        "--loops",
        metavar="FILE",
        help="close loops as this YAML file says, with the keys loops, independent, actuated",
    )


def add_payload(parser: argparse.ArgumentParser) -> None:
    """Let a verb make a load an input of the kernels."""
    parser.add_argument(
        "--payload",
        metavar="LINK",
        help="make a load on this link an input of every kernel: mass, centre of mass, inertia",
    )


def add_runtime(parser: argparse.ArgumentParser) -> None:
    """Let a verb make constants of the robot an input of the kernels."""
    parser.add_argument(
        "--runtime",
        metavar="LIST",
        help="make inertial parameters an input of every kernel, comma-separated: link3.mass, "
        "link3.com, link3.inertia, link3 (all of that link), or all",
    )


def edits(asked: argparse.Namespace) -> Edits:
    """Return what was asked of the robot."""
    from gen_robot.description.edit import Edits

    locked = pairs("--lock", asked.lock, "JOINT=VALUE")
    return Edits(locked, asked.root, asked.tip, asked.floating, asked.loops)


def pairs(option: str, texts: list[str], form: str) -> dict[str, str]:
    """Split what was given as NAME=VALUE."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UserError(option, f"is {shown(text)}", f"write {form}")
        found[name] = value
    return found
