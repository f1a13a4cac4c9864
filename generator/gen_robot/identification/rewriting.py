"""A robot's file with fitted numbers in place of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from gen_robot.algebra.number import Number
from gen_robot.description.description import Description
from gen_robot.description.edit import Edits, edited
from gen_robot.errors import UserError, nearest, shown
from gen_robot.identification.bodies import StandardFit
from gen_robot.identification.link_changes import body_changes, drive_changes
from gen_robot.identification.robot import Robot
from gen_robot.identification.text_edits import applied
from gen_robot.identification.urdf_numbers import urdf_edits
from gen_robot.identification.yaml_numbers import yaml_edits
from gen_robot.kernels.regressors import base_terms
from gen_robot.model import standard_parameters
from gen_robot.model.canonical import canonical
from gen_robot.model.drives import DRIVES
from gen_robot.model.model import Model
from gen_robot.readers.formats import URDF, YAML, format_of, size_limit
from gen_robot.readers.location import location
from gen_robot.readers.robot_files import shipped
from gen_robot.readers.text_file import decoded, printable, read_bytes

_AGREES = 1e-9
"""How well base parameters agree that are the same, as a share of the largest."""


def rewritten(source: str | Path, robot: Robot, fit: StandardFit) -> str:
    """Return the text of a robot's file with other numbers; all else stays."""
    path = location(source)
    if path is None:
        cure = nearest(str(source), shipped())
        raise UserError(shown(source), "is no file and no robot that ships", cure)
    text = decoded(path, read_bytes(path, size_limit))
    format_ = format_of(path, text)
    if format_ not in (YAML, URDF):
        cure = f"{YAML.name} and {URDF.name} files can be: give one of these"
        raise UserError(printable(path), f"is {format_.name}, which is not rewritten", cure)
    file = _Rereading(path, robot)
    description = file.read(text)
    model = file.model(description)
    file.refuse_another(model)
    pi = [Number(repr(float(x))) for x in fit.parameters]
    bodies = body_changes(description, model, pi)
    drives = drive_changes(description, model, pi)
    name = printable(path.name)
    if format_ is YAML:
        edits = yaml_edits(text, name, description.root_name, bodies, drives)
    else:
        edits = urdf_edits(text, name, bodies, drives, file.snap)
    written = applied(text, edits)
    file.check(written, fit)
    return written


class _Rereading:
    """Read a file as the robot was read that kernels were generated for."""

    def __init__(self, path: Path, robot: Robot) -> None:
        options = robot.manifest["options"]
        self.path = path
        self.robot = robot
        self.snap: bool = options["snap"]
        self.edits = Edits(options["lock"], options["root"], options["tip"], options["floating"])
        names = robot.standard_parameter_names
        self.drives = tuple(d for d in DRIVES if any(name.startswith(d) for name in names))

    def read(self, text: str) -> Description:
        reader = format_of(self.path, text).read
        return edited(reader(self.path, text, snap=self.snap), self.edits)

    def model(self, description: Description) -> Model:
        return replace(canonical(description), drives=self.drives)

    def refuse_another(self, model: Model) -> None:
        """Demand that base parameters mean in this file what they mean to the kernels."""
        known = self.robot.manifest["base_parameters"]
        found = base_terms(model)
        same = list(known) == list(found) and all(
            known[name].keys() == terms.keys()
            and all(abs(known[name][k] - float(x)) <= _AGREES for k, x in terms.items())
            for name, terms in found.items()
        )
        if not same:
            raise UserError(
                printable(self.path),
                f"describes another mechanism than {self.robot.name} was generated from",
                "give the file that it was generated from",
            )

    def check(self, text: str, fit: StandardFit) -> None:
        """Demand that a written file gives the torques it was written for."""
        try:
            model = self.model(self.read(text))
        except UserError as refused:
            reason = f"{refused.problem}; {refused.cure}" if refused.cure else refused.problem
            place = f"{printable(self.path)}: {refused.place}"
            raise UserError(place, "cannot hold the fitted numbers", reason) from None
        values = np.array([float(x) for x in standard_parameters.values(model)])
        wanted = self.robot.base_parameters(fit.parameters)
        error = np.max(np.abs(self.robot.base_parameters(values) - wanted))
        if error > _AGREES * (1 + np.max(np.abs(wanted))):
            raise UserError(
                printable(self.path),
                "cannot hold the fitted numbers: read again, they give other torques",
                "generate from a file that describes the robot without --root and --tip",
            )
