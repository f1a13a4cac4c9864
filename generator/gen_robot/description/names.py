"""Which names robots, links, joints and routines may have; each check gives the reason or None."""

from __future__ import annotations

import re

from gen_robot.description.expression import RESERVED

VERBS = ("generate", "show", "ops", "bench", "diff", "robots", "verify", "simulate", "report")

_C_AND_CPP = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public register reinterpret_cast requires restrict
    return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using
    virtual void volatile wchar_t while xor xor_eq
"""
_TAKEN = {
    **dict.fromkeys(_C_AND_CPP.split(), "a keyword of C or C++"),
    **dict.fromkeys(VERBS, "a command of gen-robot"),
    # lib<name> must not hide one of these when a program is linked.
    **dict.fromkeys(("c", "m", "dl", "rt", "pthread", "gfortran"), "a library of the system"),
}

_ROBOT = re.compile(r"[a-z][a-z0-9_]{0,31}")
_PART = re.compile(r"[A-Za-z0-9_.:/ -]{1,64}")
_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9]{0,3}")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


def check_robot_name(name: str) -> str | None:
    """Say why a robot may not have this name: files, C symbols and a library are called by it."""
    if not _ROBOT.fullmatch(name):
        return "a robot's name is 1 to 32 of a-z, 0-9 and _, with a letter first"
    return f"that is {_TAKEN[name]}: choose another name" if name in _TAKEN else None


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
