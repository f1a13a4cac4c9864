"""A robot as one side of a comparison: generated, but not written."""

from __future__ import annotations

import json
from dataclasses import replace

from gen_robot.bindings.manifest import manifest_of
from gen_robot.comparison.asked import Asked
from gen_robot.comparison.effect import QUANTITIES
from gen_robot.comparison.side import Described, Side
from gen_robot.errors import UserError, nearest, shown
from gen_robot.kernels import wanted
from gen_robot.kernels.way import Way, ways
from gen_robot.languages import LANGUAGES
from gen_robot.model.formulation import PLAIN
from gen_robot.model.model import Model
from gen_robot.options import Options
from gen_robot.pipeline import Progress, generate_described, modelled
from gen_robot.readers.robot_files import read

FOR_NUMBERS = tuple(givers[0] for givers in QUANTITIES.values())
"""Kernels that are evaluated, whether or not their lines are asked for."""


def robot_side(asked: Asked, options: Options, language: str, progress: Progress) -> Side:
    """Generate a robot's kernels by the ways that are asked for."""
    description = read(asked.robot, snap=options.snap, edits=options.edits)
    model = modelled(description, options)
    lines = tuple(kernel.name for kernel in wanted(options.kernels, model))
    options = replace(
        options,
        languages=(language,),
        algorithms={**options.algorithms, **_algorithms(asked, lines, model)},
    )
    more = tuple(name for name in FOR_NUMBERS if name not in lines)
    asked_for = options if options.wants_all else replace(options, kernels=(*lines, *more))
    output = generate_described(description, asked_for, progress)
    manifest = manifest_of(json.loads(output.files[f"{output.name}.json"]))
    shown_kernels = tuple(k.name for k in manifest.kernels if k.name not in more)
    return Side(
        asked.text,
        manifest,
        language,
        output.files[LANGUAGES[language].source_of(output.name)],
        shown_kernels,
        Described(description, model, options, {c.kernel.name: c.way for c in output.choices}),
        output.description.warnings,
    )


def _algorithms(asked: Asked, kernels: tuple[str, ...], model: Model) -> dict[str, str]:
    """Return the algorithms of ROBOT:WAY by kernel."""
    known = {
        kernel.name: dict.fromkeys(x for way in ways(kernel, [PLAIN]) for x in _spelled(way))
        for kernel in wanted(kernels, model)
    }
    found: dict[str, str] = {}
    for word in asked.ways:
        kernel, equals, name = word.partition("=")
        if equals:
            if kernel not in known:
                cure = nearest(kernel, [*known])
                raise UserError(shown(asked.text), f"{shown(kernel)} is not compared", cure)
            found[kernel] = name
            continue
        own = [each for each, names in known.items() if word in names]
        if not own:
            every = list(dict.fromkeys(x for names in known.values() for x in names))
            problem = f"{shown(word)} is no algorithm of {', '.join(known)}"
            raise UserError(shown(asked.text), problem, nearest(word, every))
        found |= dict.fromkeys(own, word)
    return found


def _spelled(way: Way) -> tuple[str, str]:
    return way.algorithm, str(way)
