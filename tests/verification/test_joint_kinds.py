"""Kinds of joint that are covered beside revolute and prismatic ones: proved as generated."""

from __future__ import annotations

from pathlib import Path

import pytest

from gen_robot.cli import main

ROBOT = """\
name: kinds
convention: transform
links:
  - name: nut
    joint: {type: helical, pitch: 0.05}
    axis: [0, 0.6, 0.8]
    mass: 2
    com: [0.1, 0.02, 0.3]
    inertia: {xx: 0.1, yy: 0.12, zz: 0.05, xy: 0.01}
  - name: piston
    parent: nut
    joint: cylindrical
    axis: [1, 0, 0]
    mass: 1
    com: [0, 0.1, 0.05]
    inertia: {xx: 0.02, yy: 0.03, zz: 0.02}
  - name: shaft
    parent: piston
    joint: {type: universal, name: cardan, second_axis: [0, 1, 0]}
    axis: [1, 0, 0]
    mass: 1
    com: [0, 0, 0.1]
    inertia: {xx: 0.01, yy: 0.01, zz: 0.001}
  - name: ball
    parent: nut
    joint: {type: spherical, coordinates: [z, y, x]}
    mass: 1
    com: [0.1, 0, 0.1]
    inertia: {xx: 0.01, yy: 0.01, zz: 0.01}
"""
"""A helical joint that leans, a cylindrical, a universal one; three angles on a limb of their own."""


def test_other_kinds_of_joint_are_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    robot = tmp_path / "kinds.yaml"
    robot.write_text(ROBOT)
    kernels = ["--kernels", "inertia_matrix,inverse_dynamics"]
    assert main([str(robot), *kernels, "-o", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["verify", str(tmp_path / "kinds"), str(robot)]) == 0
    assert capsys.readouterr().out.count("proved: ") == 2
    robot.write_text(ROBOT.replace("pitch: 0.05", "pitch: 0.0500000001"))
    assert main(["verify", str(tmp_path / "kinds"), str(robot)]) == 1
