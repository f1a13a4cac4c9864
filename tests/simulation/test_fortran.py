"""Integrators in FORTRAN 77: the motions of those in C, and the rules of the standard."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from f77_library import needs
from f77_rules import violations
from gen_robot.bindings.curves import point_to_point
from gen_robot.bindings.laws import Law
from gen_robot.bindings.trajectory import Trajectory
from gen_robot.delivery.writing import write
from gen_robot.integrators.methods import METHODS
from gen_robot.options import Options
from gen_robot.pipeline import generate
from simulated_robots import Simulated
from simulated_robots import simulated as simulated

pytestmark = [pytest.mark.xdist_group("simulated"), needs("gfortran")]

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "fortran" / "simulation.f"

MOTIONS = [
    *(({"method": name, "step": 2e-3}) for name in METHODS),
    *(({"method": name, "tolerance": 1e-9}) for name, m in METHODS.items() if m.is_adaptive),
]


def spelled(options: dict[str, object]) -> str:
    return " ".join(map(str, options.values()))


@pytest.mark.parametrize("name", ["puma560", "ball", "sled", "flyer"])
@pytest.mark.parametrize("options", MOTIONS, ids=spelled)
def test_fortran_and_c_make_the_same_motion(
    name: str, options: dict[str, object], simulated: Simulated
) -> None:
    c, fortran = simulated(name), simulated(name, "f77")
    q, qd, _ = c.random_state(3)
    made = [robot.simulate(0.5, q, 0.4 * qd, every=0.05, **options) for robot in (c, fortran)]  # type: ignore[arg-type]
    a, b = made
    assert isinstance(a, Trajectory) and isinstance(b, Trajectory)
    assert np.abs(a.q - b.q).max() < 1e-10
    assert np.abs(a.qd - b.qd).max() < 1e-10
    assert (a.evaluations, a.rejected) == (b.evaluations, b.rejected)


def test_laws_and_functions_act_alike_in_both(simulated: Simulated) -> None:
    c, fortran = (simulated("rubbing", lang, friction=True) for lang in ("c", "f77"))
    path = point_to_point([0.0] * 2, [0.4, -0.8], 0.5)
    laws = [
        Law(None, path, 90.0, [9.0] * 2, True),
        Law(path, path, kd=3.0, limit=[2.0] * 2),
        lambda t, q, qd: np.cos(t) - qd,
    ]
    for law in laws:
        a, b = (robot.simulate(0.6, torque=law, step=1e-3) for robot in (c, fortran))  # type: ignore[arg-type]
        assert isinstance(a, Trajectory) and isinstance(b, Trajectory)
        assert np.abs(a.q - b.q).max() < 1e-10
        assert np.abs(a.tau - b.tau).max() < 1e-8
        assert np.abs(a.tau).max() > 0.1


def chain(folder: Path) -> Path:
    """Return a robot whose arrays have places of four digits."""
    links = "\n".join(
        f"  - {{name: l{k}, joint: revolute, axis: [0, 1, 0], origin: {{xyz: [0, 0, 0.1]}},"
        " mass: 1, com: [0, 0, 0.05], inertia: {xx: 0.01, yy: 0.01, zz: 0.01}}"
        for k in range(60)
    )
    path = folder / "chain.yaml"
    path.write_text(f"name: chain\nconvention: transform\nlinks:\n{links}\n")
    return path


ASKED = {
    "puma560": {},
    "torso": {"friction": True},
    "four_bar": {"kernels": ("loop_forward_dynamics", "loop_project")},
    "chain": {"kernels": ("forward_dynamics",), "algorithms": {"forward_dynamics": "aba"}},
}


@pytest.mark.parametrize("robot", ASKED)
def test_the_source_keeps_to_the_standard(robot: str, tmp_path: Path) -> None:
    file = chain(tmp_path) if robot == "chain" else robot
    files = generate(file, Options(("f77",), integrators=True, **ASKED[robot])).files  # type: ignore[arg-type]
    (name,) = (name for name in files if name.endswith("_simulate.f"))
    text = files[name]
    assert not violations(text, by_hand=True)
    (tmp_path / name).write_text(text)
    flags = ["-std=f95", "-pedantic", "-Wall", "-Wextra", "-Wno-unused-dummy-argument", "-Werror"]
    subprocess.run(["gfortran", *flags, "-fsyntax-only", tmp_path / name], check=True)


def test_a_spoiled_source_is_found(tmp_path: Path) -> None:
    files = generate("two_link", Options(("f77",), integrators=True)).files
    text = files["two_link_simulate.f"]
    assert violations(
        text.replace("      CALL TORQUE(", "      CALL TORQUEFUNCTION(", 1), by_hand=True
    )
    assert violations(text.replace("EXTERNAL TORQUE", "SAVE TORQUE", 1), by_hand=True)


def test_the_example_makes_the_motion_that_python_makes(
    tmp_path: Path, simulated: Simulated
) -> None:
    folder = write(generate("puma560", Options(("f77",), integrators=True)), tmp_path)
    program = tmp_path / "fall"
    sources = [EXAMPLE, folder / "puma560_simulate.f", folder / "puma560.f"]
    flags = ["-std=f95", "-pedantic", "-Wall", "-Wno-unused-dummy-argument", "-O1"]
    checks = ["-fcheck=all", "-ffpe-trap=invalid,overflow"]
    subprocess.run(["gfortran", *flags, *checks, *sources, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    *rows, counts = ([float(x) for x in line.split()] for line in done.stdout.splitlines())
    made = simulated("puma560").simulate(
        1.0, 0.1 * np.arange(1, 7), torque=lambda t, q, qd: -8 * qd, tolerance=1e-9, every=0.2
    )
    assert isinstance(made, Trajectory)
    assert np.allclose(rows, np.column_stack([made.t, made.q])[1:], atol=2e-5)
    # Steps end where the program asks for states.
    assert counts[0] >= len(made.steps) - 1
    assert not violations(EXAMPLE.read_text().replace("gen-robot", "").upper(), by_hand=True)
