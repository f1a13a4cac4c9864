"""The manifest: what the bindings and other tools need to know of a generated folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from gen_robot.algebra.number import Number
from gen_robot.description.description import Limits
from gen_robot.languages.emission import Emission
from gen_robot.languages.language import Language
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model
from gen_robot.seal import sealed
from gen_robot.search.choice import Choice

FORMAT = 1


def manifest(
    emission: Emission,
    options: Mapping[str, Any],
    languages: Sequence[Language],
    files: Mapping[str, str],
    examples: Mapping[str, str],
) -> str:
    """Return the text of the manifest of these files; examples may be edited, the others not."""
    model, choices = emission.model, [scheduled.choice for scheduled in emission.kernels]
    content = {
        "format": FORMAT,
        "name": emission.name,
        "nq": model.free_nq,
        "nv": model.free_nv,
        "joints": [_joint(model, link) for link in model.free_links],
        "mimics": [_mimic(model, link) for link in model.links if link.following],
        "options": dict(options),
        "snaps": [str(snap) for snap in emission.description.snaps],
        "languages": {each.name: each.convention.as_dict() for each in languages},
        "kernels": {c.kernel.name: _kernel(c, emission, languages) for c in choices},
        "files": {file: sha256(text) for file, text in files.items()},
    }
    if examples:
        content["examples"] = {file: sha256(text) for file, text in examples.items()}
    return json.dumps(sealed(content), indent=2) + "\n"


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


def _kernel(choice: Choice, emission: Emission, languages: Sequence[Language]) -> dict[str, Any]:
    kernel, way, model = choice.kernel, choice.way, emission.model
    return {
        "title": kernel.title,
        "inputs": [array.name for array in choice.inputs],
        "outputs": [array.name for array in choice.outputs],
        "shapes": {array.name: list(array.shape(model)) for array in choice.arrays},
        "meanings": {array.name: array.meaning for array in choice.arrays},
        "units": {array.name: array.unit for array in choice.arrays},
        "status": kernel.status,
        "symbol": {each.name: each.symbol(emission, kernel.name) for each in languages},
        "algorithm": way.algorithm,
        "variant": way.basis,
        "form": str(way.formulation),
        "way": str(way),
        "operations": choice.graph.operations.as_dict(),
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
