"""What a URDF file says in vain: attributes and elements that nobody reads, and second ones.

A misspelled attribute leaves a default behind: an axis by `zyz` is the x axis. Where all attributes of
URDF's own are there, others are a vendor's, and passed over; so are elements that do not look like one
of URDF's own, and all that has a prefix. Of elements that come twice the first is read, as by urdfdom
and Pinocchio.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache, partial

from gen_robot.errors import listed, nearest, shown
from gen_robot.readers.urdf_joint import TYPES
from gen_robot.readers.xml_fields import Cursor
from gen_robot.readers.xml_tree import Element


@dataclass(frozen=True)
class _Known:
    """Hold what is read of an element."""

    attributes: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()  # attributes that URDF has, too


_KNOWN = {
    "link": _Known(("name",), ("inertial",)),
    "inertial": _Known((), ("origin", "mass", "inertia")),
    "origin": _Known(("xyz", "rpy")),
    "mass": _Known(("value",)),
    "inertia": _Known(("ixx", "ixy", "ixz", "iyy", "iyz", "izz")),
    "joint": _Known(
        ("name", "type"), ("parent", "child", "origin", "axis", "limit", "dynamics", "mimic")
    ),
    "parent": _Known(("link",)),
    "child": _Known(("link",)),
    "axis": _Known(("xyz",)),
    "limit": _Known(
        ("lower", "upper", "velocity", "effort"), unused=("acceleration", "deceleration", "jerk")
    ),
    "dynamics": _Known(("damping", "friction")),
    "mimic": _Known(("joint", "multiplier", "offset")),
}

# What a joint that does not move has besides was left behind when it was made fixed.
_FIXED = _Known(("name", "type"), ("parent", "child", "origin"))

_TOP = ("link", "joint")
_READ_ELSEWHERE = ("loop_joint",)
_TWICE_THE_SAME = "comes twice and says the same"
_FIRST_IS_READ = "the first is read, as by other readers"
_OTHERS_REFUSE = "it is read once; other readers refuse such a file"

_MOST = 20
"""So many warnings are given; who has more to put right sees the others then."""

_ALIKE = 0.75
"""How much an element has to look like one of URDF's own to be taken for a misspelled one."""


@dataclass
class _Findings:
    """Collect where the same is found, for one warning about all of it."""

    source: str
    first: dict[tuple[str, str], str] = field(default_factory=dict)
    more: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    left_out: int = 0

    def add(self, at: Cursor, owner: str, problem: str, cure: Callable[[], str]) -> None:
        """Note a problem of a link or joint; those of one tag and one text are the same."""
        key = (at.node.tag, problem)
        if key in self.first:
            self.more.setdefault(key, []).append(owner)
        elif len(self.first) < _MOST:
            self.first[key] = at.warning(problem, cure())
        else:
            self.left_out += 1

    def warnings(self) -> Iterator[str]:
        for key, warning in self.first.items():
            others = list(dict.fromkeys(self.more.get(key, [])))
            yield f"{warning}; the same in {listed(others)}" if others else warning
        if self.left_out:
            yield f"{self.source}: {self.left_out} more attributes and elements are not read"


def unread(robot: Cursor, links: dict[str, Cursor], joints: dict[str, Cursor]) -> tuple[str, ...]:
    """Return warnings about what stands in a file but is not read."""
    findings = _Findings(robot.source)
    read = {id(cursor.node) for cursor in (*links.values(), *joints.values())}
    for element in robot.node.children:
        tag, name = element.tag, element.attributes.get("name", "")
        if tag in _READ_ELSEWHERE:
            continue
        if tag not in _TOP:
            _look_alike(robot.inside(element), _TOP, name, findings)
        elif id(element) not in read:
            # Else it would have been refused.
            at = Cursor(robot.source, element, f"{tag}[{name}]")
            findings.add(at, name, _TWICE_THE_SAME, lambda: _OTHERS_REFUSE)
    for name, owner in (*links.items(), *joints.items()):
        kind = TYPES.get(owner.node.attributes.get("type", ""))
        is_fixed = owner.node.tag == "joint" and kind is not None and not kind.moves
        _look_into(owner, _FIXED if is_fixed else _KNOWN[owner.node.tag], name, findings)
    return tuple(findings.warnings())


def _look_into(at: Cursor, known: _Known, owner: str, findings: _Findings) -> None:
    """Note what is not read of an element and of those inside."""
    given = at.node.attributes
    if missing := tuple(each for each in known.attributes if each not in given):
        for attribute in given:
            if attribute not in known.attributes + known.unused and not _is_foreign(attribute):
                problem = f"has the attribute {shown(attribute, 30)}, which is not read"
                findings.add(at, owner, problem, partial(nearest, attribute.lower(), missing))
    firsts: dict[str, Element] = {}
    twice: set[str] = set()
    for element in at.node.children:
        tag = element.tag
        if tag not in known.elements:
            _look_alike(at.inside(element), known.elements, owner, findings)
        elif tag not in firsts:
            firsts[tag] = element
            _look_into(at.inside(element), _KNOWN[tag], owner, findings)
        elif tag not in twice:
            twice.add(tag)
            problem = _TWICE_THE_SAME if element.same_as(firsts[tag]) else "comes twice"
            findings.add(at.inside(element), owner, problem, lambda: _FIRST_IS_READ)


def _look_alike(at: Cursor, known: tuple[str, ...], owner: str, findings: _Findings) -> None:
    """Note an element that is none of these but looks like one."""
    if not _is_foreign(at.node.tag) and (meant := _alike(at.node.tag[:64].lower(), known)):
        findings.add(at, owner, "is not read", lambda: f"did you mean <{meant}>?")


@lru_cache
def _alike(tag: str, known: tuple[str, ...]) -> str:
    """Return the one of these that a tag looks like, or nothing."""
    close = get_close_matches(tag, known, n=1, cutoff=_ALIKE)
    return close[0] if close else ""


def _is_foreign(name: str) -> bool:
    """Tell whether an attribute or element belongs to another vocabulary, or declares one."""
    return ":" in name or name == "xmlns"
