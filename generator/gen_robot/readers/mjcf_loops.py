"""Equality constraints of MJCF files between bodies: what closes loops beside the tree."""

from __future__ import annotations

from gen_robot.algebra.frame import AT_ORIGIN, IDENTITY, Frame
from gen_robot.description.description import LoopDescription
from gen_robot.description.snap import Snapper
from gen_robot.readers.mjcf_compile import Compiled
from gen_robot.readers.mjcf_links import Bodies
from gen_robot.readers.mjcf_names import Names
from gen_robot.readers.mjcf_numbers import frame, vector

_ANCHOR_A, _ANCHOR_B = slice(0, 3), slice(3, 6)  # of a connect
_POSITION, _QUATERNION = slice(3, 6), slice(6, 10)  # of a weld


def types(compiled: Compiled) -> dict[int, str]:
    """Return what loops are called that MuJoCo has numbers for."""
    kinds = compiled.mujoco.mjtEq
    return {int(kinds.mjEQ_CONNECT): "connect", int(kinds.mjEQ_WELD): "weld"}


def loops(compiled: Compiled, bodies: Bodies, source: str) -> list[LoopDescription]:
    """Return the constraints between bodies that are active from the beginning."""
    model, known, names = compiled.model, types(compiled), Names()
    found = []
    for number in range(model.neq):
        word = known.get(int(model.eq_type[number]))
        if word is None or not model.eq_active0[number]:
            continue
        given = model.equality(number).name
        name = names.give(given or f"{word}{number + 1}")
        found.append(_loop(compiled, bodies, number, name, word, f"{source}: equality[{name}]"))
    return found


def _loop(
    compiled: Compiled, bodies: Bodies, number: int, name: str, word: str, place: str
) -> LoopDescription:
    model, snap = compiled.model, bodies.snap
    first, second = int(model.eq_obj1id[number]), int(model.eq_obj2id[number])
    if int(model.eq_objtype[number]) == compiled.mujoco.mjtObj.mjOBJ_SITE:
        ends = [
            (int(model.site_bodyid[site]), _site(compiled, site, place, snap))
            for site in (first, second)
        ]
        (first, at_first), (second, at_second) = ends
    elif word == "connect":
        data = model.eq_data[number]
        at_first, at_second = (
            Frame(IDENTITY, vector(data[part])) for part in (_ANCHOR_A, _ANCHOR_B)
        )
    else:
        data = model.eq_data[number]
        at_first = frame(place, data[_POSITION], data[_QUATERNION], snap)
        at_second = AT_ORIGIN
    return LoopDescription(name, word, bodies.on(first), bodies.on(second), at_first, at_second)


def _site(compiled: Compiled, site: int, place: str, snap: Snapper) -> Frame:
    model = compiled.model
    return frame(place, model.site_pos[site], model.site_quat[site], snap)
