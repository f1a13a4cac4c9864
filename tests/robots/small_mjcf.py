"""Small robots in MJCF, one for each thing that such files say; and how well kernels agree on them."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

from gen_robot.description.description import Description
from gen_robot.model.canonical import canonical
from gen_robot.readers.mjcf_reader import read_mjcf
from measure import error, solution_bound
from mujoco_robot import bare, random_state
from traced_kernels import Generated

BOUND = 1e-12
"""Of M and h; what is snapped is snapped by what MuJoCo's own rounding left."""

HEAVY = '<geom type="box" size=".1 .2 .3" mass="1.5" pos=".03 -.02 .05" euler="10 20 30"/>'
INERTIAL = (
    '<inertial pos=".01 .02 .03" mass="2" fullinertia="0.011 0.013 0.017 0.001 -0.002 0.0005"/>'
)


def model(inside: str, **sections: str) -> str:
    """Return a whole file: bodies, and other sections by their tags."""
    others = "".join(f"<{tag}>{text}</{tag}>" for tag, text in sections.items())
    return f'<mujoco model="small">{others}<worldbody>{inside}</worldbody></mujoco>'


def body(inside: str, name: str = "a", **attributes: str) -> str:
    given = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<body name="{name}"{given}>{inside}</body>'


CHAIN = body(
    '<joint name="first" axis="0 1 0" pos="0.1 0 -0.2"/>'
    + HEAVY
    + body(
        f'<joint name="second" axis="1 0 0"/>{INERTIAL}', "b", pos="0.3 0.1 0.2", euler="0 30 0"
    ),
    pos="0 0 1",
    euler="90 0 0",
)
DEFAULTS = (
    '<default class="arm"><joint armature="0.3" damping="0.4"/><geom density="500"/></default>'
)

ROBOTS = {
    "hinge": model(body(f'<joint axis="1 2 3" pos=".1 .2 .3"/>{HEAVY}', quat="1 2 3 4")),
    "slide": model(body(f'<joint type="slide" axis="1 1 0"/>{HEAVY}', euler="10 0 70")),
    "springs": model(
        body(
            f'<joint stiffness="7" springref="40" ref="10" axis="1 2 3"/>{HEAVY}'
            + body(
                f'<joint type="slide" stiffness="90" springref=".2"/>{INERTIAL}', "b", pos="1 0 0"
            )
        )
    ),
    "springs that are switched off": model(
        body(f'<joint stiffness="7"/>{HEAVY}'), option='<flag spring="disable"/>'
    ),
    "ball": model(body(f'<joint type="ball"/>{HEAVY}', pos="1 2 3", euler="20 0 0")),
    "ball beside its body": model(
        body(
            f'<joint type="ball" pos=".3 -.1 .2"/>{HEAVY}'
            + body(f"<joint/>{INERTIAL}", "b", pos="1 0 0")
        )
    ),
    "free": model(body(f"<freejoint/>{HEAVY}", pos="1 2 3", quat="1 1 0 0")),
    "chain": model(CHAIN),
    "several joints": model(
        body(
            '<joint type="slide" axis="1 0 0" name="x"/><joint type="slide" axis="0 0 1" name="z"/>'
            f'<joint axis="0 1 0" name="turn" pos=".1 0 .2"/><joint axis="1 0 0"/>{HEAVY}'
        )
    ),
    "hinge, then ball": model(
        body(f'<joint axis="0 0 1"/><joint type="ball" pos=".1 .1 0" damping="2"/>{HEAVY}')
    ),
    "references": model(
        body(
            f'<joint axis="0 1 0" ref="35" pos="0 .1 .2"/>{HEAVY}'
            + body(f'<joint type="slide" axis="0 1 1" ref="0.2"/>{HEAVY}', "b", pos="0 0 1")
        )
    ),
    "trees and free bodies": model(
        CHAIN
        + body(f"<freejoint/>{HEAVY}", "c")
        + body(f"<freejoint/>{INERTIAL}" + body(f"<joint/>{HEAVY}", "e", pos="0 0 1"), "d")
    ),
    "static bodies": model(
        body(
            HEAVY
            + body(
                f"<joint/>{HEAVY}" + body(HEAVY, "c", pos="1 0 0", euler="0 0 40"), "b", pos="0 1 0"
            ),
            euler="0 90 0",
        )
    ),
    "armature": model(
        body(
            f'<joint armature=".5"/>{HEAVY}'
            + body(f'<joint type="ball" armature=".2"/>{HEAVY}', "b")
        )
    ),
    "armature of actuators": model(
        body(f'<joint name="j" armature=".5"/>{HEAVY}'),
        actuator='<motor joint="j" gear="3" armature="0.02"/>',
    ),
    "gravity": model(CHAIN, option="").replace("<option>", '<option gravity="1 -2 3.5">'),
    "no gravity": model(CHAIN, option='<flag gravity="disable"/>'),
    "radians": model(CHAIN.replace("90", "1.3"), compiler="").replace(
        "<compiler>", '<compiler angle="radian" eulerseq="zyx">'
    ),
    "defaults": model(
        body(f'<joint/><geom size=".1 .2" type="capsule"/>{body("<joint/>" + HEAVY, "b")}').replace(
            "<body", '<body childclass="arm"', 1
        ),
        default=DEFAULTS,
    ),
    "frames": model(
        f'<frame euler="0 0 90" pos="1 0 0"><frame euler="90 0 0">{CHAIN}</frame></frame>'
    ),
    "replicate": model(
        '<replicate count="3" euler="0 0 120" offset="0 0 .1">'
        + body(f'<joint axis="1 0 0"/>{HEAVY}', pos="1 0 0")
        + "</replicate>"
    ),
    "geometry": model(
        body(
            '<joint axis="1 0 0"/><geom type="sphere" size=".1" pos=".1 0 0"/>'
            '<geom type="capsule" fromto="0 0 0 .3 .2 .1" size=".04"/>'
            '<geom type="cylinder" size=".1 .2" density="300" axisangle="1 1 0 40"/>'
            '<geom type="ellipsoid" size=".1 .2 .3" mass=".7" shellinertia="true"/>'
        )
    ),
    "mesh": model(
        body('<joint/><geom type="mesh" mesh="m" pos=".1 .2 .3" euler="30 20 10"/>'),
        asset='<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 2"/>',
    ),
    "flexible body": model(
        '<flexcomp name="f" type="grid" count="2 2 1" spacing=".1 .1 .1" mass="1" dim="2"/>'
    ),
    "balanced": model(
        body('<joint/><inertial pos="0 0 .1" mass="2" diaginertia="1 1 9"/>'), compiler=""
    ).replace("<compiler>", '<compiler balanceinertia="true" boundmass="3">'),
}
"""By what is special about each."""


def described(text: str, path: Path = Path("robot.xml"), *, snap: bool = True) -> Description:
    return read_mjcf(path, text, snap=snap)


def disagreement(description: Description, theirs: mujoco.MjModel, states: int = 2) -> float:
    """Return the largest error of M, h and qdd at random states, as a share of its bound."""
    generated = Generated(canonical(description), effort="fast")  # what is read is looked at
    rng, worst = np.random.default_rng(1), 0.0
    for _ in range(states):
        state = random_state(bare(theirs), rng)
        given, M = state.kernel_inputs, state.inertia_matrix
        assert np.abs(M).max() > 1e-6, "zero would agree with zero"
        found = generated("inertia_matrix", given), generated("bias", given)
        solved = error(generated("forward_dynamics", given), state.forward_dynamics)
        forces = float(max(np.abs(M @ given["qd"]).max(), np.abs(state.bias).max()))
        worst = max(
            worst,
            error(found[0], M) / BOUND,
            error(found[1], state.bias, scale=forces) / BOUND,
            solved / max(BOUND, solution_bound(M)),
        )
    return worst


def stl(size: float = 1.0) -> bytes:
    """Return a tetrahedron."""
    corners = size * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "<f4")
    faces = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
    rows = [np.zeros(3, "<f4").tobytes() + corners[list(f)].tobytes() + b"\0\0" for f in faces]
    return b"\0" * 80 + np.uint32(len(faces)).tobytes() + b"".join(rows)


def written(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Write files, of which the first is the robot's own."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / next(iter(files))
