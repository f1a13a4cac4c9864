"""Say what gives way when kernels are written where others stand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gen_robot.errors import counted, listed, shown

_SAID_APART = ("kernels", "languages")  # what is left out of them, and files that are removed


def replaced(former: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Compare two manifests: nothing to say of the same robot, asked for in the same way."""
    joints, file = _names(former), _file(former)
    if joints != _names(new) or (file and _file(new) and file != _file(new)):
        count = counted(len(joints), "joint")
        whose = shown(file) if file else "another robot"
        return f"replaces the kernels of {whose} ({count}: {listed(joints)})"
    before, now = (_mapping(manifest, "options") for manifest in (former, new))
    # Versions differ in what they list: only what both know can have been asked for otherwise.
    both = [key for key in before if key in now and key not in _SAID_APART]
    other = [f"{key} {_said(before[key])}" for key in both if before[key] != now[key]]
    if other:
        return f"replaces kernels that were asked for otherwise: {listed(other)}"
    gone = [k for k in _mapping(former, "kernels") if k not in _mapping(new, "kernels")]
    if gone:
        return f"replaces kernels of which it leaves out {listed([shown(k) for k in gone])}"
    return ""


def _file(manifest: Mapping[str, Any]) -> object:
    """Return the robot's file, if the manifest names it."""
    return _mapping(manifest, "input").get("file")


def _mapping(manifest: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = manifest.get(key)
    return found if isinstance(found, dict) else {}


def _names(manifest: Mapping[str, Any]) -> list[str]:
    """Return the joints' names, of which a manifest that was not ours may hold anything."""
    joints = manifest.get("joints")
    named = [j for j in joints if isinstance(j, dict)] if isinstance(joints, list) else []
    return [shown(joint.get("name", "")) for joint in named]


def _said(value: object) -> str:
    """Show an option's value, whatever it is."""
    return shown(value) if isinstance(value, str) else json.dumps(value)[:60]
