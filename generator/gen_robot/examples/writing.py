"""Write the examples of a robot: small programs beside its kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gen_robot.errors import UserError
from gen_robot.examples import EXAMPLES
from gen_robot.examples.calls import Call, Variable, calls
from gen_robot.examples.fortran import fortran_lines
from gen_robot.languages import LANGUAGES
from gen_robot.languages.emission import Emission
from gen_robot.printers.c import CPrinter
from gen_robot.render import render


def example_files(
    emission: Emission, examples: Sequence[str], languages: Sequence[str]
) -> dict[str, str]:
    """Return the texts of these examples' files by their names."""
    if not examples:
        return {}
    if emission.name == "example":
        cure = "give it another one with --name"
        raise UserError(
            "--example", "would replace files of the robot, whose name is example", cure
        )
    values = _values(emission, languages)
    files: dict[str, str] = {}
    for name in examples:
        for file, template in EXAMPLES[name].files.items():
            if file not in files:
                files[file] = render(template, **values)
    return files


def _values(emission: Emission, languages: Sequence[str]) -> dict[str, Any]:
    made = calls(emission)
    printer = CPrinter(emission.precision)
    return {
        "name": emission.name,
        "real": printer.real,
        "zero": "0.0" + printer.suffix,
        "given": [_given(v, printer) for v in made.given],
        "calls": [_call(emission, call, languages) for call in made.calls],
        "computed": made.computed,
        "round_trip": made.round_trip,
        "language": languages[0],
        "fortran": fortran_lines(emission, made) if "f77" in languages else [],
    }


def _given(variable: Variable, printer: CPrinter) -> dict[str, Any]:
    return {
        "name": variable.name,
        "size": variable.size,
        "meaning": variable.array.meaning,
        "unit": variable.array.unit,
        "values": [printer.literal(x) for x in variable.values],
        "plain": [repr(float(x)) for x in variable.values],
    }


def _call(emission: Emission, call: Call, languages: Sequence[str]) -> dict[str, Any]:
    inputs = [variable.name for variable in call.inputs]
    return {
        "name": call.name,
        "symbol": LANGUAGES["c"].symbol(emission, call.name) if "c" in languages else "",
        "title": call.kernel.choice.kernel.title,
        "has_status": call.has_status,
        "inputs": inputs,
        "outputs": call.outputs,
        "arguments": [*inputs, *(variable.name for variable in call.outputs)],
    }
