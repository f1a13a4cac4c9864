"""Robot descriptions in YAML: the file as a whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gen_robot.description.description import Description, Inertial
from gen_robot.description.joint_kinds import moves
from gen_robot.description.loops import with_closure
from gen_robot.description.names import check_f77_prefix, check_part_name
from gen_robot.description.snap import Snapper
from gen_robot.readers.text_file import printable
from gen_robot.readers.yaml_body import read_inertial
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    checked_name,
    choice,
    entries,
    named_values,
    vector,
)
from gen_robot.readers.yaml_frames import read_frames
from gen_robot.readers.yaml_geometry import CONVENTIONS
from gen_robot.readers.yaml_links import read_links
from gen_robot.readers.yaml_loops import CLOSURE_KEYS, read_closure
from gen_robot.readers.yaml_parameters import read_parameters
from gen_robot.readers.yaml_springs import read_springs
from gen_robot.readers.yaml_tree import MappingNode, parse_tree

_ROBOT = Keys(
    "a robot",
    ("name", "convention", "links"),
    ("f77_prefix", "gravity", "base", "parameters", "frames", "springs", *CLOSURE_KEYS),
)
_BASES = {
    "fixed": Keys("a fixed base", ("type",)),
    "floating": Keys("a floating base", ("type", "mass"), ("com", "inertia")),
}


def read_yaml(path: Path, text: str, *, snap: bool = True) -> Description:
    """Read a robot from the text of a file."""
    source = printable(path.name)
    robot = entries(Cursor(source, parse_tree(text, source)), _ROBOT)
    name = checked_name(robot["name"], "the robot's name", check_part_name)
    prefix = None
    if "f77_prefix" in robot:
        prefix = checked_name(robot["f77_prefix"], "a prefix", check_f77_prefix).upper()
    convention = choice(robot["convention"], tuple(CONVENTIONS))
    parameters = read_parameters(robot["parameters"]) if "parameters" in robot else {}
    gravity = Description.gravity
    if "gravity" in robot:
        gravity = vector(robot["gravity"], parameters)
    base, base_warnings = _read_base(robot["base"], parameters) if "base" in robot else (None, ())
    snapper = Snapper(snap)
    floating = base is not None
    links, warnings = read_links(robot["links"], convention, parameters, snapper, floating)
    if not floating and not any(moves(link.joint) for link in links):
        raise robot["links"].error("have no moving joint", "a robot has at least one")
    if "springs" in robot:
        links = read_springs(robot["springs"], links, parameters)
    frames = read_frames(robot["frames"], links, parameters, snapper) if "frames" in robot else ()
    described = Description(
        name,
        links,
        source,
        gravity,
        base,
        prefix,
        base_warnings + warnings,
        frames=frames,
    )
    described = with_closure(described, read_closure(robot, described, parameters, snapper))
    return replace(
        described,
        warnings=described.warnings + snapper.warnings,
        snaps=tuple(snapper.snaps),
    )


def _read_base(cursor: Cursor, parameters: Parameters) -> tuple[Inertial | None, tuple[str, ...]]:
    """Return the body of a floating base, or None for a fixed one, and warnings about it."""
    kinds = tuple(_BASES)
    if not isinstance(cursor.node, MappingNode):
        if choice(cursor, kinds) == "floating":
            cure = "write {type: floating, mass: ..., com: ..., inertia: ...}"
            raise cursor.error("has no 'mass'", cure)
        return None, ()
    fields = named_values(cursor, "a base")
    if "type" not in fields:
        raise cursor.error("has no 'type'", f"a base needs a type, {' or '.join(kinds)}")
    kind = choice(fields["type"], kinds)
    fields = entries(cursor, _BASES[kind])
    return read_inertial(cursor, fields, parameters) if kind == "floating" else (None, ())
