"""The operational-space controller keeps its frame on the path, by terms that Pinocchio confirms."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import measure
from pinocchio_robot import bias, mass_matrix, pinocchio_model
from shipped_robots import described

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "python" / "operational_space.py"


def test_an_arm_leaves_the_circle_by_what_steps_take_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half as long steps leave half the error; a term that is wrong would leave the same."""
    monkeypatch.setenv("GEN_ROBOT_CACHE", str(tmp_path / "cache"))
    example = runpy.run_path(str(EXAMPLE))
    arm = example["loaded"]("puma560", "link6")
    start = np.array([0.3, -0.6, 0.9, 0.4, 0.7, -0.2])
    steps = (1e-3, 5e-4)
    long, short = (np.abs(example["run"](arm, start, 0.2, step)).max(axis=0) for step in steps)
    assert 0 < long[:3].max() < 1e-3  # of a circle of a tenth of a metre
    assert long[:3].max() / short[:3].max() == pytest.approx(2, rel=0.05)
    assert long[3:].max() / short[3:].max() == pytest.approx(2, rel=0.05)

    q, qd, _ = arm.random_state(3)
    terms = arm.together(q, qd)
    assert terms._fields == ("M", "h", "J", "a", "T")
    model = pinocchio_model(described("puma560"))
    frame = model.addFrame(pin.Frame("tip", model.njoints - 1, pin.SE3.Identity(), pin.OP_FRAME))
    data = model.createData()
    pin.forwardKinematics(model, data, q, qd, np.zeros(6))
    pin.updateFramePlacements(model, data)
    pin.computeJointJacobians(model, data, q)
    axes = pin.LOCAL_WORLD_ALIGNED
    measure.assert_same(terms.M, mass_matrix(model, q))
    measure.assert_same(terms.h, bias(model, q, qd))
    measure.assert_same(terms.T, data.oMf[frame].homogeneous)
    measure.assert_same(terms.J, pin.getFrameJacobian(model, data, frame, axes))
    drift = pin.getFrameClassicalAcceleration(model, data, frame, axes).vector
    measure.assert_same(terms.a, drift)
