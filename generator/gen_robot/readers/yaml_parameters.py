"""Parameters of YAML files: named numbers that expressions may use."""

from __future__ import annotations

from gen_robot.algebra.number import Number
from gen_robot.description.names import check_parameter_name
from gen_robot.errors import shown
from gen_robot.readers.yaml_fields import Cursor, Parameters, named_values, number

MOST_PARAMETERS = 200


def read_parameters(cursor: Cursor) -> Parameters:
    """Evaluate the parameters in order, so that each may use those before it."""
    given = named_values(cursor, "a mapping of names to values")
    if len(given) > MOST_PARAMETERS:
        raise cursor.error(f"has {len(given)} entries", f"at most {MOST_PARAMETERS} are allowed")
    values: dict[str, Number] = {}
    for name, value in given.items():
        if reason := check_parameter_name(name):
            raise value.error(f"is named {shown(name)}", reason)
        values[name] = number(value, values)
    return values
