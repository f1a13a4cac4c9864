"""A robot's file as Pinocchio sees it, and where it sees something else by design."""

from __future__ import annotations

import re
from pathlib import Path

from gen_robot.description.description import Description
from gen_robot.model.model import Model
from pinocchio_robot import pinocchio_model
from urdf_robots import ROOT_JOINT, Reference, pinocchio_from_urdf, urdfdom_silenced

_NUMBER = re.compile(r"[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]{1,3})?")


class ReadsOtherwise(Exception):
    """Raised where Pinocchio refuses a file, or sees another robot in it; says which."""


def reference_of(
    path: Path, description: Description, model: Model, *, edited: bool = False
) -> Reference:
    """Return Pinocchio's view of a file: its own reading of URDF, else of what was read here.

    Where angles were snapped, or parts left out, the robot is another one than the file's: then that
    one is compared.
    """
    if path.suffix == ".urdf" and not description.snaps and not edited:
        return _from_urdf(path, description, model)
    try:
        theirs = pinocchio_model(description)
    except RuntimeError as refused:  # an inertia that is not positive semidefinite
        raise ReadsOtherwise("Pinocchio refuses it") from refused
    if description.floating_base is not None:
        theirs.names[1] = ROOT_JOINT
    return Reference(theirs, model, description)


_BY_DESIGN = {
    r"<axis(?![^<>]*\bxyz=)": "an <axis> without xyz, which is zero to Pinocchio",
}
"""What Pinocchio reads otherwise, by a pattern of the file."""


def _from_urdf(path: Path, description: Description, model: Model) -> Reference:
    text = path.read_text(encoding="utf-8-sig")
    for pattern, reason in _BY_DESIGN.items():
        if re.search(pattern, text):
            raise ReadsOtherwise(reason)
    floating = description.floating_base is not None
    try:
        with urdfdom_silenced():
            theirs = pinocchio_from_urdf(path, floating)
    except (ValueError, RuntimeError) as refused:
        raise ReadsOtherwise("Pinocchio refuses it") from refused
    reference = Reference(theirs, model, description)
    ours = {*reference.places, *reference.mimics}
    if ours != {*list(theirs.names)[1:]}:
        raise ReadsOtherwise("Pinocchio sees other joints")
    return reference


def largest_angle(path: Path) -> float:
    """Return the largest angle that a URDF file writes; of large ones a double holds few digits.

    What other files write is compared with the same angles, taken from the description.
    """
    if path.suffix != ".urdf":
        return 1.0
    texts = re.findall(r"rpy=[\"']([^\"']*)[\"']", path.read_text(encoding="utf-8-sig"))
    words = [word for text in texts for word in text.split() if _NUMBER.fullmatch(word)]
    return max((abs(float(word)) for word in words), default=1.0)
