"""Frames in Python: their kernels, their errors, wrenches; and the same numbers from FORTRAN."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gen_robot
from gen_robot.bindings.library import Library
from gen_robot.bindings.manifest_check import checked_content
from gen_robot.bindings.manifest_error import ManifestError
from gen_robot.options import Options
from gen_robot.pipeline import generate
from measure import error

OPTIONS: dict[str, Any] = {
    "kernels": "placement,jacobian,velocity,acceleration,com,com_jacobian,task_inertia,"
    "inverse_dynamics,inverse_dynamics_fext,inverse_dynamics_wrench",
    "frame": {"my tool": "link6:0.1,-0.2,0.3,0.4,0.5,0.6"},
    "frames": ["my tool", "base"],
}


@pytest.fixture(scope="module")
def arm() -> Library:
    return gen_robot.load("puma560", **OPTIONS)


def test_a_frame_holds_its_kernels_and_says_what_it_is(arm: Library) -> None:
    tool = arm.frame("my tool")
    assert arm.frame_names == ("my tool", "base")
    assert (tool.name, tool.link, tool.body, tool.reference) == (
        "my tool",
        "link6",
        6,
        "local_world_aligned",
    )
    q = arm.random_state(1)[0]
    assert np.array_equal(tool.jacobian(q), arm.jacobian_my_tool(q))
    assert "placement" in tool.kernels
    assert repr(tool).startswith("<frame 'my tool' on 'link6' of puma560: placement")
    again = pickle.loads(pickle.dumps(tool))
    assert np.array_equal(again.placement(q), tool.placement(q))


def test_many_states_are_as_one_by_one(arm: Library) -> None:
    tool = arm.frame("my tool")
    q, qd, qdd = arm.random_state(2, 5)
    for kernel, given in (
        (tool.placement, (q,)),
        (tool.jacobian, (q,)),
        (tool.acceleration, (q, qd, qdd)),
        (tool.task_inertia, (q,)),
        (arm.com_jacobian, (q,)),
    ):
        one_by_one = [kernel(*state) for state in zip(*given, strict=True)]
        assert error(kernel(*given), one_by_one) < 1e-13


def test_a_frame_that_stands_still_does_so(arm: Library) -> None:
    base = arm.frame("base")
    q, qd, qdd = arm.random_state(3)
    assert np.array_equal(base.placement(q), np.eye(4))
    assert not base.jacobian(q).any()
    assert not base.acceleration(q, qd, qdd).any()
    assert not base.wrench(np.ones(6), q).any()
    with pytest.raises(AttributeError, match="task_inertia"):
        base.task_inertia(q)


@pytest.mark.parametrize("reference", ["local_world_aligned", "local", "world"])
def test_wrenches_are_rows_of_fext(arm: Library, reference: str) -> None:
    """In each reference the torques are J^T of that reference times the wrench."""
    tool = arm.frame("my tool")
    q, qd, qdd = arm.random_state(4, 3)
    wrench = np.random.default_rng(5).uniform(-9, 9, (3, 6))
    T, J = tool.placement(q), tool.jacobian(q)
    R, p = T[:, :3, :3], T[:, :3, 3]
    linear, angular = J[:, :3], J[:, 3:]
    if reference == "local":
        linear, angular = (np.swapaxes(R, 1, 2) @ rows for rows in (linear, angular))
    elif reference == "world":
        linear = linear - np.cross(angular, p[:, :, None], axis=1)
    torques = np.einsum("sij,si->sj", np.concatenate([linear, angular], axis=1), wrench)
    fext = tool.wrench(wrench, q, reference)
    found = arm.inverse_dynamics_fext(q, qd, qdd, fext)
    assert fext.shape == (3, 6, 6)
    assert error(found, arm.inverse_dynamics(q, qd, qdd) - torques) < 1e-12
    if reference == tool.reference:
        assert error(arm.inverse_dynamics_wrench_my_tool(q, qd, qdd, wrench), found) < 1e-12


def test_errors_say_what_to_do(arm: Library) -> None:
    tool = arm.frame("my tool")
    with pytest.raises(ValueError, match="frames: my tool, base; did you mean 'my tool'"):
        arm.frame("mytool")
    with pytest.raises(ValueError, match=r"gen_robot.load\(..., frames=\['link2'\]\)"):
        arm.frame("link2")
    with pytest.raises(ValueError, match="q is needed for a wrench that is local_world_aligned"):
        tool.wrench(np.ones(6))
    with pytest.raises(ValueError, match=r"\(..., 6\) is wanted"):
        tool.wrench(np.ones(3))
    with pytest.raises(ValueError, match="allowed: local_world_aligned, local, world"):
        tool.wrench(np.ones(6), reference="tool")
    assert tool.wrench(np.ones(6), reference="local").shape == (6, 6)
    with pytest.raises(AttributeError, match=r"kernels=\[..., 'drift_my_tool'\]"):
        _ = tool.drift


@pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")
def test_fortran_gives_the_bits_of_c() -> None:
    """Sines and cosines of the library on both sides, and no contraction: the same operations."""
    given = {
        **OPTIONS,
        "kernels": "jacobian,drift,com_jacobian,task_inertia",
        "frames": ["my tool"],
        "trig": "libm",
        "march": "baseline",
    }
    c, f77 = (gen_robot.load("puma560", lang, **given) for lang in ("c", "f77"))
    for q, qd in zip(*c.random_state(6, 4)[:2], strict=True):
        for name in c.kernels:
            state = (q, qd) if name.startswith("drift") else (q,)
            assert np.array_equal(getattr(c, name)(*state), getattr(f77, name)(*state)), name


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"body": 7}, "frames[0].body: is 7, and there are 2 moving bodies"),
        ({"word": "a b"}, "a word that names of kernels end in is wanted"),
        ({"placement": [[1.0] * 4] * 3}, "is no matrix of 4 rows and 4 columns"),
        ({"name": 3}, "frames[0].name: is 3; a string is wanted"),
    ],
)
def test_a_manifest_with_wrong_frames_is_refused(
    change: dict[str, Any], told: str, tmp_path: Path
) -> None:
    files = generate("two_link", Options(kernels=("jacobian",))).files
    content = json.loads(files["two_link.json"])
    path = tmp_path / "two_link.json"
    path.write_text(json.dumps(content))
    checked_content(path)
    content["frames"][0] |= change
    path.write_text(json.dumps(content))
    with pytest.raises(ManifestError) as found:
        checked_content(path)
    assert told in str(found.value)
