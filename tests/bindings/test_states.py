"""Many states: whatever memory they lie in and however many threads, the same numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import gen_robot
import marked_robot
from gen_robot.bindings import Library, routine
from marked_robot import W

COUNTS = [1, W - 1, W, W + 1, 63, 64, 65, 127, 128, 300, 1000, 5003]
RNG = np.random.default_rng(3)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return marked_robot.build(tmp_path_factory.mktemp("marked"))


@pytest.fixture(scope="module")
def by_cffi(marked: Library) -> Library:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routine, "_compiled", None)
        plain = marked_robot.bind(marked._source[0].parent)
        assert plain.bias.__func__ is not plain.udut.__func__  # made here, without the extension
    return plain


def states(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return states of which some are computed with their group, some alone."""
    rng = np.random.default_rng(count)  # the same whichever tests ran before
    q, qd = rng.uniform(0.1, 1.0, (2, count, 2))
    q[rng.uniform(size=count) < 0.02, 0] += 1000
    return q, qd


def gapped(array: np.ndarray) -> np.ndarray:
    """Return the same numbers with gaps between the states."""
    return np.hstack([array, array])[:, : array.shape[1]]


LAYOUTS = {
    "as it is": lambda a: a,
    "every second": lambda a: np.repeat(a, 2, axis=0)[::2],
    "backwards": lambda a: a[::-1].copy()[::-1],
    "by columns": np.asfortranarray,
    "with gaps": gapped,
    "elements backwards": lambda a: a[:, ::-1].copy()[:, ::-1],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", COUNTS)
def test_states_give_the_same_numbers_in_any_memory(
    marked: Library, count: int, layout: str
) -> None:
    q, qd = states(count)
    want, mine = marked.bias(q, qd), LAYOUTS[layout]
    np.testing.assert_array_equal(marked.bias(mine(q), mine(qd)), want)
    np.testing.assert_array_equal(marked.bias(q, mine(qd)), want)
    np.testing.assert_array_equal(marked.bias.gufunc(mine(q), qd), want)
    assert count < 10 * W or {*want[:, 1]} == {1, W}


@pytest.mark.parametrize("threads", [2, 3, 7, "all", 10**12])
@pytest.mark.parametrize("count", COUNTS)
def test_any_number_of_threads_gives_the_same_numbers(
    marked: Library, count: int, threads: int
) -> None:
    q, qd = states(count)
    np.testing.assert_array_equal(marked.bias(q, qd, threads=threads), marked.bias(q, qd))
    q[RNG.uniform(size=count) < 0.1, 1] = -1
    one, many = (marked.udut(gapped(q), check=False, threads=n) for n in (1, threads))
    for a, b in zip(one, many, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("count", COUNTS)
def test_cffi_gives_the_same_numbers(marked: Library, by_cffi: Library, count: int) -> None:
    q, qd = states(count)
    for layout in LAYOUTS.values():
        np.testing.assert_array_equal(by_cffi.bias(layout(q), qd), marked.bias(layout(q), qd))
        assert all(map(np.array_equal, by_cffi.udut(layout(q)), marked.udut(layout(q))))


@pytest.fixture(scope="module")
def planar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEN_ROBOT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield gen_robot.load("planar3", kernels=["forward_dynamics"])


def test_generated_kernels_give_the_same_bits_in_any_memory_and_by_any_threads(
    planar: Library,
) -> None:
    """Angles too large for vectors, and states that fail, are computed with their neighbours."""
    q, qd, tau = planar.random_state(3, shape=50_003)
    q[RNG.uniform(size=len(q)) < 0.01, 1] *= 1e9
    qd[777, 0] = np.nan
    want = planar.forward_dynamics(q, qd, tau, check=False)
    assert np.isfinite(want).all(axis=1).sum() > 50_000
    for threads in (2, 3):
        found = planar.forward_dynamics(q, qd, tau, check=False, threads=threads)
        np.testing.assert_array_equal(found, want)
        found = planar.forward_dynamics(gapped(q), qd, tau.T.copy().T, check=False, threads=threads)
        np.testing.assert_array_equal(found, want)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(planar.forward_dynamics.gufunc(q, gapped(qd), tau), want)


def test_a_group_that_is_cut_elsewhere_would_be_seen(marked: Library) -> None:
    q, qd = np.random.default_rng(4).uniform(0.1, 1.0, (2, 2 * W, 2))  # no other leaves its group
    q[0, 0] = 1000  # takes its whole group with it
    whole = marked.bias(q, qd)
    parts = np.concatenate([marked.bias(q[:3], qd[:3]), marked.bias(q[3:], qd[3:])])
    assert not np.array_equal(whole, parts)
    np.testing.assert_array_equal(whole[:, 0], parts[:, 0])


@pytest.mark.parametrize(
    ("of_q", "of_qd"),
    [((), (1000,)), ((1000,), ()), ((30, 1), (1, 40)), ((1, 40), (30, 40)), ((9, 1, 9), (9, 1))],
)
def test_what_is_broadcast_gives_what_copies_give(marked: Library, of_q, of_qd) -> None:
    q, qd = RNG.uniform(0.1, 1.0, (*of_q, 2)), RNG.uniform(0.1, 1.0, (*of_qd, 2))
    leading = np.broadcast_shapes(of_q, of_qd)
    copies = [np.array(np.broadcast_to(each, (*leading, 2))) for each in (q, qd)]
    for threads in (1, 3):
        found = marked.bias(q, qd, threads=threads)
        np.testing.assert_array_equal(found, marked.bias(*copies))
        np.testing.assert_array_equal(marked.bias.gufunc(q, qd)[..., 0], found[..., 0])


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
def test_the_first_failure_is_named_whatever_the_threads(marked: Library, threads) -> None:
    q, _ = states(4000)
    q[[1500, 3900], 1] = -1
    with pytest.raises(
        np.linalg.LinAlgError, match=r"udut: state 1500 \(2 of 4000 fail\): .*joint 2"
    ):
        marked.udut(q, threads=threads)
    with pytest.raises(np.linalg.LinAlgError, match=r"udut: state \(3, 300\) \(2 of 4000 fail\)"):
        marked.udut(q.reshape(10, 400, 2)[:, ::1], threads=threads)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(
    ("threads", "error"),
    [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("many", TypeError), ([], TypeError)],
)
def test_a_number_of_threads_that_is_none_is_refused(marked: Library, many, threads, error) -> None:
    q = np.ones((3, 2)) if many else np.ones(2)
    with pytest.raises(error, match=r"threads: is .*; give a number from 1 on, 'all' or None"):
        marked.bias(q, q, threads=threads)


def test_one_state_may_be_given_threads(marked: Library) -> None:
    q = np.ones(2)
    for threads in (None, 1, 4, np.int64(4), True, "all"):
        np.testing.assert_array_equal(marked.bias(q, q, threads=threads), [11, 1])


def test_states_that_fail_do_not_spoil_memory_beside_their_own(marked: Library) -> None:
    q, _ = states(200)
    q[::7, 1] = -1
    memory = np.full((202, 2), 5.0)
    marked.udut(q, out=(np.empty((200, 2, 2)), memory[1:-1]), check=False, threads=2)
    assert (memory[[0, -1]] == 5.0).all()
    np.testing.assert_array_equal(np.isnan(memory[1:-1, 0]), q[:, 1] < 0)
