"""What a summary says, in words and cells; text and HTML lay it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gen_robot.comparison.changes import Change
from gen_robot.comparison.comparison import NAME, Comparison, JointChange, KernelChange
from gen_robot.comparison.effect import QUANTITIES, Effect
from gen_robot.comparison.reasons import Reason
from gen_robot.comparison.spelling import pair, percent, plain
from gen_robot.errors import counted, listed
from gen_robot.ir.count import Operations

MOST_STEPS, MOST_TERMS = 3, 7


def verdict(comparison: Comparison) -> str:
    """Say in one line what was compared, and whether it is the same."""
    a, b = comparison.left, comparison.right
    if comparison.is_same:
        kernels = counted(len(comparison.kernels), "kernel")
        lines = sum(sum(kernel.counts.values()) for kernel in comparison.kernels)
        return f"{a.title} and {b.title} are the same: {kernels}, {counted(lines, 'line')}"
    sizes = f"{a.nv}" if a.nv == b.nv else f"{a.nv} -> {b.nv}"
    alone = _named_otherwise(comparison)
    return f"{a.title} -> {b.title}: {sizes} degrees of freedom{alone}"


def _named_otherwise(comparison: Comparison) -> str:
    names = [change for change in comparison.facts if change.where == NAME]
    rest = tuple(change for change in comparison.facts if change.where != NAME)
    alone = names and replace(comparison, facts=rest).is_same
    return "; they differ in their names alone" if alone else ""


def joint_lines(comparison: Comparison) -> list[str]:
    """Say which joints are on one side only, and what differs in the others."""
    joints = comparison.joints
    left = [j.left for j in joints if j.left and not j.right]
    right = [j.right for j in joints if j.right and not j.left]
    renamed = [f"{j.left} -> {j.right}" for j in joints if j.is_renamed]
    lines = [
        f"joints on the {where} only: {', '.join(names)}"
        for where, names in (("left", left), ("right", right))
        if names
    ]
    if renamed:
        lines.append(f"joints at the same place by other names: {', '.join(renamed)}")
    kinds = [j for j in joints if any(c.where == "type" for c in j.changes)]
    if kinds:
        lines.append("types: " + "; ".join(_told(j, "type") for j in kinds))
    limited = [j for j in joints if any(c.where != "type" for c in j.changes)]
    if limited:
        first = limited[0]
        told = ", ".join(_told(first, c.where) for c in first.changes if c.where != "type")
        more = f", and {counted(len(limited) - 1, 'more joint')}" if len(limited) > 1 else ""
        lines.append(f"limits: {told}{more}")
    return lines


def _told(joint: JointChange, what: str) -> str:
    change = next(c for c in joint.changes if c.where == what)
    left, right = pair(change)
    return (
        f"{joint.left} {what} {left} -> {right}"
        if what != "type"
        else (f"{joint.left} {left} -> {right}")
    )


def counted_otherwise(comparison: Comparison) -> list[str]:
    """Say which joints the right side counts from elsewhere, or the other way round."""
    found = [f"{joint} as {_counted(c.sense, c.zero)}" for joint, c in comparison.recounted.items()]
    return [f"counted otherwise on the right: {', '.join(found)}"] if found else []


def _counted(sense: int, zero: float) -> str:
    """Spell the right side's coordinate by the left one's: q - pi, -q, -(q + 0.3)."""
    sign = "-" if sense < 0 else ""
    if not zero:
        return f"{sign}q"
    shifted = f"q {'-' if zero < 0 else '+'} {plain(abs(zero), 'rad')}"
    return f"-({shifted})" if sign else shifted


def effect_rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return what a table of M, g and tau says."""
    rows = []
    for label, effects in (
        ("at the same q", comparison.effects),
        ("joints counted alike", comparison.effects_counted_alike),
    ):
        if effects:
            by_name = {effect.quantity: effect for effect in effects}
            rows.append((label, *(_effect(by_name.get(name)) for name in QUANTITIES)))
    return rows


def _effect(effect: Effect | None) -> str:
    if effect is None:
        return "-"
    if effect.is_rounding:
        return "none" if not effect.largest else "rounding"
    return f"{percent(effect.largest)} ({effect.joint})"


def reason_rows(comparison: Comparison) -> list[tuple[str, ...]]:
    """Return what each changed constant does alone, those that change nothing left out."""
    return [_reason(r) for r in comparison.reasons if _does_something(r)]


def _does_something(reason: Reason) -> bool:
    return bool(reason.operations or reason.appear or reason.vanish or any(reason.effects.values()))


def _reason(reason: Reason) -> tuple[str, ...]:
    effects = (percent(reason.effects.get(name, 0.0)) for name in QUANTITIES)
    operations = f"{reason.operations:+d}" if reason.operations else "0"
    return (_group(reason), *effects, operations, _terms(reason))


def _group(reason: Reason) -> str:
    """Name what is exchanged, with its values where they are few."""
    first = reason.groups[0]
    if len(reason.groups) > 1:
        links = [group.changes[0].where.partition(".")[0] for group in reason.groups]
        is_one_link = len({*links}) == 1
        return (
            f"all of {links[0]}"
            if is_one_link
            else f"{first.what} of {counted(len(links), 'link')}"
        )
    if len(first.changes) == 1:
        return _spelled(first.changes[0])
    where = first.changes[0].where.rpartition(".")[0]
    return f"{where}: {', '.join(c.where.rpartition('.')[2] for c in first.changes)}"


def _spelled(change: Change) -> str:
    return f"{change.where} {' -> '.join(pair(change))}"


def _terms(reason: Reason) -> str:
    """Say how many named values appear and vanish, and which is the first."""
    signs = (("+", reason.appear), ("-", reason.vanish))
    return ", ".join(
        f"{sign}{len(names)} {names[0]}{' ..' if len(names) > 1 else ''}"
        for sign, names in signs
        if names
    )


def cost(pair_: tuple[Operations, Operations]) -> str:
    """Spell how many operations there are on the two sides, sines and cosines aside."""
    left, right = (total(each) for each in pair_)
    return f"{left}" if left == right else f"{left} -> {right} ({right - left:+d})"


def total(count: Operations) -> int:
    return count.mul + count.add + count.neg + count.div + count.sqrt


def step_costs(kernels: Sequence[KernelChange]) -> list[str]:
    """Return the steps whose cost differs most; one that several kernels have is told once."""
    found: dict[str, int] = {}
    for step in (step for kernel in kernels for step in kernel.steps):
        delta = total(step.operations[1]) - total(step.operations[0])
        if abs(delta) > abs(found.get(step.heading, 0)):
            found[step.heading] = delta
    largest = sorted(found.items(), key=lambda pair: -abs(pair[1]))
    return [f"{heading} {delta:+d}" for heading, delta in largest[:MOST_STEPS]]


def term_lines(kernels: Sequence[KernelChange]) -> list[str]:
    """Say which named values are on one side only."""
    lines = []
    for side in ("left", "right"):
        every = dict.fromkeys(x for k in kernels for x in getattr(k, f"terms_{side}"))
        if every:
            told = listed([*every], MOST_TERMS)
            lines.append(f"{counted(len(every), 'term')} on the {side} only: {told}")
    return lines
