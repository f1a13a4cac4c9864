"""Compare two robots, two ways or two generated folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gen_robot.bindings.manifest import LIMITS, Joint
from gen_robot.comparison.alignment import align, terms
from gen_robot.comparison.asked import Asked, asked
from gen_robot.comparison.base_values import base_changes, base_changes_told
from gen_robot.comparison.changes import Change
from gen_robot.comparison.comparison import Comparison, JointChange, KernelChange, SideFacts
from gen_robot.comparison.constants import Pair, groups, paired
from gen_robot.comparison.effect import effects
from gen_robot.comparison.folder_side import (
    asked_of_others,
    folder_side,
    languages_of,
    manifest_in,
)
from gen_robot.comparison.matching import Match, match
from gen_robot.comparison.reasons import Reason, reasons
from gen_robot.comparison.renaming import Renaming, renaming
from gen_robot.comparison.robot_side import robot_side
from gen_robot.comparison.side import READERS, Side
from gen_robot.errors import UserError, nearest, shown
from gen_robot.ir.count import Operations
from gen_robot.kernels import DEFAULT_KERNELS
from gen_robot.languages import DEFAULT
from gen_robot.options import Options
from gen_robot.pipeline import Progress


def compare(
    left: str,
    right: str,
    options: Options | None = None,
    language: str | None = None,
    progress: Progress = lambda text: None,
) -> Comparison:
    """Compare two of ROBOT, ROBOT:WAY and FOLDER; options hold for the robots among them.

    A robot beside a folder gets the folder's kernels, unless the options name some.
    """
    options = options or Options()
    sides = asked(left), asked(right)
    manifests = [manifest_in(side.folder)[1] for side in sides if side.folder]
    if language is None:
        shared = [n for n in READERS if all(n in languages_of(each) for each in manifests)]
        language = shared[0] if shared else DEFAULT
    if language not in READERS:
        cure = nearest(language, [*READERS])
        raise UserError("--lang", f"is {shown(language)}, of which no lines are compared", cure)
    if manifests and options.kernels == DEFAULT_KERNELS:
        options = replace(options, kernels=asked_of_others(manifests[0]))
    a, b = (_side(side, options, language, progress) for side in sides)
    progress("side by side")
    return compared(a, b)


def _side(side: Asked, options: Options, language: str, progress: Progress) -> Side:
    if side.folder:
        return folder_side(side, language)
    return robot_side(side, options, language, progress)


def compared(a: Side, b: Side) -> Comparison:
    """Compare two sides."""
    found = match(a, b)
    names = renaming(found, b.manifest)
    pair = paired(a.described.model, b.described.model, found) if _models(a, b) else None
    shared = [k for k in a.shown if k in b.shown and k in a.sources and k in b.sources]
    kernels = tuple(_kernel(name, a, b, names) for name in shared)
    recounted = pair.recounted if pair else {}
    constants = _constants(a, pair) if pair else _masses(a, b)
    base = base_changes(pair) if pair else base_changes_told(a.manifest.content, b.manifest.content)
    return Comparison(
        *_titled(a, b),
        a.language,
        tuple(_facts(a, b)),
        tuple(_joints(found)),
        tuple(constants),
        tuple(base),
        tuple(effects(a, b, found.joints)),
        recounted,
        tuple(effects(a, b, found.joints, recounted)) if recounted else (),
        tuple(_reasons(a, pair)) if pair and constants else (),
        kernels,
        tuple(k for k in a.shown if k not in b.shown),
        tuple(k for k in b.shown if k not in a.shown),
        (*a.notes, *(note for note in b.notes if note not in a.notes)),
    )


def _models(a: Side, b: Side) -> bool:
    return a.described is not None and b.described is not None


def _constants(a: Side, pair: Pair) -> list[Change]:
    assert a.described
    friction = a.described.options.friction
    return [change for group in groups(pair, friction) for change in group.changes]


def _reasons(a: Side, pair: Pair) -> list[Reason]:
    assert a.described
    return reasons(pair, a.described.way, a.described.options.setting) if pair.partners else []


def _titled(a: Side, b: Side) -> Iterator[SideFacts]:
    """Say what the sides are: of paths their last part, if that tells them apart."""
    short = [side.title.rstrip("/").rpartition("/")[2] for side in (a, b)]
    titles = short if short[0] != short[1] or a.title == b.title else [a.title, b.title]
    for side, title in zip((a, b), titles, strict=True):
        own = side.manifest
        is_folder = side.described is None
        yield SideFacts(side.title, title, own.name, is_folder, own.nq, own.nv, len(own.bodies))


def _facts(a: Side, b: Side) -> list[Change]:
    """Return what differs as a whole."""
    rows: list[tuple[str, object, object]] = [
        ("name", a.manifest.name, b.manifest.name),
        ("precision", a.manifest.precision, b.manifest.precision),
        ("friction", *(bool(s.manifest.content["options"].get("friction")) for s in (a, b))),
        ("degrees of freedom", a.manifest.nv, b.manifest.nv),
        ("moving links", len(a.bodies), len(b.bodies)),
    ]
    if any(side.manifest.nq != side.manifest.nv for side in (a, b)):
        rows.append(("elements of q", a.manifest.nq, b.manifest.nq))
    return [Change(what, str(x), str(y)) for what, x, y in rows if x != y]


def _joints(found: Match) -> list[JointChange]:
    joints = [
        JointChange(x.joint_name, y.joint_name, tuple(_joint_changes(x.joint, y.joint)))
        for x, y in found.pairs
    ]
    joints += [JointChange(body.joint_name, None) for body in found.left]
    return joints + [JointChange(None, body.joint_name) for body in found.right]


def _joint_changes(a: Joint | None, b: Joint | None) -> list[Change]:
    if a is None or b is None:
        kinds = ["follows another" if joint is None else joint.type for joint in (a, b)]
        return [Change("type", *kinds)] if kinds[0] != kinds[1] else []
    rows = [("type", a.type, b.type)] + [(n, getattr(a, n), getattr(b, n)) for n in LIMITS]
    return [Change(what, x, y) for what, x, y in rows if x != y]


def _masses(a: Side, b: Side) -> list[Change]:
    """Return what manifests tell of bodies: the masses of links, by name."""
    own, other = ({k.name: k.mass for k in side.manifest.links} for side in (a, b))
    return [
        Change(f"{name}.mass", own[name], other[name], "kg")
        for name in own
        if name in other and own[name] != other[name]
    ]


def _kernel(name: str, a: Side, b: Side, names: Renaming) -> KernelChange:
    sources = a.sources[name], b.sources[name]
    entries = a.kernels[name], b.kernels[name]
    shapes = (_shapes(a, name), _shapes(b, name))
    own, other = terms(sources[0]), terms(sources[1], names)
    return KernelChange(
        name,
        (entries[0].algorithm, entries[1].algorithm),
        (Operations(**entries[0].operations), Operations(**entries[1].operations)),
        tuple(align(*sources, shapes, names)),
        _without(own, other),
        _without(other, own),
    )


def _shapes(side: Side, kernel: str) -> dict[str, tuple[int, ...]]:
    spelled = side.arrays(kernel)
    return {spelled[x.name]: x.shape for x in side.kernels[kernel].outputs if x.name in spelled}


def _without(own: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    known = {*other}
    return tuple(name for name in own if name not in known)
