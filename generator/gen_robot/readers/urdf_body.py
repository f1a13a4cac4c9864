"""Masses and inertias as URDF files give them, in frames of their own."""

from __future__ import annotations

from dataclasses import dataclass, field

from gen_robot.algebra.frame import AT_ORIGIN, ORIGIN, Frame, roll_pitch_yaw, shift
from gen_robot.algebra.vectors import SymMat3, Vec3
from gen_robot.description.description import Inertial
from gen_robot.description.plausibility import doubtful, impossible
from gen_robot.description.snap import Snapper
from gen_robot.errors import listed
from gen_robot.readers.xml_fields import Cursor

_ELEMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")

NOT_DEFINITE = "inertias that are not positive semidefinite"
NOT_A_BODY = "inertias that break the triangle inequality"


@dataclass
class Doubts:
    """Collect the links of which the same thing is doubtful, for one warning about all of them."""

    source: str
    links: dict[str, list[str]] = field(default_factory=dict)

    def add(self, problem: str, link: str) -> None:
        self.links.setdefault(problem, []).append(link)

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(
            f"{self.source}: {problem}: {listed(links)}; they are used as they stand"
            for problem, links in self.links.items()
        )


def read_inertial(link: Cursor, name: str, snapper: Snapper, doubts: Doubts) -> Inertial:
    """Return a link's body in the link's own axes; without <inertial> it has no mass."""
    inertial = link.child("inertial")
    if inertial is None:
        return Inertial()
    frame = read_origin(inertial, snapper)
    mass = inertial.needed("mass", '<mass value="1.5"/>').number("value")
    tensor = inertial.needed("inertia", '<inertia ixx="0.1" ixy="0" ixz="0" .../>')
    inertia = SymMat3(*(tensor.number(element) for element in _ELEMENTS))
    body = Inertial(mass, frame.origin, inertia.rotated(frame.rotation))
    fault = impossible(body)
    if fault and fault.field == "mass":
        raise inertial.at("mass.value").error(fault.problem, fault.cure)
    # Files in use do hold such inertias, and all else computes with them.
    if fault:
        doubts.add(NOT_DEFINITE, name)
    elif any(doubt.field == "inertia" for doubt in doubtful(body)):
        doubts.add(NOT_A_BODY, name)
    return body


def read_origin(cursor: Cursor, snapper: Snapper) -> Frame:
    """Return the frame that an <origin> places, by default the frame it is given in."""
    origin = cursor.child("origin")
    return AT_ORIGIN if origin is None else read_place(origin, snapper)


def read_place(origin: Cursor, snapper: Snapper) -> Frame:
    """Return the frame that an element's xyz and rpy place."""
    xyz = origin.vector("xyz")[0] if origin.has("xyz") else ORIGIN
    if not origin.has("rpy"):
        return shift(*xyz)
    rpy, words = origin.vector("rpy")
    place = origin.at("rpy").place
    angles = Vec3(*(snapper.angle(place, w, a) for w, a in zip(words, rpy, strict=True)))
    return shift(*xyz).then(roll_pitch_yaw(*angles))
