"""What a manifest may say of a robot's loops."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gen_robot.bindings.manifest_error import ManifestError, shown
from gen_robot.bindings.manifest_rules import each, number, record, rows_of, text, whole

_place = whole(0, 10**6)
_condition = {"loop": text, "condition": text}
_loop = record(
    {
        **dict.fromkeys(("name", "type", "link_a", "link_b"), text),
        **dict.fromkeys(("at_a", "at_b"), rows_of(4, 4)),
        "axes": record({"link": text, "rotation": rows_of(3, 3)}),
    }
)

LOOP_KEYS = {
    "loops": each(_loop),
    "loop_rows": each(record(_condition)),
    "loop_rows_dropped": each(record({**_condition, "reason": text})),
    **dict.fromkeys(("independent", "actuated"), each(_place)),
    "closed_configuration": each(number),
}
"""Keys of the manifest, each with what it may hold."""


def check_loops(content: Mapping[str, Any], path: Path) -> None:
    """Want conditions of loops that there are, and coordinates that are velocities, each once."""
    names = [loop["name"] for loop in content.get("loops", ())]
    for key in ("loop_rows", "loop_rows_dropped"):
        for number_, row in enumerate(content.get(key, ())):
            if row["loop"] not in names:
                where = f"{path}: {key}[{number_}].loop"
                raise ManifestError(where, f"is {shown(row['loop'])}, which is no loop")
    for key in ("independent", "actuated"):
        places = content.get(key, [])
        if len(set(places)) < len(places) or any(k >= content["nv"] for k in places):
            raise ManifestError(f"{path}: {key}", "are not places among the velocities, each once")
    free = content["nv"] - len(content.get("loop_rows", ()))
    if names and len(content.get("independent", ())) != free:
        raise ManifestError(f"{path}: independent", f"are not {free}, which the loops leave free")
    closed = content.get("closed_configuration", [])
    if closed and len(closed) != content["nq"]:
        raise ManifestError(f"{path}: closed_configuration", f"has not nq {content['nq']} elements")


def loop_shape(name: str, content: Mapping[str, Any], kernel: Mapping[str, Any]) -> list[int]:
    """Return the shape of an array that conditions of loops and independent coordinates give."""
    rows, free = len(content.get("loop_rows", ())), len(content.get("independent", ()))
    if name == "lambda" and name in kernel["inputs"]:  # weights of torques, not forces
        return [content["nv"]]
    own = {
        **dict.fromkeys(("phi", "kb", "lambda"), (rows,)),
        "K": (rows, content["nv"]),
        **dict.fromkeys(("yd", "ydd", "h_red"), (free,)),
        "M_red": (free, free),
        "tau_u": (len(content.get("actuated", ())),),
    }
    return list(own.get(name, ()))
