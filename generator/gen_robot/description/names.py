"""Which names robots, links, joints and routines may have; each check gives the reason or None."""

from __future__ import annotations

import re

from gen_robot.description.expression import RESERVED
from gen_robot.description.taken_names import TAKEN

_ROBOT = re.compile(r"[a-z][a-z0-9_]{0,31}")
_PART = re.compile(r"[A-Za-z0-9_.:/ -]{1,64}")
_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9]{0,3}")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


def check_robot_name(name: str) -> str | None:
    """Say why a robot may not have this name: files, C symbols and a library are called by it."""
    if not _ROBOT.fullmatch(name):
        return "a robot's name is 1 to 32 of a-z, 0-9 and _, with a letter first"
    return TAKEN[name].format(name) if name in TAKEN else None


def check_part_name(name: str) -> str | None:
    """Say why a link or joint may not have this name."""
    if _PART.fullmatch(name):
        return None
    return "a name is 1 to 64 of A-Z, a-z, 0-9, blank and _ . : / -"


def check_f77_prefix(prefix: str) -> str | None:
    """Say why FORTRAN routines may not have this prefix."""
    if _PREFIX.fullmatch(prefix):
        return None
    return "a prefix is 1 to 4 of A-Z and 0-9, with a letter first"


def check_parameter_name(name: str) -> str | None:
    """Say why a parameter may not have this name."""
    if not _PARAMETER.fullmatch(name):
        return "a parameter's name is 1 to 64 letters, digits and _, with no digit first"
    return f"{', '.join(RESERVED)} are taken" if name in RESERVED else None
