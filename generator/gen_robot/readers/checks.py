"""What every reader demands of a robot, whatever the format.

A reader says where in its file a thing stands; where formats differ in how strict they are, these
functions only find, and the reader makes an error or a warning of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gen_robot.algebra.lines import is_zero
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import BASE, LARGEST, Limits, LinkDescription
from gen_robot.description.joint_kinds import moves
from gen_robot.description.snap import Snapper
from gen_robot.errors import shown
from gen_robot.readers.mark import AnyMark


def check_size(at: AnyMark, value: Number, written: str) -> None:
    """Demand that a quantity is one that a robot can have."""
    if abs(value) > LARGEST:
        raise at.error(f"is {written}", "no quantity of a robot is beyond 1e30 in size")


def check_count(at: AnyMark, links: int, most: int) -> None:
    """Demand a robot of some links, but not of too many."""
    if not 1 <= links <= most:
        raise at.error(f"has {links} links", f"a robot has 1 to {most}")


def check_name(at: AnyMark, name: str, rule: Callable[[str], str | None]) -> None:
    """Demand a name that its rule, which gives the reason if not, allows."""
    if reason := rule(name):
        raise at.error(f"is {shown(name)}", reason)


def refuse_twins(
    named: Iterable[tuple[AnyMark, str, str]], taken: Mapping[str, str] | None = None
) -> None:
    """Demand that names are unique and not taken; what has each is called by the last of the three."""
    owners = dict(taken or {})
    for at, name, owner in named:
        if name in owners:
            cure = f"{owners[name]} has this name already: choose another"
            raise at.error(f"is named {shown(name)}", cure)
        owners[name] = owner


def checked_direction(
    at: AnyMark, drawn: Vec3, written: tuple[str, ...], snapper: Snapper, example: str
) -> Vec3:
    """Return the unit vector along an axis, which three numbers stand for."""
    if is_zero(drawn):
        raise at.error("is zero", f"an axis has a direction, such as {example}")
    return snapper.direction(at.place, written, drawn)


def crossed(limits: Limits) -> str:
    """Say that a joint's bounds leave nothing between them; nothing if they do not."""
    lower, upper = limits.lower, limits.upper
    if lower is None or upper is None or lower <= upper:
        return ""
    return f"lower {lower} above upper {upper}"


def massless(links: Iterable[LinkDescription]) -> list[str]:
    """Return the links that move but have no mass, not even that of a link fixed to them."""
    carrier = {BASE: BASE}
    bare: dict[str, None] = {}
    for link in links:
        carrier[link.name] = link.name if moves(link.joint) else carrier[link.parent]
        if moves(link.joint):
            bare[link.name] = None
        if link.inertial.mass or any(link.inertial.inertia):
            bare.pop(carrier[link.name], None)
    return list(bare)


def spelled_cycle(names: list[str]) -> str:
    """Spell a cycle, whose last name is its first, within bounds."""
    return " -> ".join(names if len(names) <= 6 else [*names[:5], "...", names[-1]])
