"""Loops in YAML: in a robot's own file, or in one that stands beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gen_robot.algebra.frame import AT_ORIGIN, Frame
from gen_robot.description.description import Description, LoopDescription
from gen_robot.description.loop_kinds import LOOP_WORDS, LoopKind, with_axis
from gen_robot.description.loops import (
    MOST_LOOPS,
    Closure,
    check_ends,
    check_joints,
    known_end,
    with_closure,
)
from gen_robot.description.names import check_part_name
from gen_robot.description.snap import Snapper
from gen_robot.readers.checks import refuse_twins
from gen_robot.readers.text_file import decoded, printable, read_bytes
from gen_robot.readers.yaml_fields import (
    Cursor,
    Keys,
    Parameters,
    checked_name,
    choice,
    entries,
    items,
    text,
)
from gen_robot.readers.yaml_geometry import read_direction, read_origin
from gen_robot.readers.yaml_parameters import read_parameters
from gen_robot.readers.yaml_tree import LARGEST_FILE, parse_tree

CLOSURE_KEYS = ("loops", "independent", "actuated")

_BESIDE = Keys("a file of loops", ("loops",), ("parameters", "independent", "actuated"))
_LOOP = Keys("a loop", ("name", "type", "link_a", "link_b"), ("at_a", "at_b", "axis"))


def with_loops_beside(description: Description, path: Path, *, snap: bool = True) -> Description:
    """Return a robot with the loops that a file beside its own gives."""
    content = decoded(path, read_bytes(path, lambda path, beginning: LARGEST_FILE))
    source = printable(path.name)
    fields = entries(Cursor(source, parse_tree(content, source)), _BESIDE)
    parameters = read_parameters(fields["parameters"]) if "parameters" in fields else {}
    snapper = Snapper(snap)
    found = with_closure(description, read_closure(fields, description, parameters, snapper))
    return replace(
        found,
        warnings=found.warnings + snapper.warnings,
        snaps=found.snaps + tuple(snapper.snaps),
    )


def read_closure(
    fields: dict[str, Cursor], description: Description, parameters: Parameters, snapper: Snapper
) -> Closure:
    """Return what a mapping says of a robot's loops."""
    loops: tuple[LoopDescription, ...] = ()
    if "loops" in fields:
        loops = _read_loops(fields["loops"], description, parameters, snapper)
    named = {word: _joints(fields, word, description) for word in CLOSURE_KEYS[1:]}
    if not loops and not description.loops:
        for word, names in named.items():
            if names:
                raise fields[word].error("is given, and there are no loops", "add loops")
    return Closure(loops, **named)


def _read_loops(
    cursor: Cursor, description: Description, parameters: Parameters, snapper: Snapper
) -> tuple[LoopDescription, ...]:
    rows = items(cursor, "a list of loops")
    if len(rows) > MOST_LOOPS:
        raise cursor.error(f"has {len(rows)} loops", f"a robot has at most {MOST_LOOPS}")
    table = [entries(row, _LOOP) for row in rows]
    names = [checked_name(fields["name"], "a name", check_part_name) for fields in table]
    marks = [
        (fields["name"], name, fields["name"].path)
        for fields, name in zip(table, names, strict=True)
    ]
    refuse_twins(marks, {link.joint.name: "a joint" for link in description.links})
    found = []
    for row, fields, name in zip(rows, table, names, strict=True):
        kind = LOOP_WORDS[choice(fields["type"], tuple(LOOP_WORDS))]
        turn = _read_axis(fields, kind, parameters, snapper)
        link_a, link_b = (
            known_end(fields[end].place, description, text(fields[end], "a link's name"))
            for end in ("link_a", "link_b")
        )
        at_a, at_b = (
            read_origin({"origin": fields[at]}, parameters, snapper).before.then(turn)
            if at in fields
            else turn
            for at in ("at_a", "at_b")
        )
        loop = LoopDescription(name, kind.name, link_a, link_b, at_a, at_b)
        check_ends(row.place, description, loop)
        found.append(loop)
    return tuple(found)


def _read_axis(
    fields: dict[str, Cursor], kind: LoopKind, parameters: Parameters, snapper: Snapper
) -> Frame:
    """Return the turn that brings z to the closing joint's axis, in the frames of both sides."""
    if "axis" not in fields:
        return AT_ORIGIN
    if not kind.has_axis:
        raise fields["axis"].error(
            f"belongs to a {kind.name} joint", "it has no axis: leave it out"
        )
    return with_axis(read_direction(fields["axis"], parameters, snapper))


def _joints(fields: dict[str, Cursor], word: str, description: Description) -> tuple[str, ...]:
    if word not in fields:
        return ()
    rows = items(fields[word], "a list of joints")
    names = [text(row, "a joint's name") for row in rows]
    return check_joints(fields[word].place, description, names, word)
