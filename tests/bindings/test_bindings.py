"""The bindings against a hand-made library, in both languages and both precisions."""

from __future__ import annotations

import inspect
import json
import re
import shutil
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import tiny_robot
from gen_robot.bindings import Library
from tiny_robot import bind, library_in

RNG = np.random.default_rng(5)


def states(*leading: int) -> np.ndarray:
    return RNG.uniform(0.1, 1.0, (*leading, 2))


@pytest.mark.parametrize("leading", [(), (1,), (5,), (2, 3), (0,), (2, 0, 3), (1, 1, 1)])
def test_any_leading_shape_gives_each_state_its_own_result(
    tiny: Library, leading: tuple[int, ...]
) -> None:
    q, qd = states(*leading), states(*leading)
    M, h = tiny.inertia_and_bias(q, qd)
    np.testing.assert_allclose(M, tiny_robot.inertia_matrix(q), rtol=1e-15)
    np.testing.assert_allclose(h, tiny_robot.bias(q, qd), rtol=1e-15)
    assert M.shape == (*leading, 2, 2)
    assert h.shape == (*leading, 2)


@pytest.mark.parametrize(
    ("of_q", "of_qd"), [((), (4,)), ((4,), ()), ((3, 1), (1, 4)), ((1,), (4,)), ((2, 3), (3,))]
)
def test_leading_shapes_broadcast_as_numpy_does(
    tiny: Library, of_q: tuple[int, ...], of_qd: tuple[int, ...]
) -> None:
    q, qd = states(*of_q), states(*of_qd)
    np.testing.assert_allclose(tiny.bias(q, qd), tiny_robot.bias(q, qd), rtol=1e-15)


@pytest.mark.parametrize(
    "view",
    [
        lambda q: q[::2],
        lambda q: q[::-1],
        lambda q: q[:, ::-1],
        lambda q: np.asfortranarray(q),
        lambda q: np.hstack([q, q])[:, 1:3],
        lambda q: np.broadcast_to(q[0, :1], (5, 2)),
        lambda q: q.astype(">f8"),
        lambda q: q.astype(np.float32),
        lambda q: q.tolist(),
        lambda q: (10 * q).astype(np.int8),
        lambda q: np.frombuffer(b"0" + q.tobytes(), np.uint8)[1:].view(np.float64).reshape(-1, 2),
    ],
)
def test_inputs_may_be_strided_unaligned_or_of_another_type(tiny: Library, view) -> None:
    q = view(states(6))
    want = tiny_robot.inertia_matrix(np.asarray(q, np.float64))
    np.testing.assert_allclose(tiny.inertia_matrix(q), want, rtol=1e-15)
    np.testing.assert_allclose(tiny.inertia_matrix(q[0]), want[0], rtol=1e-15)


def test_read_only_inputs_are_read(tiny: Library) -> None:
    q = states()
    q.flags.writeable = False
    np.testing.assert_allclose(tiny.inertia_matrix(q), tiny_robot.inertia_matrix(q), rtol=1e-15)


@pytest.mark.parametrize("leading", [(), (3,), (2, 3), (0,)])
def test_out_receives_the_result_and_is_returned(tiny: Library, leading: tuple[int, ...]) -> None:
    q = states(*leading)
    want = tiny.udut(q)
    U, D = np.full((*leading, 2, 2), 7.0), np.full((*leading, 2), 7.0)
    result = tiny.udut(q, out=(U, D))
    assert result[0] is U
    assert result[1] is D
    np.testing.assert_array_equal(U, want[0])
    np.testing.assert_array_equal(D, want[1])


def test_a_result_can_be_the_next_out(tiny: Library) -> None:
    for leading in ((), (3,)):
        M = tiny.inertia_matrix(states(*leading))
        q = states(*leading)
        assert tiny.inertia_matrix(q, out=M) is M
        np.testing.assert_allclose(M, tiny_robot.inertia_matrix(q), rtol=1e-15)


def test_one_of_several_outputs_may_be_left_to_allocate(tiny: Library) -> None:
    q, qd, h = states(), states(), np.empty(2)
    M, same = tiny.inertia_and_bias(q, qd, out=(None, h))
    assert same is h
    np.testing.assert_allclose(M, tiny_robot.inertia_matrix(q), rtol=1e-15)


READ_ONLY = np.empty((2, 2))
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("out", "error", "message"),
    [
        ([[0.0, 0.0], [0.0, 0.0]], TypeError, "out: M is a list; expected .*(2, 2)"),
        (np.empty((2, 2), np.float32), TypeError, "float32; expected .* float64 .*(2, 2)"),
        (np.empty((2, 2), ">f8"), TypeError, "expected .* float64"),
        (np.empty((1, 2, 2)), ValueError, r"shape \(1, 2, 2\); expected .*\(2, 2\)"),
        (np.empty(4), ValueError, r"shape \(4,\); expected .*\(2, 2\)"),
        (np.empty((2, 4))[:, ::2], ValueError, "not contiguous; expected"),
        (np.empty((4, 2))[::2], ValueError, "not contiguous; expected"),
        (READ_ONLY, ValueError, "read-only; expected"),
        (np.empty(33, np.uint8)[1:].view(np.float64).reshape(2, 2), ValueError, "not aligned"),
    ],
)
def test_an_out_that_does_not_fit_is_refused(tiny: Library, out, error, message: str) -> None:
    with pytest.raises(error, match=message):
        tiny.inertia_matrix(states(), out=out)


def test_outputs_may_not_share_memory_with_anything(tiny: Library) -> None:
    memory = np.ones(20)
    q, h, M = memory[:2], memory[1:3], memory[:4].reshape(2, 2)
    with pytest.raises(ValueError, match="shares memory"):
        tiny.inertia_matrix(q, out=M)
    with pytest.raises(ValueError, match="shares memory"):
        tiny.bias(states(), q, out=h)
    with pytest.raises(ValueError, match="shares memory"):
        tiny.inertia_and_bias(states(), states(), out=(M, h))
    with pytest.raises(ValueError, match="shares memory"):
        tiny.bias(memory[:10].reshape(5, 2), states(5), out=memory[8:18].reshape(5, 2))
    tiny.bias(q, q, out=memory[2:4])  # side by side, and twice the same input


def test_memory_between_strided_inputs_may_be_written(tiny: Library) -> None:
    memory = np.ones((3, 4))
    q = memory[::2, :2]
    h = memory[1].reshape(2, 2)
    np.testing.assert_allclose(tiny.bias(q, q, out=h), tiny_robot.bias(np.ones((2, 2)), q))


@pytest.mark.parametrize(
    ("q", "error", "message"),
    [
        ([1.0, 2.0, 3.0], ValueError, r"q: its shape is \(3,\); expected \(\.\.\., 2\)"),
        (1.0, ValueError, r"q: its shape is \(\); expected \(\.\.\., 2\)"),
        ([], ValueError, r"expected \(\.\.\., 2\)"),
        ([[1.0], [2.0, 3.0]], ValueError, r"q: .*expected \(\.\.\., 2\)"),
        ([1j, 2.0], TypeError, "q: its type is complex128, which is no float64"),
        (["a", "b"], TypeError, "q: its type is <U1"),
        ([None, 1.0], TypeError, "q: its type is object"),
    ],
)
def test_wrong_inputs_name_the_argument_and_the_shape(tiny: Library, q, error, message) -> None:
    with pytest.raises(error, match=message):
        tiny.inertia_matrix(q)


def test_leading_shapes_that_do_not_broadcast_are_listed(tiny: Library) -> None:
    with pytest.raises(ValueError, match=r"q \(3,\), qd \(4,\)"):
        tiny.bias(states(3), states(4))


def test_several_outputs_want_a_tuple(tiny: Library) -> None:
    for out in (np.empty((2, 2)), [np.empty((2, 2)), np.empty(2)], (np.empty(2),)):
        with pytest.raises(TypeError, match=r"wants a tuple \(M, h\)"):
            tiny.inertia_and_bias(states(), states(), out=out)


def test_a_singular_state_raises_and_names_its_joint(tiny: Library) -> None:
    with pytest.raises(np.linalg.LinAlgError, match=r"singular at joint 2 \('elbow'\)"):
        tiny.udut([0.5, 0.0])


def test_the_first_of_several_singular_states_is_named(tiny: Library) -> None:
    q = states(2, 3)
    q[0, 2, 1] = q[1, 1, 1] = -1.0
    with pytest.raises(np.linalg.LinAlgError, match=r"udut: state \(0, 2\) \(2 of 6 fail\)"):
        tiny.udut(q)
    with pytest.raises(np.linalg.LinAlgError, match=r"udut: state 2 \(2 of 6 fail\)"):
        tiny.udut(q.reshape(6, 2))


def test_unchecked_failures_leave_nan_and_spare_the_other_states(tiny: Library) -> None:
    for leading in ((), (5,)):
        q = states(*leading)
        q[(*([2] * len(leading)), 1)] = 0.0
        U, D = tiny.udut(q, check=False)
        failed = q[..., 1] == 0.0
        assert np.isnan(U[failed]).all()
        assert np.isnan(D[failed]).all()
        np.testing.assert_array_equal(U[~failed][:, 0, 1], q[~failed][:, 0])
        np.testing.assert_array_equal(D[~failed][:, 1], q[~failed][:, 1])


def test_matrices_have_their_rows_first_in_every_language(tiny: Library) -> None:
    U, _ = tiny.udut([0.5, 1.0])
    np.testing.assert_array_equal(U, [[1.0, 0.5], [0.0, 1.0]])
    out = np.empty((3, 2, 2))
    tiny.udut(np.tile([0.5, 1.0], (3, 1)), out=(out, np.empty((3, 2))))
    np.testing.assert_array_equal(out, np.tile(U, (3, 1, 1)))


def test_single_precision_works_in_float32(single: Library) -> None:
    q = states()
    M = single.inertia_matrix(q)
    assert M.dtype == single.dtype == np.float32
    np.testing.assert_allclose(M, tiny_robot.inertia_matrix(q), rtol=1e-6)
    out = np.empty((2, 2), np.float32)
    assert single.inertia_matrix(q.astype(np.float32), out=out) is out
    np.testing.assert_array_equal(out, M)
    assert single.neutral().dtype == single.random_state(1)[0].dtype == np.float32
    with pytest.raises(TypeError, match="float32"):
        single.inertia_matrix(q, out=np.empty((2, 2)))


def test_kernels_look_like_methods(tiny: Library) -> None:
    assert {"inertia_matrix", "bias", "udut", "neutral", "joint_names"} <= set(dir(tiny))
    assert str(inspect.signature(tiny.inertia_matrix)) == "(q, *, out=None, threads=None)"
    assert str(inspect.signature(tiny.udut)) == "(q, *, out=None, check=True, threads=None)"
    assert tiny.inertia_matrix.__name__ == "inertia_matrix"
    assert "(..., 2, 2)" in (tiny.inertia_matrix.__doc__ or "")
    assert "by_hand (3 mul, 1 add, 1 sincos)" in (tiny.inertia_matrix.__doc__ or "")
    assert tiny.joint_names == ("shoulder", "elbow")
    assert (tiny.name, tiny.nq, tiny.nv) == ("tiny", 2, 2)


def test_inputs_may_be_named(tiny: Library) -> None:
    q, qd = states(), states()
    np.testing.assert_array_equal(tiny.bias(qd=qd, q=q), tiny.bias(q, qd))
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'qd'"):
        tiny.bias(q)
    with pytest.raises(TypeError, match="unexpected keyword argument 'check'"):
        tiny.bias(q, qd, check=False)


def test_a_kernel_outlives_its_library(folder: Path) -> None:
    copy = shutil.copytree(folder, folder.parent / "short_lived")
    kernel = bind(copy).inertia_matrix
    np.testing.assert_array_equal(kernel([0, 1]), np.eye(2))


def test_other_threads_run_while_a_kernel_does(folder: Path) -> None:
    tiny, ticks, stop = bind(folder), [], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks.append(time.perf_counter())

    q = np.ones((2_000_000, 2))
    out = np.empty((2_000_000, 2, 2))
    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    tiny.inertia_matrix(q, out=out)
    end = time.perf_counter()
    stop.set()
    thread.join()
    inside = [t for t in ticks if start + 0.25 * (end - start) < t < end - 0.25 * (end - start)]
    assert inside


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"format": 2}, ValueError, "format is 2; this gen-robot reads format 1"),
        ({"kernels": {}}, ValueError, "has no kernels in 'c'; generate with --lang c"),
    ],
)
def test_a_manifest_that_does_not_fit_says_so(folder, tmp_path, change, error, message) -> None:
    manifest = tmp_path / "tiny.json"
    manifest.write_text(json.dumps(json.loads((folder / "tiny.json").read_text()) | change))
    with pytest.raises(error, match=message):
        Library(manifest, library_in(folder), "c")


def test_a_library_without_the_manifests_routine_says_so(folder: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "tiny.json"
    manifest.write_text((folder / "tiny.json").read_text().replace("tiny_bias", "tiny_other"))
    with pytest.raises(OSError, match="has no routine 'tiny_other'; build it again"):
        Library(manifest, library_in(folder), "c")


def test_an_unknown_language_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match=r"tiny.json: has no kernels in 'ada'"):
        bind(folder, "ada")


def test_the_bindings_import_nothing_of_the_generator() -> None:
    files = list((Path(__file__).parents[2] / "bindings").glob("*.py"))
    imported = {
        name
        for file in files
        for name in re.findall(r"^\s*(?:from|import) (gen_robot\S*)", file.read_text(), re.M)
    }
    assert files
    assert all(name.startswith("gen_robot.bindings") for name in imported)
