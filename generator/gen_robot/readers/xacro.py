"""Files that xacro has yet to turn into URDF, recognised by what they hold, whatever their name."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from gen_robot.errors import UserError, shown
from gen_robot.readers.mark import Mark
from gen_robot.readers.xml_tree import Element

ENDING = ".xacro"

_PREFIX = "xacro"
_SUBSTITUTIONS = ("${", "$(")


def has_substitution(text: str) -> bool:
    """Tell whether xacro replaces something in the text of an attribute."""
    return any(mark in text for mark in _SUBSTITUTIONS)


def cure(source: str) -> str:
    """Say what to do with a file that xacro has not been run on."""
    # Into another file, or the shell would empty the one that xacro is to read.
    target = "robot.urdf" if source != "robot.urdf" else "expanded.urdf"
    return f"run `xacro {quote(source)} > {target}` first"


def refuse_xacro(robot: Element, source: str) -> None:
    """Refuse a file with elements of xacro; a name space that is declared and not used is no harm."""
    prefixes = tuple(f"{prefix}:" for prefix in {_PREFIX, *_declared(robot)})
    ahead = [robot]
    while ahead:
        element = ahead.pop()
        if element.tag.startswith(prefixes):
            found = f"is the element {shown(element.tag, 40)}, which xacro replaces"
            raise Mark(source, element).error(found, cure(source))
        ahead += reversed(element.children)


def refused_root(root: Element, path: Path, source: str, otherwise: str) -> UserError:
    """Report a root element of no format; it may be for xacro to make one of it."""
    is_xacro = path.suffix.lower() == ENDING or _declared(root)
    found = f"is the element {shown(root.tag, 30)}"
    return Mark(source, root).error(found, cure(source) if is_xacro else otherwise)


def _declared(root: Element) -> list[str]:
    """Return the prefixes that a root element declares for xacro."""
    return [
        name.removeprefix("xmlns:")
        for name, value in root.attributes.items()
        if name.startswith("xmlns:") and "xacro" in value.lower()
    ]
