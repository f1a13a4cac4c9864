"""The bodies of MJCF files as links, one a joint; between several joints of a body, massless ones."""

from __future__ import annotations

from dataclasses import dataclass, field

from gen_robot.algebra.frame import AT_ORIGIN
from gen_robot.algebra.number import Number
from gen_robot.algebra.vectors import SymMat3
from gen_robot.description.description import (
    BASE,
    FrameDescription,
    Inertial,
    LinkDescription,
)
from gen_robot.description.snap import Snapper
from gen_robot.readers.mjcf_compile import Compiled
from gen_robot.readers.mjcf_joints import WORDS, fixed, moving
from gen_robot.readers.mjcf_names import Names
from gen_robot.readers.mjcf_numbers import frame, number, numbers, tensor, vector
from gen_robot.readers.mjcf_text import Texts

WORLD = "world"

_SAME = Number("1e-9")  # between an inertia as written, and by its principal axes


@dataclass
class Bodies:
    """Turn bodies into links; `links` are their names, by MuJoCo's numbers of the bodies."""

    compiled: Compiled
    texts: Texts
    source: str
    snap: Snapper
    names: Names = field(default_factory=lambda: Names({BASE, WORLD}))
    joint_names: Names = field(default_factory=Names)
    links: dict[int, str] = field(default_factory=lambda: {0: BASE})

    def __post_init__(self) -> None:
        model = self.compiled.model
        for body in range(1, model.nbody):
            given = model.body(body).name
            self.links[body] = self.names.give(given or f"body{body}", given)
        self.joints = {joint: self._joint_name(joint) for joint in range(model.njnt)}
        self.written = {each.id: each for each in self.compiled.spec.bodies if each.id > 0}

    def _joint_name(self, joint: int) -> str:
        """Name a joint as the file does, or by its body, and by its type if it is one of several."""
        model = self.compiled.model
        given = model.joint(joint).name
        body = int(model.jnt_bodyid[joint])
        several = bool(model.body_jntnum[body] > 1)
        ending = f"_{WORDS[model.jnt_type[joint]]}{joint - model.body_jntadr[body] + 1}"
        return self.joint_names.give(given or self.links[body] + ending * several, given)

    def on(self, body: int) -> str:
        """Name the link that something stands on; the world by its own name, for edits to know it."""
        return self.links[body] if body else WORLD

    def place(self, body: int) -> str:
        """Say where a body stands in the user's files."""
        written = self.written.get(body)
        line = str(written.info).rpartition("line ")[2] if written is not None else ""
        mark = self.texts.mark(int(line)) if line.isdecimal() else None
        what = f"body[{self.links[body]}]"
        return f"{mark.place}: {what}" if mark else f"{self.source}: {what}"

    def described(self) -> list[LinkDescription]:
        """Return the links, each after its parent."""
        return [link for body in range(1, len(self.links)) for link in self._of_body(body)]

    def _of_body(self, body: int) -> list[LinkDescription]:
        model, name, place = self.compiled.model, self.links[body], self.place(body)
        parent = self.links[int(model.body_parentid[body])]
        before = frame(place, model.body_pos[body], model.body_quat[body], self.snap)
        first = int(model.body_jntadr[body])
        made: list[LinkDescription] = []
        for joint in range(first, first + int(model.body_jntnum[body])):
            known = self.joints[joint]
            described, before = moving(self.compiled, joint, known, place, before, self.snap)
            link = self.names.give(f"{name}_{known}")
            made.append(LinkDescription(link, parent, described))
            parent = link
        inertial = self._inertial(body)
        if made and before == AT_ORIGIN:
            last = made.pop()
            self.names.taken.discard(last.name)
            return [*made, LinkDescription(name, last.parent, last.joint, inertial)]
        still = fixed(self.joint_names.give(name), before)
        return [*made, LinkDescription(name, parent, still, inertial)]

    def _inertial(self, body: int) -> Inertial:
        model = self.compiled.model
        inertia = tensor(model.body_inertia[body], model.body_iquat[body])
        written = self._written_inertia(body)
        if written and _agree(written, inertia):
            inertia = written
        com = vector(model.body_ipos[body])
        return Inertial(number(model.body_mass[body]), com, inertia)

    def _written_inertia(self, body: int) -> SymMat3 | None:
        """Return the elements of an inertia that the file gives, which MuJoCo turns into axes."""
        written = self.written.get(body)
        if written is None or not written.explicitinertial:
            return None
        elements = [float(x) for x in written.fullinertia]
        if not all(x == x for x in elements):  # not given
            return None
        return SymMat3(*numbers(elements))

    # What stands on links -----------------------------------------------------------------------

    def sites(self) -> tuple[list[FrameDescription], Names]:
        """Return the named sites as frames, for kernels that are asked for by their names."""
        model, names = self.compiled.model, Names(set(self.names.taken))
        found = []
        for site in range(model.nsite):
            if given := model.site(site).name:
                body = int(model.site_bodyid[site])
                own = f"{given}_site" if given in names.taken else given
                name = names.give(own, given)
                where = frame(
                    f"{self.source}: site[{name}]",
                    model.site_pos[site],
                    model.site_quat[site],
                    self.snap,
                )
                found.append(FrameDescription(name, self.on(body), where, unasked=False))
        return found, names


def _agree(first: SymMat3, second: SymMat3) -> bool:
    largest = max(map(abs, second))
    return all(abs(a - b) <= largest * _SAME for a, b in zip(first, second, strict=True))
