"""Compare two robots, two ways or two generated folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gen_robot.bindings.manifest import LIMITS, Joint
from gen_robot.comparison.alignment import align, terms
from gen_robot.comparison.asked import Asked, asked
from gen_robot.comparison.base_values import base_changes, base_changes_told
from gen_robot.comparison.changes import Change
from gen_robot.comparison.comparison import NAME, Comparison, JointChange, KernelChange, SideFacts
from gen_robot.comparison.constants import Pair, groups, paired
from gen_robot.comparison.effect import Effect, effects
from gen_robot.comparison.folder_side import (
    asked_of_others,
    folder_side,
    languages_of,
    manifest_in,
)
from gen_robot.comparison.matching import Match, match
from gen_robot.comparison.reasons import Experiment, Reason, reasons
from gen_robot.comparison.renaming import Renaming, renaming
from gen_robot.comparison.robot_side import robot_side
from gen_robot.comparison.side import READERS, Side
from gen_robot.comparison.states import states
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
    names = None if options.kernels == DEFAULT_KERNELS else options.kernels
    if manifests and names is None:
        options = replace(options, kernels=asked_of_others(manifests[0]))
    a, b = (side_of(side, options, language, names, progress) for side in sides)
    progress("side by side")
    return compared(a, b, progress)


def side_of(
    side: Asked,
    options: Options,
    language: str = DEFAULT,
    names: Sequence[str] | None = None,
    progress: Progress = lambda text: None,
) -> Side:
    """Return one side, to be compared with others; `names` are of the kernels of a folder."""
    if side.folder:
        return folder_side(side, language, names)
    return robot_side(side, options, language, progress)


def compared(a: Side, b: Side, progress: Progress = lambda text: None) -> Comparison:
    """Compare two sides."""
    found = match(a, b)
    names = renaming(found, b.manifest)
    shared = [k for k in a.shown if k in b.shown and k in a.sources and k in b.sources]
    left, right = _titled(a, b)
    same_q, unread = _effects(a, b, found)
    return Comparison(
        left=left,
        right=right,
        language=a.language,
        facts=tuple(_facts(a, b)),
        joints=tuple(_joints(found)),
        **_of_models(a, b, found, progress),
        effects=same_q,
        kernels=tuple(_kernel(name, a, b, names) for name in shared),
        kernels_left=tuple(k for k in a.shown if k not in b.shown),
        kernels_right=tuple(k for k in b.shown if k not in a.shown),
        notes=tuple(dict.fromkeys((*a.notes, *b.notes, *unread))),
    )


def _effects(a: Side, b: Side, found: Match) -> tuple[tuple[Effect, ...], list[str]]:
    """Return the effects; of a source that somebody else has written in, why there are none."""
    try:
        return tuple(effects(a, b, found.joints)), []
    except UserError as error:
        return (), [f"no numbers: {error}"]


def _of_models(a: Side, b: Side, found: Match, progress: Progress) -> dict[str, Any]:
    """Return what the robots' files tell, or what manifests tell without them."""
    if a.described is None or b.described is None:
        return {
            "constants": tuple(_masses(a, b)),
            "base_parameters": tuple(base_changes_told(a.manifest.content, b.manifest.content)),
            "recounted": {},
            "effects_counted_alike": (),
            "reasons": (),
        }
    pair = paired(a.described.model, b.described.model, found)
    setting, recounted = a.described.options.setting, pair.recounted
    constants = tuple(c for group in groups(pair, setting.friction) for c in group.changes)
    alike = tuple(effects(a, b, found.joints, recounted)) if recounted else ()
    return {
        "constants": constants,
        "base_parameters": tuple(base_changes(pair)),
        "recounted": recounted,
        "effects_counted_alike": alike,
        "reasons": _reasons(a, b, found, pair, progress) if constants else (),
    }


def _reasons(a: Side, b: Side, found: Match, pair: Pair, progress: Progress) -> tuple[Reason, ...]:
    assert a.described
    state, _ = states(found.joints, (a.manifest, b.manifest))
    experiment = Experiment(a.described.ways, a.described.options.setting, state)
    return tuple(reasons(pair, experiment, progress))


def _titled(a: Side, b: Side) -> tuple[SideFacts, SideFacts]:
    """Say what the sides are: of paths their last part, if that tells them apart."""
    short = [side.title.rstrip("/").rpartition("/")[2] for side in (a, b)]
    titles = short if short[0] != short[1] or a.title == b.title else [a.title, b.title]
    return _facts_of(a, titles[0]), _facts_of(b, titles[1])


def _facts_of(side: Side, title: str) -> SideFacts:
    own, is_folder = side.manifest, side.described is None
    return SideFacts(side.title, title, own.name, is_folder, own.nq, own.nv, len(own.bodies))


def _facts(a: Side, b: Side) -> list[Change]:
    """Return what differs as a whole."""
    rows: list[tuple[str, object, object]] = [
        (NAME, a.manifest.name, b.manifest.name),
        ("precision", a.manifest.precision, b.manifest.precision),
        ("friction", _has_friction(a), _has_friction(b)),
        ("degrees of freedom", a.manifest.nv, b.manifest.nv),
        ("moving links", len(a.bodies), len(b.bodies)),
    ]
    if any(side.manifest.nq != side.manifest.nv for side in (a, b)):
        rows.append(("elements of q", a.manifest.nq, b.manifest.nq))
    return [Change(what, str(x), str(y)) for what, x, y in rows if x != y]


def _has_friction(side: Side) -> bool:
    return bool(side.manifest.content["options"].get("friction"))


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


def _without(own: Mapping[str, str], other: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of what the other side does not have."""
    return tuple(name for shared, name in own.items() if shared not in other)
