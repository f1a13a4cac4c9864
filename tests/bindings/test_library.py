"""What a library tells of its robot, how it is copied and sent, what it says of what it has not."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import gen_robot
import tiny_robot
from gen_robot.bindings import Library
from tiny_robot import bind, joint, library_in


def described(
    folder: Path, tmp_path: Path, joints: list | None = None, **changes: object
) -> Library:
    """Bind the library with a manifest that says something else."""
    content = json.loads(tiny_robot.generated_files(joints=joints)["tiny.json"]) | changes
    (tmp_path / "tiny.json").write_text(json.dumps(content))
    return Library(tmp_path / "tiny.json", library_in(folder), "c")


def test_the_package_offers_what_users_catch_and_annotate() -> None:
    assert gen_robot.Library is Library
    assert issubclass(gen_robot.UserError, Exception)
    assert issubclass(gen_robot.RobotWarning, UserWarning)
    assert {"Library", "RobotWarning", "UserError", "load"} <= set(dir(gen_robot))
    with pytest.raises(AttributeError, match="has no attribute 'Lybrary'"):
        _ = gen_robot.Lybrary


def test_errors_can_be_named_without_numpy() -> None:
    """What a script needs to catch is there before what takes long to load."""
    script = "import sys, gen_robot; gen_robot.UserError, gen_robot.RobotWarning; {}"
    light = script.format("assert not {'numpy', 'cffi'} & {*sys.modules}")
    subprocess.run([sys.executable, "-c", light], check=True)
    heavy = light.replace("; assert", "; gen_robot.Library; assert")
    assert subprocess.run([sys.executable, "-c", heavy], capture_output=True).returncode == 1


def test_joints_and_limits_are_in_the_order_of_q_and_qd(folder: Path, tmp_path: Path) -> None:
    joints = [
        joint("root", "floating", 0, 0, nq=7, nv=6),
        joint("rail", "prismatic", 7, 6, lower=-0.5, effort=80.0),
        joint("elbow", "revolute", 8, 7, lower=-1.0, upper=2.0, velocity=3.0),
    ]
    robot = described(folder, tmp_path, joints)
    assert [each.name for each in robot.joints] == ["root", "rail", "elbow"]
    assert robot.joints[1].effort == 80.0
    assert [each.in_q for each in robot.joints] == [slice(0, 7), slice(7, 8), slice(8, 9)]
    assert [each.in_qd for each in robot.joints] == [slice(0, 6), slice(6, 7), slice(7, 8)]
    limits, inf = robot.limits, np.inf
    np.testing.assert_array_equal(limits.lower, [-inf] * 7 + [-0.5, -1.0])
    np.testing.assert_array_equal(limits.upper, [inf] * 8 + [2.0])
    np.testing.assert_array_equal(limits.velocity, [inf] * 7 + [3.0])
    np.testing.assert_array_equal(limits.effort, [inf] * 6 + [80.0, inf])
    assert limits.lower.dtype == robot.dtype
    with pytest.raises(ValueError, match="read-only"):
        limits.lower[0] = 0.0


def test_what_the_manifest_says_can_be_read(folder: Path, tmp_path: Path) -> None:
    links = [
        {"name": "base"},
        {"name": "arm", "parent": "base", "joint": "a", "body": 1, "mass": 2.5},
    ]
    robot = described(folder, tmp_path, links=links, warnings=["doubtful"], report=["one", "two"])
    assert robot.warnings == ("doubtful",)
    assert robot.report == "one\ntwo"
    assert [each.name for each in robot.links] == ["base", "arm"]
    assert (robot.links[1].body, robot.links[1].mass) == (1, 2.5)
    assert robot.manifest["options"] == {"precision": "double"}
    robot.manifest["options"]["precision"] = "changed"
    assert robot.manifest["options"] == {"precision": "double"}


def test_manifests_of_before_have_neither_links_nor_warnings(tiny: Library) -> None:
    assert (tiny.links, tiny.warnings, tiny.report) == ((), (), "")


def test_a_kernel_says_what_it_takes_and_costs(tiny: Library) -> None:
    kernel = tiny.inertia_and_bias
    assert kernel.name == kernel.__name__ == "inertia_and_bias"
    assert [(each.name, each.shape) for each in kernel.inputs] == [("q", (2,)), ("qd", (2,))]
    assert [each.name for each in kernel.outputs] == ["M", "h"]
    assert (kernel.algorithm, kernel.operations["mul"]) == ("by_hand", 3)
    with pytest.raises(TypeError):
        kernel.operations["mul"] = 0
    assert repr(kernel).count("\n") == 0


def test_a_kernel_is_made_when_it_is_first_asked_for_and_once(folder: Path) -> None:
    tiny = bind(folder)
    assert "bias" in dir(tiny)
    assert "bias" not in vars(tiny)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: tiny.bias, range(64)))
    assert len({id(each) for each in found}) == 1
    assert vars(tiny)["bias"] is tiny.bias


def test_a_kernel_that_was_not_generated_tells_how_to_get_it(tiny: Library) -> None:
    with pytest.raises(AttributeError) as info:
        _ = tiny.potential_energy
    assert str(info.value) == (
        "no kernel 'potential_energy' was generated for this robot; it has: inertia_matrix, bias,"
        " inertia_and_bias, udut, inverse_dynamics_fext, kinetic_energy; others are made by"
        " gen_robot.load(..., kernels=[..., 'potential_energy']) or"
        " gen-robot ... --kernels ...,potential_energy"
    )


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("inertia_matirx", "inertia_matrix"),
        ("bais", "bias"),
        ("kinetic_enrgy", "kinetic_energy"),
        ("random_sate", "random_state"),
        ("joint_name", "joint_names"),
    ],
)
def test_a_misspelling_is_answered_by_the_right_spelling(tiny: Library, wrong, right) -> None:
    with pytest.raises(AttributeError, match=f"did you mean '{right}'"):
        getattr(tiny, wrong)


def test_a_kernels_variant_is_no_misspelling(tiny: Library) -> None:
    with pytest.raises(AttributeError, match=r"kernels=\[..., 'inverse_dynamics'\]"):
        _ = tiny.inverse_dynamics


@pytest.mark.parametrize(
    "probe", ["_ipython_canary_method_should_not_exist_", "_repr_png_", "__array__", "__len__"]
)
def test_what_other_packages_look_for_is_plainly_not_there(tiny: Library, probe: str) -> None:
    assert not hasattr(tiny, probe)
    with pytest.raises(AttributeError, match=f"^'Library' object has no attribute '{probe}'$"):
        getattr(tiny, probe)
    assert np.asarray(tiny).dtype == object


def test_a_kernel_may_not_hide_what_every_robot_has(folder: Path, tmp_path: Path) -> None:
    kernels = json.loads((folder / "tiny.json").read_text())["kernels"]
    for name in ("neutral", "name", "kernels", "limits"):
        renamed = {name: kernels["bias"]}
        with pytest.raises(ValueError, match=f"kernels.{name}: every robot has something"):
            described(folder, tmp_path, kernels=renamed)


def test_libraries_and_kernels_can_be_pickled(tiny: Library) -> None:
    q = [1.0, 2.0]
    again = pickle.loads(pickle.dumps(tiny))
    np.testing.assert_array_equal(again.inertia_matrix(q), tiny.inertia_matrix(q))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        kernel = pickle.loads(pickle.dumps(tiny.inertia_matrix, protocol))
        np.testing.assert_array_equal(kernel(q), tiny.inertia_matrix(q))
    assert repr(kernel) == repr(tiny.inertia_matrix)
    assert pickle.loads(pickle.dumps(kernel)).operations == kernel.operations


def test_what_is_pickled_in_one_folder_is_found_from_another(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    sent = pickle.dumps(bind(Path()).bias)
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(sent)([1, 0], [1, 1]).tolist() == [1.0, 0.0]


def test_a_kernel_can_be_sent_to_another_process(folder: Path) -> None:
    tiny, q = bind(folder), np.array([[1.0, 2.0], [3.0, 4.0]])
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        M = pool.submit(tiny.inertia_matrix, q).result()
    np.testing.assert_array_equal(M, tiny_robot.inertia_matrix(q))


def test_a_copy_is_the_same_for_nothing_changes(tiny: Library) -> None:
    assert copy.copy(tiny) is copy.deepcopy(tiny) is tiny
    for kernel in (copy.copy(tiny.bias), copy.deepcopy(tiny.bias)):
        assert kernel == tiny.bias
    assert copy.deepcopy({"robot": tiny, "f": [tiny.bias]})["f"][0] == tiny.bias
