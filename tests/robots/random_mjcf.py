"""Robots in MJCF, drawn at random: trees of all types of joints, frames of every spelling."""

from __future__ import annotations

import numpy as np

_SHAPES = ('type="sphere" size=".1"', 'type="box" size=".1 .2 .05"', 'type="capsule" size=".05 .2"')
_SHAPES += ('type="cylinder" size=".1 .15"', 'type="ellipsoid" size=".1 .2 .15"')


def random_mjcf(rng: np.random.Generator, bodies: int = 5) -> str:
    """Return the text of a robot of a few bodies in one or more trees."""
    parents = [int(rng.integers(-1, k)) for k in range(bodies)]

    def written(number: int) -> str:
        inside = "".join(written(k) for k in range(bodies) if parents[k] == number)
        given = f"{_joints(rng, parents[number] < 0)}{_mass(rng)}{inside}"
        text = f'<body pos="{_numbers(rng, 3)}" {_turn(rng)}>{given}</body>'
        return f'<frame pos="{_numbers(rng, 3)}" {_turn(rng)}>{text}</frame>' if _odd(rng) else text

    trees = "".join(written(k) for k in range(bodies) if parents[k] < 0)
    option = f'<option gravity="{_numbers(rng, 3)}"/>'
    return f"<mujoco>{option}<worldbody>{trees}</worldbody></mujoco>"


def _joints(rng: np.random.Generator, is_root: bool) -> str:
    if is_root and _odd(rng):
        return "<freejoint/>"
    if rng.random() < 0.2:
        return f'<joint type="ball" pos="{_numbers(rng, 3)}" armature="{rng.random():.3g}"/>'
    return "".join(
        f'<joint type="{rng.choice(["hinge", "slide"])}" axis="{_axis(rng)}" pos="{_numbers(rng, 3)}"'
        f' ref="{rng.uniform(-1, 1):.3g}" armature="{rng.random():.3g}"/>'
        for _ in range(rng.integers(0, 4))
    )


def _mass(rng: np.random.Generator) -> str:
    if _odd(rng):
        return f'<geom {rng.choice(_SHAPES)} pos="{_numbers(rng, 3)}" {_turn(rng)}/>'
    moments = " ".join(f"{x:.4g}" for x in rng.uniform(1, 1.9, 3))
    return (
        f'<inertial mass="{rng.uniform(0.5, 3):.3g}" pos="{_numbers(rng, 3)}" {_turn(rng)}'
        f' diaginertia="{moments}"/>'
    )


def _turn(rng: np.random.Generator) -> str:
    spelling = rng.integers(4)
    if spelling == 0:
        return f'euler="{" ".join(str(90 * k) for k in rng.integers(-2, 3, 3))}"'
    if spelling == 1:
        return f'quat="{_numbers(rng, 4)}"'
    if spelling == 2:
        return f'axisangle="{_axis(rng)} {rng.uniform(-180, 180):.4g}"'
    return 'xyaxes="0 1 0 -1 0 0"'


def _axis(rng: np.random.Generator) -> str:
    return str(rng.choice(["1 0 0", "0 1 0", "0 0 -1", "1 1 0", "1 2 -3"]))


def _numbers(rng: np.random.Generator, count: int) -> str:
    return " ".join(f"{x:.3g}" for x in rng.uniform(-1, 1, count))


def _odd(rng: np.random.Generator) -> bool:
    return bool(rng.random() < 0.5)
