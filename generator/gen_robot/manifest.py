"""The manifest: what the bindings and other tools need to know of a generated folder.

It names the gen-robot that wrote it. That alone says nothing of what was written, so comparisons
leave it out: an update that writes the same files is no difference.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gen_robot.algebra.number import Number
from gen_robot.description.description import BASE, FLOATING_BASE, Description, Limits
from gen_robot.kernels.groups import LOOPS, REGRESSORS
from gen_robot.kernels.kernel import identifiers
from gen_robot.kernels.loop_entries import closing
from gen_robot.kernels.regressors import base_terms, standard_names
from gen_robot.languages.emission import Emission
from gen_robot.languages.language import Language
from gen_robot.model import standard_parameters
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.model import Link, Model
from gen_robot.model.runtime import Inertials, inertials
from gen_robot.seal import sealed
from gen_robot.search.choice import Choice
from gen_robot.version import __version__

FORMAT = 1

_GENERATOR = re.compile(r'^  "generator": "[^"\n]*",\n', re.M)


@dataclass(frozen=True)
class Said:
    """Hold what the user said, and what is said to the user."""

    options: Mapping[str, Any]
    warnings: Sequence[str]
    report: Sequence[str]
    integrators: Mapping[str, Any] = field(default_factory=dict)


def manifest(
    emission: Emission,
    said: Said,
    languages: Sequence[Language],
    files: Mapping[str, str],
    examples: Mapping[str, str],
) -> str:
    """Return the text of the manifest of these files; examples may be edited, the others not."""
    model, choices = emission.model, [scheduled.choice for scheduled in emission.kernels]
    description = emission.description
    content = {
        "format": FORMAT,
        "generator": f"gen-robot {__version__}",
        "name": emission.name,
        "input": _input(description),
        "nq": model.free_nq,
        "nv": model.free_nv,
        "joints": [_joint(model, link) for link in model.free_links],
        "mimics": [_mimic(model, link) for link in model.links if link.following],
        "links": _links(description, model),
        "bodies": [link.name for link in model.links],
        "frames": [_frame(model, *frame) for frame in identifiers([*model.frames]).items()],
        "options": dict(said.options),
        "warnings": list(said.warnings),
        "report": list(said.report),
        "snaps": [str(snap) for snap in description.snaps],
        "languages": {
            each.name: each.convention.as_dict() for each in languages if each.convention
        },
        "kernels": {c.kernel.name: _kernel(c, emission, languages) for c in choices},
        "files": {file: sha256(text) for file, text in files.items()},
    }
    groups = {kernel.group for choice in choices for kernel in choice.kernel.each}
    if REGRESSORS in groups:
        content |= _regressed(model)
    if LOOPS in groups:
        content |= closing(description, model)
    if given := inertials(model):
        content["parameters"] = _parameters(given)
    if said.integrators:
        content["integrators"] = dict(said.integrators)
    if examples:
        content["examples"] = {file: sha256(text) for file, text in examples.items()}
    return json.dumps(sealed(content), indent=2) + "\n"


def compared(text: str) -> str:
    """Return what comparisons look at in a manifest: all but the generator's version."""
    return _GENERATOR.sub("", text, count=1)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _input(description: Description) -> dict[str, Any]:
    """Say what the robot was read from."""
    found: dict[str, Any] = {"file": description.source, "sha256": description.sha256}
    if description.companions:
        found["companions"] = {each.path: each.sha256 for each in description.companions}
    return found


def _links(description: Description, model: Model) -> list[dict[str, Any]]:
    """Describe the base and every link of the robot's file, and the moving body it is part of.

    Bodies count from 1, in the order of external forces; 0 is a base that stands still.
    """
    root, floating = description.root_name, description.floating_base
    base = {
        "name": root,
        "parent": None,
        "joint": FLOATING_BASE if floating else None,
        "body": model.places[root].link,
        "mass": float((floating or description.root_inertial).mass),
    }
    return [base] + [
        {
            "name": link.name,
            "parent": root if link.parent == BASE else link.parent,
            "joint": link.joint.name,
            "body": model.places[link.name].link,
            "mass": float(link.inertial.mass),
        }
        for link in description.links
    ]


def _frame(model: Model, name: str, word: str) -> dict[str, Any]:
    """Describe a frame that kernels are made for, and where it is on the body that carries it.

    That is in the frame that the file gives to the body's link, by rows; or in that of the base.
    """
    place = model.frames[name]
    inside = place.frame
    if place.link:
        inside = model.link(place.link).user_frame.inverse.then(inside)
    r, p = inside.rotation, inside.origin
    rows = [[float(x) for x in row] for row in zip(r.x, r.y, r.z, p, strict=True)]
    return {
        "name": name,
        "word": word,
        "link": place.on,
        "body": place.link,
        "placement": [*rows, [0.0, 0.0, 0.0, 1.0]],
    }


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


def _regressed(model: Model) -> dict[str, Any]:
    """Say what the columns of regressors are multiplied by, and what base parameters are made of."""
    own = zip(standard_names(model), standard_parameters.values(model), strict=True)
    return {
        "standard_parameters": {name: float(x) for name, x in own},
        "base_parameters": {
            name: {term: float(x) for term, x in terms.items()}
            for name, terms in base_terms(model).items()
        },
    }


def _parameters(given: Inertials) -> list[dict[str, Any]]:
    """Say what the elements of `parameters` are, and what they are in the robot's file."""
    rows = zip(given.names, given.units, given.values, strict=True)
    return [{"name": name, "unit": unit, "value": float(value)} for name, unit, value in rows]


def _kernel(choice: Choice, emission: Emission, languages: Sequence[Language]) -> dict[str, Any]:
    kernel, way, model = choice.kernel, choice.way, emission.model
    columns = {a.name: list(columns) for a in choice.arrays if (columns := a.columns(model))}
    return {
        "title": kernel.title,
        "inputs": [array.name for array in choice.inputs],
        "outputs": [array.name for array in choice.outputs],
        "shapes": {array.name: list(array.shape(model)) for array in choice.arrays},
        "meanings": {array.name: array.meaning for array in choice.arrays},
        "units": {array.name: array.unit for array in choice.arrays},
        "rows": {array.name: list(rows) for array in choice.arrays if (rows := array.rows(model))},
        **({"columns": columns} if columns else {}),
        "scalars": [array.name for array in choice.arrays if array.is_scalar],
        "sparsity": choice.sparsity(model),
        "status": kernel.status,
        "arguments": dict(kernel.arguments),
        **({"members": _members(choice)} if kernel.members else {}),
        "symbol": {
            each.name: symbol
            for each in languages
            if (symbol := each.symbol(emission, kernel.name))
        },
        "batch": {
            each.name: symbol
            for each in languages
            if (symbol := each.batch_symbol(emission, kernel.name))
        },
        "algorithm": way.algorithm,
        "variant": way.basis,
        "form": way.form,
        "way": str(way),
        "operations": choice.graph.operations.as_dict(),
    }


def _members(choice: Choice) -> list[dict[str, Any]]:
    """Say which kernels one computes at once, and what their arrays are called there."""
    names = iter(choice.outputs)
    late = [array for array in choice.inputs if array not in choice.kernel.inputs]
    return [
        {
            "kernel": member.name,
            "arguments": dict(member.arguments),
            "inputs": [a.name for a in choice.inputs if a in (*member.inputs, *late)],
            "outputs": {array.name: next(names).name for array in member.outputs},
        }
        for member in choice.kernel.members
    ]


def _limits(limits: Limits) -> dict[str, float | None]:
    def number(value: Number | None) -> float | None:
        return None if value is None else float(value)

    return {
        "lower": number(limits.lower),
        "upper": number(limits.upper),
        "velocity": number(limits.velocity),
        "effort": number(limits.effort),
    }
