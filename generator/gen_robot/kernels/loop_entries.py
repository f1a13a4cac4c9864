"""What the manifest says of a robot's loops."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gen_robot.algebra.frame import Frame
from gen_robot.algorithms.closed import Condition, closed
from gen_robot.description.description import Description
from gen_robot.errors import counted, listed
from gen_robot.model.loops import Loop, joint_names, reference
from gen_robot.model.model import Model


def closing(description: Description, model: Model) -> dict[str, Any]:
    """Describe the loops, the conditions that are kept and dropped, and the coordinates."""
    found = closed(model)
    assert model.closing is not None
    loops = zip(description.loops, model.closing.loops, strict=True)
    return {
        "loops": [
            {
                "name": loop.name,
                "type": loop.type,
                "link_a": loop.link_a,
                "link_b": loop.link_b,
                "at_a": _rows(loop.at_a),
                "at_b": _rows(loop.at_b),
                "axes": _axes(description, model, own),
            }
            for loop, own in loops
        ],
        "loop_rows": [_condition(model, row) for row in found.rows],
        "loop_rows_dropped": [
            {**_condition(model, row), "reason": why} for row, why in found.dropped
        ],
        "independent": list(found.independent),
        "actuated": list(found.actuated),
        "closed_configuration": list(found.sample),
    }


def row_labels(model: Model) -> list[str]:
    """Name the conditions that are kept, by loop and condition."""
    return [row.label for row in closed(model).rows]


def coordinates(model: Model) -> list[str]:
    """Name the independent and the actuated joints."""
    found = closed(model)
    pairs = {"independent": found.independent, "actuated": found.actuated}
    names = {word: ", ".join(joint_names(model, places)) for word, places in pairs.items()}
    return [f"  {word}: {joints}" for word, joints in names.items()]


def told(model: Model) -> list[str]:
    """Say in a few lines what the loops come to."""
    found = closed(model)
    assert model.closing is not None
    why = Counter(reason for _, reason in found.dropped)
    dropped = "".join(f"; {n} dropped: {reason}" for reason, n in why.items())
    names = {
        "independent": listed(joint_names(model, found.independent)),
        "actuated": listed(joint_names(model, found.actuated)),
    }
    loops, rows = counted(len(model.closing.loops), "loop"), counted(len(found.rows), "condition")
    free = counted(len(found.independent), "degree")
    return [
        f"{loops}, {rows} kept{dropped}",
        f"closed, it has {free} of freedom; "
        + ", ".join(f"{word}: {joints}" for word, joints in names.items()),
        *found.notes,
    ]


def _condition(model: Model, row: Condition) -> dict[str, str]:
    assert model.closing is not None
    return {"loop": model.closing.loops[row.loop].name, "condition": row.word}


def _axes(description: Description, model: Model, loop: Loop) -> dict[str, Any]:
    """Say in whose axes x, y, z of the gap are, turned how against the link that both ways begin at."""
    frame, link = reference(model, loop), description.root_name
    if loop.common:
        link = model.link(loop.common).name
        frame = model.link(loop.common).user_frame.inverse.then(frame)
    r = frame.rotation
    return {
        "link": link,
        "rotation": [[float(x) for x in row] for row in zip(r.x, r.y, r.z, strict=True)],
    }


def _rows(frame: Frame) -> list[list[float]]:
    r, p = frame.rotation, frame.origin
    rows = [[float(x) for x in row] for row in zip(r.x, r.y, r.z, p, strict=True)]
    return [*rows, [0.0, 0.0, 0.0, 1.0]]
