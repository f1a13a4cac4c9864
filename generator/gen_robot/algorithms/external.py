"""External wrenches: on each moving link, in the user's own link frames."""

from __future__ import annotations

from collections.abc import Callable

from gen_robot.algebra.pose import Pose, Wrench
from gen_robot.algebra.vectors import Values, Vec3
from gen_robot.algorithms.symbols import Symbols
from gen_robot.algorithms.tape import Tape
from gen_robot.model.model import Link
from gen_robot.model.pose import turn

EXTERNAL = Symbols({"fx": "external force", "nx": "external moment"}, "on link {0}, in its frame")

External = Callable[[Link], Wrench | None]
"""Gives the wrench on a link, in its frame; None: there is none."""


def nothing_external(link: Link) -> None:
    """Leave a link to itself."""


def on_every_link(t: Tape, q: Values, fext: Values) -> External:
    """Return the wrenches of an array of six numbers for each moving link.

    They are the force, then its moment about the origin of the user's link frame, both in the axes of
    that frame.
    """

    def external(link: Link) -> Wrench:
        i = link.number
        t.step(i, "external wrench, from the user's link frame to the link's own")
        fx, fy, fz, nx, ny, nz = fext[6 * (i - 1) : 6 * i]
        frame = link.user_frame
        force = frame.rotation @ Vec3(fx, fy, fz)
        moment = frame.rotation @ Vec3(nx, ny, nz) + frame.origin.cross(force)
        wrench = Wrench(force, moment)
        if link.turned:
            wrench = Pose((turn(link.turned, q),)).up_wrench(wrench)
        return t.wrench("fx", "nx", i, value=wrench)

    return external
