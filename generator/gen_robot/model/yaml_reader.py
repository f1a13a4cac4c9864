"""Robot descriptions in YAML: which keys there are, and how they become a Description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gen_robot.algebra.exact import ONE, ZERO, Exact
from gen_robot.algebra.frame import ORIGIN
from gen_robot.algebra.vectors import SymMat3, complement, square
from gen_robot.errors import UserError, nearest, shown
from gen_robot.model import plausibility
from gen_robot.model.description import (
    BASE,
    Description,
    Inertial,
    JointDescription,
    Limits,
    LinkDescription,
)
from gen_robot.model.expression import RESERVED
from gen_robot.model.geometry import CONVENTIONS, Geometry
from gen_robot.model.names import (
    check_f77_prefix,
    check_parameter_name,
    check_part_name,
    check_robot_name,
)
from gen_robot.model.text_file import printable, read_text
from gen_robot.model.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    choice,
    entries,
    items,
    named_values,
    nonnegative,
    number,
    text,
    vector,
)
from gen_robot.model.yaml_tree import LARGEST_FILE, MappingNode, parse_tree

MOST_LINKS = 200
MOST_PARAMETERS = 200

_ROBOT = Keys(
    "a robot",
    ("name", "convention", "links"),
    ("f77_prefix", "gravity", "base", "parameters"),
)
_BODY = ("mass", "com", "inertia")
_DRIVE = ("rotor", "friction")
_LINK = ("name", "joint")
_LINK_OPTIONAL = ("parent", *_BODY, *_DRIVE)
_JOINT = Keys("a joint", ("type",), ("name", "limits"))
_ELEMENTS = ("xx", "yy", "zz", "xy", "xz", "yz")
_INERTIA = Keys("an inertia", (), (*_ELEMENTS, "about"))
_ROTOR = Keys("a rotor", ("inertia",), ("gear_ratio",))
_FRICTION = Keys("friction", (), ("viscous", "coulomb"))
_BASES = {
    "fixed": Keys("a fixed base", ("type",)),
    "floating": Keys("a floating base", ("type", "mass"), ("com", "inertia")),
}


@dataclass(frozen=True)
class _JointType:
    """State which limits a type of joint may have, and whether it moves at all."""

    limits: tuple[str, ...] = ()
    moves: bool = True


_JOINT_TYPES = {
    "revolute": _JointType(("lower", "upper", "velocity", "effort")),
    "continuous": _JointType(("velocity", "effort")),
    "prismatic": _JointType(("lower", "upper", "velocity", "effort")),
    "fixed": _JointType(moves=False),
}

# More than a full turn, with room for a 2 pi that was rounded up.
_SUSPICIOUS_ANGLE = Exact(7)


def read_yaml(path: Path, content: str | None = None) -> Description:
    """Read a robot from a file, or from `content` as if it stood there."""
    source = printable(path.name)
    if content is None:
        content = read_text(path, LARGEST_FILE)
    elif len(content) > LARGEST_FILE:
        raise UserError(source, f"has {len(content)} characters", f"at most {LARGEST_FILE}")
    root = Cursor(source, parse_tree(content, source))
    robot = entries(root, _ROBOT)
    parameters = _read_parameters(robot["parameters"]) if "parameters" in robot else {}
    links, warnings = _read_links(robot["links"], robot["convention"], parameters)
    base, base_warnings = _read_base(robot, parameters)
    if base is None and not any(_JOINT_TYPES[link.joint.type].moves for link in links):
        raise robot["links"].error("has no moving joint", "a robot has at least one")
    return Description(
        name=_checked(robot["name"], "the robot's name", check_robot_name),
        links=links,
        source=source,
        gravity=vector(robot["gravity"], parameters) if "gravity" in robot else Description.gravity,
        floating_base=base,
        f77_prefix=_read_prefix(robot),
        warnings=base_warnings + warnings,
    )


def _checked(cursor: Cursor, wanted: str, check: Callable[[str], str | None]) -> str:
    """Return a name that its rule allows."""
    name = text(cursor, wanted)
    if reason := check(name):
        raise cursor.error(reason)
    return name


def _read_prefix(robot: dict[str, Cursor]) -> str | None:
    if "f77_prefix" not in robot:
        return None
    return _checked(robot["f77_prefix"], "a prefix", check_f77_prefix).upper()


def _read_parameters(cursor: Cursor) -> Parameters:
    """Evaluate the parameters in order, so that each may use those before it."""
    given = named_values(cursor, "a mapping of names to values")
    if len(given) > MOST_PARAMETERS:
        raise cursor.error(f"has {len(given)} entries", f"at most {MOST_PARAMETERS} are allowed")
    values: dict[str, Exact] = {}
    for name, value in given.items():
        if reason := check_parameter_name(name):
            raise value.error(reason)
        if name in RESERVED:
            raise value.error(f"is named {shown(name)}", f"{', '.join(RESERVED)} are taken")
        values[name] = number(value, values)
    return values


def _read_base(
    robot: dict[str, Cursor], parameters: Parameters
) -> tuple[Inertial | None, tuple[str, ...]]:
    """Return the body of a floating base, or None if the base is fixed."""
    if "base" not in robot:
        return None, ()
    base = robot["base"]
    if not isinstance(base.node, MappingNode):
        if choice(base, tuple(_BASES)) == "fixed":
            return None, ()
        raise base.error("is 'floating'", "write {type: floating, mass: ..., com: ..., inertia: ...}")
    fields = named_values(base, "a base")
    if "type" not in fields:
        raise base.error("has no 'type'", f"type is {' or '.join(_BASES)}")
    kind = choice(fields["type"], tuple(_BASES))
    fields = entries(base, _BASES[kind])
    return _read_inertial(base, fields, parameters) if kind == "floating" else (None, ())


# Links --------------------------------------------------------------------------------------------


def _read_links(
    cursor: Cursor, convention: Cursor, parameters: Parameters
) -> tuple[tuple[LinkDescription, ...], tuple[str, ...]]:
    keys = _link_keys(choice(convention, tuple(CONVENTIONS)))
    place = CONVENTIONS[choice(convention, tuple(CONVENTIONS))].place
    rows = items(cursor, "a list of links")
    if not 1 <= len(rows) <= MOST_LINKS:
        raise cursor.error(f"has {len(rows)} links", f"a robot has 1 to {MOST_LINKS}")
    table = [entries(row, keys) for row in rows]
    names = _unique([_named(fields["name"]) for fields in table])
    parents = _read_parents(table, names)
    joints = [_read_joint(fields, name, parameters) for fields, name in zip(table, names, strict=True)]
    ...
    return (), ()
