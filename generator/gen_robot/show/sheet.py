"""All that is shown of a robot: what its file says, and where everything is at one position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gen_robot.algebra.frame import Frame
from gen_robot.algebra.lines import length
from gen_robot.algebra.number import ZERO, Number
from gen_robot.algebra.vectors import Vec3
from gen_robot.description.description import Description, Inertial
from gen_robot.description.joint_kinds import moves
from gen_robot.description.split import split_joints
from gen_robot.model.canonical import canonical
from gen_robot.model.placement import Placement
from gen_robot.show.state import beyond_limits, read_state


@dataclass(frozen=True)
class Sheet:
    """Hold a robot at a position; joints of several turns are split into revolute ones."""

    description: Description
    placement: Placement

    @property
    def bodies(self) -> dict[str, Inertial]:
        """Return every body that the file gives, by its link; the base first."""
        base = self.description.floating_base or self.description.root_inertial
        links = {link.name: link.inertial for link in self.description.links}
        return {self.description.root_name: base} | links

    @cached_property
    def base_mass(self) -> Number:
        """Return the mass of what never moves."""
        places = self.placement.model.places
        still = [body.mass for name, body in self.bodies.items() if not places[name].link]
        return sum(still, ZERO)

    @cached_property
    def tips(self) -> tuple[str, ...]:
        """Return the ends of the robot's limbs: of each last moving link, what is farthest out."""
        model = self.placement.model
        return tuple(
            self._farthest(link.number) for link in model.links if not model.children(link.number)
        )

    def _farthest(self, number: int) -> str:
        """Return the link fixed to a moving one whose frame is farthest from the joint's axis."""
        places = self.placement.model.places
        own = self.placement.model.link(number)
        candidates = {name: place.frame for name, place in places.items() if place.link == number}
        start = own.user_frame.origin
        # Of equals the last: flanges and tools come after what carries them.
        far = {name: length(frame.origin - start) for name, frame in candidates.items()}
        most = max(far.values())
        return [name for name, distance in far.items() if distance == most][-1]

    def frame(self, link: str) -> Frame:
        """Return where the file's frame of a link is."""
        return self.placement.frame(link)

    @cached_property
    def added_frames(self) -> dict[str, tuple[str, Frame]]:
        """Return the frames beside those of the links: the link of each, and where it is."""
        known = self.placement.model.places
        return {
            each.name: (each.link, self.frame(each.link).then(each.origin))
            for each in self.description.frames
            if each.link in known
        }

    def centre(self, link: str) -> Vec3:
        """Return where a link's own centre of mass is."""
        return self.frame(link).point(self.bodies[link].com)

    @property
    def accepted(self) -> list[str]:
        """Return which inertias no rigid body has, and the file's reasons for them."""
        return [f"{k}: {body.accepted}" for k, body in self.bodies.items() if body.accepted]

    @property
    def warnings(self) -> list[str]:
        """Return what is doubtful in the file or in the position."""
        model, positions = self.placement.model, self.placement.positions
        return [*self.description.warnings, *beyond_limits(model, positions)]

    @property
    def fixed_links(self) -> list[str]:
        return [link.name for link in self.description.links if not moves(link.joint)]


def sheet(description: Description, q: str | None = None) -> Sheet:
    """Return what there is to show of a robot at a position, given as text: 'pi/2,0,0.3'."""
    whole = split_joints(description)
    model = canonical(whole)
    return Sheet(whole, Placement(model, read_state(model, q)))
