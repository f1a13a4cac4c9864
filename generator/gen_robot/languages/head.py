"""What a source file says before its first statement, for whoever has to read or to trust it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from gen_robot.ir.graph import Label
from gen_robot.ir.routine import Temporary
from gen_robot.kernels.credits import REGROUPING, citations, credits
from gen_robot.kernels.groups import LOOPS
from gen_robot.kernels.legend import Entry, legend, legend_of_all
from gen_robot.kernels.loop_entries import coordinates, row_labels
from gen_robot.languages.emission import Emission, ScheduledKernel
from gen_robot.languages.frame_table import frame_table, length, user_frames
from gen_robot.languages.kernel_frames import kernel_frames
from gen_robot.languages.language import Language
from gen_robot.languages.parameter_table import parameter_table
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.formulation import Bodies, Frames
from gen_robot.model.hold import hold_parallel
from gen_robot.model.limbs import with_lanes
from gen_robot.model.model import Link, Model

OWNERSHIP = "It belongs to whoever generates it: the authors of gen-robot claim no rights in it."
"""What lawyers look for in a generated file."""

Spelling = Callable[[Temporary], str]

_INDENT = "  "
_ENDINGS = (
    "They are in the frames of their links, about the origins. They end in x, y, z for components, in"
    " xx .. yz for elements of a symmetric tensor; a number after that counts the turns and shifts on"
    " the way to another frame."
)
_BY_FREEDOM = (
    " Axes, pivots, torques and elements of matrices are numbered by degrees of freedom, all else by"
    " links."
)


@dataclass(frozen=True)
class Look:
    """Say how a language's comments look: what an element of q is called, how wide a line may be."""

    place: str = "[{}]"  # of an element in its array
    first: int = 0  # the index that counting begins with
    width: int = 94

    def element(self, index: int) -> str:
        return "q" + self.place.format(index + self.first)

    def wrapped(self, text: str, hanging: str = "") -> list[str]:
        return wrap(plain(text), self.width, subsequent_indent=hanging, break_on_hyphens=False)


def head(
    emission: Emission,
    language: Language,
    look: Look,
    spellings: Sequence[Spelling],
    remark: str = "",
) -> list[str]:
    """Return the lines of a source's head below its title; a spelling for each kernel in turn.

    A remark is what there is to say of this language alone.
    """
    cited = citations(k.choice.way for k in emission.kernels)
    sections = (
        [*look.wrapped(emission.written_by(language), " " * 6), *look.wrapped(OWNERSHIP)],
        summary(emission, look),
        look.wrapped(remark),
        error_bounds(emission, look),
        frames(emission, look),
        parameter_table(emission, look.first),
        _names_in_all(emission, look, spellings),
        ["Sources:", *(x for text in cited for x in look.wrapped(_INDENT + text, " " * 6))],
    )
    lines = [line for section in sections if section for line in ("", *section)]
    return lines[1:]


def summary(emission: Emission, look: Look) -> list[str]:
    """Say which joints there are, in order, and what each kernel costs."""
    links = emission.model.links
    places = [_place(emission.model, link, look) for link in links]
    wide = max(len(place) for place in places)
    width = max(len(link.joint_name) for link in links)
    number = len(str(len(links)))
    joints = [
        f"  {link.number:>{number}}  {place:>{wide}}  {link.joint_name:<{width}}  {link.joint_type}"
        f"{_moved(emission.model, link)}"
        for link, place in zip(links, places, strict=True)
    ]
    wide = max(len(k.choice.kernel.name) for k in emission.kernels)
    costs = [
        f"  {k.choice.kernel.name:<{wide}}  {k.counts}  ({k.choice.way})" for k in emission.kernels
    ]
    title = "Joints, in the order of q and qd, with the numbers of the links that they move:"
    hanging = " " * 6
    lines = [
        *look.wrapped(title),
        *(line for joint in joints for line in look.wrapped(joint, hanging)),
        *(line for told in _loops(emission) for line in look.wrapped(told, hanging)),
        f"Kernels and their operations, searched for with effort {emission.effort}:",
        *(line for cost in costs for line in look.wrapped(cost, hanging)),
    ]
    return [*lines, *kernel_frames(emission, look.wrapped)]


def error_bounds(emission: Emission, look: Look) -> list[str]:
    """Say how far rounding can take kernels from their formulas, where that is known."""
    bounds = emission.error_bounds
    if not bounds:
        return []
    wide = max(len(name) for name in bounds)
    said = (
        "Rounding adds at most this to any output, at all states within the limits of the robot's"
        " file; where there is none, within pi or 1 m, 3 rad/s or m/s and 10 rad/s^2 or m/s^2:"
    )
    return [*look.wrapped(said), *(f"  {name:<{wide}}  {bounds[name]}" for name in bounds)]


def _loops(emission: Emission) -> list[str]:
    """Name the conditions of the loops, in the order of phi and of K's rows, and the coordinates."""
    if not any(k.choice.kernel.group == LOOPS for k in emission.kernels):
        return []
    rows = [f"  {number}  {label}" for number, label in enumerate(row_labels(emission.model), 1)]
    return ["Loops, by their conditions in the order of phi:", *rows, *coordinates(emission.model)]


def frames(emission: Emission, look: Look) -> list[str]:
    """Return the table of the robot's frames, and what else a reader needs to know of them."""
    table = frame_table(emission.model, look.element, look.width)
    return [*table, *(line for note in frame_notes(emission) for line in look.wrapped(note))]


def frame_notes(emission: Emission) -> list[str]:
    """Say what a reader needs to know of the robot's frames and bodies beside their table."""
    model = emission.model
    g = ", ".join(length(x) for x in model.gravity)
    notes = [f"Gravity is ({g}) m/s^2 in the frame of the base.", user_frames(model)]
    formulations = [f for k in emission.kernels for f in k.choice.way.formulations]
    if any(f.bodies is Bodies.REGROUPED for f in formulations):
        notes.append(
            f"Regrouped bodies ({REGROUPING.credit}): what a joint cannot move is its parent's."
        )
    if any(f.frames is Frames.HELD for f in formulations):
        notes.append(
            f"Frames held ({_held(model)}): they stay behind when their links turn about"
            " parallel axes, and the links' own constants are turned instead."
        )
    if any(f.has_lanes for f in formulations):
        notes.append(
            f"Limbs as lanes (links {_lanes(model)}): they are built alike and computed at once. A"
            " value is named by the first of them and stands for all; a, b, c, d behind a name tell"
            " them apart where they are computed one after the other."
        )
    return notes


def about_kernel(scheduled: ScheduledKernel, look: Look, spell: Spelling) -> list[str]:
    """Say what a kernel's routine is taken from, and what the names in it mean."""
    way = scheduled.choice.way
    taken = [line for text in credits(way) for line in look.wrapped(text, " " * 4)]
    spelled = {t.label: spell(t) for t in scheduled.routine.temporaries}
    names = _listed(legend(way, list(spelled)), look, spelled)
    return [*taken, *look.wrapped(f"Bodies {way.form}.", " " * 4), *names]


def plain(text: str) -> str:
    """Return a text in ASCII: letters without their accents."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in apart if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode("ascii")


def _held(model: Model) -> str:
    """Name the frames that are held back where a formulation does so."""
    numbers = [str(link.number) for link in hold_parallel(model).links if link.turned]
    return f"{'link' if len(numbers) == 1 else 'links'} {', '.join(numbers)}"


def _lanes(model: Model) -> str:
    """Name the links that are lanes of one where a formulation takes them so."""
    wide = (link.stands_for for link in with_lanes(model).links if link.width > 1)
    return "; ".join(", ".join(map(str, numbers)) for numbers in wide)


def _place(model: Model, link: Link, look: Look) -> str:
    """Say where a joint's coordinates stand in q, or whose they follow."""
    if link.following:
        return f"as {_place(model, model.link(link.following.leader), look)}"
    start = Coordinates(model).places(link)[0] + look.first
    last = start + link.kind.nq - 1
    return look.place.format(start if start == last else f"{start}..{last}")


def _moved(model: Model, link: Link) -> str:
    """Name the link if its joint is called otherwise, and what it is on if not on the one before."""
    alike = link.name in (link.joint_name, link.joint_name.replace("joint", "link"))
    link_name = "" if alike else f", moves {link.name}"
    if link.parent == link.number - 1:
        return link_name
    return f"{link_name}, on {model.link(link.parent).name if link.parent else 'the base'}"


def _names_in_all(emission: Emission, look: Look, spellings: Sequence[Spelling]) -> list[str]:
    labels = [[t.label for t in k.routine.temporaries] for k in emission.kernels]
    ways = (k.choice.way for k in emission.kernels)
    # A language may call a value otherwise in another routine: the first is as good as any.
    spelled: dict[Label, str] = {}
    for spell, own in zip(spellings, labels, strict=True):
        spelled = {label: spell(Temporary(label)) for label in own} | spelled
    entries = legend_of_all(zip(ways, labels, strict=True))
    if not entries:
        return []
    notes = _ENDINGS
    if any(link.kind.nv > 1 for link in emission.model.links):
        notes += _BY_FREEDOM
    return ["Names in all kernels:", *_listed(entries, look, spelled), *look.wrapped(notes)]


def _listed(entries: Iterable[Entry], look: Look, spelled: Mapping[Label, str]) -> list[str]:
    rows = [(", ".join(spelled[label] for label in e.samples), e.meaning) for e in entries]
    column = max((len(names) for names, _ in rows), default=0)
    hanging = " " * (len(_INDENT) + column + 2)
    return [
        line
        for names, meaning in rows
        for line in look.wrapped(f"{_INDENT}{names:<{column}}  {meaning}", hanging)
    ]
