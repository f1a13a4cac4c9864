"""The manifest: what the bindings and other tools need to know of a generated folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from gen_robot.algebra.number import Number
from gen_robot.description.description import Limits
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model
from gen_robot.selection import Choice, sizes

FORMAT = 1


def manifest(
    name: str,
    model: Model,
    choices: Sequence[Choice],
    options: Mapping[str, Any],
    symbols: Mapping[str, Mapping[str, str]],
    files: Mapping[str, str],
    snaps: Sequence[str],
) -> str:
    """Return the manifest's text; `symbols` holds each kernel's name per language."""
    content = {
        "format": FORMAT,
        "name": name,
        "nq": model.free_nq,
        "nv": model.free_nv,
        "joints": [_joint(model, link) for link in model.free_links],
        "mimics": [_mimic(model, link) for link in model.links if link.following],
        "options": dict(options),
        "snaps": list(snaps),
        "kernels": {c.kernel.name: _kernel(c, model, symbols[c.kernel.name]) for c in choices},
        "files": {file: sha256(text) for file, text in files.items()},
    }
    return json.dumps(content, indent=2) + "\n"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _joint(model: Model, link: Link) -> dict[str, Any]:
    index, index_v = Coordinates(model).places(link)
    return {
        "name": link.joint_name,
        "type": link.joint_type,
        "manifold": link.kind.manifold.name,
        "limits": _limits(link.limits),
        "index": index,
        "index_v": index_v,
        "nq": link.kind.nq,
        "nv": link.kind.nv,
    }


def _mimic(model: Model, link: Link) -> dict[str, Any]:
    assert link.following is not None
    return {
        "name": link.joint_name,
        "type": link.joint_type,
        "joint": model.link(link.following.leader).joint_name,
        "multiplier": float(link.following.multiplier),
        "offset": float(link.following.offset),
    }


def _kernel(choice: Choice, model: Model, symbols: Mapping[str, str]) -> dict[str, Any]:
    kernel = choice.kernel
    return {
        "inputs": list(choice.inputs),
        "outputs": list(kernel.outputs),
        "shapes": {name: list(sizes(model, name)) for name in choice.inputs + kernel.outputs},
        "status": kernel.has_status,
        "symbol": dict(symbols),
        "algorithm": choice.algorithm,
        "variant": choice.variant,
        "form": choice.form,
        "operations": choice.traced.operations.as_dict(),
    }


def _limits(limits: Limits) -> dict[str, float | None]:
    def number(value: Number | None) -> float | None:
        return None if value is None else float(value)

    return {
        "lower": number(limits.lower),
        "upper": number(limits.upper),
        "velocity": number(limits.velocity),
        "effort": number(limits.effort),
    }
