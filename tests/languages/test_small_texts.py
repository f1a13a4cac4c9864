"""What no robot in generated/ shows, on a robot small enough to read every line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gen_robot.options import Options
from gen_robot.pipeline import generate_described
from gen_robot.readers.yaml_reader import read_yaml

PENDULUM = """
name: pendulum
convention: modified_dh
links:
  - name: rod
    joint: revolute
    dh: {alpha: pi/2}
    mass: 2
    com: [0.5, 0, 0]
    inertia: {zz: 0.25}
    friction: {viscous: 0.125, coulomb: 0.0625}
"""


def test_pendulum_with_friction_in_single_precision(golden: Callable[..., None]) -> None:
    kernels = ("inverse_dynamics", "forward_dynamics")
    options = Options(("c", "f77"), kernels=kernels, precision="single", friction=True)
    files = generate_described(read_yaml(Path("pendulum.yaml"), PENDULUM), options).files
    golden({name: files[name] for name in ("pendulum.c", "pendulum.f")})
