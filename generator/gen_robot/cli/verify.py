"""gen-robot verify: prove that generated sources are the robot's dynamics."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from gen_robot.cli.lists import listed
from gen_robot.delivery.own_file import write_own
from gen_robot.description.description import Description
from gen_robot.errors import UserError, nearest, shown
from gen_robot.progress import progress_bar
from gen_robot.readers.robot_files import read, shipped
from gen_robot.verification.folder import Subject, read_folder
from gen_robot.verification.prove import Limits, verdicts
from gen_robot.verification.report import MARK, certificate, lines, notes, summary
from gen_robot.verification.verdict import BACKWARDS, NOT_COVERED, PROVED, SAMPLED, Verdict

FORMATS = ("text", "json")


def run(asked: argparse.Namespace) -> int:
    """Print a verdict for each kernel, and return what they come to."""
    if asked.format not in FORMATS:
        raise UserError(
            "--format", f"is {shown(asked.format)}", nearest(asked.format, list(FORMATS))
        )
    limits = Limits(1e9 * _positive("--memory", asked.memory))
    velocity = _positive("--velocity", asked.velocity)
    rates = velocity, _positive("--acceleration", asked.acceleration)
    subject = read_folder(Path(asked.folder))
    description = _robot(asked.robot, subject)
    kernels = _kernels(asked.kernels, subject)
    with progress_bar(len(kernels)) as progress:
        found = list(verdicts(subject, description, kernels, progress, limits, rates))
    written = certificate(subject, description, found, rates)
    if asked.certificate:
        is_not = "is there, and is no certificate of gen-robot verify"
        write_own(subject.certificate, written, MARK, is_not)
    if asked.format == "json":
        sys.stdout.write(written)
    else:
        sys.stdout.write(lines(found))
        print(summary(found))
        for note in notes(subject, description):
            print(f"note: {note}")
    return _code(found, bool(listed(asked.kernels)), asked.strict)


def _code(found: list[Verdict], named: bool, strict: bool) -> int:
    """Return 1 if a kernel is wrong, or not what it has to be; sampling is enough unless strict."""
    enough = {PROVED, BACKWARDS} if strict else {PROVED, BACKWARDS, SAMPLED}
    if not named and not strict:
        enough.add(NOT_COVERED)
    return 0 if all(verdict.word in enough for verdict in found) else 1


def _robot(robot: str | None, subject: Subject) -> Description:
    if robot is None:
        robot = subject.robot_file.removesuffix(".yaml")
        if robot not in shipped():
            found = f"was generated from {shown(subject.robot_file)}, which does not ship"
            raise UserError(str(subject.folder), found, "name the robot's file after the folder")
    return read(robot, snap=subject.snap, edits=subject.edits)


def _kernels(text: str | None, subject: Subject) -> list[str]:
    own = list(subject.kernels)
    chosen = listed(text) or own
    for name in chosen:
        if name not in own:
            raise UserError(
                "--kernels", f"{shown(name)} is not in {subject.folder}", nearest(name, own)
            )
    return list(chosen)


def _positive(option: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise UserError(option, f"is {shown(text)}", "a positive number")
    return value
