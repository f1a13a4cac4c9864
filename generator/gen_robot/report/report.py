"""One page about what was generated: what the robot is, what was changed, what the kernels cost."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from gen_robot.description.joint_kinds import moves
from gen_robot.errors import counted, listed
from gen_robot.ir.node import CONST
from gen_robot.kernels.groups import LOOPS
from gen_robot.kernels.loop_entries import told
from gen_robot.model.coordinates import Coordinates
from gen_robot.model.lane_places import lane_places
from gen_robot.model.limbs import with_lanes
from gen_robot.model.runtime import inertials
from gen_robot.options import Options
from gen_robot.output import Findings
from gen_robot.search.choice import Choice

_SHOWN_SNAPS = 8

_DIRECTIONS = (*(f"move along {x}" for x in "xyz"), *(f"turn about {x}" for x in "xyz"))
"""Of a frame, in the order of its Jacobian's rows."""


def report(output: Findings, options: Options, effect: str = "") -> list[str]:
    """Return the page, line by line; `effect` says what snapping does, where that was measured."""
    return [*_robot(output, options), *_snaps(output, effect), *_kernels(output, options)]


def warnings(output: Findings) -> list[str]:
    """Return what the user should know before trusting the kernels."""
    found = [*output.description.warnings, *output.notes]
    found += [f"{name} is left out: {reason}" for name, reason in output.left_out.items()]
    for choice in output.choices:
        if choice.graph.singular:
            found.append(f"{choice.kernel.name} fails at every state: {_lacking(output, choice)}")
    return found


def _lacking(output: Findings, choice: Choice) -> str:
    """Say what a kernel lacks whose pivot is zero at every state."""
    number, joints = choice.graph.singular, output.model.free_nv
    if number > joints and choice.kernel.group == LOOPS:
        return f"condition {number - joints} of the loops is singular wherever the joints are"
    if number > joints:
        able = f"the frame cannot {_DIRECTIONS[number - joints - 1]} by itself, wherever the joints are"
        return f"{able}; use J and M instead"
    joint = _joint_of_velocity(output, number)
    return (
        f"nothing has inertia about joint {number} ({joint});"
        " give its link a mass or a rotor inertia"
    )


def remarks(output: Findings, options: Options) -> list[str]:
    """Return what was done to the robot on purpose, for those who do not read the page."""
    found = [*_friction(output, options), *_snapping(output)]
    return [f"{output.name}: {text}" for text in found]


def _robot(output: Findings, options: Options) -> Iterator[str]:
    model, description = output.model, output.description
    moving, free = len(model.links), model.free_nv
    merged = [k.name for k in description.links if not moves(k.joint)]
    degrees = "degree" if free == 1 else "degrees"
    yield f"{output.name}: {free} {degrees} of freedom, {counted(moving, 'moving link')}"
    if free != model.free_nq:
        yield f"  q has {model.free_nq} elements, qd {free}"
    followers = [link.joint_name for link in model.links if link.following]
    if followers:
        yield from _item("follow other joints", followers)
    if merged:
        yield from _item(f"{counted(len(merged), 'fixed link')} merged", merged)
    yield from _loops(output)
    yield from (f"  {line}" for line in _friction(output, options))
    if given := inertials(model):
        yield (
            f"  {counted(given.size, 'inertial parameter')} known at run time: the kernels take what"
            " prepare makes of them"
        )
    if options.payload:
        yield f"  a load on {options.payload} is an input of every kernel"


def _loops(output: Findings) -> Iterator[str]:
    if any(choice.kernel.group == LOOPS for choice in output.choices):
        yield from (f"  {line}" for line in told(output.model))
    elif loops := [loop.name for loop in output.description.loops]:
        yield from _item("loops beside the tree, not enforced by these kernels", loops)


def _friction(output: Findings, options: Options) -> Iterator[str]:
    joints = [link.joint for link in output.description.links]
    if any(joint.viscous or joint.coulomb for joint in joints) and not options.friction:
        yield "friction is given and left out; --friction takes it in (Python: friction=True)"


def _snapping(output: Findings) -> Iterator[str]:
    if snaps := output.description.snaps:
        others = len(snaps) - 1
        more = f", and {counted(others, 'more rounded angle')} as exact" if others else ""
        taken = "them" if others else "it"
        yield f"{snaps[0]}{more}; --no-snap takes {taken} as written (Python: snap=False)"


def _snaps(output: Findings, effect: str) -> Iterator[str]:
    snaps = output.description.snaps
    if not snaps:
        return
    count = counted(len(snaps), "rounded angle")
    yield f"  {count} taken as exact (--no-snap takes angles as written):"
    for snap in snaps[:_SHOWN_SNAPS]:
        yield f"    {snap}"
    if len(snaps) > _SHOWN_SNAPS:
        yield f"    and {len(snaps) - _SHOWN_SNAPS} more, all named in the manifest"
    if effect:
        yield f"    {effect}"


def _kernels(output: Findings, options: Options) -> Iterator[str]:
    yield f"  kernels, by algorithms chosen for {options.optimise_for} with effort {options.effort}:"
    width = max(len(c.kernel.name) for c in output.choices)
    for choice in output.choices:
        count = choice.graph.operations
        parts = [f"{count.mul:5} mul {count.add:5} add"]
        parts += [f"{k} {word}" for k, word in ((count.div, "div"), (count.sqrt, "sqrt")) if k]
        yield f"  {choice.kernel.name:{width}}  {'  '.join(parts)}  ({choice.way})"
    for language, names in output.added.items():
        yield from _item(f"added for --lang {language}, as derivatives", list(names))
    yield from _lanes(output)
    matrix = next((c for c in output.choices if "M" in c.graph.outputs), None)
    if matrix:
        n = output.model.free_nv
        nodes = [matrix.graph.outputs["M"][i * n + k] for i in range(n) for k in range(i + 1)]
        constants = [node for node in nodes if node.op == CONST]
        zeros = sum(not node.number for node in constants)
        yield (
            f"  of the {counted(len(nodes), 'element')} of M at and below its diagonal, "
            f"{zeros} are zero at every state, {len(constants) - zeros} constant"
        )


def _lanes(output: Findings) -> Iterator[str]:
    """Name the limbs that are computed at once, by the joints that they begin with."""
    if not any(choice.way.has_lanes for choice in output.choices):
        return
    places = lane_places(with_lanes(output.model))
    for joint in places.joints:
        if joint.links[0] == joint.limb:
            names = [output.model.link(number).joint_name for number in joint.links]
            yield from _item("limbs computed at once, as lanes, from these joints on", names)


def _item(title: str, names: list[str]) -> list[str]:
    text = f"{title}: {listed(names)}"
    return wrap(text, 100, initial_indent="  ", subsequent_indent="    ")


def _joint_of_velocity(output: Findings, number: int) -> str:
    """Return the joint that a velocity, counted from 1, belongs to."""
    places = Coordinates(output.model)
    starts = {places.places(link)[1]: link.joint_name for link in output.model.free_links}
    return starts[max(start for start in starts if start < number)]
