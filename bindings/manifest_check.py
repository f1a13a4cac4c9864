"""Whether a manifest is one: the file, its values, and whether they agree with each other.

Kernels write as many numbers as their robot has joints into the memory that the manifest asks for,
so one that contradicts itself is refused before anything is called.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from keyword import iskeyword, kwlist
from pathlib import Path
from typing import Any

from gen_robot.bindings.manifest_error import AGAIN, ManifestError, shown
from gen_robot.bindings.manifest_loops import LOOP_KEYS, check_loops, loop_shape
from gen_robot.bindings.manifest_rules import (
    each,
    flag,
    matching,
    number,
    one_of,
    optional,
    record,
    rows_of,
    spelled,
    table,
    text,
    whole,
)

FORMAT = 1
LARGEST_FILE = 1 << 26
LARGEST = 10**8  # elements of an array for one state

POSITIONS, VELOCITIES = ("nq",), ("nv",)
SHAPES: dict[str, tuple[str | int, ...]] = {
    "q": POSITIONS,
    **dict.fromkeys(("qd", "qdd", "tau", "h", "g", "D"), VELOCITIES),
    **dict.fromkeys(("gq", "gqd", "gqdd", "dq", "dqd"), VELOCITIES),
    "q_out": POSITIONS,
    "gains": (2,),
    **dict.fromkeys(("v", "a", "wrench"), (6,)),
    "T": (4, 4),
    "J": (6, "nv"),
    "c": (3,),
    "Jc": (3, "nv"),
    "L": (6, 6),
    **dict.fromkeys(("M", "Minv", "U", "C"), VELOCITIES * 2),
    **dict.fromkeys(("dtau_dq", "dtau_dqd", "dqdd_dq", "dqdd_dqd"), VELOCITIES * 2),
    **dict.fromkeys(("Hqq", "Hqdq", "Hqdqd", "Hqddq"), VELOCITIES * 2),
}
"""Arrays whose shape the robot's joints give; others have the shape that is written."""

PARAMETERS = {"Y": "standard_parameters", "Yb": "base_parameters"}
"""What the columns of regressors are multiplied by."""

SIZES = {"plane": (4, 3), "rotation": (4, 3), "rigid": (7, 6)}
FLAT = ("additive", "line")
"""Positions and velocities of a joint by its manifold; they are as many where it is flat."""

FORMER_MANIFOLDS = {
    "prismatic": "line",
    "planar": "plane",
    "spherical": "rotation",
    "floating": "rigid",
}
"""By type of joint, for manifests that do not name manifolds; the others were additive."""

_count = whole(0, LARGEST)
_size = whole(1, LARGEST)
_TAKEN = ("out", "check", "threads")
_PYTHON = "a name that Python can use"
_kernel_name = matching(r"[A-Za-z]\w{0,127}", _PYTHON, but=(*kwlist, *_TAKEN))
_array_name = matching(r"[A-Za-z]\w{0,63}", _PYTHON, but=_TAKEN)
_symbol = matching(r"[A-Za-z_]\w{0,255}", "an identifier of C")
_limits = record({}, dict.fromkeys(("lower", "upper", "velocity", "effort"), optional(number)))
_joint = record(
    {
        **dict.fromkeys(("name", "type"), text),
        **dict.fromkeys(("index", "index_v"), _count),
        **dict.fromkeys(("nq", "nv"), _size),
    },
    {"manifold": optional(text), "limits": optional(_limits)},
)
_kernel = record(
    {
        "inputs": each(_array_name),
        "outputs": each(_array_name),
        "shapes": table(text, each(_size)),
        "status": flag,
        "symbol": table(text, _symbol),
        "algorithm": text,
        "operations": table(text, _count),
    },
    {
        **dict.fromkeys(("title", "way"), text),
        **dict.fromkeys(("meanings", "units"), table(text, text)),
        "batch": table(text, _symbol),
        "rows": table(text, each(text)),
        "columns": table(text, each(text)),
        "scalars": each(text),
        "arguments": table(text, text),
        "sparsity": table(text, each(matching(r"[.x]{1,4096}", "a row of x and ."))),
    },
)
_link = record(
    {"name": text},
    {
        **dict.fromkeys(("parent", "joint"), optional(text)),
        "body": optional(_count),
        "mass": optional(number),
    },
)
_frame = record(
    {
        "name": text,
        "word": matching(r"[A-Za-z0-9]\w{0,79}", "a word that names of kernels end in"),
        "link": text,
        "body": _count,
        "placement": rows_of(4, 4),
    },
)
_integrators = record(
    {
        "methods": each(
            record({"name": text, "title": text, "order": _size, "adaptive": flag}),
        ),
        "statuses": each(text),
        "feed_forward": flag,
        "friction": flag,
        "symbols": table(text, table(text, _symbol)),
        "memory": table(text, each(_size)),
    }
)
_parameter = record({"name": text, "unit": text, "value": number})
_manifest = record(
    {
        "name": matching(
            r"[a-z][a-z0-9_]{0,31}", "a robot's name, 1 to 32 of a-z, 0-9 and _, a letter first,"
        ),
        "nq": _size,
        "nv": _size,
        "joints": each(_joint),
        "options": record({"precision": one_of("double", "single")}),
        "kernels": table(_kernel_name, _kernel),
    },
    {
        "languages": table(text, table(text, text)),
        "links": each(_link),
        "frames": each(_frame),
        "standard_parameters": table(text, number),
        "base_parameters": table(text, table(text, number)),
        "parameters": each(_parameter),
        "integrators": _integrators,
        **LOOP_KEYS,
        **dict.fromkeys(("bodies", "warnings", "report"), each(text)),
        "files": table(
            matching(r"\w[\w.-]{0,127}", "the plain name of a file in the manifest's own folder"),
            matching(r"[0-9a-f]{64}", "a SHA-256 sum"),
        ),
    },
)


def checked_content(path: Path) -> dict[str, Any]:
    """Return what a manifest says, which is as a manifest should be."""
    content = _parsed(path)
    if content.get("format") != FORMAT:
        raise ManifestError(
            str(path),
            f"the manifest's format is {shown(content.get('format'))}; this gen-robot reads format"
            f" {FORMAT}",
            "write the robot's files again with it",
        )
    _manifest(content, (path,))
    _check_joints(content, path)
    _check_frames(content, path)
    _check_parameters(content, path)
    check_loops(content, path)
    for name, kernel in content["kernels"].items():
        _check_arrays(content, kernel, spelled((path, "kernels", name)))
    return content


def manifold_name(joint: Mapping[str, Any]) -> str:
    """Return the space of a joint's positions, as its entry names it or once implied it."""
    return joint.get("manifold") or FORMER_MANIFOLDS.get(joint["type"], "additive")


def python_name(array: str) -> str:
    """Return what an array is called in Python: `lambda_` where the kernel says `lambda`."""
    return f"{array}_" if iskeyword(array) else array


def _parsed(path: Path) -> dict[str, Any]:
    place = str(path)
    try:
        if path.is_file() and path.stat().st_size > LARGEST_FILE:
            raise ManifestError(place, f"has more than {LARGEST_FILE} bytes, as no manifest has")
        content = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        cure = "check the path and its permissions"
        raise ManifestError(place, f"cannot be read: {error.strerror}", cure) from None
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8 text: byte 0x{error.object[error.start]:02x} at {error.start}"
        raise ManifestError(place, problem) from None
    except json.JSONDecodeError as error:
        where = f"{place}:{error.lineno}:{error.colno}"
        raise ManifestError(where, f"is not JSON: {error.msg}", f"is it cut off? {AGAIN}") from None
    except ManifestError:
        raise
    except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
        raise ManifestError(place, f"is not JSON of ours: {shown(str(error))}") from None
    if not isinstance(content, dict):
        raise ManifestError(place, f"is a {type(content).__name__}; a manifest is an object")
    return content


def _check_joints(content: Mapping[str, Any], path: Path) -> None:
    """Want the joints side by side in q and qd, and nothing but joints there."""
    index, index_v = 0, 0
    for number_, joint in enumerate(content["joints"]):
        where = f"{path}: joints[{number_}]"
        if (joint["index"], joint["index_v"]) != (index, index_v):
            raise ManifestError(
                where,
                f"begins at {joint['index']} in q and at {joint['index_v']} in qd, and the joints"
                f" before it end at {index} and {index_v}",
            )
        manifold, sizes = manifold_name(joint), (joint["nq"], joint["nv"])
        wanted = (joint["nq"], joint["nq"]) if manifold in FLAT else SIZES.get(manifold, sizes)
        if sizes != wanted:
            raise ManifestError(
                where,
                f"has nq {sizes[0]} and nv {sizes[1]}; a joint whose manifold is"
                f" '{manifold}' has {wanted[0]} and {wanted[1]}",
            )
        index, index_v = index + joint["nq"], index_v + joint["nv"]
    for key, total in (("nq", index), ("nv", index_v)):
        if content[key] != total:
            raise ManifestError(
                f"{path}: {key}", f"is {content[key]}, and the joints have {total} together"
            )


def _check_frames(content: Mapping[str, Any], path: Path) -> None:
    """Want frames on bodies that there are, and no name or word twice."""
    frames, bodies = content.get("frames", ()), len(content.get("bodies", ()))
    for number_, frame in enumerate(frames):
        where = f"{path}: frames[{number_}]"
        if frame["body"] > bodies:
            raise ManifestError(
                f"{where}.body", f"is {frame['body']}, and there are {bodies} moving bodies"
            )
        for key in ("name", "word"):
            if frame[key] in (other[key] for other in frames[:number_]):
                raise ManifestError(f"{where}.{key}", f"is {shown(frame[key])} for the second time")


def _check_parameters(content: Mapping[str, Any], path: Path) -> None:
    """Want base parameters that are made of standard ones, both or none."""
    missing = [key for key in PARAMETERS.values() if key not in content]
    if len(missing) == 1:
        raise ManifestError(f"{path}: {missing[0]}", "is missing")
    standard = content.get("standard_parameters", {})
    for name, terms in content.get("base_parameters", {}).items():
        for term in terms:
            if term not in standard:
                place = spelled((path, "base_parameters", name))
                raise ManifestError(place, f"has a term {shown(term)}, which is no standard one")


def _check_arrays(content: Mapping[str, Any], kernel: Mapping[str, Any], place: str) -> None:
    """Want a shape for every array, and the one that the robot's joints give it."""
    names, shapes = [*kernel["inputs"], *kernel["outputs"]], kernel["shapes"]
    if (
        len(set(map(python_name, names))) < len(names)
        or not kernel["inputs"]
        or not kernel["outputs"]
    ):
        raise ManifestError(place, "has not some inputs and outputs, each once")
    for name in names:
        where = f"{place}.shapes.{name}"
        if name not in shapes:
            raise ManifestError(where, "is missing")
        known = [content[n] if isinstance(n, str) else n for n in SHAPES.get(name, ())]
        wanted = known or _own_shape(name, content) or loop_shape(name, content, kernel)
        if wanted and shapes[name] != wanted:
            raise ManifestError(
                where,
                f"is {shown(shapes[name])}; with nq {content['nq']} and nv {content['nv']} it is"
                f" {wanted}",
            )
        if math.prod(shapes[name]) > LARGEST:
            raise ManifestError(where, f"is {shown(shapes[name])}: more than {LARGEST} elements")
        rows = kernel.get("rows", {}).get(name)
        if rows and math.prod(shapes[name]) % len(rows):
            raise ManifestError(f"{place}.rows.{name}", f"{len(rows)} rows do not divide its shape")
        columns = kernel.get("columns", {}).get(name)
        if columns and shapes[name][-1] != len(columns):
            raise ManifestError(f"{place}.columns.{name}", f"{len(columns)} are not its columns")
        drawn = kernel.get("sparsity", {}).get(name)
        if drawn is not None and shapes[name] != [len(drawn), *{len(row) for row in drawn}]:
            raise ManifestError(f"{place}.sparsity.{name}", "is not drawn in its shape")
    if "rows" in kernel and "scalars" not in kernel:
        raise ManifestError(f"{place}.scalars", "is missing")


def _own_shape(name: str, content: Mapping[str, Any]) -> list[int]:
    """Return the shape of an array that other keys give: of wrenches, of regressors; if it is known."""
    if name in PARAMETERS:
        return [content["nv"], len(content.get(PARAMETERS[name], ()))]
    if name == "parameters":
        return [len(content.get("parameters", ()))]
    return [6 * len(content["bodies"])] if name == "fext" and "bodies" in content else []
